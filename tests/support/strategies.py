"""Hypothesis strategies for cubes, turns and moves."""

from __future__ import annotations

from hypothesis import strategies as st

from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.notation import Move
from solver.notation.move import FAMILIES

turns: st.SearchStrategy[Turn] = st.sampled_from(ALL_TURNS)
sequences: st.SearchStrategy[tuple[Turn, ...]] = st.lists(turns, max_size=30).map(tuple)
moves: st.SearchStrategy[Move] = st.builds(Move, st.sampled_from(list(FAMILIES)), st.integers(1, 3))
cubes: st.SearchStrategy[Cube] = st.integers(0, 2**64).map(lambda seed: Cube.random(seed))
orientations: st.SearchStrategy[Orientation] = st.sampled_from(ORIENTATIONS)
