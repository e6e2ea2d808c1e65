"""Outer turns written with turns of middle layers, and how quarter turns are counted then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.polyhedra.lbl.middle_layers import with_middle_layers
from solver.core.turn import ALL_TURNS, Turn, cancel_turns, layer_quarters, parse_turns
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.notation.wca import print_move


@pytest.mark.parametrize(
    ("turns", "quarters", "written"),
    [
        # The middle layer turns as L does and takes the centres with it; L and R stay behind.
        ("R L'", 1, "M"),
        ("R L", 2, "L R"),
        ("R2 L2", 2, "M2"),
        ("R2 L'", 2, "R M"),
        ("U D'", 1, "E"),
        ("F B'", 1, "S'"),
        ("R U R'", 3, "R U R'"),
        ("R L' U R' L", 3, "M F M'"),
        ("", 0, ""),
    ],
)
def test_middle_layers_are_written_and_counted(turns: str, quarters: int, written: str) -> None:
    made = parse_turns(turns)
    assert layer_quarters(made) == quarters
    assert " ".join(map(print_move, with_middle_layers(made))) == written


def test_the_h_permutation_has_twelve_quarter_turns() -> None:
    known = resolve(parse("M2 U M2 U2 M2 U M2").moves())
    assert layer_quarters(known.turns) == 12


@given(st.lists(st.sampled_from(ALL_TURNS), max_size=12))
def test_moves_with_middle_layers_do_the_same(turns: list[Turn]) -> None:
    reduced = cancel_turns(turns)
    moves = with_middle_layers(reduced)
    assert Cube.solved().apply(resolve(moves).turns) == Cube.solved().apply(reduced)
    written = sum(min(move.quarter_turns, 4 - move.quarter_turns) for move in moves)
    assert written == layer_quarters(reduced) <= sum(2 - turn.quarter_turns % 2 for turn in reduced)
