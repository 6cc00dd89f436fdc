"""Solutions: one, a list of them, and a stream that is found as it is read."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union, overload

from . import _native, notebook, tables
from .answers import Answer
from .asking import TURN, Asked
from .progress import watcher

if TYPE_CHECKING:
    import pandas

    from .puzzles import Puzzle


class Placed(NamedTuple):
    """A piece (or whatever an embedding stands for) with the cells it covers."""

    piece: str
    cells: list[str]
    """Their names."""
    coordinates: list[tuple[int, ...]]
    """Row and column, or layer, row and column; empty where cells have nothing but names."""


class Standing(NamedTuple):
    """How many solutions count as the same as this one, and which symmetries keep it.

    Each symmetry is given as what it is ("turn", "reflection", or "symmetry" where no geometry tells
    them apart) and its order.
    """

    class_size: int
    kept_by: list[tuple[str, int]]


class Solution:
    """A solution, already checked by the puzzle's own rules.

    >>> import puzzle_processor as pp
    >>> solution = pp.open("dominoes-3x4").solve()
    >>> solution.numbers
    (0, 4, 7, 11, 14, 16)
    >>> solution.placed()[0]
    Placed(piece='domino', cells=['0', '1'], coordinates=[(0, 0), (0, 1)])
    >>> print(solution)
    ┌───────┬───────┐
    │       │       │
    ├───────┼───────┤
    │       │       │
    ├───────┼───────┤
    │       │       │
    └───────┴───────┘

    In a notebook it is a picture, and a strip that can be played if it has several steps.
    """

    __slots__ = ("_asked", "_block", "_index", "number", "answer")

    number: int
    """Its number among the solutions that were found with it, from 1."""
    answer: Optional[Answer]
    """The answer that it came with, where one solution was all that was asked for."""

    def __init__(self, asked: Asked, block: _native.Block, index: int, number: int) -> None:
        self._asked = asked
        self._block = block
        self._index = index
        self.number = number
        self.answer = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it solves."""
        puzzle: Puzzle = self._asked.puzzle
        return puzzle

    @property
    def numbers(self) -> tuple[int, ...]:
        """The solution as the puzzle's family writes it: numbers of embeddings, moves, cells."""
        return self._block.numbers(self._index)

    @property
    def standing(self) -> Optional[Standing]:
        """Where it stands among those that count as the same, after `up_to=`."""
        told = self._block.standing(self._index)
        return None if told is None else Standing(*told)

    @property
    def options(self) -> list[Any]:
        """The chosen options of a `puzzle_processor.ExactCover`, as they were given."""
        return self.puzzle._chosen(self.numbers)

    def placed(self) -> list[Placed]:
        """The pieces with their cells; empty for puzzles that place nothing."""
        placed = self._asked.native.placed(list(self.numbers))
        return [
            Placed(piece, cells, [tuple(place) for place in coordinates])
            for piece, cells, coordinates in placed or []
        ]

    def cells(self) -> dict[str, Union[list[tuple[int, ...]], list[str]]]:
        """The cells of each piece, with coordinates where the grid has them.

        Several pieces of one name are numbered.

        >>> import puzzle_processor as pp
        >>> pp.open("simple").solve().cells()
        {'A': [(0, 0)], 'B': [(1, 0), (1, 1)], 'C': [(0, 1), (0, 2), (1, 2)]}
        """
        placed = self.placed()
        names = [each.piece for each in placed]
        found: dict[str, Union[list[tuple[int, ...]], list[str]]] = {}
        for piece, cells, places in placed:
            name = piece
            if names.count(piece) > 1:
                number = sum(key.startswith(f"{piece} ") for key in found) + 1
                name = f"{piece} {number}"
            found[name] = places or cells
        return dict(sorted(found.items()))

    def to_dict(self) -> dict[str, Any]:
        """What `puzzle solve --json` writes of a solution."""
        told: dict[str, Any] = json.loads(self.to_json())
        return told

    def to_json(self) -> str:
        """The same as text."""
        return self._asked.native.json(self.number, list(self.numbers))

    def check(self) -> None:
        """Checks it once more by the puzzle's own rules; raises what is wrong."""
        self._asked.native.check(list(self.numbers))

    def svg(self, scale: float = 40.0) -> str:
        """A picture, with so many pixels a cell."""
        return self._asked.native.svg([list(self.numbers)], scale)

    def steps(self, scale: float = 40.0) -> list[tuple[str, str]]:
        """A picture a step, each with the line above it."""
        return self._asked.native.steps(list(self.numbers), scale)

    def __str__(self) -> str:
        return self._asked.native.words(list(self.numbers)).rstrip("\n")

    def __repr__(self) -> str:
        return f"<solution {self.number} of {self.puzzle.title}: {self.numbers}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.puzzle is other.puzzle and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash(self.numbers)

    def _repr_svg_(self) -> Optional[str]:
        return self.svg(notebook.SCALE)

    def _repr_html_(self) -> Optional[str]:
        steps = self.steps(notebook.SCALE)
        return notebook.strip(steps) if len(steps) > 1 else None


class SolutionList(Sequence[Solution]):
    """Solutions that were found, in order. In a notebook: a grid of pictures."""

    def __init__(self, solutions: Iterable[Solution]) -> None:
        self._solutions = list(solutions)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> SolutionList: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Solution, SolutionList]:
        if isinstance(index, slice):
            return SolutionList(self._solutions[index])
        return self._solutions[index]

    def __len__(self) -> int:
        return len(self._solutions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SolutionList) and self._solutions == other._solutions

    def __repr__(self) -> str:
        if not self._solutions:
            return "<no solutions>"
        s = "" if len(self) == 1 else "s"
        return f"<{len(self)} solution{s} of {self._solutions[0].puzzle.title}>"

    def __str__(self) -> str:
        return "\n\n".join(str(solution) for solution in self._solutions)

    def to_dataframe(self) -> pandas.DataFrame:
        """A row a solution, a column a piece or a field; needs pandas."""
        return tables.of_solutions(self._solutions)

    def to_json(self) -> str:
        """A list of what `Solution.to_dict` gives."""
        return json.dumps([solution.to_dict() for solution in self._solutions])

    def _repr_html_(self) -> Optional[str]:
        return notebook.grid(self._solutions)


class _End:
    """How a stream ended, known to the stream and to whoever reads it."""

    answer: Optional[Answer] = None
    over = False


class Solutions(Iterator[Solution]):
    """Solutions that are found as they are read; the search ends when the loop does.

    >>> import puzzle_processor as pp
    >>> soma = pp.open("soma")
    >>> for solution in soma.solutions():
    ...     if solution.number == 3:
    ...         break
    >>> found = soma.solutions()
    >>> sum(1 for _ in found)
    11520
    >>> found.answer.complete
    True
    """

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._end = _End()
        self._source = _stream(asked, self._end)

    def __iter__(self) -> Generator[Solution, None, None]:
        # The source itself, so that a loop over it costs one call a solution, and a loop that breaks
        # lets go of the only reference to the search.
        return self._source

    def __next__(self) -> Solution:
        return next(self._source)

    def __enter__(self) -> Solutions:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def answer(self) -> Optional[Answer]:
        """How the search ended, once every solution was read."""
        return self._end.answer

    def take(self, many: int) -> SolutionList:
        """The next solutions, at most so many."""
        return SolutionList(solution for _, solution in zip(range(many), self._source))

    def list(self) -> SolutionList:
        """All that are left."""
        return SolutionList(self._source)

    def close(self) -> None:
        """Ends the search."""
        self._source.close()

    def __repr__(self) -> str:
        state = "read to the end" if self._end.over else "being found"
        return f"<solutions of {self._asked.puzzle.title}, {state}>"


def _stream(asked: Asked, end: _End) -> Generator[Solution, None, None]:
    search = asked.start()
    progress = watcher(asked.watch)
    number: Optional[int] = None
    try:
        while not search.over:
            block = search.take(TURN)
            if number is None and len(block):
                number = search.earlier
            for index in range(len(block)):
                number = (number or 0) + 1
                yield Solution(asked, block, index, number)
            progress.look(search)
        end.over = True
        end.answer = Answer(asked, search.answer())
        end.answer.raise_if_stopped()
    finally:
        search.stop()
        progress.close()


def first(asked: Asked) -> Optional[Solution]:
    """The first solution of a question that wants one, with its answer."""
    found = ask(asked)
    found.raise_if_stopped()
    return found.solution


def ask(asked: Asked) -> Answer:
    """The answer with its solutions."""
    if not asked.native.hands_over:
        return Answer(asked, asked.answer())
    end = _End()
    solutions: list[Solution] = []
    stream = _stream(asked, end)
    try:
        solutions.extend(stream)
    except Exception:
        if end.answer is None:
            raise
    assert end.answer is not None
    end.answer.solutions = SolutionList(solutions)
    for solution in solutions:
        solution.answer = end.answer
    return end.answer
