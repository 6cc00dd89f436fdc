"""Answers: how many, how far, how it was found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Optional

from . import notebook, tables
from .asking import Asked
from .errors import StoppedError

if TYPE_CHECKING:
    import pandas

    from .puzzles import Puzzle
    from .solutions import Solution, SolutionList

ENOUGH = "enough solutions"
"""Why a search stops that has what was wanted."""


class Answer:
    """The answer to a question.

    >>> import puzzle_processor as pp
    >>> answer = pp.open("klotski").shortest(style=2)
    >>> answer.distance
    81
    >>> answer.complete, answer.family
    (True, 'sliding')
    >>> answer.fields["configurations"][:5]
    [1, 8, 10, 15, 18]
    """

    solutions: Optional[SolutionList] = None
    """The solutions, if the question hands some over."""

    def __init__(self, asked: Asked, told: dict[str, Any]) -> None:
        self._asked = asked
        self._told = told
        self.fields: dict[str, Any] = json.loads(told["json"])

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        puzzle: Puzzle = self._asked.puzzle
        return puzzle

    @property
    def question(self) -> str:
        """The name of the question."""
        return self._asked.native.name

    @property
    def family(self) -> str:
        """The puzzle's family."""
        return self.puzzle.family

    @property
    def count(self) -> int:
        """How many solutions there are; those found so far if the answer is not complete."""
        count: int = self._told["solutions"]
        return count

    @property
    def classes(self) -> Optional[int]:
        """How many there are up to symmetry, if that was asked."""
        classes: Optional[int] = self._told["classes"]
        return classes

    @property
    def distance(self) -> Optional[int]:
        """The fewest moves, if that was asked."""
        return self.fields.get("distance")

    @property
    def complete(self) -> bool:
        """Whether nothing is left open."""
        return self._told["stopped"] is None

    @property
    def stopped(self) -> Optional[str]:
        """Why it is not complete."""
        stopped: Optional[str] = self._told["stopped"]
        return stopped

    @property
    def engine(self) -> str:
        """Who found it."""
        return str(self.fields["engine"])

    @property
    def order(self) -> str:
        """In which order."""
        return str(self.fields["order"])

    @property
    def nodes(self) -> int:
        """How many nodes, states or positions were examined."""
        return int(self.fields["nodes"])

    @property
    def seconds(self) -> float:
        """How long it took."""
        return float(self.fields["elapsed_s"])

    @property
    def restricted(self) -> bool:
        """Whether it is about a restricted puzzle."""
        return bool(self.fields.get("restricted", False))

    @property
    def confirmed(self) -> bool:
        """Whether an unlike engine has found the same; ask with `confirm=True`."""
        return bool(self.fields.get("confirmed", False))

    @property
    def text(self) -> str:
        """What the puzzle's family says, for people; empty if the number says all."""
        return str(self._told["text"]).rstrip("\n")

    @property
    def remarks(self) -> list[str]:
        """What else is to be said, such as up to what was counted."""
        return list(self._told["remarks"])

    @property
    def reasons(self) -> list[str]:
        """How the engine was chosen, a line a step."""
        return list(self._told["reasons"])

    @property
    def solution(self) -> Optional[Solution]:
        """The first solution, if there is one."""
        return self.solutions[0] if self.solutions else None

    def raise_if_stopped(self) -> None:
        """Raises `StoppedError` if a limit came before the answer was complete."""
        if self.stopped in (None, ENOUGH):
            return
        hint = "go on with resume= and the file" if self._asked.how["checkpoint"] else None
        error = StoppedError(f"stopped: {self.stopped}, after {self.nodes} nodes", hint=hint)
        error.answer = self
        raise error

    def to_dict(self) -> dict[str, Any]:
        """What the command writes with `--json`, solutions included."""
        if self.solutions is None:
            return dict(self.fields)
        return {**self.fields, "solutions": [found.to_dict() for found in self.solutions]}

    def to_json(self) -> str:
        """The same as text."""
        return json.dumps(self.to_dict())

    def to_dataframe(self) -> pandas.DataFrame:
        """A table of levels or solutions; needs pandas."""
        return tables.of_answer(self)

    def __str__(self) -> str:
        if self.solutions and not self.text:
            return str(self.solutions)
        return self.text or str(self.count if self.classes is None else self.classes)

    def __repr__(self) -> str:
        if self.distance is not None:
            what = f"{self.distance} moves"
        elif self.classes is not None:
            what = f"{self.classes} up to symmetry"
        elif self._asked.native.counts:
            what = str(self.count)
        else:
            what = self.text.partition("\n")[0] or str(self.count)
        stopped = f", {self.stopped}" if self.stopped else ""
        return f"<{self.question}: {what}, by {self.engine} in {self.seconds:.3f} s{stopped}>"

    def _repr_html_(self) -> Optional[str]:
        if self.solutions:
            one = self.solutions[0] if len(self.solutions) == 1 else None
            strip = one._repr_html_() if one else None
            return strip or self.solutions._repr_html_()
        return notebook.text(str(self))
