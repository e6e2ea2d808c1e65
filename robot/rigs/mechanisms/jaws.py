"""The jaws of a gripper: two parallel fingers, and the stickers that they hide from a camera.

While its wrist is at 0, a gripper's fingers lie over the two faces that no gripper of the rig holds
or is opposite to; at ±90 over those beside them.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields

from robot.errors import ForbiddenCommandError
from robot.rigs.command import (
    CLOSED,
    LOADING,
    OPEN,
    Grip,
    MotionCommand,
    Move,
    Pose,
    Regrip,
    wrist_name,
)
from robot.rigs.motion_profile import MOVING_NOTHING, TURNING_LAYER, Travel, seconds_of_way
from robot.rigs.rig import (
    JAW_DEGREES,
    PUBLISHED,
    Part,
    Rig,
    ServoTravel,
    Sight,
    Step,
    all_durations,
    seconds,
)
from robot.rules import Rule
from solver.core.geometry import FACELETS, FACES, FRAMES

# A sticker counts as hidden if a finger covers more than this share of its cell.
HIDDEN_SHARE = 0.35
# Where more stickers of a face are hidden than these, it is not looked at.
MAX_HIDDEN = 4
# The corners of a face are so much further from its middle than its sides, in cubies: fingers that
# do not draw back must open as far to turn around the cube.
CORNER_CLEARANCE = 1.5 * 2**0.5 - 1.5
# What moves the jaws and wrists of robots that people build.
_USUAL_SERVOS = "ds3218"
# After this part of the time that jaws take to withdraw, wrists may begin to turn: they come up to
# speed while the jaws go on. The simulator's geometry finds that nothing touches, but half turns
# that begin after 0.4.
CLEAR_SHARE = 0.5
# The same of jaws that only open: nothing touches from 0.6 on.
_PLAIN_CLEAR_SHARE = 0.75


@dataclass(frozen=True, slots=True)
class Jaws:
    """The two fingers of a gripper; lengths are in cubies, a third of the cube's side.

    Each is `width` wide and reaches `reach` over its face, from the side that the gripper holds.
    To open, each moves away by `opening`, and the gripper draws back along its axis by `draw_back`.
    """

    width: float = 1.2
    reach: float = 0.88
    opening: float = 0.3
    draw_back: float = 1.45

    def hidden(self, side: str, position: str, grip: str) -> frozenset[int]:
        """Return the facelets at `position` under a finger of the gripper that holds `side`."""
        reach = self.reach - (self.draw_back if grip != CLOSED else 0.0)
        towards = FRAMES[side].normal
        across = FRAMES[position].normal.cross(towards)
        first = 9 * FACES.index(position)
        return frozenset(
            number
            for number, facelet in enumerate(FACELETS[first : first + 9])
            if _overlap(1.5 - reach, 1.5, facelet.cubie.dot(towards))
            * _overlap(-self.width / 2, self.width / 2, facelet.cubie.dot(across))
            > HIDDEN_SHARE
        )

    @property
    def withdraw(self) -> bool:
        """Return True if open fingers hide nothing of the cube."""
        return self.reach - self.draw_back <= HIDDEN_SHARE


def _overlap(low: float, high: float, cell: float) -> float:
    """Return how much of the cell of width 1 about `cell` lies between two places."""
    return max(0.0, min(high, cell + 0.5) - max(low, cell - 0.5))


WITHDRAWING = Jaws()
PLAIN = Jaws(opening=0.7, draw_back=0.0)


@dataclass(frozen=True, slots=True)
class HiddenStickers:
    """Facelets (0 to 8) at a position that something hides in the poses with all of these values.

    `angles` are (axis, degrees), `grips` (gripper, position).
    """

    position: str
    facelets: frozenset[int]
    angles: tuple[tuple[str, int], ...] = ()
    grips: tuple[tuple[str, str], ...] = ()

    def in_pose(self, rig: Rig, pose: Pose) -> bool:
        """Return True if the stickers are hidden in a pose."""
        return all(pose.angles[rig.axes.index(axis)] == at for axis, at in self.angles) and all(
            pose.grips[rig.grippers.index(name)] == grip for name, grip in self.grips
        )


@dataclass(frozen=True, slots=True)
class WristDurations:
    """Seconds at full speed of a wrist that turns a layer or the cube, and of one that turns empty.

    A half turn takes as long as a quarter where it has no duration of its own, and an empty wrist
    as long as one that holds.
    """

    turn: float = seconds(1.0)
    half_turn: float | None = seconds(None)
    empty_turn: float | None = seconds(None)
    empty_half_turn: float | None = seconds(None)


# Which duration another one equals that is None.
USUAL_WRIST_DURATIONS = {
    "half_turn": "turn",
    "empty_turn": "turn",
    "empty_half_turn": "half_turn",
}
_WRIST_TRAVELS = {
    "turn": Travel("axis", (90,), TURNING_LAYER),
    "half_turn": Travel("axis", (180,), TURNING_LAYER),
    "empty_turn": Travel("axis", (90,), MOVING_NOTHING),
    "empty_half_turn": Travel("axis", (180,), MOVING_NOTHING),
}
_JAW_TRAVEL = Travel("gripper", (JAW_DEGREES,), MOVING_NOTHING)


@dataclass(frozen=True, slots=True)
class HeldSide:
    """One gripper in a pose: the position that it holds, and those over which its fingers lie."""

    side: str
    over: str
    grip: str


@dataclass(frozen=True, slots=True)
class JawRig(Rig):
    """A rig of grippers with jaws, on wrists of the same names that reach every detent (degrees).

    `loading`: how far each finger of each gripper moves away to put a cube in, in cubies; () where
    that is as far as to open.
    """

    detents: tuple[int, ...] = (-90, 0, 90)
    jaws: Jaws = WITHDRAWING
    loading: tuple[float, ...] = ()
    hidden: tuple[HiddenStickers, ...] = ()

    @abstractmethod
    def held_sides(self, pose: Pose) -> tuple[HeldSide, ...]:
        """Return each gripper in a pose with all wrists on detents."""

    @property
    def servo_travel(self) -> ServoTravel:
        """See `robot.rigs.rig.Rig.servo_travel`."""
        return _JawTravel(self)

    @property
    def travels(self) -> Mapping[str, Travel]:
        """See `robot.rigs.rig.Rig.travels`: a wrist turns the cube as gently as a layer."""
        names = (field.name for field in fields(self.durations))
        return {name: _WRIST_TRAVELS.get(name, _JAW_TRAVEL) for name in names}

    @property
    def usual_servos(self) -> str:
        """See `robot.rigs.rig.Rig.usual_servos`: not where the rig has durations of its own."""
        is_published = self.durations == type(self.durations)()
        return _USUAL_SERVOS if is_published else PUBLISHED

    @property
    def usual_durations(self) -> Mapping[str, str]:
        """See `robot.rigs.rig.Rig.usual_durations`."""
        return USUAL_WRIST_DURATIONS

    def wrist_seconds(self, travel: float, grip: str) -> float:
        """Return how long a wrist takes over degrees with its gripper closed, or open (empty)."""
        names = ("turn", "half_turn") if grip == CLOSED else ("empty_turn", "empty_half_turn")
        values = all_durations(self)
        return seconds_of_way(travel, values[names[0]], values[names[1]], self.acceleration)

    @property
    def can_overlap(self) -> bool:
        """See `robot.rigs.rig.Rig.can_overlap`: open jaws must be in nobody's way."""
        return self.jaws.withdraw

    def parts(self, pose: Pose, command: MotionCommand) -> tuple[Part, ...]:
        """See `robot.rigs.rig.Rig.parts`."""
        if isinstance(command, Regrip):
            return self._timed(self._regrip_steps(pose, command), command.speed)
        return Rig.parts(self, pose, command)

    def regrip(self, pose: Pose, command: Regrip) -> Step:
        """Return the step of a command that lets grippers go and takes hold again.

        It is allowed where its parts are, one after the other, from a pose in which all hold.
        """
        steps = self._regrip_steps(pose, command)
        last = self._timed(steps, 100)[-1]
        return Step(command, steps[-1].after, last.start + last.seconds, steps[1].effects)

    def _regrip_steps(self, pose: Pose, command: Regrip) -> tuple[Step, Step, Step]:
        if not self.overlap:
            raise ForbiddenCommandError(
                f"{command}: the motions of this rig do not overlap; make one after the other",
                Rule.ONE_AT_A_TIME,
            )
        if any(angle % 90 for angle in pose.angles) or set(pose.grips) != {CLOSED}:
            raise ForbiddenCommandError(
                f"{command}: close all grippers first, with the wrists on detents",
                Rule.HOLD_FIRST,
            )
        opening = self.step(pose, command.opening)
        turning = self.step(opening.after, command.turning)
        return opening, turning, self.step(turning.after, command.closing)

    def _timed(self, steps: tuple[Step, Step, Step], speed: int) -> tuple[Part, ...]:
        """Return the parts of a regrip: wrists begin when the jaws are clear, and jaws close early.

        `speed`: of the wrists, in percent.
        """
        opening, turning, closing = (step.seconds for step in steps)
        turning /= speed / 100
        clear = CLEAR_SHARE if self.jaws.withdraw else _PLAIN_CLEAR_SHARE
        begin = clear * opening if turning else 0.0
        close = max(begin + turning - (1 - clear) * closing, opening)
        commands = (step.command for step in steps)
        times = ((0.0, opening), (begin, turning), (close, closing))
        return tuple(
            Part(command, start, seconds)
            for command, (start, seconds) in zip(commands, times, strict=True)
            if isinstance(command, Move | Grip)
        )

    def tolerated_settling(
        self, before: MotionCommand, pose: Pose, command: MotionCommand
    ) -> float:
        """See `robot.rigs.rig.Rig.tolerated_settling`.

        A wrist turns in the air while its jaws come to the end of their way, which is beyond where
        they are clear, and jaws close on what settles until they are near it.
        """
        if isinstance(command, Move) and self._are_open(pose, command):
            is_clear = isinstance(before, Move) or (
                isinstance(before, Grip)
                and self.jaws.withdraw
                and all(position == OPEN for _, position in before.targets)
            )
            return math.inf if is_clear else 0.0
        if isinstance(command, Grip) and all(to == CLOSED for _, to in command.targets):
            return (1 - CLEAR_SHARE) * self.step(pose, command).seconds
        return 0.0

    def _are_open(self, pose: Pose, command: Move) -> bool:
        """Return True if all grippers are open whose wrists a command turns."""
        return all(pose.grips[self.gripper_index(name)] == OPEN for name, _ in command.targets)

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """Return the faces that the cameras see past the jaws of all grippers.

        Jaws that withdraw leave each face whole in some pose, so that it is looked at only then;
        with others the fingers always hide stickers.
        """
        seen = self._past_jaws(pose)
        whole = tuple(sight for sight in seen if not sight.hidden)
        return with_hidden(self, pose, whole if self.jaws.withdraw else seen, self.hidden)

    def partial_sights(self, pose: Pose) -> tuple[Sight, ...]:
        """See `Rig`."""
        return with_hidden(self, pose, self._past_jaws(pose), self.hidden)

    def _past_jaws(self, pose: Pose) -> tuple[Sight, ...]:
        if any(angle % 90 for angle in pose.angles):
            return ()
        return sights_past_jaws(self.cameras, self.jaws, self.held_sides(pose))

    def gripper_index(self, name: str) -> int:
        """Return the number of a gripper, and of its wrist. Raises ForbiddenCommandError."""
        if name not in self.axes:
            raise ForbiddenCommandError(
                f"{name!r} is not a gripper of this rig; it has {', '.join(self.axes)}",
                Rule.UNKNOWN_ACTUATOR,
            )
        return self.axes.index(name)

    def check_detent(self, wrist: str, degrees: int) -> None:
        """Raise ForbiddenCommandError for an angle at which no wrist stops."""
        if degrees not in self.detents:
            raise ForbiddenCommandError(
                f"the {wrist_name(wrist)} cannot go to {degrees:+d}°; its detents are "
                + ", ".join(f"{detent:+d}°" for detent in self.detents),
                Rule.UNKNOWN_ANGLE,
            )

    def commanded_grip(self, pose: Pose, name: str, position: str) -> str:
        """Return the position to which a gripper goes: LOADING only with all wrists at 0.

        Raises ForbiddenCommandError for one that it does not have.
        """
        if position == LOADING and pose.angles == self.home.angles:
            return LOADING if LOADING in self.servo_travel.angles(name) else OPEN
        if position not in (OPEN, CLOSED):
            raise ForbiddenCommandError(
                f"a gripper can be open or closed, not {position!r}", Rule.UNKNOWN_POSITION
            )
        return position


class _JawTravel(ServoTravel):
    """How far the servos of jaws turn."""

    def __init__(self, rig: JawRig) -> None:
        self._rig = rig

    def angles(self, gripper: str) -> Mapping[str, float]:
        """Return the angles of `ServoTravel.angles`, LOADING only if it is beyond OPEN."""
        angles, opening = {CLOSED: 0.0, OPEN: JAW_DEGREES}, self._rig.jaws.opening
        all_loading = self._rig.loading
        loading = all_loading[self._rig.gripper_index(gripper)] if all_loading else 0.0
        if loading > opening:
            angles[LOADING] = JAW_DEGREES * loading / opening
        return angles


def sights_past_jaws(
    cameras: tuple[str, ...], jaws: Jaws, grippers: tuple[HeldSide, ...]
) -> tuple[Sight, ...]:
    """Return the faces that cameras see past the fingers of grippers.

    A face that a gripper holds is never seen.
    """
    held = {gripper.side for gripper in grippers}
    sights = []
    for position in dict.fromkeys("".join(cameras)):
        over = [gripper for gripper in grippers if position in gripper.over]
        hidden = frozenset[int]().union(
            *(jaws.hidden(gripper.side, position, gripper.grip) for gripper in over)
        )
        if position not in held:
            sights.append(Sight(position, hidden))
    return tuple(sights)


def with_hidden(
    rig: Rig, pose: Pose, sights: tuple[Sight, ...], stickers: tuple[HiddenStickers, ...]
) -> tuple[Sight, ...]:
    """Return sights with more stickers hidden, without faces of which too few are seen."""
    hiding = [each for each in stickers if each.in_pose(rig, pose)]
    seen = (
        Sight(
            sight.position,
            sight.hidden.union(*(h.facelets for h in hiding if h.position == sight.position)),
        )
        for sight in sights
    )
    return tuple(sight for sight in seen if len(sight.hidden) <= MAX_HIDDEN)
