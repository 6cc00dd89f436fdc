"""What goes wrong, with file, line, column and hint where there are any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .answers import Answer


class PuzzleError(Exception):
    """Anything that this package refuses or fails at.

    >>> import puzzle_processor as pp
    >>> try:
    ...     pp.Puzzle.from_text('family = "packing"\\ngrid = "sqare"\\n', name="my.puzzle")
    ... except pp.PuzzleError as error:
    ...     print(error.file, error.line, error.column, error.message, error.hint, sep="; ")
    my.puzzle; 2; 8; unknown grid `sqare`; did you mean square or square-sticks?
    """

    message: str
    """What is wrong."""
    file: Optional[str]
    """In which file or text."""
    line: Optional[int]
    """In which line, from 1."""
    column: Optional[int]
    """At which character of the line, from 1."""
    hint: Optional[str]
    """How to mend it."""

    def __init__(
        self,
        message: str,
        *,
        file: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        hint: Optional[str] = None,
        rendered: Optional[str] = None,
    ) -> None:
        told = rendered or (message if hint is None else f"{message}\n hint: {hint}")
        super().__init__(told)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint


class ParseError(PuzzleError, ValueError):
    """A text is no puzzle, or a file that belongs to a question is refused."""


class NotFoundError(PuzzleError, LookupError):
    """A name is neither a file that can be read nor in the catalogue."""


class UsageError(PuzzleError, ValueError):
    """A question or an option makes no sense for this puzzle."""


class DeclinedError(PuzzleError):
    """Nobody here answers the question."""


class StoppedError(PuzzleError):
    """A limit was reached before the answer was complete."""

    answer: Optional[Answer] = None
    """What was found until then."""


class InternalError(PuzzleError):
    """A mistake of this package: please report it."""
