"""Rig with a rotating cradle and a cover that clamps the upper two layers or flips the cube.

With the cover open the base spins the whole cube; with the cover closed, which holds the upper two
layers, it turns the bottom one. When the cover goes up, it lifts the cube by its back edge and
flips the front face to the bottom. Once it is low again it no longer touches the cube, so that the
base can spin or the next flip can begin; to close, it must first be open, and it can open while the
base spins.

The cube has play between cradle and cover, so that a turned layer stays behind the base. A rig that
says so turns the base by `overshoot` further and back again, which leaves the layer aligned and
takes the tension out of it; A. Favero's CUBOTino does this. Its cover goes back a little, too, once
it has closed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from files.bounds import entry
from robot.errors import ForbiddenCommandError
from robot.rigs.command import (
    CLOSED,
    LOADING,
    LOW,
    OPEN,
    RELEASE,
    UP,
    Command,
    Grip,
    Move,
    Pose,
)
from robot.rigs.mechanisms.jaws import HiddenStickers, with_hidden
from robot.rigs.motion_profile import MOVING_NOTHING, TURNING_CUBE, TURNING_LAYER, Travel
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, ServoTravel, Sight, Step, seconds
from robot.rules import Rule

_HALF_TURN = 180


@dataclass(frozen=True, slots=True)
class FlipperDurations:
    """Seconds at full speed; those of a turn include its overshoot and the way back."""

    flip: float = seconds(0.5)
    lower: float = seconds(0.5)
    open_from_low: float = seconds(0.4)
    spin: float = seconds(0.7)
    spin_half: float = seconds(1.47)
    turn: float = seconds(0.8)
    turn_half: float = seconds(1.68)
    close: float = seconds(0.5)
    release: float = seconds(0.5)


@dataclass(frozen=True, slots=True)
class CoverAngles:
    """Degrees by which the servo of the cover turns from `closed` to its other positions.

    `release`: where it goes back to once it has closed; 0 for a cover that stays closed.
    """

    release: float = entry(0.0, minimum=0, maximum=180)
    open: float = entry(45.0, minimum=1, maximum=180)
    low: float = entry(67.5, minimum=1, maximum=180)
    up: float = entry(90.0, minimum=1, maximum=180)


@dataclass(frozen=True, slots=True)
class Flipper(Rig):
    """The rig with a base that reaches every detent of `detents` (degrees), or turns without limit.

    `overshoot`: degrees by which the base turns a layer too far before it returns, at all detents
    or as (detent, degrees), none at others; `play`: degrees by which the cube can turn in the
    cradle.
    """

    name: str = "flipper"
    axes: tuple[str, ...] = ("base",)
    grippers: tuple[str, ...] = ("cover",)
    cameras: tuple[str, ...] = ("U",)
    durations: FlipperDurations = FlipperDurations()
    detents: tuple[int, ...] = (-90, 0, 90)
    cover: CoverAngles = CoverAngles()
    overshoot: int | tuple[tuple[int, int], ...] = 0
    play: int = 0
    hidden: tuple[HiddenStickers, ...] = ()

    @property
    def mechanism(self) -> str:
        """See `robot.rigs.rig.Rig.mechanism`."""
        return "flipper"

    def overshoot_at(self, degrees: float) -> int:
        """Return by how many degrees the base turns a layer beyond a detent (degrees)."""
        if isinstance(self.overshoot, int):
            return self.overshoot
        return dict(self.overshoot).get(90 * round(degrees / 90), 0)

    @property
    def endless(self) -> bool:
        """Return True if the base turns without limit in both directions."""
        return bool(self.endless_axes)

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rigs.rig.Rig.step`."""
        match command:
            case Move(targets=(("base", degrees),)):
                return self._move_base(pose, command, degrees)
            case Grip(targets=(("cover", position),)):
                return self._move_cover(pose, command, position)
        raise ForbiddenCommandError(
            f"a flipper rig moves its base or its cover, not {command}",
            Rule.ONE_AT_A_TIME,
        )

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rigs.rig.Rig.steps`."""
        (angle,), (cover,) = pose.angles, pose.grips
        commands: list[Command] = [
            Grip((("cover", position),))
            for now, position in self._cover_durations()
            if now == cover
        ]
        if cover != UP:
            commands += [Move((("base", to),)) for to in self._base_targets(round(angle))]
        return tuple(self.step(pose, command) for command in commands)

    def may_end(self, pose: Pose) -> bool:
        """Return True if the base is at 0, wherever the cover is: the cube lies in its cradle."""
        return pose.angles == (0,) or self.endless

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands: open a cover that is up or low, turn the base to 0, close the cover.

        A cover that a stop has left on its way opens completely before the base turns.
        """
        (angle,), (cover,) = pose.angles, pose.grips
        commands: list[Command] = []
        if cover in (UP, LOW) or (cover == OPEN and angle != 0):
            commands.append(Grip((("cover", OPEN),)))
        if angle != 0:
            commands.append(Move((("base", 0),)))
        if cover != CLOSED:
            commands.append(Grip((("cover", CLOSED),)))
        return tuple(commands)

    def loading_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands: open the cover, then turn the base to 0; the cube lies in the cradle."""
        (angle,), (cover,) = pose.angles, pose.grips
        opening: list[Command] = [Grip((("cover", OPEN),))] if cover != CLOSED else []
        turning: list[Command] = [Move((("base", 0),))] if angle != 0 else []
        return (*opening, *turning, Grip((("cover", LOADING),)))

    @property
    def servo_travel(self) -> ServoTravel:
        """See `robot.rigs.rig.Rig.servo_travel`."""
        return _FlipperTravel(self)

    @property
    def travels(self) -> Mapping[str, Travel]:
        """See `robot.rigs.rig.Rig.travels`."""
        cover, more = self.cover, max(map(self.overshoot_at, self.detents))
        turning = [(90.0 + more, float(more)), (180.0 + more, float(more))]
        return {
            "flip": Travel("gripper", (cover.up - cover.open,), TURNING_CUBE),
            "lower": Travel("gripper", (cover.up - cover.low,), MOVING_NOTHING),
            "open_from_low": Travel("gripper", (cover.low - cover.open,), MOVING_NOTHING),
            "spin": Travel("axis", (90,), TURNING_CUBE),
            "spin_half": Travel("axis", (180,), TURNING_CUBE),
            "turn": Travel("axis", turning[0], TURNING_LAYER),
            "turn_half": Travel("axis", turning[1], TURNING_LAYER),
            "close": Travel("gripper", (cover.open,), MOVING_NOTHING),
            "release": Travel("gripper", (cover.open,), MOVING_NOTHING),
        }

    def regrip_commands(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """Return commands that open and close the cover; the cradle holds the cube meanwhile."""
        if axis not in self.axes:
            raise ForbiddenCommandError(
                f"{axis!r} is not an axis of this rig; it has base",
                Rule.UNKNOWN_ACTUATOR,
            )
        if pose.grips != (CLOSED,):
            return ()
        return Grip((("cover", OPEN),)), Grip((("cover", CLOSED),))

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """See `robot.rigs.rig.Rig.sights`. The cradle hides D, and the cover, open or low, B."""
        if pose.grips not in ((OPEN,), (LOW,)):
            return ()
        seen = tuple(Sight(p) for p in dict.fromkeys("".join(self.cameras)) if p not in "DB")
        return with_hidden(self, pose, seen, self.hidden)

    def _base_targets(self, angle: int) -> Iterator[int]:
        """Return the angles to which the base may turn from one of its detents."""
        if self.endless:
            yield from (angle - 90, angle + 90, angle - _HALF_TURN, angle + _HALF_TURN)
        else:
            yield from (to for to in self.detents if to != angle)

    def _move_base(self, pose: Pose, command: Move, degrees: int) -> Step:
        if degrees % 90 or not (self.endless or degrees in self.detents):
            reached = (
                "it stops at each 90°"
                if self.endless
                else "its detents are " + ", ".join(f"{detent:+d}°" for detent in self.detents)
            )
            raise ForbiddenCommandError(
                f"the base cannot go to {degrees:+d}°; {reached}",
                Rule.UNKNOWN_ANGLE,
            )
        (cover,) = pose.grips
        if cover == UP:
            raise ForbiddenCommandError(
                "the base cannot turn while the cover is up; lower the cover first",
                Rule.COVER_UP,
            )
        travel = degrees - pose.angles[0]
        if not travel:
            return Step(command, Pose((degrees,), pose.grips), 0.0)
        # Positive is clockwise as seen from below the cube.
        if cover == CLOSED:
            seconds = _seconds(travel, self.durations.turn, self.durations.turn_half)
            if pose.angles[0] % 90:
                # The way back from too far, or from where a turn was stuck.
                seconds = self.durations.turn * abs(travel) / (90 + 2 * self.overshoot_at(degrees))
            return Step(
                command, Pose((degrees,), (CLOSED,)), seconds, (FaceTurn("base", "D", travel),)
            )
        seconds = _seconds(travel, self.durations.spin, self.durations.spin_half)
        if cover == LOW:
            seconds = max(seconds, self.durations.open_from_low)
        return Step(command, Pose((degrees,), (OPEN,)), seconds, (CubeRotation("D", travel),))

    def _move_cover(self, pose: Pose, command: Grip, position: str) -> Step:
        (now,) = pose.grips
        if position == LOADING:
            position = OPEN
        if position == RELEASE and now == CLOSED and self.cover.release:
            seconds = self.durations.close * self.cover.release / self.cover.open
            return Step(command, pose, seconds)
        if position == now:
            return Step(command, pose, 0.0)
        if (now, position) not in self._cover_durations():
            raise ForbiddenCommandError(
                f"the cover cannot go from {now} to {position!r}; open it first",
                Rule.COVER_NOT_OPEN
                if position in self.servo_travel.angles("cover")
                else Rule.UNKNOWN_POSITION,
            )
        effects = (CubeRotation("L", 90),) if position == UP else ()
        seconds = self._cover_durations()[now, position]
        return Step(command, Pose(pose.angles, (position,)), seconds, effects)

    def _cover_durations(self) -> dict[tuple[str, str], float]:
        """Return the cover's possible moves and their durations."""
        return {
            (OPEN, UP): self.durations.flip,
            (UP, LOW): self.durations.lower,
            (UP, OPEN): self.durations.lower + self.durations.open_from_low,
            (LOW, UP): self.durations.flip,
            (LOW, OPEN): self.durations.open_from_low,
            (OPEN, CLOSED): self.durations.close,
            (CLOSED, OPEN): self.durations.release,
        }


class _FlipperTravel(ServoTravel):
    """How far the servos of base and cover turn."""

    def __init__(self, rig: Flipper) -> None:
        self.play = rig.play
        self._rig = rig

    def overshoot_at(self, degrees: float) -> int:
        """See `robot.rigs.rig.ServoTravel.overshoot_at`."""
        return self._rig.overshoot_at(degrees)

    def angles(self, gripper: str) -> Mapping[str, float]:
        """See `robot.rigs.rig.ServoTravel.angles`."""
        cover = self._rig.cover
        angles = {CLOSED: 0.0, OPEN: cover.open, LOW: cover.low, UP: cover.up}
        return {**angles, RELEASE: cover.release} if cover.release else angles

    def motions(self, pose: Pose, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return each turn of a layer as a motion beyond its target, and the way back.

        A base that is stuck between two detents only backs off. A cover that closes goes back to
        where it presses no longer.
        """
        motions: list[Command] = []
        for command in commands:
            step = self._rig.step(pose, command)
            to = step.after.angles[0]
            overshoot = self.overshoot_at(to)
            if overshoot and not pose.angles[0] % 90 and not to % 90:
                turns = (effect for effect in step.effects if isinstance(effect, FaceTurn))
                further = (round(math.copysign(overshoot, turn.degrees)) for turn in turns)
                motions += [Move((("base", round(to) + more),)) for more in further]
            motions.append(command)
            if self._rig.cover.release and step.after.grips == (CLOSED,) != pose.grips:
                motions.append(Grip((("cover", RELEASE),)))
            pose = step.after
        return tuple(motions)


def _seconds(travel: float, quarter: float, half: float) -> float:
    """Return how long the base takes; more than a half turn as many times as long."""
    return quarter if abs(travel) <= 90 else half * max(1.0, abs(travel) / _HALF_TURN)


RIG: Rig = Flipper()
