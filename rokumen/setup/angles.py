"""The step in which the pulses of each servo are found by jogging."""

from __future__ import annotations

from collections.abc import Container, Generator
from dataclasses import replace

from robot.rigs.actuators import LEAST_KEPT_DEGREES, USUAL_SQUEEZE_DEGREES
from robot.rigs.command import (
    CLOSED,
    LOADING,
    OPEN,
    RELEASE,
    WIDENING_RISK,
    WIDEST_PULSES,
    actuator_name,
)
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.api.robot import Robot
from rokumen.setup.screen import OK, Choice, Dialogue, Screen, picture_of
from rokumen.setup.servos import (
    Place,
    closed_beyond,
    furthest_pulse,
    places,
    pulses_per_degree,
    shifted,
    swapped,
)
from rokumen.setup.tools import Tools
from rokumen.storage.robots import RobotFile, Servo, save_changes

# How far a servo is jogged in one go at most, in degrees.
MAX_JOG_DEGREES = 90.0
# How long after its last pulse a servo has arrived.
_ARRIVAL_SECONDS = 0.1

# The pulse of a wrist's middle, from which no end stop is near: servos differ in how far they go.
_MIDDLE_PULSE = 1500

MOVE = Choice("ok", "Move it there")
JUMP = Choice("ok", "All stand clear: let it jump")
RIGHT = Choice("ok", "It looks right")
BACK = Choice("back", "The place before")
WIDER = Choice("wider", "It has to go further than these pulses")
WIDEN = Choice("widen", f"Widen them to {WIDEST_PULSES[0]} to {WIDEST_PULSES[1]} µs for this robot")
KEEP = Choice("keep", "Keep them as they are")
SWAP = Choice("swap", "It turns the other way: swap the ends, and move it")

_HELP = (
    "Nothing moves? Servos need a supply of their own, and their ground must be the board's.",
    "It hums or shakes? The servo is at its end stop: go back 5 degrees.",
)


def angles(robot: RobotFile, tools: Tools) -> Dialogue:
    """Jog each servo to each of its places, and keep the pulses. Each place is saved at once."""
    rig = load_rig(robot.rig)
    if not robot.has_drive:
        yield Screen(
            "The firmware has the angles",
            "Where its servos go is built into it.",
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
        "Mark the upper jaw of each gripper with tape. The servos lose their power now, and then "
        "move one at a time, each when you say so: keep your fingers away. Ctrl-C stops.",
        choices=(OK,),
    )
    while number < len(order):
        # Once the limits are widened, the robot is connected anew with them.
        with tools.connected(robot) as connected:
            connected.require("jog")
            connected.off()
            limits = robot.limits
            while number < len(order) and robot.limits == limits:
                robot, step = yield from _place(robot, rig, connected, order, number)
                number = max(number + step, 0)
    return robot


def _widened(robot: RobotFile) -> Generator[Screen, str, RobotFile]:
    """Ask whether servos may go further; return the robot, with wider limits if they may."""
    low, high = robot.limits
    answer = yield Screen(
        "Do the servos of this robot go further?",
        f"Their pulses are kept from {low} to {high} µs. {WIDENING_RISK}. Widen the limits only if "
        "the sheet of yours says that they go further. Go on by small steps then: one that hums is "
        "at its end stop.",
        choices=(KEEP, WIDEN),
    )
    if answer != WIDEN.key:
        return robot
    return save_changes(robot, replace(robot, limits=WIDEST_PULSES))


def _place(
    robot: RobotFile, rig: Rig, connected: Robot, order: tuple[Place, ...], number: int
) -> Generator[Screen, str, tuple[RobotFile, int]]:
    """Set one place up; return the robot, saved, and by how many places to go on.

    None, with wider limits, where the person has widened them.
    """
    place = order[number]
    is_last = all(each.actuator != place.actuator for each in order[number + 1 :])
    if not (yield from _approach(robot, rig, connected, place)):
        return robot, -1
    servo, alert = robot.servo(place.actuator), ""
    pulse = float(connected.pulse(servo.actuator) or servo.pulses[place.place])
    while True:
        answer = yield Screen(
            place.order(rig),
            f"Place {number + 1} of {len(order)}. {_lead(place, servo)}"
            f"{_after(place, is_last=is_last)}",
            choices=_choices(robot, rig, place, pulse),
            jog=True,
            value=f"{pulse:g} µs",
            picture=picture_of(rig, place.kind, place.name, place.place),
            alert=alert,
            lines=_HELP,
        )
        alert = ""
        if answer == RIGHT.key and place.place == CLOSED and pulse in _opened(servo):
            alert = "The jaws are still open: close them by steps."
        elif answer == RIGHT.key and (beyond := _beyond_limits(robot, rig, place, pulse)):
            alert = beyond
        elif answer == RIGHT.key:
            servo = shifted(servo, place.place, pulse, robot.seen, robot.limits)
            if place.place == CLOSED:
                servo = closed_beyond(servo, pulse, robot.limits)
            robot = _with_servo(robot, servo, seen=place.label)
            if is_last:
                _leave(connected, robot, rig, place)
            return robot, 1
        elif answer == BACK.key:
            return robot, -1
        elif answer == SWAP.key and place.place != CLOSED:
            servo = swapped(servo)
            robot = _with_servo(robot, servo)
            pulse, alert = _jog(connected, robot, servo, servo.pulses[place.place])
        elif answer == WIDER.key and robot.limits != WIDEST_PULSES:
            widened = yield from _widened(robot)
            if widened != robot:
                return widened, 0
        else:
            degrees = _degrees(answer)
            if degrees is None:
                alert = f"{answer!r} is not a step: type degrees such as +1 or -10, or ok."
            else:
                by = degrees * pulses_per_degree(rig, place.actuator)
                pulse, alert = _jog(connected, robot, servo, pulse + by)


def _choices(robot: RobotFile, rig: Rig, place: Place, pulse: float) -> tuple[Choice, ...]:
    """Return the answers for a servo that stands at a pulse."""
    swap = () if place.place == CLOSED else (SWAP,)
    ends = pulse in robot.limits or bool(_beyond_limits(robot, rig, place, pulse))
    return (RIGHT, BACK, *swap, *((WIDER,) if ends and robot.limits != WIDEST_PULSES else ()))


def _opened(servo: Servo) -> tuple[float, ...]:
    """Return the pulses at which a gripper holds nothing."""
    return tuple(servo.pulses[place] for place in (OPEN, LOADING) if place in servo.pulses)


def _beyond_limits(robot: RobotFile, rig: Rig, place: Place, pulse: float) -> str:
    """Return what is wrong where a servo turns layers beyond its limits, "" for nothing."""
    low, high = robot.limits
    furthest = furthest_pulse(rig, robot.servo(place.actuator), place.place, pulse)
    if low <= furthest <= high:
        return ""
    overshoot = rig.servo_travel.overshoot_at(int(place.place))
    return (
        f"Here it turns layers {overshoot}° too far and back, to {furthest:.0f} µs, but its pulses "
        f"are kept from {low} to {high} µs."
    )


def _approach(
    robot: RobotFile, rig: Rig, connected: Robot, place: Place
) -> Generator[Screen, str, bool]:
    """Bring a servo near a place, each motion after its screen; False to go back instead.

    A wrist without power begins in its middle, a gripper open. Jaws are not closed.
    """
    name, servo = actuator_name(place.actuator, rig.grippers), robot.servo(place.actuator)
    picture = picture_of(rig, place.kind, place.name, place.place)
    if connected.pulse(servo.actuator) is None:
        first = _first_pulse(robot, place)
        where = "its middle" if place.kind == "axis" else "where it is open"
        answer = yield Screen(
            f"The {name} will jump: stand clear",
            f"It has no power. Its first pulse is {first} µs, {where}: it goes there at full "
            "speed. Keep your fingers away.",
            choices=(JUMP, BACK),
        )
        if answer == BACK.key:
            return False
        connected.enable(servo.actuator, first)
        connected.wait(_ARRIVAL_SECONDS)
    target = _within_limits(servo.pulses[place.place], robot.limits)
    if place.place == CLOSED or connected.pulse(servo.actuator) == target:
        return True
    answer = yield Screen(
        place.order(rig),
        f"It goes to {target} µs, slowly. Then jog until it looks like the picture.",
        choices=(MOVE, BACK),
        picture=picture,
    )
    if answer == BACK.key:
        return False
    _jog(connected, robot, servo, target)
    return True


def _first_pulse(robot: RobotFile, place: Place) -> int:
    """Return the pulse with which a servo gets its power: a wrist's middle, an open gripper's."""
    if place.kind == "axis":
        return _MIDDLE_PULSE
    pulses = robot.servo(place.actuator).pulses
    return _within_limits(pulses.get(OPEN, pulses[place.place]), robot.limits)


def _within_limits(pulse: float, limits: tuple[int, int]) -> int:
    low, high = limits
    return min(max(round(pulse), low), high)


def _degrees(answer: str) -> float | None:
    """Return the step that was typed, in degrees; None for what is none."""
    try:
        degrees = float(answer)
    except ValueError:
        return None
    return degrees if abs(degrees) <= MAX_JOG_DEGREES else None


def _jog(connected: Robot, robot: RobotFile, servo: Servo, pulse: float) -> tuple[float, str]:
    """Bring a servo to a pulse within the limits; return where it stands, and what went wrong."""
    low, high = robot.limits
    target = _within_limits(pulse, robot.limits)
    alert = "" if target == round(pulse) else f"A servo's pulse is {low} to {high} µs."
    now = connected.jog(servo.actuator, target)
    # The last pulse comes before the servo does; the next one must not move into it.
    connected.wait(_ARRIVAL_SECONDS)
    return float(now), alert


def _with_servo(robot: RobotFile, servo: Servo, seen: str = "") -> RobotFile:
    servos = tuple(servo if each.actuator == servo.actuator else each for each in robot.servos)
    others = tuple(each for each in robot.seen if each != seen)
    set_up = replace(robot, servos=servos, seen=(*others, seen) if seen else robot.seen)
    return save_changes(robot, set_up)


def _leave(connected: Robot, robot: RobotFile, rig: Rig, place: Place) -> None:
    """Bring an axis home after its last place, and open a gripper: it is in no other one's way."""
    servo = robot.servo(place.actuator)
    if place.kind == "gripper":
        rest = "open"
    else:
        rest = str(round(rig.home.angles[rig.axes.index(place.name)]))
    _jog(connected, robot, servo, servo.pulses.get(rest, servo.pulses[place.place]))


def _lead(place: Place, servo: Servo) -> str:
    if place.kind == "axis":
        return "Jog until it looks like the picture. No cube yet."
    if place.place != CLOSED:
        return "Jog until it looks like the picture."
    is_cover = RELEASE in servo.pulses
    lead = (
        "Hold the cube in its place with your hand, white up and green in front, and close the "
        f"{'cover' if is_cover else 'jaws'} by steps until the cube does not slip when you pull."
    )
    if is_cover:
        return lead
    return (
        f"{lead} At rest they close {LEAST_KEPT_DEGREES:g} degrees further, in motions "
        f"{USUAL_SQUEEZE_DEGREES:g}."
    )


def _after(place: Place, *, is_last: bool) -> str:
    """Return what happens once the last place of a servo looks right, "" before the last."""
    if not is_last:
        return ""
    if place.kind == "axis":
        return " When it looks right, it goes back home."
    held = ": keep hold of the cube." if place.place == CLOSED else "."
    return f" When it looks right, it opens{held}"
