"""The step in which the pulses of each servo are found by jogging."""

from __future__ import annotations

import time
from collections.abc import Container, Generator
from dataclasses import replace

from robot.rigs.command import CLOSED, JOG_PULSES
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.api.robot import Robot
from rokumen.setup.firmware_constants import pulse_constants, with_pulses_of
from rokumen.setup.pictures import picture_of
from rokumen.setup.screen import OK, Choice, Dialogue, Screen
from rokumen.setup.servos import Place, places, pulses_per_degree, shifted, swapped
from rokumen.setup.tools import Tools
from rokumen.storage.robots import FIRMWARE, RobotFile, Servo, save_robot

# How far a servo is jogged in one go at most, in degrees.
MAX_JOG_DEGREES = 90.0
# How long after its last pulse a servo has arrived.
_ARRIVAL_SECONDS = 0.1

RIGHT = Choice("ok", "It looks right")
BACK = Choice("back", "The place before")
SWAP = Choice("swap", "It turns the other way: swap the ends")

_HELP = (
    "Nothing moves? Servos need a supply of their own, and their ground must be the board's.",
    "It hums or shakes? The servo is at its end stop: go back 5 degrees.",
)


def angles(robot: RobotFile, tools: Tools) -> Dialogue:
    """Jog each servo to each of its places, and keep the pulses. Each place is saved at once."""
    rig = load_rig(robot.rig)
    if robot.board == FIRMWARE and not tools.keeps_constants(robot):
        yield Screen(
            "The firmware has the angles",
            "Where its servos go is built into it: docs/firmware.md shows how to measure it.",
            choices=(OK,),
        )
        return robot
    order = places(rig)
    first = next((i for i, each in enumerate(order) if each.label not in robot.seen), 0)
    return (yield from _look_at(robot, tools, order, first))


def angles_again(robot: RobotFile, tools: Tools, labels: Container[str]) -> Dialogue:
    """Jog only to the places of these labels once more, and keep the pulses."""
    order = tuple(each for each in places(load_rig(robot.rig)) if each.label in labels)
    return (yield from _look_at(robot, tools, order, 0))


def _look_at(robot: RobotFile, tools: Tools, order: tuple[Place, ...], number: int) -> Dialogue:
    """Jog to the places in `order`, from the one of this number on."""
    rig = load_rig(robot.rig)
    yield Screen(
        "Take the cube out, and look at the robot from above",
        "Mark the upper jaw of each gripper with tape. The servos move now, one at a time: keep "
        "your fingers away. Ctrl-C stops.",
        choices=(OK,),
    )
    with tools.connected(robot) as connected:
        connected.require("jog")
        connected.off()
        if robot.board == FIRMWARE and not robot.seen:
            robot = with_pulses_of(robot, connected.constants())
        while number < len(order):
            robot, step = yield from _place(robot, rig, connected, order, number)
            number = max(number + step, 0)
        if robot.board == FIRMWARE:
            connected.set_constants(pulse_constants(robot, connected.constants()))
    return robot


def _place(
    robot: RobotFile, rig: Rig, connected: Robot, order: tuple[Place, ...], number: int
) -> Generator[Screen, str, tuple[RobotFile, int]]:
    """Set one place up; return the robot, saved, and by how many places to go on."""
    place = order[number]
    servo = robot.servo(place.actuator)
    pulse, alert = _jog(connected, servo, servo.pulses[place.place])
    while True:
        answer = yield Screen(
            place.order(rig),
            f"Place {number + 1} of {len(order)}. {_lead(place)}",
            choices=(RIGHT, BACK, SWAP),
            jog=True,
            value=f"{pulse:g} µs",
            picture=picture_of(rig, place.kind, place.name, place.place),
            alert=alert,
            lines=_HELP,
        )
        alert = ""
        if answer == RIGHT.key:
            servo = shifted(servo, place.place, pulse, robot.seen)
            robot = _with_servo(robot, servo, seen=place.label)
            _leave(connected, servo, rig, place, order[number + 1 :])
            return robot, 1
        if answer == BACK.key:
            return robot, -1
        if answer == SWAP.key:
            servo = swapped(servo)
            robot = _with_servo(robot, servo)
            pulse, alert = _jog(connected, servo, servo.pulses[place.place])
        else:
            degrees = _degrees(answer)
            if degrees is None:
                alert = f"{answer!r} is not a step: type degrees such as +1 or -10, or ok."
            else:
                by = degrees * pulses_per_degree(rig, place.actuator)
                pulse, alert = _jog(connected, servo, pulse + by)


def _degrees(answer: str) -> float | None:
    """Return the step that was typed, in degrees; None for what is none."""
    try:
        degrees = float(answer)
    except ValueError:
        return None
    return degrees if abs(degrees) <= MAX_JOG_DEGREES else None


def _jog(connected: Robot, servo: Servo, pulse: float) -> tuple[float, str]:
    """Bring a servo to a pulse within JOG_PULSES; return where it stands, and what went wrong."""
    low, high = JOG_PULSES
    target = min(max(round(pulse), low), high)
    alert = "" if target == round(pulse) else f"A servo's pulse is {low} to {high} µs."
    if connected.pulse(servo.actuator) is None:
        now = connected.enable(servo.actuator, target)
    else:
        now = connected.jog(servo.actuator, target)
    # The last pulse comes before the servo does; the next one must not move into it.
    time.sleep(_ARRIVAL_SECONDS)
    return float(now), alert


def _with_servo(robot: RobotFile, servo: Servo, seen: str = "") -> RobotFile:
    servos = tuple(servo if each.actuator == servo.actuator else each for each in robot.servos)
    others = tuple(each for each in robot.seen if each != seen)
    robot = replace(robot, servos=servos, seen=(*others, seen) if seen else robot.seen)
    save_robot(robot)
    return robot


def _leave(
    connected: Robot, servo: Servo, rig: Rig, place: Place, later: tuple[Place, ...]
) -> None:
    """Bring an axis home after its last place, and open a gripper: it is in no other one's way."""
    if any(each.actuator == place.actuator for each in later):
        return
    if place.kind == "gripper":
        rest = "open"
    else:
        rest = str(round(rig.home.angles[rig.axes.index(place.name)]))
    _jog(connected, servo, servo.pulses.get(rest, servo.pulses[place.place]))


def _lead(place: Place) -> str:
    if place.kind == "axis":
        return "Jog until it looks like the picture. No cube yet."
    if place.place == CLOSED:
        return (
            "Hold the cube in its place with your hand, white up and green in front, and close the "
            "jaws until they press it lightly."
        )
    return "Jog until it looks like the picture."
