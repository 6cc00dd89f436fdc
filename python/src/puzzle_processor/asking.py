"""From keyword options to a question and a run, and waiting for the answer.

A search runs in a thread of its own that never needs the interpreter's lock. The thread that asked
waits in short turns, so that Ctrl-C, progress and exceptions of callbacks are seen at once; whatever
is raised meanwhile ends the search before it is passed on.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Optional, Union

from . import _native
from .errors import UsageError
from .progress import Watcher, watcher

Option = Union[None, bool, int, float, str, Sequence[int], "os.PathLike[str]", Watcher]
"""What an option may be: see `puzzle_processor.Puzzle`."""

TURN = 0.05
"""How many seconds pass at most until a signal is seen."""

_RUN = (
    "threads",
    "timeout",
    "node_limit",
    "memory",
    "checkpoint",
    "checkpoint_every",
    "resume",
    "unordered",
    "progress",
)


class Asked:
    """A question to a puzzle, and how it is to be answered."""

    __slots__ = ("puzzle", "native", "how", "watch")

    def __init__(
        self, puzzle: Any, question: str, verb: str, options: dict[str, Option]
    ) -> None:
        run = {name: options.pop(name) for name in _RUN if name in options}
        limit, engine = options.pop("limit", None), options.pop("engine", None)
        confirm = options.pop("confirm", False)
        native: _native.Puzzle = puzzle._native
        choices = _choices(native, options)
        asking = native.asked_by(verb, choices) if verb else None
        if engine is not None and engine != "auto" and engine not in _native.engines():
            known = ", ".join(sorted(set(_native.engines())))
            raise UsageError(f"there is no engine {engine!r}", hint=f"one of {known}")
        self.puzzle = puzzle
        self.native = native.ask(
            asking or question,
            choices,
            _whole("limit", limit, least=1),
            None if engine is None else str(engine),
            bool(confirm),
        )
        self.watch = run.pop("progress", None)
        self.how = _how(run, self.watch not in (None, False))

    def start(self) -> _native.Search:
        """Begins to answer."""
        return self.native.start(self.how)

    def answer(self) -> dict[str, Any]:
        """The answer, without solutions."""
        search = self.start()
        progress = watcher(self.watch)
        try:
            while not search.wait(TURN):
                progress.look(search)
            return search.answer()
        finally:
            search.stop()
            progress.close()


def _how(run: dict[str, Option], watched: bool) -> _native._How:
    threads = _whole("threads", run.get("threads"), least=1)
    if threads is not None and threads > 1024:
        raise UsageError(f"threads={threads} are too many", hint="at most 1024")
    return {
        "threads": threads,
        "timeout": _seconds("timeout", run.get("timeout")),
        "nodes": _whole("node_limit", run.get("node_limit")),
        "memory": _whole("memory", run.get("memory"), least=1 << 20),
        "checkpoint": _path("checkpoint", run.get("checkpoint")),
        "interval": _seconds("checkpoint_every", run.get("checkpoint_every")),
        "resume": _path("resume", run.get("resume")),
        "unordered": bool(run.get("unordered", False)),
        "watched": watched,
    }


def _whole(name: str, value: object, least: int = 0) -> Optional[int]:
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(f"{name}={value!r} is no whole number")
    number = value.__index__()
    if not least <= number < 1 << 63:
        raise UsageError(f"{name}={number} is not {least} or more, and below 2**63")
    return int(number)


def _seconds(name: str, value: object) -> Optional[float]:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UsageError(f"{name}={value!r} is no number of seconds")
    if not value >= 0:
        raise UsageError(f"{name}={value!r} is no time", hint="write seconds, such as 1.5")
    return min(float(value), 1e9)


def _path(name: str, value: object) -> Optional[str]:
    if value is None:
        return None
    if not isinstance(value, (str, os.PathLike)):
        raise UsageError(f"{name}={value!r} is no name of a file")
    return os.fspath(value)


def _choices(native: _native.Puzzle, options: dict[str, Option]) -> _native._Choices:
    """The options of the puzzle's family as its tables write them."""
    kinds = {name: (kind, missing) for name, kind, missing, _, _ in native.choices()}
    choices: _native._Choices = []
    for keyword, value in options.items():
        name = keyword.replace("_", "-")
        if value is None or value is False:
            continue
        kind, missing = kinds.get(name, ("text", None))
        choices.append((name, _text(keyword, value, kind, missing)))
    return choices


def options_of(options: dict[str, Option]) -> _native._Choices:
    """The options of a generator."""
    choices: _native._Choices = []
    for keyword, value in options.items():
        if value is not None and value is not False:
            kind = "flag" if value is True else "text"
            choices.append((keyword.replace("_", "-"), _text(keyword, value, kind, None)))
    return choices


def _text(keyword: str, value: object, kind: str, missing: Optional[str]) -> str:
    if value is True:
        if kind == "flag":
            return ""
        if missing is not None:
            return missing
        raise UsageError(f"{keyword}=True says too little", hint=f"{keyword} takes a value")
    if kind == "flag":
        raise UsageError(f"{keyword}={value!r} is not True or False")
    if isinstance(value, os.PathLike):
        path = os.fspath(value)
        if kind == "text-or-file":
            with open(path, encoding="utf-8") as file:
                return file.read()
        return str(path)
    if isinstance(value, (str, int, float)):
        return str(value)
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if isinstance(value, Sequence) or hasattr(value, "tolist"):
        listed = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(listed, list) or isinstance(listed, Sequence):
            return ",".join(str(number) for number in listed)
    raise UsageError(f"{keyword}={value!r} is neither a number, a text nor a list of numbers")


__all__ = ["Asked", "Option", "options_of"]
