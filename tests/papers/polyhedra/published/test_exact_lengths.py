"""Distributions over all states, beside states that are solved.

The polyhedra paper's tables of pieces per layer as printed: which entries are wrong. The polyhedra
paper's table of turns by cube size, by its own procedure.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from math import prod, sqrt
from random import Random
from statistics import fmean

import pytest

from papers.polyhedra.lbl.engine import cross_steps, paper_steps
from papers.polyhedra.published import exact_lengths
from papers.polyhedra.published.exact_lengths import convolution, exact, record
from papers.polyhedra.published.layer_tables import LayerEntry
from papers.polyhedra.published.measured_means import tsukuda_lengths
from papers.polyhedra.published.printed_layer_tables import ENTRIES
from solver.core.turn import layer_quarters
from solver.cube import Cube
from solver.encodings import bytes_of, stickers_of
from tests.support.documents import ROOT


def test_sums_of_dice_are_distributed_as_known() -> None:
    die = Counter(range(1, 7))
    two = convolution([die, die])
    assert two == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    shown = record("dice", "two", two)
    assert (shown.mean, shown.fewest, shown.most) == (7, 2, 12)
    assert shown.sigma == pytest.approx(sqrt(35 / 6))


def test_the_cases_of_the_stages_are_all_states() -> None:
    corners = islice(exact_lengths.pocket_lengths(), 4)
    assert prod(lengths.total() for _, lengths in corners) * 648 == 24 * 3_674_160
    first = list(islice(exact_lengths.lbl_lengths(), 8))
    assert prod(lengths.total() for _, lengths in first) * 62_208 == 43_252_003_274_489_856_000


def test_the_first_two_layers_of_cubes_are_as_long_as_their_distribution_says() -> None:
    stages = [lengths for _, lengths in islice(exact_lengths.lbl_lengths(), 8)]
    expected = record("LBL", "first two layers", convolution(stages))
    rng = Random(1)
    lengths = []
    for _ in range(200):
        steps = paper_steps(Cube.random(rng))
        lengths.append(sum(layer_quarters(step.moves) for step in steps if step.stage[:1] in "CF"))
    assert abs(fmean(lengths) - expected.mean) < 3.5 * expected.sigma / sqrt(len(lengths))
    assert all(expected.fewest <= length <= expected.most for length in lengths)


def test_the_first_edge_of_the_cross_counts_the_turn_that_aligns_it() -> None:
    (_, first), *_ = islice(exact_lengths.lbl_lengths(), 1)
    expected = record("LBL", "cross 1", first)
    rng = Random(2)
    lengths = []
    for _ in range(300):
        edge, *_, last = cross_steps(bytes_of(stickers_of(Cube.random(rng))))
        aligning = layer_quarters(last.moves) if last.case == "the whole cross" else 0
        lengths.append(layer_quarters(edge.moves) + aligning)
    assert set(lengths) <= set(first)
    assert abs(fmean(lengths) - expected.mean) < 3.5 * expected.sigma / sqrt(len(lengths))


def test_the_corners_of_the_2x2x2_are_as_long_as_measured() -> None:
    """The upper layer, which is slow to count, by its mean over all 648."""
    below = convolution([lengths for _, lengths in islice(exact_lengths.pocket_lengths(), 4)])
    mean = record("2x2x2", "below", below).mean + 19.7037
    measured = tsukuda_lengths(2, 100)
    assert abs(fmean(measured) - mean) < 3.5 * 6.43 / sqrt(len(measured))


def test_the_whole_of_a_method_is_the_sum_of_its_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    coin = Counter({0: 1, 1: 1})
    monkeypatch.setattr(
        exact_lengths, "METHODS", {"coins": lambda: iter([("one", coin), ("two", coin)])}
    )
    one, two, whole = exact()
    assert (one.mean, two.mean, whole.mean) == (0.5, 0.5, 1)
    assert (whole.stage, whole.cases, whole.most) == ("all", 4, 2)


@pytest.mark.slow
def test_all_states_have_the_figures_of_the_page() -> None:
    page = (ROOT / "docs" / "published-figures.md").read_text(encoding="utf-8")
    wholes = [each for each in exact() if each.stage == "all"]
    assert len(wholes) == 4
    for each in wholes:
        row = f"{each.cases:,} | {each.mean:.4f} | {each.sigma:.4f} | {each.most} |"
        assert row in page


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


# Table 14.7.
TABLE = {2: (46, 8.3), 3: (124, 14.5), 4: (377, 34.3), 5: (624, 40.0), 6: (1042, 54.3)}
TABLE |= {7: (1438, 70.3), 8: (2025, 84.3), 9: (2606, 104.2), 10: (3366, 90.3)}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("n", "cubes"),
    [(2, 12), (3, 4), (4, 3)] + [pytest.param(n, 100, marks=pytest.mark.slow) for n in TABLE],
)
def test_the_mean_is_within_two_sigmas_of_the_papers(n: int, cubes: int) -> None:
    mean, sigma = TABLE[n]
    assert abs(fmean(tsukuda_lengths(n, cubes, seed=7)) - mean) < 2 * sigma
