"""What each kind of fault does to the line, to the mechanism and to the camera's picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.errors import FaultError
from firmware_sim.faults.fault import FaultSpec, read_faults
from firmware_sim.faults.kinds import FAULT_TYPES
from firmware_sim.faults.line import LATE_SECONDS, Cable
from firmware_sim.faults.schedule import FaultSchedule, Injection, read_fault_log, write_fault_log
from robot.clock import VirtualClock
from robot.link.protocol import Message, encode
from solver.core.cube import Cube
from solver.core.legality import faults_of
from solver.core.turn import Turn
from tests.support.protocol_host import Host

LINE = encode(Message(7, "MOVE", (("L", "+90"),)))
REPLY = encode(Message(7, "ack"))


def cable(*faults: str) -> tuple[Cable, VirtualClock]:
    clock = VirtualClock()
    return Cable(FaultSchedule(map(FaultSpec.parse, faults), seed=4, clock=clock), clock), clock


def bits(a: bytes, b: bytes) -> int:
    return sum((x ^ y).bit_count() for x, y in zip(a, b, strict=True))


def test_a_bit_of_one_line_either_way() -> None:
    wire, _ = cable("bit_flip@1", "bit_flip@4")
    assert bits(wire.send_to_robot(LINE), LINE) == 1
    assert wire.send_to_robot(LINE) == LINE
    assert wire.send_to_host([REPLY]) == REPLY
    assert bits(wire.send_to_host([REPLY]), REPLY) == 1


def test_with_a_probability_each_byte_may_have_a_bad_bit() -> None:
    wire, _ = cable("bit_flip~0.1")
    sent, came = LINE * 200, b"".join(wire.send_to_robot(LINE) for _ in range(200))
    assert 0.07 < bits(sent, came) / len(sent) < 0.13


def test_a_line_that_is_cut_keeps_its_end() -> None:
    wire, _ = cable("truncate@1")
    came = wire.send_to_robot(LINE)
    assert came.endswith(b"\n")
    assert LINE.startswith(came[:-1])
    assert len(came) < len(LINE)


def test_lines_that_merge_come_without_a_gap() -> None:
    wire, _ = cable("merge_lines@1")
    assert wire.send_to_robot(LINE) + wire.send_to_robot(LINE) == LINE[:-1] + LINE


def test_a_line_that_comes_twice() -> None:
    wire, _ = cable("dup_line@1", "dup_line@2")
    assert wire.send_to_robot(LINE) == 2 * LINE
    assert wire.send_to_host([REPLY]) == 2 * REPLY


def test_a_line_that_is_late() -> None:
    wire, clock = cable("late_ack@1")
    assert wire.send_to_host([REPLY, LINE]) == LINE
    assert wire.next_delivery() == pytest.approx(LATE_SECONDS)
    clock.sleep(LATE_SECONDS)
    assert wire.send_to_host([]) == REPLY
    assert wire.send_to_host([]) == b""


def test_noise_before_a_line() -> None:
    wire, _ = cable("garbage@1")
    came = wire.send_to_robot(LINE)
    assert came.endswith(LINE)
    assert len(came) > len(LINE)


def test_a_line_that_comes_back() -> None:
    wire, _ = cable("echo@2")
    wire.send_to_robot(LINE)
    assert wire.send_to_host([]) == b""
    assert wire.send_to_robot(LINE) == LINE
    assert wire.send_to_host([REPLY]) == REPLY + LINE


def test_the_raw_bytes_have_fates_of_their_own() -> None:
    wire, _ = cable("drop_cmd@1")
    assert wire.send_to_robot(b"?" + LINE) == LINE


def test_a_robot_of_another_version() -> None:
    host = Host("bad_version@1")
    assert host.command("HELLO", proto="1").get("proto") == "2"


def test_a_reboot_without_its_banner_is_seen_in_the_epoch() -> None:
    host = Host("lost_banner@1").start()
    epoch = status(host).get("epoch")
    events = len(host.events)
    host.write(host.line("MOVE", L="+90"))
    host.wait(2.0)
    assert status(host).get("epoch") != epoch
    assert len(host.events) == events


def status(host: Host) -> Message:
    (line,) = host.write(b"?")
    assert isinstance(line, Message)
    return line


def test_a_motion_that_never_ends_goes_on_being_busy_until_it_is_stopped() -> None:
    host = Host("busy_forever@1").start()
    host.write(host.line("MOVE", L="+90"))
    for _ in range(30):
        host.write(b"?")
        host.wait(1.0)
    assert status(host).get("state") == "moving"
    host.write(b"\x18")
    assert status(host).get("state") == "stopped"


def quarter(host: Host) -> Message:
    return host.command("MOVE", L="+90")


def test_backing_off_that_fails_and_then_does_not() -> None:
    host = Host("jam_on_backoff@1x2").start()
    at = float(quarter(host).get("at"))
    for verb in ("err", "err", "done"):
        host.command("CLEAR")
        reply = host.command("MOVE", L="+0")
        assert reply.verb == verb
        if verb == "err":
            assert float(reply.get("at")) == pytest.approx(at)
    assert host.robot.state().cube.is_solved
    assert quarter(host).verb == "done"


def test_a_false_jam_is_a_turn_that_was_made() -> None:
    host = Host("false_jam@1").start()
    assert quarter(host).get("code") == "JAM"
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_a_silent_jam_is_a_turn_that_was_not() -> None:
    host = Host("jam_silent@1").start()
    assert quarter(host).verb == "done"
    assert host.robot.state().cube.is_solved
    assert host.robot.state().angles == (90.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("under_turn", 50, 85), ("over_turn", 95, 130), ("grip_slip", 9, 81)]
)
def test_a_layer_that_is_left_out_of_line_unnoticed(kind: str, low: int, high: int) -> None:
    host = Host(f"{kind}@1").start()
    reply = quarter(host)
    assert (reply.verb, reply.get("pose")) == ("done", "L:+90,R:+0;L:closed,R:closed")
    (layer,) = host.robot.state().layers
    assert low <= layer.degrees <= high


def test_a_layer_dragged_along_turns_the_rest_the_other_way() -> None:
    host = Host("drag_neighbour@1").start()
    assert quarter(host).verb == "done"
    truth = host.robot.state()
    # L and the middle layer together: R stays behind, and the cube turns with the gripper.
    assert truth.cube == Cube.solved().turn(Turn("R", 1))
    assert truth.orientation.face_at("F") == "U"
    assert (truth.layers, truth.tilt) == ((), None)


def test_a_hand_that_closes_on_nothing_says_so_and_can_try_again() -> None:
    host = Host("grip_miss@1").start()
    host.command("GRIP", L="open")
    reply = host.command("GRIP", L="closed")
    assert (reply.get("code"), reply.get("axis")) == ("SLIP", "L")
    host.command("CLEAR")
    assert host.command("GRIP", L="closed").verb == "done"
    assert host.robot.state().openings == (0.0, 0.0)


def test_a_servo_that_is_offline_stays_so_and_only_that_one() -> None:
    host = Host("servo_offline@1").start()
    for _ in range(2):
        reply = quarter(host)
        assert (reply.get("code"), reply.get("axis")) == ("OFFLINE", "L")
        assert status(host).get("state") == "failed"
        host.command("CLEAR")
    host.robot.repair()
    assert host.command("HOME").verb == "done"
    assert quarter(host).verb == "done"


def test_a_brownout_is_told_with_its_volts() -> None:
    host = Host("brownout@1").start()
    reply = quarter(host)
    assert (reply.get("code"), reply.get("why")) == ("OFFLINE", "brownout")
    (event,) = [event for event in host.events if event.verb == "BROWNOUT"]
    assert event.get("volts") == "4.1"


def test_homing_that_fails_says_which_axis() -> None:
    host = Host("home_fail@1")
    host.command("HELLO", proto="1")
    reply = host.command("HOME")
    assert (reply.get("code"), reply.get("axis")) == ("JAM", "L")


def test_something_in_the_way_is_an_accident_and_goes_back_freely() -> None:
    host = Host("collision@1").start()
    assert quarter(host).get("code") == "JAM"
    assert [accident.kind for accident in host.robot.accidents] == ["collision"]
    host.command("CLEAR")
    assert host.command("MOVE", L="+0").verb == "done"
    assert quarter(host).get("code") == "JAM"


def test_a_dropped_cube_a_popped_piece_and_a_twisted_corner() -> None:
    dropped = Host("cube_drop@1").start()
    quarter(dropped)
    assert dropped.robot.state().dropped
    popped = Host("piece_pop@1").start()
    quarter(popped)
    assert popped.robot.state().facelets.count("-") == 2
    twisted = Host("corner_twist@1").start()
    quarter(twisted)
    (fault,) = faults_of(twisted.robot.state().facelets)
    assert "is twisted" in str(fault) or "do not add up" in str(fault)
    for host in (popped, twisted):
        assert not host.robot.state().is_solved
        host.command("MOVE", L="+0")
        assert not host.robot.state().is_solved
        host.robot.repair()
        assert host.robot.state().is_solved


def test_what_the_camera_is_shown() -> None:
    host = Host("rescan_unreadable@2", "camera_lost@3").start()
    shown = [host.robot.camera_state() for _ in range(2)]
    assert [truth is not None and truth.dropped for truth in shown] == [False, True]
    assert host.robot.camera_state() is None


def test_a_wiggle_goes_a_little_of_the_way() -> None:
    host = Host().start()
    assert host.command("MOVE", L="+8").get("pose").startswith("L:+8,")
    (layer,) = host.robot.state().layers
    assert layer.degrees == pytest.approx(8)
    assert host.command("MOVE", L="+0").verb == "done"
    assert host.robot.state().layers == ()
    assert host.robot.turns_done == 0
    assert host.command("MOVE", L="+30").get("code") == "POSE"


def test_what_struck_is_logged_and_kept(tmp_path: Path) -> None:
    host = Host("jam_n@1x2", "servo_offline@2").start()
    for _ in range(2):
        quarter(host)
        host.command("CLEAR")
        host.command("MOVE", L="+0")
    struck = host.robot.injections
    assert [(entry.kind, entry.number) for entry in struck] == [("jam_n", 1)] * 2
    assert "jam_n, turn 1: the turn jams the given number of times" in str(struck[0])
    write_fault_log(tmp_path / "log", struck)
    assert read_fault_log(tmp_path / "log") == struck
    assert read_fault_log(tmp_path / "none") == ()


def test_a_list_and_a_file_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "faults.toml"
    file.write_text(
        '[[fault]]\nkind = "jam_n"\nat = 3\ntimes = 2\n\n'
        '[[fault]]\nkind = "bit_flip"\nprobability = 0.001\n'
    )
    assert read_faults(str(file)) == read_faults("jam_n@3x2, bit_flip~0.001")
    assert read_faults("") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[fault]]\nkind = "flood"', "number 1 of .*'flood'"),
        ('[[fault]]\nkind = "jam"\nchance = 1', "'chance'"),
        ("[[fault]]\nat = 3", "no kind"),
        ('[[fault]]\nkind = "jam"\nprobability = 2', "jam~2"),
        ('[[fault]]\nkind = "jam"\nprobability = "often"', "'often'"),
        ('[[fault]]\nkind = "jam_once"\nat = 0', "jam_once@0"),
        ('[[fault]]\nkind = "jam"\nat = 1\nprobability = 0.5', "a probability and a number"),
        ("[faults]\njam = 1", "faults"),
        ("[[fault", "cannot read"),
    ],
)
def test_a_file_that_says_something_else_is_quoted(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(FaultError, match=says) as error:
        read_faults(str(file))
    assert "bad.toml" in str(error.value)


def test_every_kind_stands_in_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "simulate.md").read_text()
    assert [kind for kind in FAULT_TYPES if f"`{kind}" not in page] == []


def test_the_log_has_a_line_of_json_for_each_fault_that_struck(tmp_path: Path) -> None:
    write_fault_log(tmp_path / "log", [Injection(1.5, "jam_n", 3), Injection(2.0, "mute", 9)])
    assert (tmp_path / "log").read_text() == (
        '{"when": 1.5, "kind": "jam_n", "number": 3}\n{"when": 2.0, "kind": "mute", "number": 9}\n'
    )
