"""Sequences as runs: joined, counted in two metrics, and written without rotations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.engines.options import LAYER_METRICS
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import cube_rotations
from solver.puzzles.nxn.runs import count_runs, runs_of, written


@st.composite
def sized_stages(draw: st.DrawFn) -> tuple[int, list[list[LayerTurn]]]:
    n = draw(st.integers(2, 5))
    turns = st.builds(
        LayerTurn, st.integers(0, 2), st.integers(0, n - 1) | st.none(), st.integers(1, 3)
    )
    return n, draw(st.lists(st.lists(turns, max_size=8), min_size=1, max_size=3))


@given(sized_stages(), st.sampled_from(LAYER_METRICS))
def test_written_runs_do_the_same_up_to_a_rotation(
    sized: tuple[int, list[list[LayerTurn]]], metric: str
) -> None:
    n, stages = sized
    cube, stickers = geometry(n), np.arange(6 * n * n)
    runs = runs_of(stages, n)
    texts = written(runs, metric)
    wanted = cube.apply(stickers, [turn for stage in stages for turn in stage])
    made = cube.apply(stickers, parse_layer_turns(" ".join(texts), n) if any(texts) else ())
    assert any((made[view] == wanted).all() for view in cube_rotations(n).source)
    assert [len(text.split()) for text in texts] == [count_runs(stage, metric) for stage in runs]
    assert not set("xyz") & set("".join(texts))


@pytest.mark.parametrize(
    ("moves", "wide", "layers"),
    [
        ("R R'", "", ""),
        ("R L R2", "L R'", "L R'"),
        ("Rw", "Rw", "R 2R"),
        ("2R", "Rw R'", "2R"),
        ("x R", "R", "R"),
        ("3Rw U", "L F", "L F"),
    ],
)
def test_runs_of_a_4x4x4_are_written(moves: str, wide: str, layers: str) -> None:
    runs = runs_of([parse_layer_turns(moves, 4)], 4)
    for metric, text in (("wide", wide), ("layers", layers)):
        assert sorted(written(runs, metric)[0].split()) == sorted(text.split())
