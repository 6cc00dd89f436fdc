"""Boxes, pieces and pictures: drawings, coordinates, or arrays of 0 and 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Union

from .errors import UsageError

Shape = Union[str, Iterable[tuple[int, ...]], Sequence[Sequence[Any]], Any]
"""A drawing of `#` and `.`, tuples of coordinates, or rows of 0 and 1 (`numpy` arrays too)."""

MOST = 1_000_000
"""How many entries an array may have."""


def is_array(given: object) -> bool:
    """Whether it is an array of numpy or the like."""
    return hasattr(given, "tolist") and hasattr(given, "ndim")


def matrix(given: Any) -> list[list[bool]]:
    """Rows of 0 and 1."""
    rows = _plain(given)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise UsageError("this is no array of rows", hint="it has two dimensions")
    if any(len(row) != len(rows[0]) for row in rows):
        raise UsageError("the rows of the array differ in length")
    return [[_bit(cell) for cell in row] for row in rows]


def cells(given: Shape, what: str) -> list[tuple[int, ...]]:
    """The coordinates of a shape that is no drawing."""
    if isinstance(given, (bytes, dict)) or not isinstance(given, Iterable):
        hint = "write a drawing, tuples of coordinates, or rows of 0 and 1"
        raise UsageError(f"{what} is {given!r}", hint=hint)
    plain = _plain(given)
    listed = list(plain)
    if any(isinstance(entry, list) for entry in listed):
        found = list(_ones(listed, (), what))
    else:
        found = [_coordinates(entry, what) for entry in listed]
    if not found:
        raise UsageError(f"{what} has no cells")
    if len({len(cell) for cell in found}) > 1:
        raise UsageError(f"the cells of {what} have unlike coordinates")
    if len(set(found)) < len(found):
        raise UsageError(f"{what} has a cell twice")
    return found


def _plain(given: Any) -> Any:
    """Lists for arrays, after a look at their size."""
    if not is_array(given):
        return given
    if given.size > MOST:
        raise UsageError(f"the array has {given.size} entries", hint=f"at most {MOST}")
    return given.tolist()


def _bit(cell: object) -> bool:
    if cell in (0, 1):
        return bool(cell)
    raise UsageError(f"{cell!r} in the array is neither 0 nor 1")


def _ones(rows: Sequence[Any], place: tuple[int, ...], what: str) -> Iterable[tuple[int, ...]]:
    for number, entry in enumerate(rows):
        if isinstance(entry, list):
            if len(place) >= 2:
                raise UsageError(f"{what} has more than three dimensions")
            yield from _ones(entry, (*place, number), what)
        elif _bit(entry):
            yield (*place, number)


def _coordinates(entry: object, what: str) -> tuple[int, ...]:
    if isinstance(entry, tuple) and all(hasattr(n, "__index__") for n in entry):
        cell = tuple(int(n.__index__()) for n in entry)
        if len(cell) in (2, 3) and all(abs(n) < 1 << 31 for n in cell):
            return cell
    hint = "a cell is (row, column) or (layer, row, column)"
    raise UsageError(f"{entry!r} in {what} is no cell", hint=hint)
