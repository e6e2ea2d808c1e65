"""The examples and numbers in docs/lbl.md are those of the engine."""

from __future__ import annotations

import re
from pathlib import Path

from solver.cube import Cube
from solver.engines.case_tables import load_cases
from solver.engines.lbl.engine import steps
from solver.engines.lbl.first_two_layers import MAX_LENGTH, distances

DOC = (Path(__file__).parents[4] / "docs" / "lbl.md").read_text(encoding="utf-8")
SCRAMBLE = re.findall(r'\$ rokumen solve "(.*)"', DOC)[0]
CUBE = Cube.solved().apply(SCRAMBLE)


def test_the_example_is_explained_step_by_step() -> None:
    rows = re.findall(r"^\| (.+) \| ([URFDLB]) \| `(.+)` \| `(.+)` \|$", DOC, re.MULTILINE)
    assert rows == [
        (step.stage, step.hold.front_face, step.case, " ".join(map(str, step.algorithm)))
        for step in (*steps(CUBE), *steps(CUBE, effort=0))
        if step.algorithm
    ]


def test_the_examples_of_cases_are_in_the_tables() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", DOC, re.MULTILINE)
    assert {table for table, _ in rows} == {
        "cross_edges", "corner", "pair_cases", "pair", "oll", "oll_choice", "pll", "one_look",
    }  # fmt: skip
    for table, case in rows:
        assert case in load_cases(table)


def test_the_documented_maximum_lengths_are_right() -> None:
    for step, table, behind in (
        ("F2L, effort 0: corner", "corner", ""),
        ("F2L, effort 0: pair", "pair_cases", ""),
        ("F2L: pair", "pair", ""),
        ("OLL", "oll", ""),
        ("Last layer", "one_look", " and a turn of the top"),
    ):
        longest = max(len(case.algorithm) for case in load_cases(table).values())
        assert f"| {step} | {len(load_cases(table))} | {longest}{behind} |" in DOC
    edges = load_cases("cross_edges").values()
    longest = max(len(case.algorithm) for case in edges)
    assert f"| Cross, effort 0: an edge | {len(edges)} (the paper: 43) | {longest} |" in DOC
    known = [turns for turns in distances() if turns <= MAX_LENGTH]
    assert f"| Cross | {len(known)} | {max(known)} |" in DOC


def test_the_documented_number_of_cases_at_effort_0_is_right() -> None:
    tables = ("cross_edges", "corner", "pair_cases", "oll", "pll")
    assert f"{sum(len(load_cases(table)) for table in tables)} cases in all" in DOC


def test_the_documented_number_of_combined_one_look_cases_is_right() -> None:
    long = [case for case in load_cases("one_look").values() if len(case.algorithm) > 14]
    assert f"{len(long)} of the 3 916 cases" in DOC
