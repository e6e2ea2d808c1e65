"""The tables of the package are found again by the search; no case has a shorter algorithm."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import pytest

from solver.core.turn import htm
from solver.engines.case_tables import FILE, load_block, load_cases
from solver.engines.generate import DISTANCES, TABLES
from solver.engines.lbl.generate_first_layers import (
    FIRST_TWO_LAYERS,
    Row,
    ergonomic_key,
    pair_rows,
)
from solver.engines.lbl.generate_last_layer import (
    group_one_look_cases,
    last_layer_sequences,
    oll_rows,
    pll_rows,
)
from solver.search.shortest_sequences import empty_sequence, stabilising_sequences

# Of the file that `python -m solver.engines.generate` writes.
SHA256 = "23b295bb15a456335f1eccbbf5b566dcc3a191a268dd0af8e62b43018dc48f6e"


def test_the_file_is_the_one_that_was_checked() -> None:
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == SHA256


QUICK = (DISTANCES, "cross_edges", "corner", "pair_cases", "oll_choice")


@pytest.mark.thorough
@pytest.mark.parametrize("name", QUICK)
def test_the_tables_that_are_made_in_seconds_are_made_again(name: str) -> None:
    assert TABLES.block(name) == load_block(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TABLES.tables.keys() - {*QUICK}))
def test_the_other_tables_are_made_again(name: str) -> None:
    assert TABLES.block(name) == load_block(name)


def test_a_table_is_shown_as_text() -> None:
    assert TABLES.text("corner").splitlines()[:4] == [
        "# where the corner of DFR is | name | algorithms",
        "DFR |  |",
        "URF |  |",
        "UBR |  | U",
    ]
    assert "(UL UF UR) | Ua | F2 U' R' L F2 L' R U' F2" in TABLES.text("pll")


@pytest.mark.slow
def test_no_pair_has_a_shorter_algorithm() -> None:
    found = {key: htm(algorithms[0]) for key, _, algorithms in pair_rows(half=3)}
    lengths = {case.key: htm(case.algorithm) for case in load_cases("pair").values()}
    assert found == lengths


@pytest.mark.thorough
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
