"""The places to which servos are jogged, and the pulses with which they begin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from robot.rigs.actuators import USUAL_SQUEEZE_DEGREES
from robot.rigs.command import (
    CLOSED,
    CONTACT,
    LOADING,
    OPEN,
    RELEASE,
    USUAL_PULSE_PER_DEGREE,
    USUAL_PULSES,
    Grip,
    actuator_name,
    angle,
)
from robot.rigs.rig import Rig, reachable_poses
from rokumen.storage.robots import Servo

# The pulse to begin with of a closed gripper, in microseconds.
_CLOSED_PULSE = 1000
_VERBS = {CLOSED: "Close", OPEN: "Open"}
# Positions in which a gripper holds nothing.
_FIRST_GRIPS = (OPEN, LOADING)


@dataclass(frozen=True, slots=True)
class Place:
    """An angle (such as `-90`) or position (`open`) of the actuator `axis:NAME` or `gripper:NAME`.

    `label` names it as on the wire: `axis:L -90`.
    """

    actuator: str
    place: str

    @property
    def kind(self) -> str:
        """Return `axis` or `gripper`."""
        return self.actuator.partition(":")[0]

    @property
    def name(self) -> str:
        """Return the name of the axis or gripper."""
        return self.actuator.partition(":")[2]

    @property
    def label(self) -> str:
        """Return the name of the place among all places of a robot."""
        return f"{self.actuator} {self.place}"

    def order(self, rig: Rig) -> str:
        """Return what to do: `Bring the left wrist to -90°`, `Open the left gripper`."""
        name = actuator_name(self.actuator, rig.grippers)
        if self.kind == "axis":
            return f"Bring the {name} to {angle(int(self.place))}"
        verb = _VERBS.get(self.place)
        return f"{verb} the {name}" if verb else f"Bring the {name} to its place “{self.place}”"


def places(rig: Rig) -> tuple[Place, ...]:
    """Return the places of a rig, in the order in which they are set up.

    Grippers open first, in the order in which they let a cube go, so that nothing is held; then
    each axis, home first; what holds the cube comes last.
    """
    all_angles, all_grips = _reached(rig)
    grips = dict(zip(rig.grippers, all_grips, strict=True))
    order: list[Place] = []
    for name in _letting_go(rig):
        order += [Place(f"gripper:{name}", grip) for grip in _FIRST_GRIPS if grip in grips[name]]
    for index, name in enumerate(rig.axes):
        home = rig.home.angles[index]
        angles = (round(home), *(angle for angle in all_angles[index] if angle != home))
        order += [Place(f"axis:{name}", str(angle)) for angle in angles]
    for name in rig.grippers:
        rest = [grip for grip in grips[name] if grip not in _FIRST_GRIPS]
        order += [Place(f"gripper:{name}", grip) for grip in rest]
    return tuple(order)


def _letting_go(rig: Rig) -> tuple[str, ...]:
    """Return the grippers in the order in which they open to let a cube go."""
    opened = [
        name
        for command in rig.loading_commands(rig.home)
        if isinstance(command, Grip)
        for name, _ in command.targets
    ]
    return tuple(dict.fromkeys((*opened, *rig.grippers)))


def first_servos(rig: Rig) -> tuple[Servo, ...]:
    """Return a servo for each actuator, axes first, on channels from 0, with usual pulses."""
    order, servos = places(rig), []
    for channel, (kind, name) in enumerate(rig.actuators):
        own = [each for each in order if (each.kind, each.name) == (kind, name)]
        if kind == "axis":
            own.sort(key=lambda each: int(each.place))
        pulses = {each.place: _first_pulse(rig, each) for each in own}
        servos.append(Servo(kind, name, channel, pulses))
    return tuple(servos)


def _first_pulse(rig: Rig, place: Place) -> float:
    if place.kind == "gripper":
        degrees = rig.servo_travel.angles(place.name).get(place.place, 45.0)
        return float(round(_CLOSED_PULSE + degrees * USUAL_PULSE_PER_DEGREE))
    low, high = USUAL_PULSES
    least, most = _reach(rig, place.name)
    width = most - least or 1
    return float(round(low + (high - low) * (int(place.place) - least) / width))


def pulses_per_degree(rig: Rig, actuator: str) -> float:
    """Return the change of an actuator's pulse, in microseconds, for one degree."""
    low, high = USUAL_PULSES
    if actuator.startswith("gripper:"):
        return USUAL_PULSE_PER_DEGREE
    angles = _angles(rig, actuator.partition(":")[2])
    return (high - low) / ((max(angles) - min(angles)) or 180)


def _reach(rig: Rig, axis: str) -> tuple[int, int]:
    """Return the angles between which an axis turns, with those to which it turns too far."""
    angles, overshoot_at = _angles(rig, axis), rig.servo_travel.overshoot_at
    beyond = min(angles) - overshoot_at(min(angles)), max(angles) + overshoot_at(max(angles))
    return beyond if min(angles) < max(angles) else (angles[0], angles[0])


def furthest_pulse(rig: Rig, servo: Servo, place: str, pulse: float) -> float:
    """Return the pulse to which a servo that has `pulse` at a place turns, too far, for a layer."""
    overshoot = rig.servo_travel.overshoot_at(int(place)) if servo.kind == "axis" else 0
    if not overshoot or place == "0" or "0" not in servo.pulses:
        return pulse
    return pulse + (pulse - servo.pulses["0"]) * overshoot / abs(int(place))


def _angles(rig: Rig, axis: str) -> tuple[int, ...]:
    return _reached(rig)[0][rig.axes.index(axis)]


@cache
def _reached(rig: Rig) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[str, ...], ...]]:
    """Return the angles of each axis and the positions of each gripper, sorted."""
    poses = reachable_poses(rig)
    angles = zip(*(pose.angles for pose in poses), strict=True)
    grips = zip(*(pose.grips for pose in poses), strict=True)
    return (
        tuple(tuple(sorted(set(map(round, each)))) for each in angles),
        tuple(
            tuple(sorted({*each, *({LOADING, RELEASE} & rig.servo_travel.angles(name).keys())}))
            for name, each in zip(rig.grippers, grips, strict=True)
        ),
    )


def shifted(
    servo: Servo,
    place: str,
    pulse: float,
    seen: tuple[str, ...],
    limits: tuple[int, int] = USUAL_PULSES,
) -> Servo:
    """Return a servo with the pulse of a place, its unseen other places moved by as much.

    So a horn that sits a little askew is corrected once. Where a cover releases the cube depends on
    where it closes, once that is known. Pulses stay within `limits`.
    """
    low, high = limits
    change = pulse - servo.pulses[place]
    kept = {name for name in servo.pulses if f"{servo.actuator} {name}" in seen}
    if CLOSED in kept and place != CLOSED:
        kept.add(RELEASE)
    pulses = {
        name: now if name in kept else min(max(now + change, float(low)), float(high))
        for name, now in servo.pulses.items()
    }
    return Servo(servo.kind, servo.name, servo.channel, {**pulses, place: pulse})


def closed_beyond(servo: Servo, contact: float, limits: tuple[int, int] = USUAL_PULSES) -> Servo:
    """Return a gripper's servo for jaws between which a cube begins to stay at a pulse.

    Closed is USUAL_SQUEEZE_DEGREES beyond, within `limits`; where there is no room for it, nothing
    is known of the contact. A cover that goes back once it has closed is closed at the pulse.
    """
    low, high = limits
    beyond = USUAL_SQUEEZE_DEGREES * USUAL_PULSE_PER_DEGREE * _closing(servo, contact)
    closed = float(min(max(round(contact + beyond), low), high))
    pulses = {place: pulse for place, pulse in servo.pulses.items() if place != CONTACT}
    if RELEASE in pulses or closed == contact:
        return replace(servo, pulses={**pulses, CLOSED: contact})
    return replace(servo, pulses={**pulses, CLOSED: closed, CONTACT: contact})


def closed_further(servo: Servo, limits: tuple[int, int] = USUAL_PULSES) -> Servo:
    """Return a gripper's servo whose jaws close a degree further; the same if they have no room."""
    low, high = limits
    contact = servo.pulses.get(CONTACT, servo.pulses[CLOSED])
    further = round(contact + USUAL_PULSE_PER_DEGREE * _closing(servo, contact))
    return closed_beyond(servo, float(min(max(further, low), high)), limits)


def _closing(servo: Servo, pulse: float) -> int:
    """Return 1 where closing jaws get longer pulses, else -1."""
    return 1 if pulse > servo.pulses[OPEN] else -1


def swapped(servo: Servo) -> Servo:
    """Return a servo that turns the other way: the pulses of its places in reverse.

    Where jaws touch the cube is not known then.
    """
    known = {place: pulse for place, pulse in servo.pulses.items() if place != CONTACT}
    reverse = dict(zip(known, reversed(tuple(known.values())), strict=True))
    return Servo(servo.kind, servo.name, servo.channel, reverse)
