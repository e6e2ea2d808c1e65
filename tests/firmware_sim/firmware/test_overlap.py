"""REGRIP in the simulated firmware: it ends, is refused, and is stopped in the middle."""

from __future__ import annotations

import pytest

from firmware_sim.physics.jaws import USUAL_CONTACT, JawContact
from robot.link.protocol import Message
from robot.rules import Rule
from solver.core.orientation import Orientation
from solver.cube import Cube
from tests.support.protocol_host import Host

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
