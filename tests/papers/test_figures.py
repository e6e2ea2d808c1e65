"""`rokumen paper figures`: the published figures, typed from the documents, beside ours."""

from __future__ import annotations

import json

import pytest

from papers import figures
from papers.figure import Figure
from papers.figures import FIGURES
from papers.figures_command import compared
from papers.polyhedra.published.layer_tables import LayerEntry
from papers.polyhedra.published.printed_layer_tables import ENTRIES
from papers.shintani.figures import corner_cycle, corner_cycle_states
from tests.support.command_line import Rokumen

# Table 14.7 and sections 14.2.5, 14.3.4 and 14.4.6: mean and standard deviation.
MEANS = [
    *((46, 8.3), (124, 14.5), (377, 34.3), (624, 40.0), (1042, 54.3)),
    *((1438, 70.3), (2025, 84.3), (2606, 104.2), (3366, 90.3)),
    *((74, 6.8), (42, 15.6), (33, 7.8)),
]


def test_the_published_means_are_those_of_the_paper() -> None:
    published = [row.published for row in FIGURES]
    assert [(f.value, f.sigma) for f in published if f.sigma is not None] == MEANS


# Rows of one number that are not as published, what is published, and why (published-figures.md).
DIFFERENT = {
    "step 4, longest (ours are shorter)": 13,
    "step 9, longest (ours are shorter)": 15,
    "step 5, longest (ours are shorter)": 8,
    "step 10, cases of an edge (a slip: the text of step 5)": 24,
    "step 10, longest (the text of step 5)": 8,
    "step 7, longest (ours are shorter)": 14,
    "step 13, turns of A (ours is shorter)": 20,
    "step 14, longest (ours are shorter)": 12,
    "LBL, longest for a pair whose edge is in a slot beside its own (ours are proven shortest)": 11,
    "LBL, longest for a pair whose edge is in the slot opposite (ours are proven shortest)": 13,
    "LBL, longest OLL (ours are proven shortest)": 14,
    "LBL, longest PLL (ours are proven shortest)": 17,
    "LBL, longest for a pair: quarter turns (ours are proven shortest)": 13,
}


@pytest.mark.thorough
def test_what_does_not_depend_on_the_cubes_is_as_published() -> None:
    rows = [
        row
        for row in FIGURES
        if row.published.sigma is None
        and not row.is_slow
        and row.numbers == 1
        and row.what != "Pyraminx, longest for an edge"
    ]
    measured = [compared(row, 1) for row in rows]
    different = {each.what: each.published for each in measured if each.ours != each.published}
    assert different == DIFFERENT
    assert len(measured) > 100


def test_each_row_that_differs_says_why() -> None:
    for entry in ENTRIES:
        (row,) = [
            row
            for row in FIGURES
            if row.what.startswith(what_of(entry)) and row.section == entry.table.name
        ]
        assert ("slip" in row.what) == bool(entry.slip)
        assert row.numbers == entry.published()


def what_of(entry: LayerEntry) -> str:
    return f"numbers of {entry.column} pieces, layers {entry.row}: {entry.printed}"


def test_the_numbers_are_counted(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [row for row in FIGURES if row.section == "12.1" or row.what == "H: edges that cycle"]
    monkeypatch.setattr(figures, "FIGURES", some)
    result = rokumen("paper", "figures", "--cubes=1")
    assert "10 numbers of the documents in 7 rows: 7 rows agree" in " ".join(result.out.split())


def test_the_means_are_measured_on_as_many_cubes_as_asked_for(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The others need tables that take long to build.
    some = ("LBL: quarter turns", "Pyraminx: turns", "Tsukuda method, 10x10x10: quarter turns")
    monkeypatch.setattr(figures, "FIGURES", [row for row in FIGURES if row.what in some])
    result = rokumen("paper", "figures", "--quick", "--cubes=3", "--json")
    assert result.status == 0
    shown = json.loads(result.out)
    assert shown["cubes"] == 3
    lbl, pyraminx = shown["figures"]
    assert (lbl["what"], lbl["published"], lbl["published_sigma"]) == (some[0], 74, 6.8)
    # Of three cubes: within three of the paper's standard deviations.
    assert abs(lbl["ours"] - 74) < 3 * 6.8
    assert abs(pyraminx["ours"] - 33) < 3 * 7.8


def test_a_mean_is_compared_in_its_standard_deviations() -> None:
    row = next(row for row in FIGURES if row.what == "Pyraminx: turns")
    measured = compared(row, 2)
    assert measured.row()[3] == "33.0 ± 7.8"
    assert measured.sigmas_off == pytest.approx((measured.ours - 33) / 7.8)
    assert measured.command == "rokumen paper figures --section 14.4.6"


def test_the_corner_cycle_of_shintani_takes_eight_turns() -> None:
    assert corner_cycle() == Figure(8)
    assert corner_cycle_states().value < 903_553_330


def test_no_cubes_are_an_error(rokumen: Rokumen) -> None:
    result = rokumen("paper", "figures", "--cubes=0")
    assert result.status == 2
    assert "--cubes" in result.err


def test_a_section_is_shown_alone(rokumen: Rokumen) -> None:
    shown = rokumen("paper", "figures", "--section", "14.1.15", "--json").json()
    assert [row["what"] for row in shown["figures"]] == ["step 15, turns"]
    refused = rokumen("paper", "figures", "--section", "99")
    assert refused.status == 2
    assert "'99'" in refused.err
