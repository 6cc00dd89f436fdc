"""Questions, options, limits, progress, interrupts and threads."""

from __future__ import annotations

import _thread
import gc
import os
import threading
import time
from pathlib import Path

import pytest

import puzzle_processor as pp

YEARS = "hollow-pyramid"


def threads() -> int:
    """How many threads this process has, as the system sees it."""
    return len(os.listdir("/proc/self/task"))


def test_every_question_of_the_vocabulary_is_a_method() -> None:
    for name, about in pp.questions().items():
        assert callable(getattr(pp.Puzzle, name.replace("-", "_"))), (name, about)


def test_every_option_of_every_family_can_be_said_by_keyword() -> None:
    seen = set()
    for name in pp.catalogue().names:
        puzzle = pp.open(name)
        if puzzle.family not in seen:
            seen.add(puzzle.family)
            assert all(choice.name.isidentifier() and choice.about for choice in puzzle.choices)


def test_a_loop_that_breaks_ends_the_search() -> None:
    before = threads()
    for solution in pp.open("dominoes-8x8").solutions():
        if solution.number == 1000:
            break
    gc.collect()
    assert threads() <= before


def test_a_loop_that_goes_on_sees_every_solution_once() -> None:
    found = pp.open("soma").solutions()
    seen = {solution.numbers for solution in found}
    assert len(seen) == 11520
    assert found.answer is not None and found.answer.count == 11520
    assert "read to the end" in repr(found)


def test_solutions_come_in_the_order_of_one_thread() -> None:
    puzzle = pp.open("pentominoes-3x20")
    one = [solution.numbers for solution in puzzle.solutions(threads=1)]
    assert one == [solution.numbers for solution in puzzle.solutions(threads=3)]


def test_take_and_list_and_close() -> None:
    with pp.open("soma").solutions() as found:
        assert len(found.take(5)) == 5
        assert next(found).number == 6
    assert list(found) == []
    assert len(pp.open("pentominoes-3x20").solutions().list()) == 8
    assert len(pp.open("soma").solutions(limit=7).list()) == 7


def test_ctrl_c_ends_a_count_at_once_and_leaks_nothing() -> None:
    before = threads()
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        _thread.interrupt_main()

    timer = threading.Timer(0.5, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        pp.open(YEARS).count()
    # The promise is 0.3 s; a busy machine is forgiven more.
    assert time.monotonic() - pressed[0] < 3
    timer.join()
    assert threads() <= before


def test_a_timeout_raises_and_tells_what_was_found() -> None:
    with pytest.raises(pp.StoppedError) as caught:
        pp.open(YEARS).count(timeout=0.2)
    assert caught.value.answer is not None
    assert caught.value.answer.stopped == "time limit"
    assert "time limit" in str(caught.value)
    answer = pp.open(YEARS).ask("count", timeout=0.1)
    assert not answer.complete and "time limit" in repr(answer)


def test_a_limit_of_nodes_is_exact_on_one_thread() -> None:
    answer = pp.open("pentominoes-6x10").ask("count", node_limit=5000, threads=1)
    assert answer.stopped == "node limit" and answer.nodes <= 5000


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "run"
    puzzle = pp.open("pentominoes-6x10")
    with pytest.raises(pp.StoppedError) as caught:
        puzzle.count(node_limit=20000, threads=1, checkpoint=file)
    assert "resume=" in str(caught.value.hint) and file.exists()
    assert puzzle.count(resume=file) == 9356


def test_solutions_of_a_saved_run_are_neither_lost_nor_seen_twice(tmp_path: Path) -> None:
    file = tmp_path / "run"
    puzzle = pp.open("pentominoes-6x10")
    seen = []
    with pytest.raises(pp.StoppedError):
        for solution in puzzle.solutions(node_limit=50000, threads=1, checkpoint=file):
            seen.append(solution.numbers)
    first = len(seen)
    for solution in puzzle.solutions(resume=file):
        assert solution.number == len(seen) + 1
        seen.append(solution.numbers)
    assert 0 < first < 9356 and len(seen) == len(set(seen)) == 9356


def test_progress_is_told_to_a_function() -> None:
    told: list[pp.Progress] = []
    # An engine that is named searches at once; otherwise nodes are counted again after each attempt.
    pp.open(YEARS).ask("count", timeout=0.7, engine="cells", threads=1, progress=told.append)
    assert told and told[-1].nodes >= told[0].nodes
    assert all(0 <= each.fraction <= 1 for each in told)


def test_progress_is_a_bar_or_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    import tqdm.auto  # noqa: F401  It takes a while the first time.

    pp.open(YEARS).ask("count", timeout=1.2, progress=True)
    assert "nodes" in capsys.readouterr().err


def test_progress_without_tqdm_is_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    pp.open(YEARS).ask("count", timeout=1.2, progress=True)
    shown = capsys.readouterr().err
    assert " nodes, " in shown and shown.endswith("\r")


def test_what_a_callback_raises_ends_the_search_and_is_passed_on() -> None:
    def fail(progress: pp.Progress) -> None:
        raise RuntimeError("enough")

    before = threads()
    for _ in range(3):
        with pytest.raises(RuntimeError, match="enough"):
            pp.open(YEARS).count(progress=fail)
    assert threads() <= before
    assert pp.open("soma").count() == 11520


def test_a_puzzle_is_used_from_several_threads() -> None:
    soma = pp.open("soma")
    found: list[int] = []

    def ask() -> None:
        found.append(soma.count())
        found.append(sum(1 for _ in soma.solutions()))

    workers = [threading.Thread(target=ask) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [11520] * 8


def test_solutions_that_two_threads_read_at_once_are_refused_cleanly() -> None:
    found = pp.open("dominoes-8x8").solutions()
    failed: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(20000):
                next(found)
        except ValueError as error:
            failed.append(error)

    workers = [threading.Thread(target=read) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all("already executing" in str(error) for error in failed)
    assert next(found).number > 1
    found.close()


def test_the_interpreter_is_free_while_a_search_runs() -> None:
    done = threading.Event()

    def ask() -> None:
        pp.open(YEARS).ask("count", timeout=1.0)
        done.set()

    worker = threading.Thread(target=ask)
    worker.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    worker.join()
    assert turns > 20


def test_samples_are_the_same_for_the_same_seed() -> None:
    dominoes = pp.open("dominoes-8x8")
    one, two = dominoes.sample(5, seed=7), dominoes.sample(5, seed=7)
    assert one == two and len(one) == 5


def test_a_diagram_is_written_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "soma.zdd"
    puzzle = pp.open("pentominoes-3x20")
    puzzle.diagram(file)
    assert puzzle.count(from_zdd=file) == 8
