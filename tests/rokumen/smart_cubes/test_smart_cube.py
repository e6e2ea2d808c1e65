"""Smart cubes as a user has them: emulated ones on links with faults, and recordings."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rokumen.errors import InputError
from rokumen.smart_cubes.link import CubeLink, RecordingLink, ReplayLink
from rokumen.smart_cubes.opening import open_link
from rokumen.smart_cubes.pocket_cube import PocketCube
from rokumen.smart_cubes.protocols.messages import Battery, Gyroscope, Packet
from rokumen.smart_cubes.protocols.registry import PROTOCOLS
from rokumen.smart_cubes.recording import Recording, Traffic, read_recording
from rokumen.smart_cubes.smart_cube import SmartCube
from rokumen.smart_cubes.tracking.missing import fill_in
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from solver.core.turn import Turn, inverse, parse_turns, random_turns
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.puzzles.pocket_state import facelets_after, scramble_turns
from tests.support.benchmarks import EmulatedLink, ToldTurns, compare_turns, damaged
from tests.support.recorded_cubes import recorded_cube

KINDS = sorted(PROTOCOLS)
# Every face both ways, half turns, whole-cube turns, and turns that take each other back.
MOVES = "R U' F2 y L D' B' x2 R' L R L' z U2 U2 D F F' B2 R' U L' D2 F B' y' R U R' U' M"
# Together all ways to hold a cube.
TURNED_OVER, TURNED_ROUND = ("", "x", "x2", "x'", "z", "z'"), ("", "y", "y2", "y'")
GYROSCOPES = [kind for kind in KINDS if PROTOCOLS[kind].has_gyroscope]


def told(kind: str, moves: str = MOVES, **options: float) -> tuple[ToldTurns, SmartCube, Cube]:
    """Return what an emulated cube told of moves, and the cube as it then is."""
    start = PROTOCOLS[kind].position(Cube.random(7))
    link = EmulatedLink(kind, moves, cube=Cube.random(7).facelets, **options)
    cube = SmartCube(link)
    events = list(cube.events())
    made = [turn for turn, _ in link.cube.turns]
    return compare_turns(start, made, events), cube, link.cube.cube


@pytest.mark.parametrize("kind", KINDS)
def test_all_turns_are_told_with_the_cube_after_each(kind: str) -> None:
    result, cube, end = told(kind)
    assert result == ToldTurns(result.made, result.made, 0, 0, 0, 0)
    assert result.made > 30
    assert cube.facelets == end.facelets
    assert cube.certain
    assert cube.battery == 80
    assert not cube.losses


@pytest.mark.parametrize("kind", GYROSCOPES)
def test_whole_cube_turns_are_told_by_the_gyroscope(kind: str) -> None:
    link = EmulatedLink(kind, "R x U")
    cube = SmartCube(link)
    list(cube.turns())
    assert cube.orientation == pytest.approx((-(0.5**0.5), 0, 0, 0.5**0.5), abs=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_repeated_packets_change_nothing(kind: str) -> None:
    result, cube, _ = told(kind, repeat=0.5, seed=1)
    assert result == ToldTurns(result.made, result.made, 0, 0, 0, 0)
    assert cube.certain


# GoCube's turns have no numbers: what is lost cannot be told again.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "gocube"])
@pytest.mark.parametrize("fault", ["loss", "delay"])
def test_lost_and_late_packets_cost_no_turn(kind: str, fault: str) -> None:
    moves = " ".join(map(str, random_turns(Random(5), 60)))
    result, cube, end = told(kind, moves, **{fault: 0.1, "seed": 2})
    assert result == ToldTurns(result.made, result.made, 0, 0, 0, 0)
    assert cube.facelets == end.facelets


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_no_fault_leaves_a_wrong_turn_or_a_gap_that_is_not_announced(kind: str, seed: int) -> None:
    moves = " ".join(map(str, random_turns(Random(seed), 50)))
    faults = {"loss": 0.15, "repeat": 0.1, "delay": 0.1, "damage": 0.15, "seed": seed}
    result, cube, end = told(kind, moves, **faults)
    assert result.unannounced == 0
    assert result.right > 0
    assert cube.facelets == end.facelets
    assert cube.certain == (result.losses == 0)


@pytest.mark.parametrize("seed", range(8))
def test_a_2x2x2_is_followed_however_it_is_turned(seed: int) -> None:
    moves = " ".join(map(str, random_turns(Random(seed), 30)))
    link = EmulatedLink("gan-2x2x2", moves)
    cube = SmartCube(link)
    turns = list(cube.turns())
    # Only three sides are told, and the cube is the same up to how it is held.
    assert {turn.turn[0] for turn in turns} <= set("URF")
    held = [f"{first} {second}" for first in TURNED_OVER for second in TURNED_ROUND]
    seen = {facelets_after(scramble_turns(f"{moves} {how}")) for how in held}
    assert cube.facelets in seen
    assert len(turns) == sum(turn.quarter_turns % 2 or 2 for turn in parse_turns(moves))
    assert not cube.is_solved
    undone = " ".join(map(str, inverse(parse_turns(moves))))
    solved = SmartCube(EmulatedLink("gan-2x2x2", f"{moves} {undone}"))
    list(solved.turns())
    assert solved.is_solved
    assert len(set(solved.facelets[:4])) == 1


@pytest.mark.parametrize("lost", [Turn("R", 2), Turn("U", 1), Turn("F", 3)])
def test_a_turn_of_a_2x2x2_that_was_lost_is_found_a_half_turn_too(lost: Turn) -> None:
    before, later = PocketCube.of(Cube.random(1)), Turn("U", 2)
    after = before.turn(lost).turn(later)
    assert fill_in(before, [None, later], after) == (lost, later)
    assert fill_in(before, [None, None, None], after.turn(lost)) is None


def test_a_2x2x2_is_solved_on_its_last_turn() -> None:
    cube = SmartCube(EmulatedLink("gan-2x2x2", "R U L' B", cube="B' L U' R'"))
    assert cube.facelets == "-" * 24
    solved = [(cube.is_solved, len(turn.facelets)) for turn in cube.turns()]
    assert len(solved) == 4
    assert {count for _, count in solved} == {24}
    assert cube.is_solved


def test_a_lost_turn_of_a_gocube_is_announced_and_the_state_is_asked_again() -> None:
    result, cube, end = told("gocube", "R U F R U F R U F " * 3, loss=0.2, seed=4)
    assert result.losses > 0
    assert result.unannounced == 0
    assert cube.facelets == end.facelets
    assert not cube.certain
    assert any("turns of" in reason for _, reason in cube.losses)


def test_turns_have_the_times_of_the_cubes_clock_where_packets_were_lost() -> None:
    link = EmulatedLink("gan-gen2", "R U F L D B", loss=0.4, seed=2, speed=2)
    turns = list(SmartCube(link).turns())
    made = [time for _, time in link.cube.turns]
    assert [turn.end for turn in turns] == pytest.approx([time + 0.04 for time in made], abs=0.01)
    assert all(turn.start == turn.end for turn in turns)


def test_events_say_that_sync_is_found_and_what_the_battery_has() -> None:
    events = [event.told for event in SmartCube(EmulatedLink("moyu32", battery=9)).events()]
    assert SyncFound(Cube.solved()) in events
    assert Battery(9) in events
    assert any(isinstance(told, Gyroscope) for told in events)


def test_a_cube_that_is_not_asked_for_turns_has_its_first_state() -> None:
    cube = SmartCube(EmulatedLink("giiker", "R", cube="U F2"))
    assert cube.start() == Cube.solved().apply("U F2").facelets
    assert [turn.turn for turn in cube.turns()] == ["R"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_recording_of_an_emulated_cube_replays_as_it_was(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "recording.json"
    with SmartCube(EmulatedLink(kind, MOVES, seed=1), file) as cube:
        turns = list(cube.turns())
    recording = read_recording(file)
    assert recording.labelled_turns == tuple(turn.turn for turn in turns)
    assert {each["type"] for each in recording.events} >= {"MOVE", "FACELETS", "BATTERY"}
    with SmartCube(open_link(f"replay:{file}")) as replayed:
        again = list(replayed.turns())
    # Times of a recording are in milliseconds, from its first packet.
    assert [replace(turn, start=0, end=0) for turn in again] == [
        replace(turn, start=0, end=0) for turn in turns
    ]
    assert [turn.end for turn in again] == pytest.approx([turn.end for turn in turns], abs=0.002)
    assert (replayed.facelets, replayed.battery) == (cube.facelets, cube.battery)


def recorded(kind: str) -> Recording:
    link = RecordingLink(EmulatedLink(kind, MOVES))
    list(SmartCube(link).turns())
    return Recording(link.name, link.protocol.address, type(link.protocol), tuple(link.traffic))


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_packets_of_a_recording_leave_no_wrong_turn_unannounced(kind: str) -> None:
    random = Random(3)
    recording = recorded(kind)
    emulated = EmulatedLink(kind, MOVES)
    list(SmartCube(emulated).turns())
    made = [turn for turn, _ in emulated.cube.turns]

    def perhaps(traffic: Traffic) -> Traffic:
        if traffic.is_written or random.random() < 0.7:
            return traffic
        packet = traffic.packet
        return replace(traffic, packet=packet._replace(data=damaged(packet.data, random)))

    for _ in range(4):
        traffic = tuple(map(perhaps, recording.traffic))
        events = list(SmartCube(ReplayLink(replace(recording, traffic=traffic))).events())
        start = PROTOCOLS[kind].position(Cube.solved())
        assert compare_turns(start, made, events).unannounced == 0


def test_what_other_characteristics_tell_is_nothing() -> None:
    recording = recorded("gocube")
    other = Traffic(1.5, Packet("00002a19-0000-1000-8000-00805f9b34fb", b"\x55"))
    cube = SmartCube(ReplayLink(replace(recording, traffic=(*recording.traffic, other))))
    assert len(list(cube.turns())) > 30
    assert cube.certain


def test_another_cubes_address_is_said() -> None:
    recording = recorded("gan-gen2")
    cube = SmartCube(ReplayLink(recording, "AB:12:34:56:78:9B"))
    assert list(cube.turns()) == []
    assert "AB:12:34:56:78:9B" in cube.losses[0][1]
    assert not cube.certain


def test_an_address_that_is_needed_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "recording.json"
    recorded_cube(file, "moyu32", "R")
    table = json.loads(file.read_text())
    address = table["device"].pop("mac")
    file.write_text(json.dumps(table))
    with pytest.raises(InputError, match="address"):
        open_link(f"replay:{file}")
    for link in (
        open_link(f"replay:{file}@{address}"),
        open_link(f"replay:{file}", lambda name: address),
    ):
        assert [turn.turn for turn in SmartCube(link).turns()] == ["R"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "smartcube-fixture"}',
        '{"format": "smartcube-fixture", "device": {"name": "a"}, "protocol": {"id": "x"},'
        ' "traffic": []}',
        '{"format": "smartcube-fixture", "device": {"name": "a"}, "protocol": {"id": "giiker"},'
        ' "traffic": [{"t": 1, "op": "notify", "data": "0", "characteristic": "a"}]}',
        '{"format": "smartcube-fixture", "device": {"name": "a"}, "protocol": {"id": "giiker"},'
        ' "traffic": [1]}',
    ],
)
def test_a_file_that_is_no_recording_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(InputError, match=r"other\.json"):
        open_link(f"replay:{file}")


def test_a_recording_of_nothing_has_no_turns() -> None:
    recording = Recording("Giiker", "", PROTOCOLS["giiker"], ())
    cube = SmartCube(ReplayLink(recording))
    assert list(cube.turns()) == []
    assert cube.facelets == "-" * 54
    assert cube.battery is None
    assert not cube.certain


def real_recordings() -> list[Path]:
    folder = Path(os.environ.get("ROKUMEN_DATA", "")) / "smart-cubes"
    files = sorted(folder.glob("*.json")) if os.environ.get("ROKUMEN_DATA") else []
    if not files:
        pytest.skip("set ROKUMEN_DATA to the folder that holds recordings of smart cubes")
    return files


def test_recordings_of_real_cubes_are_told_as_labelled() -> None:
    for file in real_recordings():
        recording = read_recording(file)
        link: CubeLink = ReplayLink(recording)
        turns, held, battery = [], [], []
        start = SmartCube(ReplayLink(recording)).start()
        for event in SmartCube(link).events():
            match event.told:
                case WatchedTurn():
                    turns.append(event.told)
                case Gyroscope(x, y, z, w):
                    held.append([round(part, 9) for part in (x, y, z, w)])
                case Battery(percent):
                    battery.append(percent)
                case SyncLost(reason):
                    pytest.fail(f"{file.name}: {reason}")
        n_turns = 0
        for label in recording.events:
            match label["type"]:
                case "MOVE":
                    assert turns[n_turns].turn == label["move"], file.name
                    n_turns += 1
                case "FACELETS":
                    after = turns[n_turns - 1].facelets if n_turns else start
                    assert after == label["facelets"], file.name
                case "GYRO":
                    parts = label["quaternion"]
                    assert [round(parts[part], 9) for part in "xyzw"] in held, file.name
                case "BATTERY":
                    assert label["batteryLevel"] in battery, file.name
        assert len(turns) == n_turns == 30
