"""Puzzles from Python's values, and what they are turned into."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction

import networkx
import numpy
import pytest

import puzzle_processor as pp

KNUTH = [{"c", "e"}, {"a", "d", "g"}, {"b", "c", "f"}, {"a", "d", "f"}, {"b", "g"}, {"d", "e", "g"}]


def test_an_exact_cover_has_any_hashable_names() -> None:
    names = {"a": 1, "b": "1", "c": (1, 2), "d": frozenset({3}), "e": None, "f": Fraction(1, 2), "g": 1j}
    cover = pp.ExactCover([{names[item] for item in option} for option in KNUTH])
    solution = cover.solve()
    assert cover.count() == 1 and solution is not None
    assert sorted(solution.numbers) == [0, 3, 4]
    assert {1, "1", (1, 2), None} <= set(cover.items)
    assert pp.Puzzle.from_text(cover.to_dlx()).count() == 1


def test_an_exact_cover_is_a_matrix_of_0_and_1() -> None:
    rows = numpy.array([[letter in option for letter in "abcdefg"] for option in KNUTH])
    for matrix in (rows, rows.astype(int), rows.astype(float)):
        cover = pp.ExactCover(matrix)
        assert [found.options for found in cover.solutions()] == [[[2, 4], [0, 3, 5], [1, 6]]]


def test_secondary_items_bounds_colours_and_costs() -> None:
    queens = {
        (row, column): [("r", row), ("c", column), ("u", row + column), ("d", row - column)]
        for row in range(6)
        for column in range(6)
    }
    diagonals = {item for option in queens.values() for item in option if item[0] in "ud"}
    board = pp.ExactCover(queens, secondary=diagonals, costs={cell: cell[0] for cell in queens})
    assert board.count() == 4
    found = board.cheapest(1)[0]
    assert len(found.options) == 6 and found.to_dict()["cost"] == 15
    twice = pp.ExactCover([["x"], ["x", "y"], ["y"]], bounds={"x": (0, 2)})
    assert twice.count() == 4
    assert pp.ExactCover([[1]], primary=[1, 2]).count() == 0


def test_colours_must_agree() -> None:
    cover = pp.ExactCover(
        [["p", "x"], ["p", "x"], ["q", "x"]], colours=[{"x": "red"}, {"x": "blue"}, {"x": "red"}]
    )
    assert [found.numbers for found in cover.solutions()] == [(0, 2)]


def test_options_are_given_back_as_they_were() -> None:
    options = [(1, 2), [3], {4}]
    solution = pp.ExactCover(options).solve()
    assert solution is not None and all(mine is theirs for mine, theirs in zip(solution.options, options))
    with pytest.raises(pp.UsageError, match="not made of options"):
        found = pp.open("soma").solve()
        assert found is not None
        found.options


def test_packings_from_drawings_cells_arrays_and_sizes() -> None:
    box = numpy.ones((8, 8), int)
    box[3:5, 3:5] = 0
    assert pp.packing(box=box, pieces=5).count() == 520
    cells = {(row, column) for row in range(3) for column in range(20)}
    assert pp.packing(box=cells, pieces=5).count() == 8
    soma = {
        "V": "##\n#.", "L": "###\n#..", "T": "###\n.#.", "Z": "##.\n.##",
        "A": [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)],
        "B": [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0)],
        "P": [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)],
    }
    assert pp.packing(box=(3, 3, 3), pieces=soma).count() == 11520
    dominoes = pp.packing(box=(4, 4), pieces=[pp.Piece([(0, 0), (0, 1)], count=8)])
    assert dominoes.count() == 36
    hexes = pp.packing(box=(4, 7), pieces=4, grid="hexagon")
    assert hexes.family == "packing"


def test_a_nonogram_is_made_of_its_picture() -> None:
    picture = numpy.array([[0, 1, 1, 0], [1, 1, 1, 1], [0, 1, 1, 0]])
    puzzle = pp.nonogram(picture)
    solution = puzzle.solve()
    assert puzzle.unique() and solution is not None
    assert solution.to_dict()["rows"] == [".##.", "####", ".##."]


def test_solutions_become_dicts_json_and_frames() -> None:
    found = pp.open("simple").solutions().list()
    assert found[0].cells() == {"A": [(0, 0)], "B": [(1, 0), (1, 1)], "C": [(0, 1), (0, 2), (1, 2)]}
    assert json.loads(found.to_json())[2]["number"] == 3
    frame = found.to_dataframe()
    assert list(frame.columns) == ["A", "B", "C"] and len(frame) == 12
    several = pp.open("dominoes-3x4").solve()
    assert several is not None and len(several.cells()) == 6


def test_answers_become_frames() -> None:
    levels = pp.open("pegs-triangle-15").levels().to_dataframe()
    assert levels["positions"].sum() == 3016
    slides = pp.open("knuth-example").levels().to_dataframe()
    assert slides["configurations"].iloc[0] == 1
    table = pp.open("pegs-triangle-15").table().to_dataframe()
    assert table.loc["a", "a"] == 6816
    moves = pp.open("knuth-example").shortest().to_dataframe()
    assert len(moves) >= 1


def test_a_state_space_becomes_a_graph() -> None:
    graph = pp.open("knuth-example").graph()
    assert graph.number_of_nodes() == 2457 and networkx.is_connected(graph)
    (start,) = (state for state in graph if graph.nodes[state]["level"] == 0)
    far = networkx.single_source_shortest_path_length(graph, start)
    assert all(graph.nodes[state]["level"] == steps for state, steps in far.items())


def test_notebooks_show_pictures_strips_and_grids() -> None:
    soma = pp.open("soma")
    assert soma._repr_svg_().startswith("<svg")
    still, game = soma.solve(), pp.open("pegs-triangle-15").solve()
    assert still is not None and game is not None
    assert still._repr_html_() is None
    assert "<script>" in str(game._repr_html_()) and "0 / 13" not in str(game)
    grid = soma.solutions().take(30)._repr_html_()
    assert grid is not None and grid.count("<svg") == 24 and "and 6 more" in grid
    assert "<svg" in str(pp.open("knuth-example").shortest()._repr_html_())
    assert "<pre" in str(pp.open("pegs-triangle-15").levels()._repr_html_())


def test_things_have_readable_names() -> None:
    soma = pp.open("soma")
    assert repr(soma) == "<packing puzzle: Soma cube>"
    assert repr(soma.solve()).startswith("<solution 1 of Soma cube: (")
    assert repr(soma.ask("count")).startswith("<count: 11520, by ")
    assert repr(soma.solutions()) == "<solutions of Soma cube, being found>"
    assert repr(soma.solutions().take(2)) == "<2 solutions of Soma cube>"
    assert "layer 1" in str(soma)
    assert soma.figures["cells"] == "27"


def test_a_puzzle_is_not_pickled_by_accident() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(pp.open("soma"))


def test_new_puzzles_are_made() -> None:
    new = pp.generate("nonogram", size="8x8", seed=3)
    assert new.family == "nonogram" and new.unique()
