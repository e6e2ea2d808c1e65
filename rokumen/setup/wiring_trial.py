"""Moves each servo a little, then further, while a camera looks: the motions to judge wiring by."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Protocol

from robot.rigs.command import CLOSED, OPEN, USUAL_PULSES
from robot.rigs.rig import Rig
from rokumen.setup.expected_motions import (
    MANY_PIXELS,
    MIN_PIXELS,
    PixelChange,
    Pulses,
    SeenMotion,
    changed,
    expected_motions,
)
from rokumen.setup.servos import first_servos
from rokumen.setup.wiring_diagnosis import Diagnosis, diagnose
from rokumen.storage.robots import Servo
from vision.arrays import Image

# Six degrees, forty, and the way to where a wrist ends in two parts (microseconds).
_SMALL, _LARGE, _FAR, _END = 67, 444, 722, 1000
_MIDDLE = 1500.0

Look = Callable[[], Image]


class JoggedRobot(Protocol):
    """A robot whose servos are moved one at a time, see `rokumen.Robot`."""

    def enable(self, actuator: str, pulse: int, /) -> int:
        """Give a servo its first pulse."""
        ...

    def jog(self, actuator: str, pulse: int, /) -> int:
        """Bring a servo to a pulse."""
        ...


class WiringTrial:
    """A trial of the servos of a `rig`, which get no pulses yet; no cube is in the grippers.

    `look` takes a picture once nothing moves, from the place `looks`, "" for that of the rig's
    camera. `servos` have the robot's pulses, within `limits`; those of usual servos, from which it
    is told what should be seen, are in `motions`.
    """

    def __init__(
        self,
        robot: JoggedRobot,
        rig: Rig,
        servos: Sequence[Servo],
        look: Look,
        looks: str = "",
        limits: tuple[int, int] = USUAL_PULSES,
    ) -> None:
        self.motions: list[SeenMotion] = []
        self._robot = robot
        self._rig = rig
        self._look = look
        self._limits = limits
        self._own = {each.actuator: each for each in servos}
        self._usual = {each.actuator: each for each in first_servos(rig)}
        self._expected = expected_motions(rig, looks)
        usual = self._usual.values()
        self._pulses = {each.actuator: _first_pulse(each) for each in usual}
        self._closing = {each.actuator: _closing(each) for each in usual if each.kind != "axis"}

    def look_from(self, looks: str) -> None:
        """Expect what a camera at another place sees."""
        self._expected = expected_motions(self._rig, looks)

    def diagnosis(self) -> Diagnosis:
        """Return what the motions until now have shown."""
        return diagnose(self._rig, self._expected, self.motions)

    def leave_out(self, actuators: Collection[str]) -> None:
        """Judge by the motions of others: a person has seen these move as they should."""
        self.motions = [
            each
            for each in self.motions
            if all(each.before[name] == each.after[name] for name in actuators)
        ]

    def enable(self) -> Iterator[str]:
        """Give each servo its first pulse, grippers before axes; yield its name before."""
        for name in sorted(self._pulses, key=lambda each: each.startswith("axis:")):
            yield name
            self._robot.enable(name, self._own_pulse(name, self._pulses[name]))

    def small_motions(self, *, all_of_them: bool = False) -> Iterator[str]:
        """Move each servo by six degrees, then forty, and back; yield its name before.

        Without `all_of_them` only those that should be seen well. An axis that is not seen is moved
        once its gripper is half closed, and in the picture.
        """
        for name in self._pulses:
            if all_of_them or self._is_seen(name):
                yield name
                axis = name.replace("gripper:", "axis:")
                is_hidden = axis in self._pulses and not self._is_seen(axis)
                there = axis if name in self._closing and is_hidden else ""
                self._move_and_look(name, self._small_offsets(name), there)

    def wide_motions(self) -> Iterator[str]:
        """Move each axis to where it should end, both ways; yield its name before.

        Its gripper is moved there if that is seen only then, and is half closed meanwhile if
        otherwise the axis is not seen. The first that does not go on is the last one.
        """
        for axis in [name for name in self._pulses if name.startswith("axis:")]:
            yield axis
            gripper = axis.replace("axis:", "gripper:")
            opened, there = self._pulses.get(gripper), ""
            if opened is not None and not self._is_seen(axis):
                self._jog(gripper, opened + self._closing[gripper][-1])
            elif opened is not None and not self._is_seen(gripper):
                there = gripper
            goes_on = self._move_and_look(axis, (_LARGE, _FAR, _END), there)
            goes_on &= self._move_and_look(axis, (-_LARGE, -_FAR, -_END))
            if opened is not None:
                self._jog(gripper, opened)
            if not goes_on:
                return

    def show(self, actuator: str) -> str:
        """Move a servo by 20 degrees and back; return what a person should see."""
        start = self._pulses[actuator]
        by = self._closing[actuator][0] if actuator in self._closing else _SMALL
        self._jog(actuator, start + 3 * by)
        self._jog(actuator, start)
        if actuator in self._closing:
            return "Its jaws should have closed a little, and opened again."
        return "It should have turned clockwise, as seen from the gripper, and back."

    def _small_offsets(self, name: str) -> tuple[int, ...]:
        return self._closing.get(name, (_SMALL, _LARGE))

    def _is_seen(self, name: str) -> bool:
        """Return True if the small motions of a servo are seen well where the others stand now."""
        after = {**self._pulses, name: self._pulses[name] + self._small_offsets(name)[-1]}
        return self._expected_change(self._pulses, after).inner_count >= MANY_PIXELS

    def _move_and_look(self, name: str, offsets: Sequence[int], there: str = "") -> bool:
        """Bring a servo to its pulse and so much more, one after the other, and back.

        Where it does not go on it may have come to its end, and goes back at once; `there` is
        another one that is moved at the last place. Returns True if it has gone on to the end.
        """
        start = dict(self._pulses)
        first = previous = self._look()
        has_moved = has_ended = False
        for offset in offsets:
            before = dict(self._pulses)
            self._jog(name, start[name] + offset)
            picture = self._look()
            motion = self._seen(before, previous, picture)
            if before != start:
                self._seen(start, first, picture)
            previous = picture
            due = self._expected_change(motion.before, motion.after)
            has_moved |= _has_moved(motion)
            has_ended = due.count >= 2 * MIN_PIXELS and not _has_moved(motion)
            if has_ended:
                break
        if there and not has_ended:
            self._move_and_look(there, self._small_offsets(there))
        if not has_moved:
            # What turns the wrong way may be out of sight, or at its end.
            self._jog(name, start[name] - offsets[-1])
            self._seen(before, previous, self._look())
        self._jog(name, start[name])
        return not has_ended

    def _seen(self, before: Pulses, first: Image, second: Image) -> SeenMotion:
        motion = SeenMotion(before, dict(self._pulses), changed(first, second))
        self.motions.append(motion)
        return motion

    def _expected_change(self, before: Pulses, after: Pulses) -> PixelChange:
        """Return what should change in the picture from some pulses to others."""
        names = [":".join(each) for each in self._rig.actuators]
        places = [
            self._expected.places([pulses[name] for name in names]) for pulses in (before, after)
        ]
        return self._expected.change(*places)

    def _jog(self, name: str, pulse: float) -> None:
        self._robot.jog(name, self._own_pulse(name, pulse))
        self._pulses[name] = pulse

    def _own_pulse(self, name: str, pulse: float) -> int:
        """Return the robot's pulse where a usual servo has this one, within the limits."""
        usual, own = self._usual[name].pulses, self._own[name].pulses
        first, *_, last = usual
        share = (pulse - usual[first]) / (usual[last] - usual[first])
        low, high = self._limits
        return min(max(round(own[first] + share * (own[last] - own[first])), low), high)


def _first_pulse(servo: Servo) -> float:
    """Return the pulse with which a servo gets its power: a wrist's middle, an open gripper's."""
    return _MIDDLE if servo.kind == "axis" else servo.pulses[OPEN]


def _closing(servo: Servo) -> tuple[int, ...]:
    """Return by how much the pulses of an open gripper change: six degrees, then half its way."""
    way = servo.pulses[CLOSED] - servo.pulses[OPEN]
    half = max(min(round(abs(way) / 2), _LARGE), _SMALL)
    return tuple(int(math.copysign(by, way)) for by in (_SMALL, 2 * half // 3, half))


def _has_moved(motion: SeenMotion) -> bool:
    return motion.change.count >= MIN_PIXELS
