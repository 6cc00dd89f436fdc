"""Data frames and graphs, where pandas and networkx are installed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .asking import Option

if TYPE_CHECKING:
    import networkx
    import pandas

    from .answers import Answer
    from .puzzles import Puzzle
    from .solutions import Solution


def of_solutions(solutions: Sequence[Solution]) -> pandas.DataFrame:
    """A row a solution: the cells of each piece, or the fields that the family gives."""
    import pandas

    rows = []
    for solution in solutions:
        fields: dict[str, Any] = dict(solution.cells())
        if not fields:
            fields = solution.to_dict()
            fields.pop("picture", None)
        rows.append({**fields, "number": solution.number})
    frame = pandas.DataFrame(rows, columns=None if rows else ["number"])
    return frame.set_index("number")


def of_answer(answer: Answer) -> pandas.DataFrame:
    """The table in an answer: a row for each of its levels, variants or solutions."""
    import pandas

    records, columns = _records(answer.fields)
    if records:
        return pandas.DataFrame(records).map(_number)
    if columns:
        frame = pandas.DataFrame({name: pandas.Series(column) for name, column in columns.items()})
        frame.index.name = "distance"
        return frame
    nested = {
        name: value
        for name, value in answer.fields.items()
        if isinstance(value, dict) and all(isinstance(row, dict) for row in value.values())
    }
    if nested:
        (rows,) = list(nested.values())[:1]
        return pandas.DataFrame.from_dict(rows, orient="index").map(_number)
    if answer.solutions is not None:
        return of_solutions(answer.solutions)
    plain = {name: _number(value) for name, value in answer.fields.items() if _is_plain(value)}
    return pandas.DataFrame([plain])


def _records(fields: dict[str, Any]) -> tuple[list[Any], dict[str, list[Any]]]:
    """A list of objects among the fields, or else lists of numbers."""
    columns = {}
    for name, value in fields.items():
        if isinstance(value, list) and value and name != "solutions":
            if all(isinstance(row, dict) for row in value):
                return value, {}
            if all(isinstance(number, int) for number in value):
                columns[name] = value
    return [], columns


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


def _number(value: object) -> object:
    """Exact counts are written as decimal strings."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 4000:
        return int(value)
    return value


def graph(puzzle: Puzzle, options: dict[str, Option]) -> networkx.Graph[str]:
    """Every state and every move."""
    import networkx

    made: networkx.Graph[str] = networkx.Graph(name=puzzle.title)
    with tempfile.TemporaryDirectory() as folder:
        layers, edges = Path(folder, "layers.txt"), Path(folder, "graph.txt")
        puzzle._answer("graph", {**options, "export_layers": str(layers)})
        puzzle._answer("graph", {**options, "export_graph": str(edges)})
        for line in layers.read_text(encoding="utf-8").splitlines():
            level, state = sorted(line.split(), key=len)
            made.add_node(state, level=int(level))
        for line in edges.read_text(encoding="utf-8").splitlines():
            made.add_edge(*line.split())
    return made
