"""The Python package beside exact-cover modules of PyPI: one run, each in a process of its own, in turns.

    python compare.py [--rounds N] [--limit SECONDS] [--command PATH]

Every program gets the same options of the same puzzle and lists every solution on one thread; times are
CPU seconds from the options to the last solution, the best of the rounds. Ours also opens the puzzle by
its name, with its geometry. Counts are checked.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from typing import Any, Callable

PUZZLES = {"pentominoes-3x20": 8, "pentominoes-6x10": 9356, "dominoes-6x6": 6728}
MANY = 1_000_000
COUNTS = ["soma", "pentominoes-6x10", "pentominoes-3x4x5", "dominoes-8x8", "queens-12", "dedekind-7"]


def options(name: str) -> list[list[str]]:
    """The options of a puzzle of the catalogue."""
    import puzzle_processor as pp

    lines = [line for line in pp.open(name).to_dlx().splitlines() if line and line[0] != "|"]
    return [line.split() for line in lines[1:]]


def matrix(rows: list[list[str]]) -> Any:
    """The same as 0 and 1."""
    import numpy

    columns = {item: number for number, item in enumerate(sorted({i for row in rows for i in row}))}
    made = numpy.zeros((len(rows), len(columns)), dtype="int32")
    for number, row in enumerate(rows):
        made[number, [columns[item] for item in row]] = 1
    return made


def ours(rows: list[list[str]]) -> int:
    import puzzle_processor as pp

    return sum(1 for _ in pp.ExactCover(rows).solutions(threads=1))


def exact_cover(rows: list[list[str]]) -> int:
    from exact_cover import get_all_solutions

    return len(get_all_solutions(matrix(rows)))


def xcover(rows: list[list[str]]) -> int:
    from xcover import covers

    return sum(1 for _ in covers(rows))


def dlx(rows: list[list[str]]) -> int:
    from dlx import DLX

    columns = sorted({item for row in rows for item in row})
    number = {item: index for index, item in enumerate(columns)}
    made = DLX([(item, DLX.PRIMARY) for item in columns])
    made.appendRows([[number[item] for item in row] for row in rows])
    return sum(1 for _ in made.solve())


def opened(name: str) -> int:
    """The puzzle as it is, whose geometry we know."""
    import puzzle_processor as pp

    return sum(1 for _ in pp.open(name).solutions(threads=1))


OURS = ["by name", "options"]
PROGRAMS: dict[str, Callable[[Any], int]] = {
    "by name": opened,
    "options": ours,
    "exact_cover": exact_cover,
    "xcover": xcover,
    "dlx": dlx,
}


def child(program: str, name: str) -> None:
    """Solves a puzzle once and prints the count and the CPU seconds."""
    rows = options(name)
    solve = PROGRAMS[program]
    if program == "xcover":
        solve([["a"], ["b"], ["a", "b"]])  # It compiles itself at its first call, which is not timed.
    begun = time.process_time()
    count = solve(name if program == "by name" else rows)
    print(json.dumps([count, time.process_time() - begun]))


def measured(program: str, name: str, limit: float) -> tuple[int, float]:
    """What a child prints; no time if it takes too long."""
    words = [sys.executable, __file__, "--child", program, name]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return -1, float("inf")
    if done.returncode:
        sys.exit(f"{program} fails on {name}:\n{done.stderr}")
    count, seconds = json.loads(done.stdout)
    return int(count), float(seconds)


def enumerating(rounds: int, limit: float) -> bool:
    print("| puzzle | solutions |", " | ".join(PROGRAMS), "| fastest peer / by name | / options |")
    print("|---|--:|" + "--:|" * (len(PROGRAMS) + 2))
    good = True
    for name, known in PUZZLES.items():
        best = dict.fromkeys(PROGRAMS, float("inf"))
        for number in range(rounds):
            for program in PROGRAMS:
                if number and best[program] == float("inf"):
                    continue
                count, seconds = measured(program, name, limit)
                if seconds < float("inf") and count != known:
                    print(f"{program} says {count} for {name}, known are {known}")
                    good = False
                best[program] = min(best[program], seconds)
        shown = [f"{t:.3f} s" if t < float("inf") else f"over {limit:.0f} s" for t in best.values()]
        mine = [best.pop(program) for program in OURS]
        ratios = [f"{min(best.values()) / seconds:.1f}" for seconds in mine]
        print(f"| {name} | {known} |", " | ".join(shown + ratios), "|", flush=True)
    return good


def iterating() -> None:
    """A million solutions, not looked into."""
    import puzzle_processor as pp

    puzzle = pp.open("dominoes-8x8")
    found = puzzle.solutions(limit=MANY, threads=1)
    begun, wall = time.process_time(), time.perf_counter()
    seen = sum(1 for _ in found)
    cpu, wall = time.process_time() - begun, time.perf_counter() - wall
    print(f"\n{seen} solutions of dominoes-8x8: {1e6 * cpu / seen:.2f} us of CPU each, {1e6 * wall / seen:.2f} us of time")


def counting(command: str, rounds: int) -> None:
    """`count` here beside the command's own clock, in turns, one thread, medians."""
    import puzzle_processor as pp

    print("\n| count | command | here | more |\n|---|--:|--:|--:|")
    for name in COUNTS:
        theirs, mine = [], []
        for _ in range(rounds):
            words = [command, "count", name, "--json", "--quiet", "--threads", "1"]
            told = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)
            theirs.append(float(told["elapsed_s"]))
            puzzle = pp.open(name)
            begun = time.perf_counter()
            count = puzzle.count(threads=1)
            mine.append(time.perf_counter() - begun)
            assert count == int(told["count"]), name
        one, two = (sorted(times)[rounds // 2] for times in (theirs, mine))
        print(f"| {name} | {1e3 * one:.2f} ms | {1e3 * two:.2f} ms | {1e3 * (two - one):+.2f} ms, {100 * (two / one - 1):+.0f} % |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one search of one program")
    parser.add_argument("--command", default=shutil.which("puzzle"), help="the command puzzle")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(*asked.child)
        return 0
    good = enumerating(asked.rounds, asked.limit)
    iterating()
    if asked.command:
        counting(asked.command, 2 * asked.rounds + 1)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
