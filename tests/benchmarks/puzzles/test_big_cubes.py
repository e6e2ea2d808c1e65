"""Lengths of big cubes over time and over size: what is noted of solutions, and what is fitted."""

from __future__ import annotations

from math import log

import pytest

from benchmarks.puzzles.big_cube_growth import LayerGrowth, SizeReached
from benchmarks.puzzles.big_cubes import at_samples
from tests.support.command_line import Rokumen


def test_at_each_time_the_last_that_was_found_stands() -> None:
    known = [(2.0, "first"), (9.0, "second"), (30.0, "third")]
    assert list(at_samples(known, (1.0, 10.0, 60.0, 600.0), 60.0)) == [
        (1.0, "first"),
        (10.0, "second"),
        (60.0, "third"),
    ]
    assert list(at_samples(known[:1], (1.0, 10.0), 1.0)) == [(1.0, "first")]


def reached(n: int, layers: float) -> SizeReached:
    return SizeReached(n, 1, layers, None, layers / n**2, 0.0, 0.0)


def test_a_growth_is_found_again() -> None:
    fit = LayerGrowth.fitted([reached(n, 9 * n**2 / log(n)) for n in range(4, 21)])
    assert fit.by_logarithm == pytest.approx(9)
    assert fit.off == pytest.approx(0, abs=1e-9)
    power = LayerGrowth.fitted([reached(n, 3 * n**1.75) for n in (4, 8, 16)])
    assert power.factor == pytest.approx(3)
    assert power.power == pytest.approx(1.75)
    assert power.off > 0.01


@pytest.mark.thorough
def test_growth_is_measured_by_the_command(bench: Rokumen) -> None:
    result = bench("big-growth", "--smallest=6", "--largest=7", "--seconds=0.25", "--json")
    assert result.status == 0
    found = result.json()
    assert [each["n"] for each in found["sizes"]] == [6, 7]
    layers = [each["layers"] for each in found["sizes"]]
    assert layers == sorted(layers)
    assert all(each["peak"] > 0 for each in found["sizes"])
    assert found["growth"][0]["power"] > 0


@pytest.mark.thorough
def test_without_time_the_first_solutions_are_noted(bench: Rokumen) -> None:
    result = bench("big", "--size=4", "--states=2", "--seconds=0", "--json")
    assert result.status == 0
    (first,) = result.json()["lengths"]
    assert (first["seconds"], first["states"]) == (0, 2)
    assert 30 < first["wide"] <= first["layers"] < 60
