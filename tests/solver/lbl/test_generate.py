"""The tables in the package are those that the search finds: no case has a shorter algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solver.lbl.generate import DATA, Row, oll_rows, pll_rows, text
from solver.lbl.tables import load
from solver.turn import htm


@pytest.mark.parametrize("table", ["cross", "corner", "pair"])
def test_the_tables_of_the_first_two_layers_are_found_again(table: str) -> None:
    assert text(table) == (DATA / f"{table}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("table", ["oll", "pll"])
def test_the_tables_of_the_last_layer_are_found_again(table: str) -> None:
    assert text(table) == (DATA / f"{table}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("table", "rows"), [("oll", oll_rows), ("pll", pll_rows)])
def test_no_case_of_the_last_layer_has_a_shorter_one_of_up_to_ten_turns(
    table: str, rows: Callable[[int], Iterator[Row]]
) -> None:
    found = {name: htm(algorithm) for _, name, algorithm in rows(5)}
    lengths = {case.name: htm(case.algorithm) for case in load(table).values()}
    assert {name: lengths[name] for name in found} == found
    assert all(lengths[name] > 10 for name in lengths.keys() - found.keys())
    assert len(found) > 5


def test_the_tables_are_in_the_package() -> None:
    assert {file.name for file in Path(DATA).iterdir()} == {
        f"{table}.txt" for table in ("cross", "corner", "pair", "oll", "pll")
    }
