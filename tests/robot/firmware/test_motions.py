"""The simulated robot's motions, as the wire protocol defines them.

REGRIP in the simulated firmware: it ends, is refused, and is stopped in the middle.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_sim.physics.jaws import USUAL_CONTACT, JawContact
from robot.link.protocol import BUSY_PERIOD_SECONDS, Message
from robot.rules import Rule
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.protocol_host import Host, status, verbs


def test_nothing_moves_before_homing() -> None:
    host = Host()
    host.command("HELLO", proto="1")
    assert status(host).get("state") == "unhomed"
    assert host.command("MOVE", L="+90").get("code") == "POSE"
    assert host.robot.state().cube.is_solved()
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


def test_the_violated_rule_is_named() -> None:
    host = Host().start()
    host.command("MOVE", L="+90")
    reply = host.command("MOVE", R="+90")
    assert reply.get("code") == "POSE"
    assert reply.get("why") == "gripper-collision"
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
    received = host.write(b"\x18")
    assert verbs(received) == ["err", "ESTOP"]
    reply, event = received
    assert isinstance(reply, Message)
    assert (reply.get("code"), reply.get("axis"), reply.get("at")) == ("STOPPED", "L", "+35.0")
    assert event.get("why") == "host"
    truth = host.robot.state()
    assert truth.angles[0] == pytest.approx(35, abs=0.01)
    assert truth.openings == (0.0, 0.0)
    host.wait(3.0)
    assert host.robot.state() == truth

    assert host.command("MOVE", L="+0").get("code") == "STOPPED"
    assert host.command("CLEAR").get("pose") == "L:+35,R:+0;L:closed,R:closed"
    assert host.command("MOVE", L="+0").verb == "done"
    assert host.robot.state().cube.is_solved()
    assert host.robot.state().layers == ()


def test_a_silent_host_stops_a_long_motion() -> None:
    host = Host().start()
    host.write(host.line("MOVE", L="+90", v="10"))
    received = host.wait(9.0)
    stopped = [line for line in received if line.verb in ("err", "done", "ESTOP")]
    assert verbs(stopped[:2]) == ["err", "ESTOP"]
    assert stopped[0].get("code") == "STOPPED"
    assert stopped[1].get("why") == "silence"
    assert host.robot.state().angles[0] == pytest.approx(15, abs=0.01)


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
    assert truth.cube == Cube.solved().apply("L B' U'")
    assert host.robot.accidents == ()


KINDS = pytest.mark.parametrize("jaws", [None, USUAL_CONTACT], ids=["feedback", "none"])


@KINDS
def test_a_regrip_ends_with_all_grippers_closed_and_the_cube_turned(
    jaws: JawContact | None,
) -> None:
    host = Host(jaws=jaws).start()
    assert host.command("MOVE", R="+90").verb == "done"
    done = host.command("REGRIP", grippers="R", R="+0", L="+90")
    assert done.get("pose") == "L:+90,R:+0;L:closed,R:closed"
    assert float(done.get("took")) == pytest.approx(1.25 + 1.0, abs=0.03)
    host.wait(1.0)
    assert host.robot.state().orientation == Orientation.identity().rotated("L", 1)
    assert host.robot.accidents == ()


@pytest.mark.parametrize(
    ("fields", "code", "rule"),
    [
        ({"grippers": "L,R", "R": "+90"}, "POSE", Rule.ONE_AT_A_TIME),
        ({"grippers": "R", "L": "+90", "R": "+90"}, "POSE", Rule.GRIPPER_COLLISION),
        ({"grippers": "R", "R": "+8"}, "POSE", Rule.UNKNOWN_ANGLE),
        ({"grippers": "U", "R": "+90"}, "ARGUMENT", Rule.UNKNOWN_ACTUATOR),
        ({"grippers": "R", "U": "+90"}, "ARGUMENT", Rule.UNKNOWN_ACTUATOR),
        ({"R": "+90"}, "ARGUMENT", None),
        ({"grippers": "R"}, "ARGUMENT", None),
    ],
)
def test_a_regrip_that_is_not_safe_is_refused(
    fields: dict[str, str], code: str, rule: Rule | None
) -> None:
    host = Host().start()
    error = host.command("REGRIP", **fields)
    assert (error.verb, error.get("code")) == ("err", code)
    assert error.get("why") == (rule.wire_name if rule else "")
    assert host.robot.state().angles == (0.0, 0.0)
    assert host.robot.state().openings == (0.0, 0.0)


@KINDS
@pytest.mark.parametrize("after", [0.1, 0.5, 0.8, 1.1, 1.4, 1.7, 2.0])
@pytest.mark.parametrize("targets", [{"R": "+0", "L": "+90"}, {"R": "+0"}, {"R": "-90"}])
def test_home_after_a_stop_in_the_middle_keeps_hold_of_the_cube(
    jaws: JawContact | None, after: float, targets: dict[str, str]
) -> None:
    host = Host(jaws=jaws).start()
    host.command("MOVE", R="+90")
    before = host.robot.state().cube
    host.write(host.line("REGRIP", grippers="R", **targets))
    host.wait(after)
    host.write(b"\x18")
    host.wait(0.5)
    assert host.command("CLEAR").verb == "done"
    homed = host.command("HOME")
    assert isinstance(homed, Message)
    assert homed.get("pose") == "L:+0,R:+0;L:closed,R:closed"
    host.wait(1.0)
    assert host.robot.accidents == ()
    assert not host.robot.state().dropped
    assert host.robot.state().layers == ()
    turned_back = host.robot.state().cube
    assert turned_back in (before, Cube.solved())
