"""docs/lbl.md shows what the engine really does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solver.cube import Cube
from solver.lbl import DEFAULT_EFFORT, solve, steps
from solver.lbl.cross import LONGEST, distances
from solver.lbl.tables import load
from solver.turn import turns

DOC = (Path(__file__).parents[3] / "docs" / "lbl.md").read_text(encoding="utf-8")
SCRAMBLE = re.findall(r'\$ rokumen solve "(.*)"', DOC)[0]
CUBE = Cube.solved().apply(turns(SCRAMBLE))


@pytest.mark.parametrize(("effort", "option"), [(DEFAULT_EFFORT, ""), (0, "--effort 0 ")])
def test_the_example_is_the_solution(effort: int, option: str) -> None:
    command = re.escape(f'$ rokumen solve {option}"{SCRAMBLE}"\n')
    (printed,) = re.findall(f"{command}(.*?)```", DOC, re.DOTALL)
    solution = solve(CUBE, effort=effort)
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
        for step in (*steps(CUBE), *steps(CUBE, effort=0))
        if step.algorithm
    ]


def test_the_examples_of_cases_are_in_the_tables() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", DOC, re.MULTILINE)
    assert {table for table, _ in rows} == {
        "cross_edges", "corner", "pair_cases", "pair", "oll", "pll", "one_look",
    }  # fmt: skip
    for table, case in rows:
        assert case in load(table)


def test_the_longest_algorithms_are_as_long_as_it_says() -> None:
    for step, table, behind in (
        ("F2L, effort 0: corner", "corner", ""),
        ("F2L, effort 0: pair", "pair_cases", ""),
        ("F2L: pair", "pair", ""),
        ("OLL", "oll", ""),
        ("Last layer", "one_look", " and a turn of the top"),
    ):
        longest = max(len(case.algorithm) for case in load(table).values())
        assert f"| {step} | {len(load(table))} | {longest}{behind} |" in DOC
    edges = load("cross_edges").values()
    longest = max(len(case.algorithm) for case in edges)
    assert f"| Cross, effort 0: an edge | {len(edges)} (the seed: 43) | {longest} |" in DOC
    known = [turns for turns in distances() if turns <= LONGEST]
    assert f"| Cross | {len(known)} | {max(known)} |" in DOC


def test_the_paper_has_as_many_cases_to_learn_as_it_says() -> None:
    paper = ("cross_edges", "corner", "pair_cases", "oll", "pll")
    assert f"{sum(len(load(table)) for table in paper)} in all" in DOC


def test_the_cases_of_one_look_that_were_put_together_are_as_many_as_it_says() -> None:
    long = [case for case in load("one_look").values() if len(case.algorithm) > 14]
    assert f"{len(long)} of the 3 916 cases" in DOC
