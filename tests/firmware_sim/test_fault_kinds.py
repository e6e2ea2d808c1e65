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
from robot.link.protocol import Message, encode
from solver.core.legality import faults_of
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.protocol_host import Host, status

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
    assert wire.send_to_host([REPLY]) == REPLY
    assert flipped_bits(wire.send_to_host([REPLY]), REPLY) == 1


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
    assert wire.send_to_host([REPLY]) == 2 * REPLY


def test_late_ack_delays_a_line() -> None:
    wire, clock = cable("late_ack@1")
    assert wire.send_to_host([REPLY, LINE]) == LINE
    assert wire.next_delivery() == pytest.approx(LATE_SECONDS)
    clock.sleep(LATE_SECONDS)
    assert wire.send_to_host([]) == REPLY
    assert wire.send_to_host([]) == b""


def test_garbage_precedes_a_line() -> None:
    wire, _ = cable("garbage@1")
    received = wire.send_to_robot(LINE)
    assert received.endswith(LINE)
    assert len(received) > len(LINE)


def test_echo_returns_a_line_to_the_host() -> None:
    wire, _ = cable("echo@2")
    wire.send_to_robot(LINE)
    assert wire.send_to_host([]) == b""
    assert wire.send_to_robot(LINE) == LINE
    assert wire.send_to_host([REPLY]) == REPLY + LINE


def test_drop_cmd_does_not_drop_single_bytes() -> None:
    wire, _ = cable("drop_cmd@1")
    assert wire.send_to_robot(b"?" + LINE) == LINE


def test_bad_version_reports_another_version() -> None:
    host = Host("bad_version@1")
    assert host.command("HELLO", proto="1").get("proto") == "3"


def test_a_reboot_without_its_banner_changes_the_epoch() -> None:
    host = Host("lost_banner@1").start()
    epoch = status(host).get("epoch")
    events = len(host.events)
    host.write(host.line("MOVE", L="+90"))
    host.wait(2.0)
    assert status(host).get("epoch") != epoch
    assert len(host.events) == events


def test_an_endless_motion_reports_busy_until_it_is_stopped() -> None:
    host = Host("busy_forever@1").start()
    host.write(host.line("MOVE", L="+90"))
    for _ in range(30):
        host.write(b"?")
        host.wait(1.0)
    assert status(host).get("state") == "moving"
    host.write(b"\x18")
    assert status(host).get("state") == "stopped"


def turn_left(host: Host) -> Message:
    return host.command("MOVE", L="+90")


def test_backing_off_fails_as_often_as_specified() -> None:
    host = Host("jam_on_backoff@1x2").start()
    jam_angle = float(turn_left(host).get("at"))
    for verb in ("err", "err", "done"):
        host.command("CLEAR")
        reply = host.command("MOVE", L="+0")
        assert reply.verb == verb
        if verb == "err":
            assert float(reply.get("at")) == pytest.approx(jam_angle)
    assert host.robot.state().cube.is_solved()
    assert turn_left(host).verb == "done"


def test_a_false_jam_completes_the_turn() -> None:
    host = Host("false_jam@1").start()
    assert turn_left(host).get("code") == "JAM"
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_a_silent_jam_leaves_the_turn_undone() -> None:
    host = Host("jam_silent@1").start()
    assert turn_left(host).verb == "done"
    assert host.robot.state().cube.is_solved()
    assert host.robot.state().angles == (90.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("under_turn", 50, 85), ("over_turn", 95, 130), ("grip_slip", 9, 81)]
)
def test_a_layer_is_left_misaligned_without_an_error(kind: str, low: int, high: int) -> None:
    host = Host(f"{kind}@1").start()
    reply = turn_left(host)
    assert (reply.verb, reply.get("pose")) == ("done", "L:+90,R:+0;L:closed,R:closed")
    (layer,) = host.robot.state().layers
    assert low <= layer.degrees <= high


def test_dragging_the_neighbouring_layer_turns_the_cube() -> None:
    host = Host("drag_neighbour@1").start()
    assert turn_left(host).verb == "done"
    truth = host.robot.state()
    # L and the middle layer turn together: that is R turned, and the cube rotated.
    assert truth.cube == Cube.solved().turn(Turn("R", 1))
    assert truth.orientation.face_at("F") == "U"
    assert (truth.layers, truth.tilt) == ((), None)


def test_a_gripper_that_closes_on_nothing_reports_it_and_can_retry() -> None:
    host = Host("grip_miss@1").start()
    host.command("GRIP", L="open")
    reply = host.command("GRIP", L="closed")
    assert (reply.get("code"), reply.get("axis")) == ("SLIP", "L")
    host.command("CLEAR")
    assert host.command("GRIP", L="closed").verb == "done"
    assert host.robot.state().openings == (0.0, 0.0)


def test_an_offline_servo_stays_offline_until_the_repair() -> None:
    host = Host("servo_offline@1").start()
    for _ in range(2):
        reply = turn_left(host)
        assert (reply.get("code"), reply.get("axis")) == ("OFFLINE", "L")
        assert status(host).get("state") == "failed"
        host.command("CLEAR")
    host.robot.repair()
    assert host.command("HOME").verb == "done"
    assert turn_left(host).verb == "done"


def test_a_brownout_is_reported_with_its_voltage() -> None:
    host = Host("brownout@1").start()
    reply = turn_left(host)
    assert (reply.get("code"), reply.get("why")) == ("OFFLINE", "brownout")
    (event,) = [event for event in host.events if event.verb == "BROWNOUT"]
    assert event.get("volts") == "4.1"


def test_failed_homing_names_the_axis() -> None:
    host = Host("home_fail@1")
    host.command("HELLO", proto="1")
    reply = host.command("HOME")
    assert (reply.get("code"), reply.get("axis")) == ("JAM", "L")


def test_a_collision_is_an_accident_and_can_be_backed_off() -> None:
    host = Host("collision@1").start()
    assert turn_left(host).get("code") == "JAM"
    assert [accident.kind for accident in host.robot.accidents] == ["collision"]
    host.command("CLEAR")
    assert host.command("MOVE", L="+0").verb == "done"
    assert turn_left(host).get("code") == "JAM"


def test_a_dropped_cube_a_popped_piece_and_a_twisted_corner() -> None:
    dropped = Host("cube_drop@1").start()
    turn_left(dropped)
    assert dropped.robot.state().dropped
    popped = Host("piece_pop@1").start()
    turn_left(popped)
    assert popped.robot.state().facelets.count("-") == 2
    twisted = Host("corner_twist@1").start()
    turn_left(twisted)
    (fault,) = faults_of(twisted.robot.state().facelets)
    assert "is twisted" in str(fault) or "do not add up" in str(fault)
    for host in (popped, twisted):
        assert not host.robot.state().is_solved()
        host.command("MOVE", L="+0")
        assert not host.robot.state().is_solved()
        host.robot.repair()
        assert host.robot.state().is_solved()


def test_camera_faults_change_what_the_camera_shows() -> None:
    host = Host("rescan_unreadable@2", "camera_lost@3").start()
    shown = [host.robot.camera_state() for _ in range(2)]
    assert [truth is not None and truth.dropped for truth in shown] == [False, True]
    assert host.robot.camera_state() is None


def test_a_wiggle_moves_a_few_degrees() -> None:
    host = Host().start()
    assert host.command("MOVE", L="+8").get("pose").startswith("L:+8,")
    (layer,) = host.robot.state().layers
    assert layer.degrees == pytest.approx(8, abs=0.01)
    assert host.command("MOVE", L="+0").verb == "done"
    assert host.robot.state().layers == ()
    assert host.robot.turns_done == 0
    assert host.command("MOVE", L="+30").get("code") == "POSE"


def test_injected_faults_are_logged_and_saved(tmp_path: Path) -> None:
    host = Host("jam_n@1x2", "servo_offline@2").start()
    for _ in range(2):
        turn_left(host)
        host.command("CLEAR")
        host.command("MOVE", L="+0")
    injected = host.robot.injections
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
