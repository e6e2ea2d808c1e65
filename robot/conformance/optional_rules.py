"""Checks of what HELLO announces: LOAD and OFF, overlapping motions, a firmware's constants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.conformance.trials import expect_no_motion, seconds_in
from robot.errors import FrameError
from robot.link.protocol import Message, number
from robot.rigs.command import CLOSED, Home, Load, Pose, Regrip
from robot.rigs.rig import with_overlap
from robot.rigs.servo_constants import MAX_VALUE, NAMES, VERSION
from robot.rules import Rule


def loads(probe: RawClient) -> None:
    """LOAD opens every gripper, with the axes at home, and HOME closes them again."""
    require(probe, "load")
    after = probe.parse_pose(probe.execute(Load()))
    if CLOSED in after.grips or after.angles != probe.rig.home.angles:
        raise ProtocolViolationError(f"after LOAD the robot is at {after}")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after LOAD and HOME the robot is at {pose}")


def switches_off(probe: RawClient) -> None:
    """After OFF the robot does not move until HOME."""
    require(probe, "off")
    probe.send("OFF")
    probe.expect_reply("done")
    if (state := probe.status().get("state")) != "unhomed":
        raise ProtocolViolationError(f"after OFF the robot is {state} and not unhomed")
    step = next(iter(probe.rig.steps(probe.rig.home)))
    probe.send(step.command.verb, step.command.fields)
    probe.expect_error("POSE")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after OFF and HOME the robot is at {pose}")


def regrips(probe: RawClient) -> None:
    """REGRIP lets go, turns and holds again, in less time than its parts need one by one."""
    step = _any_regrip(probe)
    rig = with_overlap(probe.rig)
    opening, turning, closing = rig.parts(rig.home, step.command)
    done = probe.execute(step.command)
    if (pose := probe.parse_pose(done)) != step.after:
        raise ProtocolViolationError(f"after {step.command} the robot is at {pose}")
    took = seconds_in(done, "took")
    probe.execute(Home())
    apart = sum(seconds_in(probe.execute(part.command), "took") for part in (opening, turning))
    apart += seconds_in(probe.execute(closing.command), "took")
    if not 0 < took < apart:
        raise ProtocolViolationError(f"it took {took:g} s; its parts alone take {apart:g} s")


def refuses_unsafe_regrips(probe: RawClient) -> None:
    """REGRIP is refused with POSE where a cube could fall or grippers collide; nothing moves."""
    command = _any_regrip(probe).command
    turned = command.targets[0]
    unsafe = [replace(command, grippers=probe.rig.grippers)]
    unsafe.append(replace(command, targets=((turned[0], 45),)))
    for each in unsafe:
        _expect_refused(probe, each)
    probe.execute(command.opening)
    _expect_refused(probe, command)
    probe.execute(command.closing)
    for name in ("nosuchgripper", ""):
        probe.send(command.verb, (("grippers", name), *command.turning.fields))
        probe.expect_error("ARGUMENT")


def _any_regrip(probe: RawClient) -> _RegripStep:
    """Return a regrip from home. Raises NotApplicableError for a robot that does not overlap."""
    require(probe, "overlap")
    if probe.rig.can_overlap:
        rig = with_overlap(probe.rig)
        for step in rig.steps(rig.home):
            if isinstance(step.command, Regrip) and step.command.targets[0][1]:
                return _RegripStep(step.command, step.after)
    raise NotApplicableError(f"the {probe.rig.name} rig regrips nothing from home")


@dataclass(frozen=True, slots=True)
class _RegripStep:
    """A regrip, and the pose after it."""

    command: Regrip
    after: Pose


def _expect_refused(probe: RawClient, command: Regrip) -> None:
    before = probe.pose()
    probe.send(command.verb, command.fields)
    probe.expect_error("POSE")
    expect_no_motion(probe, before)


def require(probe: RawClient, command: str) -> None:
    """Raise NotApplicableError if the robot does not announce an optional command."""
    if command not in probe.greeting.get("can").split(","):
        raise NotApplicableError(f"the robot does not announce {command} (can= in HELLO)")


# The constant that is changed for a moment: how long servos need to arrive, at most 2 s.
_CHANGED = NAMES.index("settle_ms")
# Writing an EEPROM takes so long at most, in seconds.
_STORE_SECONDS = 2.0


def shows_constants(probe: RawClient) -> None:
    """CONSTANT shows each constant of the announced version, and no other."""
    _require_constants(probe)
    for each in range(len(NAMES)):
        constant_value(probe, each)
    for fields in ((("n", str(len(NAMES))),), (("n", "first"),), ()):
        probe.send("CONSTANT", fields)
        probe.expect_error("ARGUMENT")


def keeps_constants_while_holding(probe: RawClient) -> None:
    """CONSTANT with a value, and STORE, are refused with POSE while a cube may be held."""
    _require_constants(probe)
    before = constant_value(probe, _CHANGED)
    _send_value(probe, _CHANGED, _another(before))
    probe.expect_error("POSE")
    probe.send("STORE")
    probe.expect_error("POSE")
    if (after := constant_value(probe, _CHANGED)) != before:
        raise ProtocolViolationError(f"a constant went from {before} to {after}")


def refuses_bad_constants(probe: RawClient) -> None:
    """STORE refuses a constant that is out of range, and names it."""
    _require_constants(probe)
    with _drafted(probe, MAX_VALUE):
        probe.send("STORE")
        refused = probe.expect_error("ARGUMENT")
    if refused.get("n") != str(_CHANGED) or refused.get("why") != Rule.OUT_OF_RANGE.wire_name:
        raise ProtocolViolationError(
            f"the constant {_CHANGED} ({NAMES[_CHANGED]}) was {MAX_VALUE}, and the robot says "
            f"n={refused.get('n')} why={refused.get('why')}"
        )


def stores_constants(probe: RawClient) -> None:
    """After STORE a constant has its new value, and the robot does not move until HOME."""
    _require_constants(probe)
    value = _another(constant_value(probe, _CHANGED))
    with _stored(probe, value):
        _expect_value(probe, value)
        if (state := probe.status().get("state")) != "unhomed":
            raise ProtocolViolationError(f"after STORE the robot is {state} and not unhomed")
        step = next(iter(probe.rig.steps(probe.rig.home)))
        probe.send(step.command.verb, step.command.fields)
        probe.expect_error("POSE")


def keeps_stored_constants(probe: RawClient) -> None:
    """A restart keeps what STORE put in force, and forgets what was not stored."""
    _require_constants(probe)
    if not probe.can_restart:
        raise NotApplicableError("the robot cannot be restarted from here")
    before = constant_value(probe, _CHANGED)
    value = _another(before)
    with _stored(probe, value):
        _send_value(probe, _CHANGED, before)
        probe.expect_reply("done")
        probe.restart()
        _expect_value(probe, value)


@contextmanager
def _drafted(probe: RawClient, value: int) -> Iterator[None]:
    """Change one constant in the draft, and change it back at the end."""
    before = constant_value(probe, _CHANGED)
    probe.send("OFF")
    probe.expect_reply("done")
    try:
        _draft(probe, value)
        yield
    finally:
        _draft(probe, before)


@contextmanager
def _stored(probe: RawClient, value: int) -> Iterator[None]:
    """Change one constant for good, and change it back at the end, also after a rule was broken."""
    before = constant_value(probe, _CHANGED)
    with _drafted(probe, value):
        _store(probe)
        try:
            yield
        finally:
            _draft(probe, before)
            _store(probe)


def _draft(probe: RawClient, value: int) -> None:
    _send_value(probe, _CHANGED, value)
    if _parsed(probe.expect_reply("done"), _CHANGED) != value:
        raise ProtocolViolationError(f"the robot does not confirm value={value} of a constant")


def _store(probe: RawClient) -> None:
    probe.send("STORE")
    probe.expect_reply("done", timeout=_STORE_SECONDS)


def _send_value(probe: RawClient, constant: int, value: int) -> None:
    probe.send("CONSTANT", (("n", str(constant)), ("value", str(value))))


def _another(value: int) -> int:
    return value - 1 if value else 1


def _expect_value(probe: RawClient, value: int) -> None:
    if (found := constant_value(probe, _CHANGED)) != value:
        raise ProtocolViolationError(
            f"the constant {_CHANGED} ({NAMES[_CHANGED]}) is {found}; it was set to {value}"
        )


def constant_value(probe: RawClient, constant: int) -> int:
    """Return the value of a constant."""
    probe.send("CONSTANT", (("n", str(constant)),))
    return _parsed(probe.expect_reply("done"), constant)


def _parsed(reply: Message, constant: int) -> int:
    try:
        value = number(reply.get("value"), 0, MAX_VALUE)
    except FrameError as error:
        raise ProtocolViolationError(f"the constant {constant} has no value: {error}") from error
    if reply.get("n") != str(constant):
        raise ProtocolViolationError(
            f"asked for the constant {constant}, the robot says n={reply.get('n')!r}"
        )
    return round(value)


def _require_constants(probe: RawClient) -> None:
    version = probe.greeting.get("constants")
    if not version:
        raise NotApplicableError("the robot does not announce constants (constants= in HELLO)")
    if version != VERSION:
        raise NotApplicableError(
            f"the robot has constants of version {version}, and these rules know version {VERSION}"
        )
