"""The tables of the package are found again by the search; no case has a shorter algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solver.core.turn import htm
from solver.engines.lbl.case_tables import load_cases
from solver.engines.lbl.cross import distances
from solver.engines.lbl.generate.__main__ import DATA, TABLES, table_text
from solver.engines.lbl.generate.f2l import pair_rows
from solver.engines.lbl.generate.last_layer import (
    group_one_look_cases,
    last_layer_sequences,
    oll_rows,
    pll_rows,
)
from solver.engines.lbl.generate.rows import FIRST_TWO_LAYERS, Row, cross_distances, ergonomic_key
from solver.search.shortest_sequences import empty_sequence, stabilising_sequences


def test_the_table_of_the_cross_is_reproduced() -> None:
    assert cross_distances() == distances()


PAPER = ("cross_edges", "corner", "pair_cases")


@pytest.mark.parametrize("table", PAPER)
def test_the_tables_of_the_papers_first_two_layers_are_reproduced(table: str) -> None:
    assert table_text(table) == (DATA / f"{table}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("table", sorted(TABLES.keys() - PAPER))
def test_the_tables_are_reproduced(table: str) -> None:
    assert table_text(table) == (DATA / f"{table}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_no_pair_has_a_shorter_algorithm() -> None:
    found = {key: htm(algorithms[0]) for key, _, algorithms in pair_rows(half=3)}
    lengths = {case.key: htm(case.algorithm) for case in load_cases("pair").values()}
    assert found == lengths


@pytest.mark.parametrize(("table", "rows"), [("oll", oll_rows), ("pll", pll_rows)])
def test_no_case_of_the_last_layer_has_a_shorter_one_of_up_to_ten_turns(
    table: str, rows: Callable[[int], Iterator[Row]]
) -> None:
    found = {name: htm(algorithms[0]) for _, name, algorithms in rows(5)}
    lengths = {case.name: htm(case.algorithm) for case in load_cases(table).values()}
    assert {name: lengths[name] for name in found} == found
    assert all(lengths[name] > 10 for name in lengths.keys() - found.keys())
    assert len(found) > 5


def test_no_case_of_one_look_has_a_shorter_one_of_up_to_ten_turns() -> None:
    sequences = stabilising_sequences(
        empty_sequence(FIRST_TWO_LAYERS), 5, never_first="U", effort=ergonomic_key
    )
    rows = group_one_look_cases(last_layer_sequences(sequences))
    found = {key: set(algorithms) for key, _, algorithms in rows}
    cases = load_cases("one_look")
    assert {key: set(cases[key].algorithms) for key in found} == found
    assert all(len(cases[key].algorithm) > 10 for key in cases.keys() - found.keys())
    assert len(found) > 200


def test_the_tables_are_in_the_package() -> None:
    assert {file.name for file in Path(DATA).iterdir()} == {
        "cross.bin", *(f"{table}.txt" for table in TABLES),
    }  # fmt: skip
