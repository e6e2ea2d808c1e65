"""Sequences of the fewest quarter turns of any layer, beside a plain search.

Outer turns written with turns of middle layers, and how quarter turns are counted then.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.polyhedra.lbl.layer_sequences import (
    AXIS_TURNS,
    Tracked,
    grown,
    room,
    shortest,
    turns_of,
)
from papers.polyhedra.lbl.middle_layers import with_middle_layers
from solver.core.facelets import FACELET_BY_NAME
from solver.core.turn import ALL_TURNS, Turn, cancel_turns, layer_quarters, parse_turns
from solver.cube import Cube
from solver.encodings import turn_stickers
from solver.notation import parse, resolve
from solver.notation.wca import print_move
from tests.support.cases import for_each

EDGE = Tracked((FACELET_BY_NAME["UF"], FACELET_BY_NAME["UR"]))


def test_all_turns_of_an_axis_are_one() -> None:
    assert len(AXIS_TURNS) == 3 * 15
    assert sorted(map(layer_quarters, AXIS_TURNS)) == [1] * 18 + [2] * 27


def test_as_many_sequences_grow_as_can_be_counted() -> None:
    rows = room()
    # Of three quarter turns: 1 + 1 + 1 on other axes each time, 1 + 2 and 2 + 1.
    counts = [sum(grown(EDGE, quarters, rows)) for quarters in range(4)]
    assert counts == [1, 18, 27 + 18 * 12, 18 * 12 * 12 + 2 * 18 * 18]
    assert {layer_quarters(turns_of(int(number))) for number in rows.turns[:100]} == {3}


@pytest.mark.parametrize(
    ("scramble", "quarters"), [("", 0), ("R L'", 1), ("R2", 2), ("U R", 2), ("U R L' F", 3)]
)
def test_a_shortest_sequence_brings_pieces_where_they_should_be(
    scramble: str, quarters: int
) -> None:
    kept = tuple(FACELET_BY_NAME[name] for name in ("UF", "UR", "UL", "DF", "BR", "URF", "DLF"))
    where = turn_stickers(tuple(range(54)), parse_turns(scramble))
    goal = Tracked(tuple(where[facelet] for facelet in kept))
    found = shortest(Tracked(kept), [goal], 4)
    assert all(layer_quarters(turns) == quarters for turns in found)
    for turns in found:
        reached = turn_stickers(tuple(range(54)), turns)
        assert tuple(reached[facelet] for facelet in kept) == goal.kept


def test_what_needs_more_quarter_turns_is_an_error() -> None:
    goal = Tracked((FACELET_BY_NAME["FU"], FACELET_BY_NAME["UR"]))
    with pytest.raises(ValueError, match="no 2 quarter turns"):
        shortest(EDGE, [goal], 2)


@for_each(
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
