"""Puzzles: opened, asked and drawn."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from . import _native, notebook, solutions, tables
from .answers import Answer
from .asking import Asked, Option
from .errors import UsageError
from .solutions import Solution, SolutionList, Solutions

if TYPE_CHECKING:
    import networkx


class Choice(NamedTuple):
    """An option that a puzzle's family has beside those that all questions take."""

    name: str
    """The keyword."""
    kind: str
    """`flag`, `text`, `optional`, `text-or-file` or `file`."""
    verbs: list[str]
    """`count`, `solve`, or both."""
    about: str
    """What it does."""


class Known(NamedTuple):
    """Answers that are known from elsewhere."""

    solutions: Optional[int]
    classes: Optional[int]
    note: Optional[str]
    source: str


class Puzzle:
    """A puzzle that can be asked.

    >>> import puzzle_processor as pp
    >>> soma = pp.open("soma")
    >>> soma
    <packing puzzle: Soma cube>
    >>> soma.count()
    11520
    >>> soma.classes()
    240

    `questions` tells what it can be asked: each question is a method of that name. All of them
    take these options:

    ================== ==================================================================
    `threads`          how many threads search; all cores if not given
    `timeout`          seconds, after which `StoppedError` is raised with what was found
    `node_limit`       the same after so many nodes
    `memory`           how many bytes the tables of a search may take
    `checkpoint`       a file in which the run is saved now and then, and when it is stopped
    `checkpoint_every` how many seconds between
    `resume`           a saved run to go on with
    `progress`         `True` for a bar, or a function that is called with a `Progress`
    `engine`           an engine by name
    `confirm`          find the answer twice, with unlike engines, and compare
    `limit`            how many solutions are wanted at most
    `unordered`        let solutions come in whatever order threads find them
    ================== ==================================================================

    and those of the puzzle's own family, which `choices` lists: the options of the command, with
    underscores for hyphens.

    >>> pp.open("klotski").shortest(style=2).distance
    81
    >>> pp.open("klotski").shortest(stile=2)
    Traceback (most recent call last):
    ...
    puzzle_processor.errors.UsageError: there is no choice `stile`: did you mean style?
    """

    _options: Optional[list[Any]] = None

    def __init__(self, native: _native.Puzzle) -> None:
        self._native = native
        self._about: Optional[dict[str, Any]] = None

    @classmethod
    def open(
        cls, name: Union[str, os.PathLike[str]], *, kind: Optional[str] = None
    ) -> Puzzle:
        """A puzzle of the catalogue, or in a file; `kind` overrules the family it seems to be."""
        return cls(_native.Puzzle.open(os.fspath(name), kind))

    @classmethod
    def from_text(
        cls,
        text: Union[str, bytes],
        *,
        name: str = "puzzle",
        kind: Optional[str] = None,
    ) -> Puzzle:
        """A puzzle in a text, in any form that the command reads.

        >>> import puzzle_processor as pp
        >>> pp.Puzzle.from_text("(1 -2) (1 2 3) (-1 2 3)").count()
        4
        """
        if isinstance(text, str):
            # What is no text is refused like any other bytes that are none.
            text = text.encode("utf-8", "surrogatepass")
        return cls(_native.Puzzle.read(name, text, kind))

    # What it is.

    @property
    def name(self) -> str:
        """The name it was opened by."""
        return self._native.name

    @property
    def title(self) -> str:
        """What it is called."""
        return self._native.title

    @property
    def family(self) -> str:
        """Its family: what kind of puzzle it is."""
        return self._native.family

    @property
    def text(self) -> str:
        """The text it was read from."""
        return self._native.text

    @property
    def warnings(self) -> list[str]:
        """Remarks for its author."""
        return self._native.warnings

    def _tell(self, key: str) -> Any:
        if self._about is None:
            self._about = json.loads(self._native.about())
        return self._about[key]

    @property
    def figures(self) -> dict[str, str]:
        """Its figures.

        >>> import puzzle_processor as pp
        >>> pp.open("soma").figures["cells"]
        '27'
        """
        return dict(self._tell("figures"))

    @property
    def known(self) -> Known:
        """Answers that are known from elsewhere.

        >>> import puzzle_processor as pp
        >>> pp.open("soma").known.source
        'J. H. Conway and M. J. T. Guy, 1961'
        """
        known = self._tell("known")
        all_, classes = (known[name] and int(known[name]) for name in ("solutions", "classes"))
        return Known(all_, classes, known["note"], known["source"])

    @property
    def questions(self) -> list[str]:
        """What it can be asked.

        >>> import puzzle_processor as pp
        >>> pp.open("klotski").questions
        ['first', 'shortest', 'count', 'levels', 'furthest', 'graph', 'original']
        """
        return list(self._tell("questions"))

    @property
    def choices(self) -> list[Choice]:
        """The options of its family."""
        found: dict[str, Choice] = {}
        for (name, kind, _, count, solve), (_, about) in zip(
            self._native.choices(), self._native.help()
        ):
            verbs = [verb for verb, has in (("count", count), ("solve", solve)) if has]
            keyword = name.replace("-", "_")
            if keyword in found:
                verbs = sorted({*verbs, *found[keyword].verbs})
            found[keyword] = Choice(keyword, kind, verbs, about)
        return list(found.values())

    @property
    def formats(self) -> list[str]:
        """The forms in which puzzles of its family are written: see `export`."""
        return list(self._tell("formats"))

    def export(self, format: str) -> str:
        """The puzzle in another form.

        >>> import puzzle_processor as pp
        >>> print(pp.open("dominoes-3x4").export("dlx").splitlines()[1])
        0 1 2 3 4 5 6 7 8 9 10 11
        """
        return self._native.export(format)

    def to_dlx(self) -> str:
        """An exact cover as Knuth's text of items and options."""
        return self.export("dlx")

    # Asking.

    def ask(self, question: str, **options: Option) -> Answer:
        """The answer to a question by name, with its solutions.

        A limit that is reached is no error here: the answer says so.

        >>> import puzzle_processor as pp
        >>> answer = pp.open("queens-8").ask("classes", confirm=True)
        >>> answer.classes, answer.confirmed
        (12, True)
        """
        return solutions.ask(Asked(self, question, "", options))

    def _answer(self, question: str, options: dict[str, Option]) -> Answer:
        answer = solutions.ask(Asked(self, question, "", options))
        answer.raise_if_stopped()
        return answer

    def count(self, **options: Option) -> int:
        """How many solutions there are.

        >>> import puzzle_processor as pp
        >>> pp.open("dedekind-7").count()
        2414682040998
        >>> pp.open("soma").count(up_to="turns")
        480
        """
        own = "classes" if options.get("up_to") is not None else "count"
        answer = solutions.ask(Asked(self, own, "count", options))
        answer.raise_if_stopped()
        return answer.count if answer.classes is None else answer.classes

    def classes(self, **options: Option) -> int:
        """How many solutions there are up to symmetry.

        >>> import puzzle_processor as pp
        >>> pp.open("queens-8").classes()
        12
        """
        classes = self._answer("classes", options).classes
        assert classes is not None
        return classes

    def solve(self, **options: Option) -> Optional[Solution]:
        """One solution, or `None` if there is none.

        >>> import puzzle_processor as pp
        >>> pp.open("tetrominoes-4x5").solve() is None
        True
        """
        own = "first" if "first" in self.questions else "winner"
        return solutions.first(Asked(self, own, "solve", options))

    def solutions(self, **options: Option) -> Solutions:
        """Every solution, found as they are read.

        >>> import puzzle_processor as pp
        >>> len(list(pp.open("pentominoes-3x20").solutions()))
        8
        >>> [found.standing.class_size for found in pp.open("simple").solutions(up_to="symmetry")]
        [4, 4, 4]
        """
        return Solutions(Asked(self, "all", "solve", options))

    def first(self, **options: Option) -> Answer:
        """One solution, with how it was found."""
        return self._answer("first", options)

    def all(self, **options: Option) -> Answer:
        """All solutions in a list, with how they were found."""
        return self._answer("all", options)

    def unique(self, **options: Option) -> bool:
        """Whether there is exactly one solution.

        >>> import puzzle_processor as pp
        >>> pp.open("nonogram-cup").unique(), pp.open("nonogram-richards").unique()
        (True, False)
        """
        if "unique" in self.questions:
            return self._answer("unique", options).count == 1
        return self._answer("all", {**options, "limit": 2}).count == 1

    def shortest(self, **options: Option) -> Answer:
        """A solution of the fewest moves, and how many they are.

        >>> import puzzle_processor as pp
        >>> pp.open("knuth-example").shortest().distance
        20
        """
        return self._answer("shortest", options)

    def furthest(self, **options: Option) -> Answer:
        """A state that is furthest from the start."""
        return self._answer("furthest", options)

    def levels(self, **options: Option) -> Answer:
        """How many states there are at each distance."""
        return self._answer("levels", options)

    def cheapest(self, many: int = 1, **options: Option) -> SolutionList:
        """The cheapest solutions, cheapest first."""
        found = self._answer("cheapest", {"cheapest": many, **options}).solutions
        return SolutionList(found or [])

    def sample(self, many: int = 1, **options: Option) -> SolutionList:
        """Solutions drawn at random, each of all solutions with the same probability.

        >>> import puzzle_processor as pp
        >>> len(pp.open("dominoes-8x8").sample(3, seed=1))
        3
        """
        return SolutionList(self._answer("sample", {"sample": many, **options}).solutions or [])

    def diagram(self, file: Union[str, os.PathLike[str]], **options: Option) -> Answer:
        """Writes all solutions to a file as a decision diagram; `from_zdd=` takes it up again."""
        return self._answer("diagram", {"zdd": os.fspath(file), **options})

    def table(self, **options: Option) -> Answer:
        """How many solutions each variant has."""
        return self._answer("table", options)

    def possible(self, **options: Option) -> Answer:
        """Which variants have a solution."""
        return self._answer("possible", options)

    def maximal(self, **options: Option) -> Answer:
        """How many games there are until no move is left."""
        return self._answer("maximal", options)

    def finals(self, **options: Option) -> Answer:
        """Where a game can end, and in how many ways."""
        return self._answer("finals", options)

    def on_paths(self, **options: Option) -> Answer:
        """States from which a goal can be reached."""
        return self._answer("on-paths", options)

    def explain(self, **options: Option) -> Answer:
        """Why every part of the solution is as it is."""
        return self._answer("explain", options)

    def tree(self, nodes: int = 20, **options: Option) -> Answer:
        """The first nodes of the search tree."""
        return self._answer("tree", {"explain_tree": nodes, **options})

    def original(self, **options: Option) -> Answer:
        """What the program of the document that it comes from would print."""
        return self._answer("original", options)

    def facts(self, **options: Option) -> Answer:
        """What can be said without a search."""
        return self._answer("facts", options)

    def winner(self, **options: Option) -> Answer:
        """Who wins, with a line of play.

        >>> import puzzle_processor as pp
        >>> pp.open("cram-4x5").winner().fields["winner"]
        'first'
        """
        return self._answer("winner", options)

    def apart(self, **options: Option) -> Answer:
        """Whether and how the assemblies of a packing puzzle come apart.

        >>> import puzzle_processor as pp
        >>> found = pp.open("burr-piston").apart()
        >>> found.fields["assemblies"], found.fields["solutions"]
        (10, 1)
        """
        return self._answer("apart", options)

    def graph(self, **options: Option) -> networkx.Graph[str]:
        """Every state and every move as a graph; needs networkx.

        States are named as the puzzle's family writes them, and know their `level`.

        >>> import puzzle_processor as pp
        >>> pp.open("knuth-example").graph().number_of_nodes()
        2457
        """
        return tables.graph(self, options)

    # Showing.

    def svg(self, scale: float = 40.0) -> str:
        """A picture, with so many pixels a cell."""
        return self._native.svg(scale)

    def _chosen(self, numbers: tuple[int, ...]) -> list[Any]:
        if self._options is None:
            raise UsageError(f"{self!r} was not made of options", hint="see Solution.placed")
        return [self._options[number] for number in numbers]

    def __str__(self) -> str:
        return self._native.print().rstrip("\n")

    def __repr__(self) -> str:
        return f"<{self.family} puzzle: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg(notebook.SCALE)
