"""Packing puzzles and nonograms from Python's own values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import arrays
from .arrays import Shape
from .errors import UsageError
from .puzzles import Puzzle


@dataclass(frozen=True)
class Piece:
    """A piece with how often it is used and how it may be moved."""

    shape: Shape
    """A drawing, tuples of coordinates, or rows of 0 and 1."""
    count: Union[int, str] = 1
    """How often: a number, a range such as `"0..2"`, or `"any"`."""
    moves: Optional[str] = None
    """`"rotate+reflect"`, `"rotate"` or `"translate"`."""


Pieces = Union[Mapping[Any, Any], Iterable[Any], int]


def packing(
    box: Shape,
    pieces: Pieces,
    *,
    grid: Optional[str] = None,
    title: str = "packing",
) -> Puzzle:
    """A packing puzzle: pieces into a box.

    The box is `(rows, columns)`, `(layers, rows, columns)`, or a shape: a drawing of `#` and `.`,
    cells as tuples of coordinates, or rows of 0 and 1 (a `numpy` array will do). The pieces are a
    dict of shapes by name, a list of shapes, or a number n for all shapes of n cells; a `Piece` says
    more than a shape.

    >>> import puzzle_processor as pp
    >>> pp.packing(box=(6, 10), pieces=5).count()
    9356
    >>> three = pp.packing(
    ...     box=[[1, 1, 1, 1], [1, 1, 1, 1]],
    ...     pieces={"L": "###\\n#..", "I": {(0, 0), (0, 1)}, "O": pp.Piece("##", count="0..2")},
    ... )
    >>> three.count()
    16
    """
    size = _size(box)
    shape = None if size else _shape(box, "the box")
    solid = len(size) == 3 if size else _is_solid(shape)
    grid = grid or ("cube" if solid else "square")
    lines = ['family = "packing"', f"name = {_quoted(title)}", f"grid = {_quoted(grid)}", "[box]"]
    if size:
        key = "cuboid" if solid else "rectangle"
        lines.append(f"{key} = {list(size)}")
    else:
        lines.append(_written(shape, False))
    for name, piece in _named(pieces):
        lines.append("[[piece]]")
        if name is None:
            lines.append(f"all = {piece}")
            continue
        piece = piece if isinstance(piece, Piece) else Piece(piece)
        what = f"piece {name}"
        lines.append(f"name = {_quoted(name)}")
        lines.append(_written(_shape(piece.shape, what), solid))
        if piece.count != 1 or isinstance(piece.count, bool):
            count = piece.count
            lines.append(f"count = {_quoted(count) if isinstance(count, str) else _number(count, what)}")
        if piece.moves is not None:
            lines.append(f"moves = {_quoted(piece.moves)}")
    return Puzzle.from_text("\n".join(lines) + "\n", name=title)


def nonogram(
    rows: Union[Sequence[Sequence[int]], Any],
    columns: Optional[Sequence[Sequence[int]]] = None,
    *,
    title: str = "nonogram",
) -> Puzzle:
    """A nonogram: from the clues of its rows and columns, or from the picture that they describe.

    >>> import puzzle_processor as pp
    >>> pp.nonogram([[1, 1], [3], [1]], [[2], [2], [2]]).count()
    1
    >>> pp.nonogram([[0, 1, 0], [1, 1, 1]]).unique()
    True
    """
    if columns is None:
        picture = arrays.matrix(rows)
        rows, columns = [_runs(row) for row in picture], [_runs(row) for row in zip(*picture)]
    clues = [_clues("rows", rows), _clues("columns", columns)]
    text = [f"title {_quoted(title)}", f"width {len(clues[1])}", f"height {len(clues[0])}"]
    text += ["", "rows", *clues[0], "", "columns", *clues[1], ""]
    return Puzzle.from_text("\n".join(text), name=f"{title}.non")


def _runs(line: Iterable[bool]) -> list[int]:
    """The lengths of the runs in a line."""
    drawn = "".join("#" if cell else " " for cell in line)
    return [len(run) for run in drawn.split()]


def _clues(what: str, lines: Any) -> list[str]:
    lines = lines.tolist() if hasattr(lines, "tolist") else lines
    if isinstance(lines, (str, bytes)) or not isinstance(lines, Iterable):
        raise UsageError(f"{what}={lines!r} is no list of clues")
    written = []
    for clue in lines:
        if isinstance(clue, (str, bytes)) or not isinstance(clue, Iterable):
            raise UsageError(f"{clue!r} in {what} is no clue", hint="write a list such as [1, 3]")
        written.append(",".join(str(_number(run, what)) for run in clue) or "0")
    return written


def _size(box: Shape) -> tuple[int, ...]:
    """The numbers of a size such as `(6, 10)`."""
    if isinstance(box, tuple) and box and all(hasattr(n, "__index__") for n in box):
        if len(box) not in (2, 3):
            raise UsageError(f"box={box!r} is no size", hint="(rows, columns) or (layers, rows, columns)")
        return tuple(_number(n, "the box") for n in box)
    return ()


def _shape(given: Shape, what: str) -> Union[str, list[tuple[int, ...]]]:
    return given if isinstance(given, str) else arrays.cells(given, what)


def _is_solid(shape: Union[str, list[tuple[int, ...]], None]) -> bool:
    if isinstance(shape, str):
        return "\n\n" in shape.strip("\n")
    return shape is not None and len(shape[0]) == 3


def _written(shape: Union[str, list[tuple[int, ...]], None], solid: bool) -> str:
    """A drawing, or cells; flat ones stand in the first layer of a solid puzzle."""
    if isinstance(shape, str):
        return f"drawing = {_quoted(shape)}"
    flat = [(0, *cell) if solid and len(cell) == 2 else cell for cell in shape or []]
    return f"cells = {[list(cell) for cell in flat]}"


def _named(pieces: Pieces) -> list[tuple[Optional[str], Any]]:
    """Pieces with their names; all of a size have none."""
    if isinstance(pieces, Mapping):
        named: list[tuple[Optional[str], Any]] = [(str(name), piece) for name, piece in pieces.items()]
    elif hasattr(pieces, "__index__"):
        return [(None, _number(pieces, "pieces"))]
    elif isinstance(pieces, Iterable) and not isinstance(pieces, (str, bytes)):
        named = [(_letter(number), piece) for number, piece in enumerate(pieces)]
    else:
        raise UsageError(f"pieces={pieces!r} are neither a list nor a dict nor a number")
    names = [name for name, _ in named]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two pieces are called {name}")
    return named


def _letter(number: int) -> str:
    """A, B, … Z, then P26, P27, …"""
    return chr(ord("A") + number) if number < 26 else f"P{number}"


def _number(value: Any, what: str) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(f"{value!r} in {what} is no whole number")
    number = int(value.__index__())
    if abs(number) >= 1 << 31:
        raise UsageError(f"{number} in {what} is too large")
    return number


def _quoted(text: Any) -> str:
    """A text as TOML and others write it."""
    if not isinstance(text, str):
        raise UsageError(f"{text!r} is no text")
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False)
