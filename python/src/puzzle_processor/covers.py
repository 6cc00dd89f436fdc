"""Exact covers from ordinary lists, sets and dicts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Optional, Union

from . import _native, arrays
from .errors import UsageError
from .puzzles import Puzzle

Options = Union[Mapping[Any, Iterable[Hashable]], Iterable[Iterable[Hashable]]]


class ExactCover(Puzzle):
    """Options that cover items, of which every solution covers each exactly once.

    `options` is a list of options, each a set, list or tuple of items, or a dict of such options by
    name. Items are whatever can be hashed. A matrix of 0 and 1 (a `numpy` array of two dimensions)
    has a row for each option and a column for each item.

    >>> import puzzle_processor as pp
    >>> cover = pp.ExactCover([{1, 4, 7}, {1, 4}, {4, 5, 7}, {3, 5, 6}, {2, 3, 6, 7}, {2, 7}])
    >>> cover.count()
    1
    >>> cover.solve().options
    [{1, 4}, {3, 5, 6}, {2, 7}]

    `primary` are the items that must be covered; if it is not given, all that are not among the
    others. `secondary` items may be covered once. Items in `bounds` are covered a number of times
    between two. `colours` gives, for the number or name of an option, its coloured items: such an
    item is covered by any number of options that agree on its colour. `costs` gives, for the number
    or name of an option, what it costs.

    >>> dinner = pp.ExactCover(
    ...     {"fish": {"main"}, "steak": {"main"}, "cheese": {"dessert"}, "sorbet": {"dessert"}},
    ...     colours={"fish": {"wine": "white"}, "steak": {"wine": "red"},
    ...              "cheese": {"wine": "red"}, "sorbet": {"wine": "white"}},
    ...     costs={"fish": 14, "steak": 19, "cheese": 7, "sorbet": 5},
    ... )
    >>> [found.options for found in dinner.solutions()]
    [['fish', 'sorbet'], ['steak', 'cheese']]
    >>> dinner.cheapest(1)[0].options
    ['fish', 'sorbet']
    """

    def __init__(
        self,
        options: Options,
        *,
        primary: Optional[Iterable[Hashable]] = None,
        secondary: Iterable[Hashable] = (),
        bounds: Optional[Mapping[Any, tuple[int, int]]] = None,
        colours: Union[Mapping[Any, Mapping[Any, Hashable]], Sequence[Mapping[Any, Hashable]], None] = None,
        costs: Union[Mapping[Any, int], Sequence[int], None] = None,
        title: str = "exact cover",
    ) -> None:
        names, listed = _listed(options)
        coloured = _by_name("colours", colours, names)
        items = _Items()
        secondary = _set("secondary", secondary)
        bounds = {} if bounds is None else dict(bounds)
        hued: dict[Hashable, None] = {}
        for given in coloured.values():
            if not isinstance(given, Mapping):
                raise UsageError(f"{given!r} in colours is no dict of items and their colours")
            hued.update((item, None) for item in given)
        for item in primary if primary is not None else ():
            items.add(_hashable(item, "primary"), 1, 1)
        for item, bound in bounds.items():
            items.add(item, *_bound(item, bound))
        for option in listed:
            for item in option:
                if item in hued or item in secondary:
                    continue
                if primary is not None and item not in items.numbers:
                    hint = "say whether it is primary, secondary or bounded"
                    raise UsageError(f"nobody says what item {item!r} is", hint=hint)
                items.add(item, 1, 1)
        for item in secondary:
            items.add(item, 0, 1)
        for item in hued:
            if item in items.numbers and item not in secondary:
                raise UsageError(f"item {item!r} is coloured here and must be covered there")
            items.add(item, 0, 1, coloured=True)
        rows = []
        for name, option in zip(names, listed):
            colour = coloured.get(name, {})
            row: list[tuple[int, Optional[str]]] = [
                (items.numbers[item], None) for item in option if item not in colour
            ]
            row += [(items.numbers[item], _text(hue)) for item, hue in colour.items()]
            if not row:
                raise UsageError(f"option {name!r} covers nothing")
            rows.append(row)
        super().__init__(_native.cover(str(title), items.rows, rows, _costs(costs, names)))
        self._items = list(items.numbers)
        self._options = list(names) if isinstance(options, Mapping) else _given(options, listed)

    @property
    def items(self) -> list[Hashable]:
        """Its items."""
        return list(self._items)

    @property
    def options(self) -> list[Any]:
        """Its options: their names if they have any, else as they were given."""
        return list(self._options or [])


class _Items:
    """Items by number, with a text of its own for each."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.rows: list[tuple[str, int, int, bool]] = []
        self._taken: set[str] = set()

    def add(self, item: Hashable, least: int, most: int, coloured: bool = False) -> None:
        if item in self.numbers:
            if coloured:
                at = self.numbers[item]
                self.rows[at] = (self.rows[at][0], least, most, True)
            return
        text = _text(item)
        if text in self._taken:
            text = f"{text}~{len(self.rows)}"
        self._taken.add(text)
        self.numbers[item] = len(self.rows)
        self.rows.append((text, least, most, coloured))


def _text(name: object) -> str:
    """A word for a name: no blanks, and nothing that means something in Knuth's text."""
    text = "".join("_" if c.isspace() or c in "|:" else c for c in str(name))
    return text.encode("utf-8", "replace").decode() or "_"


def _hashable(item: Hashable, where: str) -> Hashable:
    try:
        hash(item)
    except TypeError:
        hint = "items are hashed: write a tuple for a list, a frozenset for a set"
        raise UsageError(f"{item!r} in {where} cannot be an item", hint=hint) from None
    return item


def _set(where: str, items: Iterable[Hashable]) -> dict[Hashable, None]:
    """A set that keeps its order."""
    if isinstance(items, (str, bytes)) or not isinstance(items, Iterable):
        raise UsageError(f"{where}={items!r} is no list of items")
    return {_hashable(item, where): None for item in items}


def _listed(options: Options) -> tuple[Sequence[Any], list[list[Hashable]]]:
    """The names of options, or their numbers, and their items."""
    if arrays.is_array(options):
        matrix = arrays.matrix(options)
        rows = [[column for column, cell in enumerate(row) if cell] for row in matrix]
        return range(len(rows)), [list[Hashable](row) for row in rows]
    if isinstance(options, Mapping):
        given = list(options.items())
    elif isinstance(options, Iterable) and not isinstance(options, (str, bytes)):
        given = list(enumerate(options))
    else:
        raise UsageError(f"options={options!r} are neither a list nor a dict")
    names, listed = [], []
    for name, option in given:
        if isinstance(option, (str, bytes)) or not isinstance(option, Iterable):
            hint = "an option is a list, tuple or set of items"
            raise UsageError(f"option {name!r} is {option!r}", hint=hint)
        items = [_hashable(item, f"option {name!r}") for item in option]
        if len(set(items)) < len(items):
            raise UsageError(f"option {name!r} has an item twice: {option!r}")
        names.append(name)
        listed.append(items)
    return names, listed


def _given(options: Any, listed: list[list[Hashable]]) -> list[Any]:
    """The options as they were given; lists of items if that was an iterator or a matrix."""
    if isinstance(options, Sequence):
        return list(options)
    return list(listed)


def _by_name(what: str, given: Any, names: Sequence[Any]) -> dict[Any, Any]:
    """What is given for options, by their names."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        values = list(given)
        if len(values) != len(names):
            raise UsageError(f"{what} has {len(values)} entries for {len(names)} options")
        return dict(zip(names, values))
    known = set(names)
    for name in given:
        if name not in known:
            raise UsageError(f"{what} has an entry for {name!r}, which is no option")
    return dict(given)


def _bound(item: object, bound: object) -> tuple[int, int]:
    try:
        least, most = (int(number) for number in bound)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise UsageError(f"the bounds of {item!r} are {bound!r}", hint="write (0, 2)") from None
    if not 0 <= least <= most < 1 << 31:
        raise UsageError(f"item {item!r} cannot be covered {least} to {most} times")
    return least, most


def _costs(costs: Any, names: Sequence[Any]) -> list[int]:
    if costs is None:
        return []
    given = _by_name("costs", costs, names)
    found = []
    for name in names:
        cost = given.get(name, 0)
        if isinstance(cost, bool) or not hasattr(cost, "__index__"):
            raise UsageError(f"option {name!r} costs {cost!r}, which is no whole number")
        if not 0 <= cost.__index__() < 1 << 32:
            raise UsageError(f"option {name!r} costs {cost}", hint="at least 0, below 2**32")
        found.append(cost.__index__())
    return found
