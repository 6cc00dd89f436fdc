"""Describe a combinatorial puzzle, get a solver compiled for it.

>>> import puzzle_processor as pp
>>> soma = pp.open("soma")
>>> soma.count()
11520
>>> for solution in soma.solutions():
...     print(solution.cells()["V"])
...     break
[(0, 0, 0), (0, 0, 1), (0, 1, 1)]

`open` takes a name of the catalogue or a file, `Puzzle.from_text` a text; `packing`, `nonogram` and
`ExactCover` make puzzles of Python's own values. All of them are a `Puzzle`, and are asked alike.
"""

from __future__ import annotations

import os
from typing import NamedTuple, Optional, Union

from . import _native
from .answers import Answer
from .asking import Option, options_of
from .covers import ExactCover
from .errors import (
    DeclinedError,
    InternalError,
    NotFoundError,
    ParseError,
    PuzzleError,
    StoppedError,
    UsageError,
)
from .packings import Piece, nonogram, packing
from .progress import Progress
from .puzzles import Choice, Known, Puzzle
from .solutions import Placed, Solution, SolutionList, Solutions, Standing


def open(name: Union[str, os.PathLike[str]], *, kind: Optional[str] = None) -> Puzzle:
    """A puzzle of the catalogue, or in a file; `kind` overrules the family it seems to be.

    >>> import puzzle_processor as pp
    >>> pp.open("pentominoes-6x10")
    <packing puzzle: 6 x 10 pentominoes>
    """
    return Puzzle.open(name, kind=kind)


class Catalogue(NamedTuple):
    """What `open` knows by name."""

    names: list[str]
    """Names."""
    forms: dict[str, str]
    """Names with numbers in them, such as `queens-N`, with a line on what they are."""


def catalogue() -> Catalogue:
    """What `open` knows by name.

    >>> import puzzle_processor as pp
    >>> "klotski" in pp.catalogue().names, "queens-N" in pp.catalogue().forms
    (True, True)
    """
    names, forms = _native.catalogue()
    return Catalogue(names, dict(forms))


def families() -> dict[str, str]:
    """Every kind of puzzle, with a line on what it is."""
    return dict(_native.families())


def questions() -> dict[str, str]:
    """Everything that puzzles can be asked, with a line on what it asks."""
    return dict(_native.questions())


def generate(family: str, **options: Option) -> Puzzle:
    """A new puzzle, from the generator of a family; options are those of `puzzle generate`.

    >>> import puzzle_processor as pp
    >>> pp.generate("nonogram", size="6x5", seed=1).unique()
    True
    """
    text, remarks = _native.generate(family, options_of(options))
    if text is None:
        raise DeclinedError("; ".join(remarks) or "no puzzle was found")
    return Puzzle.from_text(text, name=f"new {family}")


__all__ = [
    "Answer",
    "Catalogue",
    "Choice",
    "DeclinedError",
    "ExactCover",
    "InternalError",
    "Known",
    "NotFoundError",
    "ParseError",
    "Piece",
    "Placed",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "SolutionList",
    "Solutions",
    "Standing",
    "StoppedError",
    "UsageError",
    "catalogue",
    "families",
    "generate",
    "nonogram",
    "open",
    "packing",
    "questions",
]
