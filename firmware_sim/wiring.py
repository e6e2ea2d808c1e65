"""How servos are connected to a board's outputs, rightly or wrongly, and mounted.

It is between the board's pulses and the servos, the same for every robot without feedback.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware_sim.errors import OptionError
from firmware_sim.physics.servo import MIDDLE_PULSE
from robot.rigs.command import USUAL_PULSE_PER_DEGREE, WIDEST_PULSES
from robot.rigs.rig import Rig, find_servo

# How far a horn may be off, in degrees.
_MAX_HORN_DEGREES = 90.0
_FORMS = {
    "swap": "swap ACTUATOR ACTUATOR",
    "reverse": "reverse ACTUATOR",
    "dead": "dead CHANNEL",
    "clip": "clip ACTUATOR LOW HIGH",
    "horn": "horn ACTUATOR DEGREES",
}


@dataclass(frozen=True, slots=True)
class ServoMount:
    """One servo: plugged in at the `output` of this number, or at a dead one.

    It turns no further than its pulses `low` and `high` (microseconds), the other way if it is
    `reversed`, and what it moves stands `horn` degrees off.
    """

    output: int
    is_dead: bool = False
    is_reversed: bool = False
    low: float = float(WIDEST_PULSES[0])
    high: float = float(WIDEST_PULSES[1])
    horn: float = 0.0

    def pulse(self, pulses: Sequence[float | None]) -> float | None:
        """Return the pulse (microseconds) at which a rightly mounted servo would stand so."""
        own = None if self.is_dead else pulses[self.output]
        if own is None:
            return None
        within = min(max(own, self.low), self.high)
        turned = 2 * MIDDLE_PULSE - within if self.is_reversed else within
        return turned + self.horn * USUAL_PULSE_PER_DEGREE


@dataclass(frozen=True, slots=True)
class Wiring:
    """The servos of a robot, axes first; without any, all are connected and mounted rightly."""

    servos: tuple[ServoMount, ...] = ()

    def servo_pulses(self, pulses: Sequence[float | None]) -> tuple[float | None, ...]:
        """Return what the servos do, as pulses, of those of the board's outputs, axes first."""
        if not self.servos:
            return tuple(pulses)
        return tuple(servo.pulse(pulses) for servo in self.servos)


RIGHT_WIRING = Wiring()


def parse_wiring(text: str, rig: Rig) -> Wiring:
    """Return the wiring "swap axis:L axis:R, reverse R, dead 2, horn axis:L 15".

    Actuators are named as for `rokumen robot jog`; CHANNEL is one too, or the number of an output
    from 0 on, axes first. Raises OptionError.
    """
    if not text.strip():
        return RIGHT_WIRING
    if not rig.grippers:
        raise OptionError(f"wiring={text!r}: the motors of a {rig.name} rig are no servos")
    servos = tuple(map(ServoMount, range(len(rig.actuators))))
    for part in text.split(","):
        servos = _changed(servos, part.split(), rig)
    return Wiring(servos)


def _changed(servos: tuple[ServoMount, ...], words: list[str], rig: Rig) -> tuple[ServoMount, ...]:
    """Return the servos with one of _FORMS, in words, done to them."""
    form = _FORMS.get(words[0] if words else "")
    if form is None or len(words) != len(form.split()):
        allowed = form or ", ".join(_FORMS.values())
        raise OptionError(f"wiring: {' '.join(words)!r} is not one of: {allowed}")
    what, first, *rest = words
    if what == "dead":
        output = _output(first, rig)
        return tuple(
            replace(each, is_dead=each.is_dead or each.output == output) for each in servos
        )
    number = _number(first, rig)
    if what == "swap":
        other = _number(rest[0], rig)
        plugs = {number: servos[other], other: servos[number]}
        return tuple(
            replace(each, output=plugs[index].output, is_dead=plugs[index].is_dead)
            if index in plugs
            else each
            for index, each in enumerate(servos)
        )
    change = _MOUNTS[what](servos[number], words)
    return (*servos[:number], change, *servos[number + 1 :])


def _reversed(servo: ServoMount, words: Sequence[str]) -> ServoMount:
    return replace(servo, is_reversed=not servo.is_reversed)


def _clipped(servo: ServoMount, words: Sequence[str]) -> ServoMount:
    lowest, highest = map(float, WIDEST_PULSES)
    low, high = (_limited(word, words, lowest, highest) for word in words[2:])
    if low >= high:
        raise OptionError(f"wiring: {' '.join(words)!r}: {low:g} µs is not below {high:g} µs")
    return replace(servo, low=low, high=high)


def _turned(servo: ServoMount, words: Sequence[str]) -> ServoMount:
    return replace(servo, horn=_limited(words[2], words, -_MAX_HORN_DEGREES, _MAX_HORN_DEGREES))


_MOUNTS: Mapping[str, Callable[[ServoMount, Sequence[str]], ServoMount]] = {
    "reverse": _reversed,
    "clip": _clipped,
    "horn": _turned,
}


def _limited(word: str, words: Sequence[str], low: float, high: float) -> float:
    try:
        value = float(word)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise OptionError(
            f"wiring: {' '.join(words)!r}: {word!r} is not a number from {low:g} to {high:g}"
        )
    return value


def _number(name: str, rig: Rig) -> int:
    """Return the place of an actuator among all of a rig."""
    try:
        return rig.actuators.index(find_servo(rig, name))
    except ValueError as error:
        raise OptionError(f"wiring: {error}") from error


def _output(name: str, rig: Rig) -> int:
    """Return the number of an output that is named by it or by its actuator."""
    if not (name.isascii() and name.isdigit()):
        return _number(name, rig)
    if int(name) >= len(rig.actuators):
        raise OptionError(
            f"wiring: there is no output {name}; a {rig.name} rig has 0 to {len(rig.actuators) - 1}"
        )
    return int(name)
