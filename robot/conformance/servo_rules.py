"""Checks of single servos (JOG, ENABLE) and of jaws at rest, which relax and press again."""

from __future__ import annotations

from robot.conformance.optional_rules import require
from robot.conformance.probe import NotApplicableError, ProtocolViolationError, RawClient
from robot.conformance.trials import (
    TIME_TOLERANCE_SECONDS,
    any_move,
    expect_no_motion,
    seconds_in,
    skip_if_too_fast,
    slow_move,
)
from robot.link.protocol import STOP, Message
from robot.rigs.command import (
    CLOSED,
    JOG_SPEED,
    USUAL_PULSES,
    WIDEST_PULSES,
    Enable,
    Home,
    Jog,
    PulseQuestion,
)
from robot.rules import Rule

# 27 degrees of a usual servo, on the way to no other detent.
STEP_MICROSECONDS = 300
# Jaws that have not relaxed so long after a motion, in seconds, stay closed.
_LATEST_REST_SECONDS = 2.0
_SPEED_TOLERANCE = 0.02
_ROUNDING_MICROSECONDS = 1

_Servo = tuple[str, str]


def answers_pulses(probe: RawClient) -> None:
    """JOG without a step says the pulse of a servo; nothing moves, and the pose stays known."""
    require(probe, "jog")
    home, pulses = probe.pose(), _pulses(probe)
    if without := [name for (_, name), pulse in pulses.items() if not pulse]:
        raise ProtocolViolationError(f"after HOME the servo {without[0]} gets no pulse")
    # Jaws may relax meanwhile.
    again = _pulses(probe)
    if any(again[servo] != pulse for servo, pulse in pulses.items() if servo[0] == "axis"):
        raise ProtocolViolationError(f"asked twice, the pulses went from {pulses} to {again}")
    _expect_state(probe, "idle", "the questions")
    expect_no_motion(probe, home)
    probe.start_motion(slow_move(probe))
    _ask(probe, probe.rig.actuators[0])
    probe.expect_error("BUSY")


def enables_servos(probe: RawClient) -> None:
    """After OFF no servo gets a pulse, and it refuses JOG until ENABLE gives it one."""
    servo, pulse = _unpowered(probe)
    jog = Jog(*servo, _step(pulse))
    probe.send(jog.verb, jog.fields)
    _expect_rule(probe.expect_error("POSE"), Rule.SERVO_OFF)
    beyond = Enable(*servo, WIDEST_PULSES[1] + 1)
    probe.send(beyond.verb, beyond.fields)
    _expect_rule(probe.expect_error("ARGUMENT"), Rule.PULSE_BEYOND_LIMITS)
    _expect_pulses(probe, dict.fromkeys(probe.rig.actuators, 0))
    # The second one comes too late: the servo has a pulse and stays.
    for target in (pulse, pulse + _step(pulse)):
        reply = probe.execute(Enable(*servo, target))
        _expect_pulse(reply, pulse)
    _expect_pulses(probe, {**dict.fromkeys(probe.rig.actuators, 0), servo: pulse})
    _expect_state(probe, "unhomed", "ENABLE")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after ENABLE and HOME the robot is at {pose}")


def jogs(probe: RawClient) -> None:
    """JOG moves one servo by a step, by 500 µs a second at most, only where no cube is held."""
    servo, pulse = probe.rig.actuators[0], USUAL_PULSES[0]
    require(probe, "jog")
    for command in (Jog(*servo, STEP_MICROSECONDS), Enable(*servo, pulse)):
        require(probe, command.verb.lower())
        probe.send(command.verb, command.fields)
        _expect_rule(probe.expect_error("POSE"), Rule.CUBE_HELD)
    servo, pulse = _enabled(probe)
    for step in ("+9999", f"{WIDEST_PULSES[1] - pulse + 1:+d}"):
        probe.send(Jog.verb, ((servo[0], servo[1]), ("by", step)))
        probe.expect_error("ARGUMENT")
    _expect_pulse(_ask_and_expect_done(probe, servo), pulse)
    jog = Jog(*servo, _step(pulse))
    reply = probe.execute(jog)
    _expect_pulse(reply, pulse + jog.step)
    took, least = seconds_in(reply, "took"), abs(jog.step) / JOG_SPEED
    if took < least * (1 - _SPEED_TOLERANCE):
        raise ProtocolViolationError(
            f"a jog by {jog.step} µs took {took:g} s; at {JOG_SPEED:g} µs/s it takes {least:g} s"
        )
    _expect_pulses(probe, {**dict.fromkeys(probe.rig.actuators, 0), servo: pulse + jog.step})
    _expect_state(probe, "unhomed", "JOG")
    if (pose := probe.parse_pose(probe.execute(Home()))) != probe.rig.home:
        raise ProtocolViolationError(f"after JOG and HOME the robot is at {pose}")


def stops_jog(probe: RawClient) -> None:
    """A stop ends a JOG where it is."""
    servo, pulse = _enabled(probe)
    jog = Jog(*servo, _step(pulse))
    probe.start_motion(jog)
    began = probe.now()
    probe.send_raw(STOP)
    lasts = abs(jog.step) / JOG_SPEED
    reply = probe.expect_reply("err", "done", timeout=2 * lasts + TIME_TOLERANCE_SECONDS)
    if reply.verb == "done":
        # It may end as long before as its `ack` took to come.
        skip_if_too_fast(probe.now() - began, lasts / 2, "the jog could be stopped")
        raise ProtocolViolationError("the robot ended the jog in spite of a stop")
    probe.acknowledge(probe.expect_event("ESTOP"))
    # Electronics that are asked for the pulse before they are told to keep it go back by a step.
    probe.read_line(TIME_TOLERANCE_SECONDS)
    halted = _microseconds(_ask_and_expect_done(probe, servo))
    probe.read_line(TIME_TOLERANCE_SECONDS)
    _expect_pulse(_ask_and_expect_done(probe, servo), halted)
    if abs(halted - pulse) >= abs(jog.step):
        raise ProtocolViolationError(
            f"stopped at the start of a jog from {pulse} µs by {jog.step:+d}, it went to {halted}"
        )
    probe.send(jog.verb, jog.fields)
    probe.expect_error("STOPPED")


def _unpowered(probe: RawClient) -> tuple[_Servo, int]:
    """Take the power from all servos; return the first axis, and the pulse that it had at home."""
    for command in ("jog", "enable", "off"):
        require(probe, command)
    servo = probe.rig.actuators[0]
    pulse = _microseconds(_ask_and_expect_done(probe, servo))
    probe.send("OFF")
    probe.expect_reply("done")
    return servo, pulse


def _enabled(probe: RawClient) -> tuple[_Servo, int]:
    """Give only the first axis a pulse, where it stands; return it and the pulse."""
    servo, pulse = _unpowered(probe)
    _expect_pulse(probe.execute(Enable(*servo, pulse)), pulse)
    return servo, pulse


def _step(pulse: int) -> int:
    """Return a step from a pulse that ends within its limits."""
    return STEP_MICROSECONDS if pulse + STEP_MICROSECONDS <= USUAL_PULSES[1] else -STEP_MICROSECONDS


def _ask(probe: RawClient, servo: _Servo) -> None:
    question = PulseQuestion(*servo)
    probe.send(question.verb, question.fields)


def _ask_and_expect_done(probe: RawClient, servo: _Servo) -> Message:
    _ask(probe, servo)
    return probe.expect_reply("done")


def asked_pulse(probe: RawClient, servo: tuple[str, str]) -> int:
    """Return the pulse that a servo (kind, name) gets now, in microseconds, as the robot says."""
    return _microseconds(_ask_and_expect_done(probe, servo))


def _pulses(probe: RawClient) -> dict[_Servo, int]:
    return {servo: asked_pulse(probe, servo) for servo in probe.rig.actuators}


def _microseconds(reply: Message) -> int:
    if not reply.get("us").isdecimal():
        raise ProtocolViolationError(f"the robot's reply has us={reply.get('us')!r}, no pulse")
    return int(reply.get("us"))


def _expect_pulse(reply: Message, pulse: int) -> None:
    if abs((found := _microseconds(reply)) - pulse) > _ROUNDING_MICROSECONDS:
        raise ProtocolViolationError(f"the pulse of a servo is {found} µs, and not {pulse} µs")


def _expect_pulses(probe: RawClient, pulses: dict[_Servo, int]) -> None:
    for servo, pulse in pulses.items():
        _expect_pulse(_ask_and_expect_done(probe, servo), pulse)


def _expect_rule(refusal: Message, rule: Rule) -> None:
    if refusal.get("why") not in ("", rule.wire_name):
        raise ProtocolViolationError(
            f"the robot says why={refusal.get('why')} and not why={rule.wire_name}"
        )


def _expect_state(probe: RawClient, state: str, after: str) -> None:
    if (found := probe.status().get("state")) != state:
        raise ProtocolViolationError(f"after {after} the robot is {found} and not {state}")


def relaxes_at_rest(probe: RawClient) -> None:
    """Closed jaws relax at rest and still count as closed, and press again in the next motion."""
    for command in ("relax", "jog"):
        require(probe, command)
    name = _closed_gripper(probe)
    pressing, resting = _pulses_of_rest(probe, name)
    if pressing == resting:
        raise NotApplicableError(
            f"the jaws of {name} have not relaxed {_LATEST_REST_SECONDS:g} s after a motion: their "
            "place is not known, or they are told not to"
        )
    pose, state = probe.pose(), probe.status().get("state")
    if pose != probe.rig.home or state != "idle":
        raise ProtocolViolationError(f"at rest the robot is {state} at {pose}")
    again = _pulses_of_rest(probe, name)
    if again != (pressing, resting):
        raise ProtocolViolationError(
            f"the jaws of {name} went from {pressing} to {resting} µs at rest; after the next "
            f"motion they were at {again[0]} µs, and at rest at {again[1]}"
        )


def _closed_gripper(probe: RawClient) -> str:
    grips = zip(probe.rig.grippers, probe.rig.home.grips, strict=True)
    for name, grip in grips:
        if grip == CLOSED:
            return name
    raise NotApplicableError(f"no gripper of a {probe.rig.name} rig is closed at home")


def _pulses_of_rest(probe: RawClient, name: str) -> tuple[int, int]:
    """Return the pulse of a gripper just after a motion, and at rest after it."""
    probe.execute(any_move(probe))
    probe.execute(Home())
    before = asked_pulse(probe, ("gripper", name))
    probe.read_line(_LATEST_REST_SECONDS)
    return before, asked_pulse(probe, ("gripper", name))
