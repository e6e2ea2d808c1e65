"""Asking for, jogging and enabling one servo of the simulated robot, as the wire protocol says."""

from __future__ import annotations

import pytest

from firmware_sim.physics.jaws import IDEAL_CONTACT, JawContact
from robot.link.protocol import Message, encode
from tests.support.protocol_host import Host, status, verbs

# A robot that measures its motors, and one that only sets pulses.
MEASURED, UNMEASURED = None, IDEAL_CONTACT
KINDS = pytest.mark.parametrize("jaws", [MEASURED, UNMEASURED])
# A drive whose servos do not measure ends a motion a period after the last pulse.
LATE_SECONDS = 0.021
SERVOS = [("axis", "L"), ("axis", "R"), ("gripper", "L"), ("gripper", "R")]


def started(jaws: JawContact | None) -> Host:
    """Return a host whose robot has homed and lost its power, so that it holds no cube for sure."""
    host = Host(jaws=jaws).start()
    host.command("OFF")
    return host


def pulses(host: Host) -> list[int]:
    return [int(host.command("JOG", **{kind: name}).get("us")) for kind, name in SERVOS]


@KINDS
def test_servos_get_pulses_from_the_first_motion_to_off(jaws: JawContact | None) -> None:
    host = Host(jaws=jaws)
    host.command("HELLO", proto="1")
    assert pulses(host) == [0, 0, 0, 0]
    host.command("HOME")
    assert pulses(host) == [1500, 1500, 1000, 1000]
    host.command("OFF")
    assert pulses(host) == [0, 0, 0, 0]
    host.command("HOME")
    assert pulses(host) == [1500, 1500, 1000, 1000]


@KINDS
def test_a_question_moves_and_forgets_nothing(jaws: JawContact | None) -> None:
    host = Host(jaws=jaws).start()
    before = host.robot.state()
    for kind, name in SERVOS:
        assert host.command("JOG", **{kind: name}).get("pose") == "L:+0,R:+0;L:closed,R:closed"
    host.wait(2.0)
    assert host.robot.state() == before
    assert status(host).get("state") == "idle"
    assert host.command("MOVE", L="+90").verb == "done"
    assert pulses(host) == [2500, 1500, 1000, 1000]


def test_a_question_is_refused_in_a_motion_and_answered_after_a_stop() -> None:
    host = Host().start()
    host.write(host.line("MOVE", L="+90"))
    assert host.command("JOG", axis="L").get("code") == "BUSY"
    host.write(b"\x18")
    host.wait(1.0)
    assert status(host).get("state") == "stopped"
    assert host.command("JOG", axis="R").get("us") == "1500"
    assert status(host).get("state") == "stopped"


@KINDS
def test_a_jog_takes_its_time_and_says_busy(jaws: JawContact | None) -> None:
    host = started(jaws)
    host.command("ENABLE", axis="R", us="1500")
    began = host.clock.now()
    assert verbs(host.write(host.line("JOG", axis="R", by="-750"))) == ["ack"]
    assert status(host).get("state") == "moving"
    received = host.wait(1.49)
    assert verbs(received) == ["busy"] * 2
    *_, done = host.wait(0.1)
    assert isinstance(done, Message)
    assert done.get("us") == "750"
    assert float(done.get("took")) == pytest.approx(1.5, abs=LATE_SECONDS)
    assert done.get("pose") == "L:+0,R:-67.5;L:closed,R:closed"
    assert host.lines_received[-1][0] - began == pytest.approx(1.5, abs=LATE_SECONDS)
    assert status(host).get("state") == "unhomed"
    assert pulses(host) == [0, 750, 0, 0]


@KINDS
def test_a_stop_ends_a_jog_where_it_is(jaws: JawContact | None) -> None:
    host = started(jaws)
    host.command("ENABLE", gripper="L", us="1000")
    host.write(host.line("JOG", gripper="L", by="+1000"))
    host.wait(0.5)
    received = host.write(b"\x18") + host.wait(0.1)
    assert sorted(verbs(received)) == ["ESTOP", "err"]
    (halted,) = (pulse for pulse in pulses(host) if pulse)
    assert halted == pytest.approx(1250, abs=15)
    host.wait(3.0)
    assert [pulse for pulse in pulses(host) if pulse] == [halted]
    assert host.command("JOG", gripper="L", by="+10").get("why") == "stopped"
    host.command("CLEAR")
    assert host.command("JOG", gripper="L", by="+10").get("us") == str(halted + 10)


@KINDS
def test_silence_ends_a_jog(jaws: JawContact | None) -> None:
    host = started(jaws)
    host.command("ENABLE", axis="L", us="500")
    host.write(host.line("JOG", axis="L", by="+2000"))
    received = host.wait(5.0)
    assert {line.get("why") for line in received if line.verb == "ESTOP"} == {"silence"}
    assert pulses(host)[0] == pytest.approx(1500, abs=20)


def test_a_repeated_jog_moves_once() -> None:
    host = started(MEASURED)
    host.command("ENABLE", axis="L", us="1500")
    line = host.line("JOG", axis="L", by="+100")
    for _ in range(4):
        host.write(line)
        host.wait(0.15)
    assert pulses(host)[0] == 1600


@KINDS
def test_enabling_takes_a_second_and_moves_only_a_servo_without_a_pulse(
    jaws: JawContact | None,
) -> None:
    host = started(jaws)
    assert verbs(host.write(host.line("ENABLE", axis="L", us="1600"))) == ["ack"]
    assert verbs(host.wait(0.99)) == ["busy"]
    *_, done = host.wait(0.05)
    assert isinstance(done, Message)
    assert done.get("us") == "1600"
    assert float(done.get("took")) == pytest.approx(1.0, abs=LATE_SECONDS)
    assert done.get("pose") == "L:+9,R:+0;L:closed,R:closed"
    again = host.command("ENABLE", axis="L", us="900")
    assert (again.get("us"), again.get("took")) == ("1600", "0.000")
    host.wait(1.0)
    assert host.robot.state().angles == pytest.approx((9.0, 0.0))


@pytest.mark.parametrize(
    ("verb", "fields", "code", "why"),
    [
        ("JOG", {"axis": "R", "by": "+20"}, "POSE", "servo-off"),
        ("JOG", {"axis": "R", "by": "+0"}, "POSE", "servo-off"),
        ("JOG", {"axis": "L", "by": "+1001"}, "ARGUMENT", "pulse-beyond-limits"),
        ("JOG", {"axis": "L", "by": "-1001"}, "ARGUMENT", "pulse-beyond-limits"),
        ("JOG", {"axis": "L", "by": "+2201"}, "ARGUMENT", ""),
        ("JOG", {"axis": "L", "by": "far"}, "ARGUMENT", ""),
        ("JOG", {"axis": "Q", "by": "+20"}, "ARGUMENT", ""),
        ("JOG", {"axis": "Q"}, "ARGUMENT", ""),
        ("JOG", {"by": "+20"}, "ARGUMENT", ""),
        ("JOG", {}, "ARGUMENT", ""),
        ("ENABLE", {"axis": "R", "us": "499"}, "ARGUMENT", "pulse-beyond-limits"),
        ("ENABLE", {"axis": "R", "us": "2501"}, "ARGUMENT", "pulse-beyond-limits"),
        ("ENABLE", {"axis": "R", "us": "-1500"}, "ARGUMENT", "pulse-beyond-limits"),
        ("ENABLE", {"axis": "R"}, "ARGUMENT", ""),
        ("ENABLE", {"axis": "R", "by": "+20"}, "ARGUMENT", ""),
    ],
)
@KINDS
def test_what_is_refused_moves_nothing(
    jaws: JawContact | None, verb: str, fields: dict[str, str], code: str, why: str
) -> None:
    host = started(jaws)
    host.command("ENABLE", axis="L", us="1500")
    before = host.robot.state()
    reply = host.command(verb, **fields)
    assert (reply.verb, reply.get("code"), reply.get("why")) == ("err", code, why)
    host.wait(2.0)
    assert host.robot.state() == before
    assert pulses(host) == [1500, 0, 0, 0]


@pytest.mark.parametrize(("verb", "key"), [("JOG", "by"), ("ENABLE", "us")])
def test_a_cube_that_may_be_held_is_not_moved_by_one_servo(verb: str, key: str) -> None:
    host = Host().start()
    reply = host.command(verb, axis="L", **{key: "1500"})
    assert (reply.get("code"), reply.get("why")) == ("POSE", "cube-held")
    assert status(host).get("state") == "idle"


def test_a_restart_takes_the_pulses() -> None:
    host = Host().start()
    host.robot.reset()
    host.seq = 0
    host.write(encode(Message(1, "HELLO", (("proto", "1"),))))
    host.seq = 1
    assert pulses(host) == [0, 0, 0, 0]


def test_without_feedback_servos_are_enabled_one_by_one_and_a_stop_ends_that() -> None:
    host = started(UNMEASURED)
    host.write(host.line("HOME"))
    received = host.wait(0.7)
    assert verbs(received) == ["busy"]
    host.write(b"\x18")
    host.wait(3.0)
    # Closed grippers come first, then the axes.
    assert pulses(host) == [1500, 0, 1000, 1000]
    host.command("CLEAR")
    took = float(host.command("HOME").get("took"))
    assert took == pytest.approx(0.3, abs=2 * LATE_SECONDS)
