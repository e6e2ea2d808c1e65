"""The polyhedra paper's tables of pieces per layer as printed: which entries are wrong."""

from __future__ import annotations

from dataclasses import replace

from papers.polyhedra.published.layer_tables import LayerEntry
from papers.polyhedra.published.printed_layer_tables import ENTRIES


def small(entry: LayerEntry) -> LayerEntry:
    """Return the entry for sizes up to 4."""
    return replace(entry, table=replace(entry.table, largest=4))


def test_the_entries_that_are_slips_are_those_that_disagree() -> None:
    wrong = {(each.table.name, each.row, each.column) for each in ENTRIES if each.slip}
    disagree = {
        (each.table.name, each.row, each.column)
        for each in map(small, ENTRIES)
        if each.agreeing() != each.published()
    }
    assert disagree == wrong
    assert {name for name, _, _ in wrong} == {"4.1", "6.2", "7.1", "9.1", "10.1"}


def test_all_ten_tables_are_there_with_all_their_sizes() -> None:
    tables = {each.table.name for each in ENTRIES}
    assert tables == {
        *("3.1", "4.1", "5.1", "6.2", "7.1", "8.1", "9.1", "10.1", "11.1.2", "12.1"),
    }
    (outer,) = [e for e in ENTRIES if (e.table.name, e.row, e.column) == ("3.1", "0, N-1", "all")]
    # Two layers for each N from 2 to 10.
    assert outer.published() == 18


def test_a_changed_formula_is_noticed() -> None:
    for entry in map(small, ENTRIES):

        def one_more(n: int, layer: int, entry: LayerEntry = entry) -> int:
            return entry.formula(n, layer) + 1

        assert entry.slip or replace(entry, formula=one_more).agreeing() == 0
