"""The figures of the Rust tests, family by family."""

from __future__ import annotations

import pytest

import puzzle_processor as pp

# Counting these takes seconds, or is hopeless.
LONG = {
    "hollow-pyramid",
    "pegs-english-33",
    "pentominoes-2x3x10",
    "pentominoes-2x5x6",
    "pentominoes-3x4x5",
    "pentominoes-4x15",
    "pentominoes-5x12",
    "tetracubes-2x4x4",
    "y-pentacubes-5x5x5",
}


def counted() -> list[str]:
    known = {name: pp.open(name).known for name in pp.catalogue().names}
    return sorted(name for name in known if known[name].solutions is not None and name not in LONG)


@pytest.mark.parametrize("name", counted())
def test_the_count_is_what_the_catalogue_knows(name: str) -> None:
    puzzle = pp.open(name)
    assert puzzle.count() == puzzle.known.solutions
    if puzzle.known.classes is not None:
        assert puzzle.classes() == puzzle.known.classes


def test_every_family_is_in_the_tests() -> None:
    tested = {pp.open(name).family for name in pp.catalogue().names}
    # These have no entry of their own.
    tested |= {pp.open(name).family for name in ("langford-7", "queens-8")}
    tested |= {pp.Puzzle.from_text('family = "null"\nlamps = 4\n').family, "burrtools"}
    assert tested == set(pp.families())


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("langford-7", 52),
        ("queens-8", 92),
        ("queens-12", 14200),
        ("queens-cover-8", 92),
        ("dedekind-6", 7828354),
        ("dedekind-7", 2414682040998),
        ("monotone-d3", 120549),
        ("pegs-triangle-15", 6816),
        ("bijection-5", 120),
        ("dominoes-3x4", 11),
        ("nonogram-richards", 2),
        ("word-search-example", 1552),
    ],
)
def test_counts(name: str, count: int) -> None:
    assert pp.open(name).count() == count


@pytest.mark.parametrize("style", range(6))
def test_klotski_takes_as_many_moves_as_the_styles_say(style: int) -> None:
    moves = [116, 90, 81, 72, 58, 55][style]
    answer = pp.open("klotski").shortest(style=style)
    assert answer.distance == moves
    assert answer.solution is not None
    answer.solution.check()
    assert len(answer.solution.steps()) == moves + 1


def test_counts_are_exact_however_large() -> None:
    formula = pp.Puzzle.from_text("p cnf 20000 1\n1 0\n", name="free.cnf")
    assert formula.count() == 2**19999


def test_peg_solitaire_has_its_levels_and_finals() -> None:
    triangle = pp.open("pegs-triangle-15")
    assert triangle.maximal().fields["maximal_games"] == "568630"
    levels = triangle.levels().fields["levels"]
    assert [level["positions"] for level in levels[:5]] == [1, 2, 8, 35, 122]
    assert triangle.table().fields["table"]["a"]["a"] == "6816"


def test_the_games_are_won_by_the_right_player() -> None:
    for name in ("cram-4x5", "kayles-9", "pentomino-game-5x5"):
        answer = pp.open(name).winner()
        assert answer.fields["winner"] == "first"


def test_a_formula_has_its_models() -> None:
    formula = pp.Puzzle.from_text("(1 -2) (1 2 3) (-1 2 3)")
    assert formula.count() == 4
    assert formula.solve() is not None


def test_a_burr_goes_through_burrtools_and_keeps_its_count() -> None:
    text = pp.open("soma").export("xmpuzzle")
    again = pp.Puzzle.from_text(text, name="soma.xmpuzzle")
    assert (again.family, again.count()) == ("burrtools", 11520)


@pytest.mark.parametrize("name", ["soma", "pegs-triangle-15", "nonogram-cup", "klotski", "queens-8"])
def test_a_solution_is_checked_by_the_rules_and_shown(name: str) -> None:
    solution = pp.open(name).solve()
    assert solution is not None
    solution.check()
    assert str(solution) and solution.svg().startswith("<svg")
    assert solution.to_dict()["number"] == 1


def test_counts_are_confirmed_by_an_unlike_engine() -> None:
    answer = pp.open("pentominoes-3x20").ask("count", confirm=True)
    assert (answer.count, answer.confirmed, answer.complete) == (8, True, True)
