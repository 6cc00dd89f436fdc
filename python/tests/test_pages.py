"""What the front page shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

PAGE = Path(__file__).parent.parent / "README.md"


def test_the_front_page_solves_soma_in_five_lines() -> None:
    blocks = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    code = next(text for kind, text in blocks if kind == "python")
    shown = next(text for kind, text in blocks if kind == "text")
    assert sum(bool(line) for line in code.splitlines()) <= 5
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {})
    assert printed.getvalue() == shown
