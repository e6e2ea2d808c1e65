"""docs/lbl.md shows what the engine really does."""

from __future__ import annotations

import re
from pathlib import Path

from solver.cube import Cube
from solver.lbl import solve, steps
from solver.lbl.cross import LONGEST, distances
from solver.lbl.tables import load
from solver.turn import turns

DOC = (Path(__file__).parents[3] / "docs" / "lbl.md").read_text(encoding="utf-8")
SCRAMBLE = re.findall(r'\$ rokumen solve "(.*)"', DOC)[0]
CUBE = Cube.solved().apply(turns(SCRAMBLE))


def test_the_example_is_the_solution() -> None:
    (printed,) = re.findall(r'\$ rokumen solve ".*"\n(.*?)```', DOC, re.DOTALL)
    solution = solve(CUBE)
    expected = [
        f"{stage.name} {' '.join(map(str, stage.moves)) or '(nothing to do)'}"
        for stage in solution.stages
    ]
    assert [" ".join(line.split()) for line in printed.splitlines()[:-1]] == expected
    assert printed.splitlines()[-1].startswith(f"{solution.htm} turns")


def test_the_example_is_explained_step_by_step() -> None:
    rows = re.findall(r"^\| (.+) \| ([URFDLB]) \| `(.+)` \| `(.+)` \|$", DOC, re.MULTILINE)
    assert rows == [
        (step.stage, step.hold.front, step.case, " ".join(map(str, step.algorithm)))
        for step in steps(CUBE)
        if step.algorithm
    ]


def test_the_examples_of_cases_are_in_the_tables() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", DOC, re.MULTILINE)
    assert {table for table, _ in rows} == {"pair", "oll", "pll", "one_look"}
    for table, case in rows:
        assert case in load(table)


def test_the_longest_algorithms_are_as_long_as_it_says() -> None:
    for step, table, behind in (
        ("F2L: pair", "pair", ""),
        ("OLL", "oll", ""),
        ("Last layer", "one_look", " and a turn of the top"),
    ):
        longest = max(len(case.algorithm) for case in load(table).values())
        assert f"| {step} | {len(load(table))} | {longest}{behind} |" in DOC
    known = [turns for turns in distances() if turns <= LONGEST]
    assert f"| Cross | {len(known)} | {max(known)} |" in DOC


def test_the_cases_of_one_look_that_were_put_together_are_as_many_as_it_says() -> None:
    long = [case for case in load("one_look").values() if len(case.algorithm) > 14]
    assert f"{len(long)} of the 3 916 cases" in DOC
