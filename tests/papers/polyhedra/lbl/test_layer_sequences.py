"""Sequences of the fewest quarter turns of any layer, beside a plain search."""

from __future__ import annotations

import pytest

from papers.polyhedra.lbl.layer_sequences import (
    AXIS_TURNS,
    Tracked,
    grown,
    room,
    shortest,
    turns_of,
)
from solver.core.facelets import FACELET_BY_NAME
from solver.core.turn import layer_quarters, parse_turns
from solver.encodings import turn_stickers

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
