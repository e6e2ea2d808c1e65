"""The simulated robot's replies and events, as the wire protocol defines them."""

from __future__ import annotations

import pytest

from robot.link.protocol import Event, Message, encode
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.protocol_host import Host, status, verbs


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
    assert host.robot.state().cube.is_solved()


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
