"""Executes the notebooks of this folder, or those that are named, and says which fail."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).parent


def execute(file: Path) -> bool:
    """Whether every cell of a notebook runs."""
    begun = time.monotonic()
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=600, kernel_name="python3")
    try:
        client.execute(cwd=str(HERE))
    except CellExecutionError as error:
        print(f"{file.name}: FAILED\n{error}")
        return False
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    print(f"{file.name}: {cells} cells in {time.monotonic() - begun:.0f} s")
    return True


def main() -> int:
    """The exit code."""
    named = [HERE / f"{name}.ipynb" for name in sys.argv[1:]]
    files = named or sorted(HERE.glob("*.ipynb"))
    return 0 if files and all([execute(file) for file in files]) else 1


if __name__ == "__main__":
    sys.exit(main())
