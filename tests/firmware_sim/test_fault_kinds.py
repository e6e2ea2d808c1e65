"""The effect of each kind of fault on the line, the mechanism and the camera's pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.cable import LATE_SECONDS, Cable
from firmware_sim.errors import OptionError
from firmware_sim.faults import (
    FAULT_TYPES,
    FaultSchedule,
    FaultSpec,
    Injection,
    read_fault_log,
    read_faults,
    write_fault_log,
)
from robot.clock import VirtualClock
from robot.errors import (
    CommandRejectedError,
    JamError,
    LinkError,
    ServoOfflineError,
    SlipError,
)
from robot.link.protocol import LineSplitter, Message, StopLevel, decode, encode
from robot.rigs.command import Grip, Home, Move, Pose
from solver.core.legality import faults_of
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.faulty_robot import (
    TURN_BACK,
    TURN_LEFT,
    FaultyRobot,
    failure_of,
    turn_left,
)

LINE = encode(Message(7, "MOVE", (("L", "+90"),)))
REPLY = encode(Message(7, "ack"))


def cable(*faults: str) -> tuple[Cable, VirtualClock]:
    clock = VirtualClock()
    return Cable(FaultSchedule(map(FaultSpec.parse, faults), seed=4, clock=clock), clock), clock


def flipped_bits(a: bytes, b: bytes) -> int:
    return sum((x ^ y).bit_count() for x, y in zip(a, b, strict=True))


def test_bit_flip_changes_one_bit_in_either_direction() -> None:
    wire, _ = cable("bit_flip@1", "bit_flip@4")
    assert flipped_bits(wire.send_to_robot(LINE), LINE) == 1
    assert wire.send_to_robot(LINE) == LINE
    assert wire.send_to_host(REPLY) == REPLY
    assert flipped_bits(wire.send_to_host(REPLY), REPLY) == 1


def test_bit_flip_with_a_probability_is_drawn_for_each_byte() -> None:
    wire, _ = cable("bit_flip~0.1")
    sent, received = LINE * 200, b"".join(wire.send_to_robot(LINE) for _ in range(200))
    assert 0.07 < flipped_bits(sent, received) / len(sent) < 0.13


def test_truncate_keeps_the_line_feed() -> None:
    wire, _ = cable("truncate@1")
    received = wire.send_to_robot(LINE)
    assert received.endswith(b"\n")
    assert LINE.startswith(received[:-1])
    assert len(received) < len(LINE)


def test_merge_lines_drops_the_line_feed() -> None:
    wire, _ = cable("merge_lines@1")
    assert wire.send_to_robot(LINE) + wire.send_to_robot(LINE) == LINE[:-1] + LINE


def test_dup_line_delivers_a_line_twice() -> None:
    wire, _ = cable("dup_line@1", "dup_line@2")
    assert wire.send_to_robot(LINE) == 2 * LINE
    assert wire.send_to_host(REPLY) == 2 * REPLY


def test_late_ack_delays_a_line() -> None:
    wire, clock = cable("late_ack@1")
    assert wire.send_to_host(REPLY + LINE) == LINE
    clock.sleep(LATE_SECONDS - 0.001)
    assert wire.send_to_host(b"") == b""
    clock.sleep(0.001)
    assert wire.send_to_host(b"") == REPLY
    assert wire.send_to_host(b"") == b""


def test_garbage_precedes_a_line() -> None:
    wire, _ = cable("garbage@1")
    received = wire.send_to_robot(LINE)
    assert received.endswith(LINE)
    assert len(received) > len(LINE)


def test_echo_returns_a_line_to_the_host() -> None:
    wire, _ = cable("echo@2")
    wire.send_to_robot(LINE)
    assert wire.send_to_host(b"") == b""
    assert wire.send_to_robot(LINE) == LINE
    assert wire.send_to_host(REPLY) == REPLY + LINE


def test_drop_cmd_does_not_drop_single_bytes() -> None:
    wire, _ = cable("drop_cmd@1")
    assert wire.send_to_robot(b"?" + LINE) == LINE


def test_bad_version_reports_another_version() -> None:
    wire, _ = cable("bad_version@2")
    greeting = encode(Message(1, "done", (("proto", "2"), ("board", "simulated"))))
    assert wire.send_to_host(greeting) == greeting
    (reply,) = LineSplitter().feed(wire.send_to_host(greeting))
    assert decode(reply).get("proto") == "3"


def test_an_endless_motion_is_stopped() -> None:
    with FaultyRobot("busy_forever@1").homed() as link:
        with pytest.raises(LinkError, match="has been busy for 30 s"):
            link.execute(TURN_LEFT)
        assert link.stop_and_wait() is StopLevel.HOLD


def test_backing_off_fails_as_often_as_specified() -> None:
    faulty = FaultyRobot("jam_on_backoff@1x2")
    with faulty.homed() as link:
        jam = turn_left(link)
        assert jam is not None
        for _ in range(2):
            again = failure_of(link, TURN_BACK)
            assert isinstance(again, JamError)
            assert again.at == pytest.approx(jam.at, abs=0.1)
        assert failure_of(link, TURN_BACK) is None
        assert faulty.robot.state().cube.is_solved()
        assert turn_left(link) is None


def test_a_false_jam_completes_the_turn() -> None:
    faulty = FaultyRobot("false_jam@1")
    with faulty.homed() as link:
        assert isinstance(turn_left(link), JamError)
    assert faulty.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_a_silent_jam_leaves_the_turn_undone() -> None:
    faulty = FaultyRobot("jam_silent@1")
    with faulty.homed() as link:
        assert turn_left(link) is None
    assert faulty.robot.state().cube.is_solved()
    assert faulty.robot.state().angles == (90.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("under_turn", 50, 85), ("over_turn", 95, 130), ("grip_slip", 9, 81)]
)
def test_a_layer_is_left_misaligned_without_an_error(kind: str, low: int, high: int) -> None:
    faulty = FaultyRobot(f"{kind}@1")
    with faulty.homed() as link:
        assert link.execute(TURN_LEFT).pose == Pose((90, 0), ("closed", "closed"))
    (layer,) = faulty.robot.state().layers
    assert low <= layer.degrees <= high


def test_dragging_the_neighbouring_layer_turns_the_cube() -> None:
    faulty = FaultyRobot("drag_neighbour@1")
    with faulty.homed() as link:
        assert turn_left(link) is None
    truth = faulty.robot.state()
    # L and the middle layer turn together: that is R turned, and the cube rotated.
    assert truth.cube == Cube.solved().turn(Turn("R", 1))
    assert truth.orientation.face_at("F") == "U"
    assert (truth.layers, truth.tilt) == ((), None)


def test_a_gripper_that_closes_on_nothing_reports_it_and_can_retry() -> None:
    faulty, close = FaultyRobot("grip_miss@1"), Grip((("L", "closed"),))
    with faulty.homed() as link:
        link.execute(Grip((("L", "open"),)))
        slip = failure_of(link, close)
        assert isinstance(slip, SlipError)
        assert slip.axis == "L"
        assert failure_of(link, close) is None
    assert faulty.robot.state().openings == (0.0, 0.0)


def test_an_offline_servo_stays_offline_until_the_repair() -> None:
    faulty = FaultyRobot("servo_offline@1")
    with faulty.homed() as link:
        for _ in range(2):
            offline = turn_left(link)
            assert isinstance(offline, ServoOfflineError)
            assert offline.axis == "L"
        faulty.robot.repair()
        link.execute(Home())
        assert turn_left(link) is None


def test_a_brownout_is_reported_with_its_voltage() -> None:
    with FaultyRobot("brownout@1").homed() as link:
        assert "the servo supply dropped to 4.1 V" in str(turn_left(link))


def test_failed_homing_names_the_axis() -> None:
    with FaultyRobot("home_fail@1").linked() as link:
        jam = failure_of(link, Home())
    assert isinstance(jam, JamError)
    assert jam.axis == "L"


def test_a_collision_is_an_accident_and_can_be_backed_off() -> None:
    faulty = FaultyRobot("collision@1")
    with faulty.homed() as link:
        assert isinstance(turn_left(link), JamError)
        assert [accident.kind for accident in faulty.robot.accidents] == ["collision"]
        link.execute(TURN_BACK)
        assert isinstance(turn_left(link), JamError)


def turned(fault: str) -> FaultyRobot:
    """Return a robot after its first turn."""
    faulty = FaultyRobot(fault)
    with faulty.homed() as link:
        turn_left(link)
    return faulty


def test_a_dropped_cube_a_popped_piece_and_a_twisted_corner() -> None:
    assert turned("cube_drop@1").robot.state().dropped
    popped = turned("piece_pop@1")
    assert popped.robot.state().facelets.count("-") == 2
    twisted = turned("corner_twist@1")
    (fault,) = faults_of(twisted.robot.state().facelets)
    assert "is twisted" in str(fault) or "do not add up" in str(fault)
    for faulty in (popped, twisted):
        assert not faulty.robot.state().is_solved()
        with faulty.homed():
            pass
        assert not faulty.robot.state().is_solved()
        faulty.robot.repair()
        assert faulty.robot.state().is_solved()


def test_camera_faults_change_what_the_camera_shows() -> None:
    robot = FaultyRobot("rescan_unreadable@2", "camera_lost@3").robot
    shown = [robot.camera_state() for _ in range(2)]
    assert [truth is not None and truth.dropped for truth in shown] == [False, True]
    assert robot.camera_state() is None


def test_a_wiggle_moves_a_few_degrees() -> None:
    faulty = FaultyRobot()
    with faulty.homed() as link:
        assert link.execute(Move((("L", 8),))).pose.angles[0] == pytest.approx(8, abs=0.1)
        (layer,) = faulty.robot.state().layers
        assert layer.degrees == pytest.approx(8, abs=0.01)
        link.execute(TURN_BACK)
        assert faulty.robot.state().layers == ()
        assert faulty.robot.turns_made == 0
        with pytest.raises(CommandRejectedError):
            link.execute(Move((("L", 30),)))


def test_injected_faults_are_logged_and_saved(tmp_path: Path) -> None:
    faulty = FaultyRobot("jam_n@1x2", "servo_offline@2")
    with faulty.homed() as link:
        for _ in range(2):
            turn_left(link)
            failure_of(link, TURN_BACK)
    injected = faulty.robot.injections
    assert [(entry.kind, entry.number) for entry in injected] == [("jam_n", 1)] * 2
    assert "jam_n, turn 1: the turn jams the given number of times" in str(injected[0])
    write_fault_log(tmp_path / "log", injected)
    assert read_fault_log(tmp_path / "log") == injected
    assert read_fault_log(tmp_path / "none") == ()


def test_a_list_and_a_file_give_the_same_faults(tmp_path: Path) -> None:
    file = tmp_path / "faults.toml"
    file.write_text(
        '[[fault]]\nkind = "jam_n"\nat = 3\ntimes = 2\n\n'
        '[[fault]]\nkind = "bit_flip"\nprobability = 0.001\n'
    )
    assert read_faults(str(file)) == read_faults("jam_n@3x2, bit_flip~0.001")
    assert read_faults("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[fault]]\nkind = "flood"', "fault 1. kind = 'flood' must be one of"),
        ('[[fault]]\nkind = "jam"\nchance = 1', "'chance'"),
        ("[[fault]]\nat = 3", "kind is missing"),
        ('[[fault]]\nkind = "jam"\nprobability = 2', "probability = 2 must be"),
        ('[[fault]]\nkind = "jam"\nprobability = "often"', "'often'"),
        ('[[fault]]\nkind = "jam_once"\nat = 0', "at = 0 must be"),
        ('[[fault]]\nkind = "jam"\nat = 2\nprobability = 0.5', "a probability and a number"),
        ("[faults]\njam = 1", "faults"),
        ("[[fault", "cannot read"),
    ],
)
def test_an_error_quotes_a_bad_file(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(OptionError, match=message) as error:
        read_faults(str(file))
    assert "bad.toml" in str(error.value)


def test_every_kind_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text()
    assert [kind for kind in FAULT_TYPES if f"`{kind}" not in page] == []


def test_the_log_has_a_json_line_for_each_injected_fault(tmp_path: Path) -> None:
    write_fault_log(tmp_path / "log", [Injection(1.5, "jam_n", 3), Injection(2.0, "mute", 9)])
    assert (tmp_path / "log").read_text() == (
        '{"when": 1.5, "kind": "jam_n", "number": 3}\n{"when": 2.0, "kind": "mute", "number": 9}\n'
    )
