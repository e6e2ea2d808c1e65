"""The simulated robot's replies, events and motions, as the wire protocol defines them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_sim.physics.mechanism import BRAKING_SECONDS
from robot.link.protocol import BUSY_PERIOD_SECONDS, Event, Line, Message, encode
from solver.core.cube import Cube
from solver.core.turn import Turn, parse_turns
from tests.support.protocol_host import Host


def verbs(lines: list[Line]) -> list[str]:
    return [line.verb for line in lines]


def status(host: Host) -> Message:
    (line,) = host.write(b"?")
    assert isinstance(line, Message)
    assert (line.seq, line.verb) == (0, "status")
    return line


def test_hello_describes_the_robot() -> None:
    reply = Host().command("HELLO", proto="1")
    assert reply.verb == "done"
    assert reply.get("proto") == "1"
    assert reply.get("rig") == "two-gripper"
    assert len(reply.get("epoch")) == 4
    assert set(reply.get("feedback").split(",")) == {"angle", "load"}
    assert float(reply.get("heartbeat")) > 0


def test_another_protocol_version_is_rejected() -> None:
    reply = Host().command("HELLO", proto="2")
    assert (reply.verb, reply.get("code"), reply.get("proto")) == ("err", "PROTO", "1")


def test_nothing_moves_before_homing() -> None:
    host = Host()
    host.command("HELLO", proto="1")
    assert status(host).get("state") == "unhomed"
    assert host.command("MOVE", L="+90").get("code") == "POSE"
    assert host.robot.state().cube.is_solved
    assert host.command("HOME").get("took") == "0.000"
    assert status(host).get("state") == "idle"


def test_a_turn_is_acknowledged_reported_and_completed() -> None:
    host = Host().start()
    assert verbs(host.write(host.line("MOVE", L="+90", v="50"))) == ["ack"]
    assert status(host).get("state") == "moving"
    received = host.wait(3.0)
    assert verbs(received) == ["busy", "busy", "busy", "done"]
    done = received[-1]
    assert isinstance(done, Message)
    assert done.get("took") == "2.000"
    assert done.get("pose") == "L:+90,R:+0;L:closed,R:closed"
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_busy_is_sent_often_enough_with_the_progress() -> None:
    host = Host().start()
    begin = host.clock.now()
    host.write(host.line("MOVE", R="-90", v="60"))
    host.wait(5.0)
    received = [
        (t, line) for t, line in host.lines_received if t > begin and isinstance(line, Message)
    ]
    times = [begin, *(t for t, _ in received)]
    assert max(b - a for a, b in pairwise(times)) <= BUSY_PERIOD_SECONDS + 1e-9
    percents = [int(line.get("pct")) for _, line in received if line.verb == "busy"]
    assert percents == sorted(percents)
    assert 0 < percents[0] < percents[-1] < 100


def test_a_faster_pace_leaves_the_reported_duration_unchanged() -> None:
    host = Host(pace=20.0).start()
    begin = host.clock.now()
    host.write(host.line("MOVE", L="+90"))
    (done,) = host.wait(1.0)
    assert isinstance(done, Message)
    assert done.get("took") == "1.000"
    assert host.lines_received[-1][0] - begin == pytest.approx(0.05)


def test_a_repeated_line_is_answered_again_without_a_motion() -> None:
    host = Host().start()
    line = host.line("MOVE", L="+90")
    assert verbs(host.write(line)) == ["ack"]
    assert verbs(host.write(line)) == ["ack"]
    assert verbs(host.wait(0.5)) == ["busy"]
    assert verbs(host.write(line)) == ["busy"]
    assert verbs(host.wait(1.0)) == ["done"]
    for _ in range(3):
        assert verbs(host.write(line)) == ["done"]
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_another_line_with_the_last_number_is_rejected() -> None:
    host = Host().start()
    host.command("MOVE", L="+90")
    host.seq -= 1
    (nak,) = host.write(host.line("MOVE", L="+0"))
    assert isinstance(nak, Message)
    assert (nak.verb, nak.get("expected")) == ("nak", str(host.seq + 1))


@pytest.mark.parametrize("wrong", [0, 1, 2, 4, 65535])
def test_a_number_out_of_order_is_rejected(wrong: int) -> None:
    host = Host().start()
    (nak,) = host.write(encode(Message(wrong, "MOVE", (("L", "+90"),))))
    assert nak == Message(wrong, "nak", (("expected", "3"),))
    host.wait(2.0)
    assert host.robot.state().cube.is_solved


def test_a_damaged_line_is_rejected_with_number_zero() -> None:
    host = Host().start()
    damaged = host.line("MOVE", L="+90").replace(b"+90", b"-90")
    assert host.write(damaged) == [Message(0, "nak", (("expected", "3"),))]


def test_hello_opens_a_session_with_any_number() -> None:
    host = Host().start()
    host.seq = 4711
    assert host.command("HELLO", proto="1").verb == "done"
    assert host.command("POSE").seq == 4713


def test_numbers_wrap_around_to_one() -> None:
    host = Host().start()
    host.seq = 65533
    host.command("HELLO", proto="1")
    assert host.command("POSE").seq == 65535
    host.seq = 0
    assert host.command("POSE").verb == "done"


@pytest.mark.parametrize(
    ("verb", "fields", "code"),
    [
        ("DANCE", {}, "UNKNOWN"),
        ("move", {"L": "+90"}, "UNKNOWN"),
        ("MOVE", {}, "ARGUMENT"),
        ("MOVE", {"L": "far"}, "ARGUMENT"),
        ("MOVE", {"L": "+90", "v": "0"}, "ARGUMENT"),
        ("MOVE", {"X": "+90"}, "ARGUMENT"),
        ("GRIP", {"X": "open"}, "ARGUMENT"),
        ("GRIP", {}, "ARGUMENT"),
        ("HOME", {"L": "+0"}, "ARGUMENT"),
        ("POSE", {"L": "+0"}, "ARGUMENT"),
        ("HELLO", {}, "ARGUMENT"),
        ("MOVE", {"L": "+45"}, "POSE"),
        ("MOVE", {"L": "+90", "R": "+90"}, "POSE"),
        ("GRIP", {"L": "open", "R": "open"}, "POSE"),
    ],
)
def test_a_rejected_command_moves_nothing(verb: str, fields: dict[str, str], code: str) -> None:
    host = Host().start()
    before = host.robot.state()
    reply = host.command(verb, **fields)
    assert (reply.verb, reply.get("code")) == ("err", code)
    host.wait(3.0)
    assert host.robot.state() == before
    assert status(host).get("state") == "idle"


def test_a_field_given_twice_is_rejected() -> None:
    host = Host().start()
    (reply,) = host.write(encode(Message(3, "MOVE", (("L", "+90"), ("L", "-90")))))
    assert isinstance(reply, Message)
    assert reply.get("code") == "ARGUMENT"


def test_the_violated_rule_is_named() -> None:
    host = Host().start()
    host.command("MOVE", L="+90")
    reply = host.command("MOVE", R="+90")
    assert reply.get("code") == "POSE"
    assert "strike" in reply.get("why")
    assert host.robot.accidents == ()


def test_one_motion_at_a_time() -> None:
    host = Host().start()
    host.write(host.line("MOVE", L="+90"))
    assert host.command("MOVE", L="+0").get("code") == "BUSY"
    assert host.command("POSE").verb == "done"
    host.wait(1.0)
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_a_stop_halts_the_motion_and_keeps_the_grippers_closed() -> None:
    host = Host().start()
    host.write(host.line("MOVE", L="+90"))
    host.wait(0.4)
    assert host.write(b"\x18") == []
    assert status(host).get("state") == "moving"
    received = host.wait(BRAKING_SECONDS)
    assert verbs(received) == ["err", "ESTOP"]
    reply, event = received
    assert isinstance(reply, Message)
    assert (reply.get("code"), reply.get("axis"), reply.get("at")) == ("STOPPED", "L", "+37.1")
    assert event.get("why") == "host"
    truth = host.robot.state()
    assert truth.angles[0] == pytest.approx(36 + 90 * BRAKING_SECONDS / 2)
    assert truth.openings == (0.0, 0.0)
    host.wait(3.0)
    assert host.robot.state() == truth

    assert host.command("MOVE", L="+0").get("code") == "STOPPED"
    assert host.command("CLEAR").get("pose") == "L:+37.1,R:+0;L:closed,R:closed"
    assert host.command("MOVE", L="+0").verb == "done"
    assert host.robot.state().cube.is_solved
    assert host.robot.state().layers == ()


def test_a_stop_is_obeyed_inside_a_line() -> None:
    host = Host().start()
    line = host.line("MOVE", L="+90")
    assert verbs(host.write(line[:6] + b"\x18")) == ["ESTOP"]
    (reply,) = host.write(line[6:])
    assert isinstance(reply, Message)
    assert (reply.seq, reply.get("code")) == (3, "STOPPED")


def test_a_status_request_is_answered_inside_a_line() -> None:
    host = Host().start()
    line = host.line("MOVE", L="+90")
    assert verbs(host.write(line[:9] + b"?" + line[9:])) == ["status", "ack"]


def test_a_silent_host_stops_a_long_motion() -> None:
    host = Host().start()
    host.write(host.line("MOVE", L="+90", v="10"))
    received = host.wait(9.0)
    stopped = [line for line in received if line.verb in ("err", "done", "ESTOP")]
    assert verbs(stopped[:2]) == ["err", "ESTOP"]
    assert stopped[0].get("code") == "STOPPED"
    assert stopped[1].get("why") == "silence"
    assert host.robot.state().angles[0] == pytest.approx(18 + 9 * BRAKING_SECONDS / 2)


def test_a_host_that_sends_bytes_keeps_a_long_motion_going() -> None:
    host = Host().start()
    host.write(host.line("MOVE", L="+90", v="10"))
    for _ in range(11):
        host.wait(1.0)
        host.write(b"?")
    assert host.robot.state().cube == Cube.solved().turn(Turn("L", 1))


def test_silence_without_a_motion_is_harmless() -> None:
    host = Host().start()
    host.wait(60.0)
    assert status(host).get("state") == "idle"


def test_boot_is_repeated_until_hello() -> None:
    host = Host()
    host.wait(2.2)
    boots = host.events
    assert [event.number for event in boots] == [1] * 5
    assert {event.verb for event in boots} == {"BOOT"}
    hello = host.command("HELLO", proto="1")
    assert hello.get("epoch") == boots[0].get("epoch")
    assert host.wait(5.0) == []


def test_an_event_is_repeated_until_it_is_acknowledged() -> None:
    host = Host().start()
    host.write(b"\x18")
    assert verbs(host.wait(1.6)) == ["ESTOP"] * 3
    number = host.events[-1].number
    host.write(encode(Event(number + 1, "ok")))
    assert verbs(host.wait(0.6)) == ["ESTOP"]
    assert host.write(encode(Event(number, "ok"))) == []
    assert host.wait(5.0) == []


def test_homing_undoes_the_wrist_motions() -> None:
    host = Host().start()
    host.command("GRIP", R="open")
    host.command("MOVE", L="+90")
    done = host.command("HOME")
    assert done.get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert done.get("took") == "2.000"
    assert host.robot.state().orientation.faces == tuple("URFDLB")
    assert host.robot.accidents == ()


def test_commands_turn_the_cube_as_the_grippers_do() -> None:
    host = Host().start()
    for verb, fields in (
        ("MOVE", {"L": "+90"}),  # L
        ("GRIP", {"L": "open"}),
        ("MOVE", {"L": "+0"}),
        ("GRIP", {"L": "closed"}),
        ("MOVE", {"R": "-90"}),  # B'
        ("GRIP", {"L": "open"}),
        ("MOVE", {"R": "+0"}),  # rotates the cube clockwise about B: R is now up
        ("GRIP", {"L": "closed"}),
        ("MOVE", {"L": "-90"}),  # U, which is now on the left
    ):
        assert host.command(verb, **fields).verb == "done", (verb, fields)
    truth = host.robot.state()
    assert truth.orientation.face_at("U") == "R"
    assert truth.cube == Cube.solved().apply(parse_turns("L B' U'"))
    assert host.robot.accidents == ()
