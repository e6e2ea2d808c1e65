"""The benchmark `smart-cubes`: what it finds wrong, and that ours are right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.support.told_turns import ToldTurns, compare_turns
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.tracking.tracker import SyncLost
from solver.core.turn import parse_turns
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from tests.support.command_line import Rokumen
from tests.support.recorded_cubes import recorded_cube

MADE = parse_turns("R U F' L")


def event(turn: str, moves: str, *, after_gap: bool = False) -> CubeEvent:
    facelets = Cube.solved().apply(moves).facelets
    return CubeEvent(1.0, WatchedTurn(turn, 1.0, 1.0, facelets, after_gap=after_gap))


LOST = CubeEvent(2.0, SyncLost("a test"))
RIGHT = [event("R", "R"), event("U", "R U"), event("F'", "R U F'"), event("L", "R U F' L")]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (RIGHT, ToldTurns(4, 4, 0, 0, 0, 0)),
        (RIGHT[:2], ToldTurns(4, 2, 0, 2, 0, 0)),
        # A gap that is not announced, one that is, and one that is announced later.
        ([RIGHT[0], *RIGHT[2:]], ToldTurns(4, 3, 0, 1, 1, 0)),
        ([RIGHT[0], event("F'", "R U F'", after_gap=True)], ToldTurns(4, 2, 0, 2, 0, 0)),
        ([RIGHT[0], RIGHT[2], LOST], ToldTurns(4, 2, 0, 2, 0, 1)),
        # A wrong turn, a wrong cube, and a wrong turn before lost sync.
        ([*RIGHT[:1], event("D", "R D")], ToldTurns(4, 1, 1, 3, 1, 0)),
        ([*RIGHT[:1], event("U", "R D")], ToldTurns(4, 1, 1, 3, 1, 0)),
        ([*RIGHT[:1], event("D", "R D"), LOST], ToldTurns(4, 1, 1, 3, 0, 1)),
        ([LOST, event("D", "R D")], ToldTurns(4, 0, 1, 4, 1, 1)),
    ],
)
def test_wrong_turns_and_gaps_count_unless_lost_sync_follows(
    events: list[CubeEvent], expected: ToldTurns
) -> None:
    assert compare_turns(Cube.solved(), MADE, events) == expected


@pytest.mark.slow
def test_recordings_are_compared_with_their_labels(bench: Rokumen, tmp_path: Path) -> None:
    folder = tmp_path / "smart-cubes"
    folder.mkdir()
    file = folder / "giiker.json"
    recorded_cube(file, "giiker", "R U F' L D B2")
    asked = ("smart-cubes", "--data", str(tmp_path), "--packets", "20", "--json")
    shown = bench(*asked)
    assert shown.status == 0
    (replayed,) = shown.json()["recordings"]
    assert (replayed["labelled"], replayed["right_turns"]) == (7, 7)
    assert len(shown.json()["damaged"]) == 7
    table = json.loads(file.read_text())
    moves = [each["event"] for each in table["events"] if each["event"]["type"] == "MOVE"]
    moves[2]["move"] = "F"
    file.write_text(json.dumps(table))
    shown = bench(*asked)
    assert shown.status == 1
    assert shown.json()["recordings"][0]["right_turns"] == 6
