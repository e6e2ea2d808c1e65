"""What the setup can do itself about a wrongly connected servo: other channels, other pulses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from robot.rigs.command import USUAL_PULSE_PER_DEGREE
from robot.rigs.registry import load_rig
from rokumen.setup.servos import first_servos
from rokumen.setup.wiring_diagnosis import REVERSED, SWAPPED, TURNED, Suspect
from rokumen.storage.robots import MAESTRO, RobotFile, Servo

_MIDDLE = 1500.0


def can_be_remedied(robot: RobotFile, suspect: Suspect, *, keeps_constants: bool) -> bool:
    """Return True if other channels or pulses remedy it, and stay within the robot's limits.

    Channels are those of a Maestro; pulses are kept with it, or by a firmware.
    """
    if suspect.kind == SWAPPED:
        return robot.board == MAESTRO
    if suspect.kind not in (REVERSED, TURNED) or not (robot.board == MAESTRO or keeps_constants):
        return False
    low, high = robot.limits
    servo = remedied(robot, suspect).servo(suspect.actuators[0])
    return all(low <= pulse <= high for pulse in servo.pulses.values())


def remedy_words(suspect: Suspect) -> str:
    """Return what the setup offers to do."""
    if suspect.kind == SWAPPED:
        return "Leave the plugs: exchange their channels"
    if suspect.kind == REVERSED:
        return "Turn its pulses round"
    return f"Move its pulses by {abs(suspect.degrees):g} degrees"


def remedied(robot: RobotFile, suspect: Suspect) -> RobotFile:
    """Return the robot with other channels or pulses, so that its servos move what they should."""
    servos = {each.actuator: each for each in robot.servos}
    first = servos[suspect.actuators[0]]
    if suspect.kind == SWAPPED:
        second = servos[suspect.actuators[1]]
        changed = {
            first.actuator: replace(first, channel=second.channel),
            second.actuator: replace(second, channel=first.channel),
        }
    else:
        usual = {each.actuator: each for each in first_servos(load_rig(robot.rig))}
        pulses = _pulses(first, suspect, usual[first.actuator])
        changed = {first.actuator: replace(first, pulses=pulses)}
    return replace(robot, servos=tuple(changed.get(name, each) for name, each in servos.items()))


def _pulses(servo: Servo, suspect: Suspect, usual: Servo) -> Mapping[str, float]:
    if suspect.kind == REVERSED:
        return {place: 2 * _MIDDLE - pulse for place, pulse in servo.pulses.items()}
    # The part stands off by so much at each pulse: less is right, of a reversed one more.
    by = round(suspect.degrees * USUAL_PULSE_PER_DEGREE)
    by = by if _rises(servo) == _rises(usual) else -by
    return {place: pulse - by for place, pulse in servo.pulses.items()}


def _rises(servo: Servo) -> bool:
    """Return True if the last of its places has a larger pulse than the first."""
    first, *_, last = servo.pulses.values()
    return last > first
