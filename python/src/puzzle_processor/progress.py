"""Showing how far a search is: a bar where tqdm is installed, a line of text, or a callback."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any, Callable

from . import _native
from .errors import UsageError


@dataclass(frozen=True)
class Progress:
    """How far a search is.

    >>> Progress(nodes=5000, solutions=3, fraction=0.25, seconds=2.0)
    Progress(nodes=5000, solutions=3, fraction=0.25, seconds=2.0)
    """

    nodes: int
    """Nodes, states or positions examined."""
    solutions: int
    """Solutions found."""
    fraction: float
    """The estimated share of the search that is done, from 0 to 1; 0 if nobody knows."""
    seconds: float
    """How long it has been searching."""


Watcher = Callable[[Progress], object]
"""Called a few times a second; what it raises ends the search and is passed on."""

_PATIENCE = 0.5
_PAUSE = 0.2


class Quiet:
    """Nobody watches."""

    def look(self, search: _native.Search) -> None:
        """Shows how far the search is."""

    def close(self) -> None:
        """Removes what was shown."""


class Shown(Quiet):
    """Somebody watches: now and then, and not before a short search has ended."""

    def __init__(self, patience: float) -> None:
        self._begun = time.monotonic()
        self._next = self._begun + patience

    def look(self, search: _native.Search) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _PAUSE
            self.show(Progress(*search.progress(), now - self._begun))

    def show(self, progress: Progress) -> None:
        """Shows it."""
        raise NotImplementedError


class Called(Shown):
    """A function watches."""

    def __init__(self, call: Watcher) -> None:
        super().__init__(0.0)
        self._call = call

    def show(self, progress: Progress) -> None:
        self._call(progress)


class Line(Shown):
    """A line on the standard error that is written again and again."""

    def __init__(self) -> None:
        super().__init__(_PATIENCE)
        self._width = 0

    def show(self, progress: Progress) -> None:
        done = f"{100 * progress.fraction:.1f} %, " if progress.fraction > 0 else ""
        line = f"{done}{progress.nodes} nodes, {progress.solutions} solutions"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class Bar(Shown):
    """A bar of tqdm."""

    def __init__(self, tqdm: Any) -> None:
        super().__init__(_PATIENCE)
        self._tqdm = tqdm
        self._bar: Any = None

    def show(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = self._tqdm(total=100.0, unit="%", leave=False)
        self._bar.n = round(100 * progress.fraction, 1)
        self._bar.set_postfix(nodes=progress.nodes, solutions=progress.solutions)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def watcher(given: Any) -> Quiet:
    """Who watches: nobody, a bar or a line (`True`), or a function."""
    if given is None or given is False:
        return Quiet()
    if given is True:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return Line()
        return Bar(tqdm)
    if callable(given):
        return Called(given)
    raise UsageError(
        f"progress={given!r} is no progress", hint="True, False or a function of a Progress"
    )


__all__ = ["Progress", "Watcher", "watcher"]
