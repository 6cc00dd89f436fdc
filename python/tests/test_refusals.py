"""Bad input of every kind: a clear exception, and the package works as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

import puzzle_processor as package

pp: Any = package


def test_a_bad_text_is_refused_with_file_line_column_and_hint() -> None:
    text = 'family = "packing"\ngrid = "sqare"\n'
    with pytest.raises(package.ParseError) as caught:
        pp.Puzzle.from_text(text, name="my.puzzle")
    error = caught.value
    assert (error.file, error.line, error.column) == ("my.puzzle", 2, 8)
    assert error.hint == "did you mean square or square-sticks?" and "^^^^^^^" in str(error)
    assert isinstance(error, ValueError)


def test_names_that_are_unknown_are_refused_with_near_ones() -> None:
    with pytest.raises(package.NotFoundError) as caught:
        pp.open("somma")
    assert "soma" in str(caught.value.hint)
    with pytest.raises(package.NotFoundError, match="there is no such file"):
        pp.open("no/such/file.puzzle")
    with pytest.raises(package.ParseError, match="there is no family"):
        pp.Puzzle.from_text("x", kind="jigsaw")


def test_a_puzzle_is_read_from_a_path_and_from_bytes(tmp_path: Path) -> None:
    file = tmp_path / "soma.xmpuzzle"
    file.write_text(pp.open("soma").export("xmpuzzle"), encoding="utf-8")
    assert pp.open(file).count() == 11520
    assert pp.Puzzle.from_text(file.read_bytes(), name="soma.xmpuzzle").count() == 11520


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stile": 2}, "there is no choice `stile`"),
        ({"style": 2}, "`style` is for sliding puzzles"),
        ({"threads": 0}, "is not 1 or more"),
        ({"threads": 10**9}, "too many"),
        ({"threads": 2.5}, "no whole number"),
        ({"timeout": -1}, "is no time"),
        ({"timeout": float("nan")}, "is no time"),
        ({"timeout": "soon"}, "no number of seconds"),
        ({"node_limit": 1 << 70}, "below 2"),
        ({"memory": 3}, "is not 1048576 or more"),
        ({"engine": "steam"}, "there is no engine"),
        ({"up_to": "lunch"}, "turns or symmetry"),
        ({"restrict": object()}, "neither a number"),
        ({"restrict": True}, "takes a value"),
        ({"cutoff": 3}, "is not True or False"),
        ({"checkpoint": 7}, "no name of a file"),
        ({"resume": "/no/such/run"}, "no/such/run"),
        ({"progress": 3}, "is no progress"),
        ({"max_cost": 3, "confirm": True, "from_zdd": "x"}, "makes no sense beside"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    soma = pp.open("soma")
    with pytest.raises(package.PuzzleError, match=message):
        soma.count(**options)
    assert soma.classes() == 240


def test_questions_that_a_puzzle_does_not_answer_are_refused() -> None:
    with pytest.raises(package.UsageError, match="does not tell"):
        pp.open("klotski").classes()
    with pytest.raises(package.UsageError, match="there is no question `cuont`") as caught:
        pp.open("klotski").ask("cuont")
    assert caught.value.hint == "did you mean count?"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pp.ExactCover(5), "neither a list nor a dict"),
        (lambda: pp.ExactCover("abc"), "neither a list nor a dict"),
        (lambda: pp.ExactCover(["abc"]), "option 0 is 'abc'"),
        (lambda: pp.ExactCover([3]), "option 0 is 3"),
        (lambda: pp.ExactCover([[[1], 2]]), "cannot be an item"),
        (lambda: pp.ExactCover([[1, 1]]), "has an item twice"),
        (lambda: pp.ExactCover([[]]), "covers nothing"),
        (lambda: pp.ExactCover([[1]], secondary=[[2]]), "cannot be an item"),
        (lambda: pp.ExactCover([[1]], secondary=3), "is no list of items"),
        (lambda: pp.ExactCover([[1]], primary=[2]), "nobody says what item 1 is"),
        (lambda: pp.ExactCover([[1]], costs=[1, 2]), "2 entries for 1 options"),
        (lambda: pp.ExactCover([[1]], costs=[-1]), "at least 0"),
        (lambda: pp.ExactCover([[1]], costs=[1 << 80]), "below 2"),
        (lambda: pp.ExactCover([[1]], costs=["dear"]), "no whole number"),
        (lambda: pp.ExactCover([[1]], costs={5: 1}), "which is no option"),
        (lambda: pp.ExactCover([[1]], colours={0: 3}), "is no dict of items"),
        (lambda: pp.ExactCover([[1]], bounds={1: 3}), "the bounds of 1"),
        (lambda: pp.ExactCover([[1]], bounds={1: (2, 1)}), "cannot be covered 2 to 1"),
        (lambda: pp.ExactCover(numpy.array([[0, 2]])), "neither 0 nor 1"),
        (lambda: pp.ExactCover(numpy.zeros(3, int)), "two dimensions"),
        (lambda: pp.ExactCover(numpy.zeros((2000, 2000), int)), "4000000 entries"),
        (lambda: pp.packing(box=3, pieces=5), "the box is 3"),
        (lambda: pp.packing(box=(10**9, 10**9), pieces=5), "."),
        (lambda: pp.packing(box=(1 << 40, 2), pieces=5), "too large"),
        (lambda: pp.packing(box=(2,), pieces=5), "is no size"),
        (lambda: pp.packing(box=(2, 2), pieces="L"), "neither a list nor a dict"),
        (lambda: pp.packing(box=(2, 2), pieces={"1": "#", 1: "#"}), "two pieces are called 1"),
        (lambda: pp.packing(box=(2, 2), pieces=["#!"]), "has no meaning in a drawing"),
        (lambda: pp.packing(box=(2, 2), pieces=[[(0, 0), (0, 0)]]), "has a cell twice"),
        (lambda: pp.packing(box=(2, 2), pieces=[[(0, 0), (0, 0, 1)]]), "unlike coordinates"),
        (lambda: pp.packing(box=(2, 2), pieces=[[]]), "has no cells"),
        (lambda: pp.packing(box=(2, 2), pieces=[pp.Piece("#", count=True)]), "no whole number"),
        (lambda: pp.packing(box=numpy.zeros((2, 2)), pieces=2), "has no cells"),
        (lambda: pp.packing(box=numpy.ones((2, 2, 2, 2)), pieces=2), "three dimensions"),
        (lambda: pp.nonogram([[1], "2"], [[1]]), "is no clue"),
        (lambda: pp.nonogram(5, [[1]]), "no list of clues"),
        (lambda: pp.nonogram([[1, 2], [1]]), "differ in length"),
        (lambda: pp.nonogram([[1e9]], [[1]]), "no whole number"),
        (lambda: pp.generate("jigsaw"), "nobody makes"),
        (lambda: pp.Puzzle.from_text("\0\xff"), "."),
        (lambda: pp.Puzzle.from_text(b"\x89PNG\r\n\x1a\n" + b"\0" * 50, name="x.png"), "."),
    ],
)
def test_values_that_are_no_puzzle_are_refused(make: Any, message: str) -> None:
    with pytest.raises(package.PuzzleError, match=message):
        make()


def test_wrong_types_are_type_errors() -> None:
    wrong: Any = 3
    soma = pp.open("soma")
    for call in (pp.open, pp.Puzzle.from_text, soma.ask, soma.export, pp.generate):
        with pytest.raises(TypeError):
            call(wrong)


def test_lone_surrogates_do_no_harm() -> None:
    cover = pp.ExactCover([["\ud800", "b"], ["\udfff"]])
    assert cover.count() == 1
    with pytest.raises(package.ParseError):
        pp.Puzzle.from_text("\ud800")
    assert pp.packing(box=(1, 1), pieces={"\ud800": "#"}).count() == 1


def test_a_missing_file_of_a_run_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.write_bytes(b"not a run")
    with pytest.raises(package.PuzzleError):
        pp.open("soma").count(resume=file)
