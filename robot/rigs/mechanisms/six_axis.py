"""Rig with a motor on each face; opposite faces can turn at the same time.

Nothing turns the whole cube: cameras look at it from two opposite corners and see all six faces.
Without a motor at U, its turns are made by the five others, as turns of D between two sequences
that exchange the two faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from robot.errors import ForbiddenCommandError
from robot.rigs.command import Command, Move, Pose
from robot.rigs.motion_profile import TURNING_LAYER, Travel
from robot.rigs.motor_law import FixedTimes, MotorLaw
from robot.rigs.motors import HALF, QUARTER, Motors, laws_of, least_delay
from robot.rigs.rig import FaceTurn, Rig, Sight, Step, seconds
from robot.rules import Rule
from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import Turn, cancel_turns, inverse, parse_turns

# A turn of D between one of these and its inverse has the effect of a turn of U.
_U_D_SWAPS = tuple(
    parse_turns(text)
    for text in (
        "R L F2 B2 R' L'",
        "R L' F2 B2 R L'",
        "R' L F2 B2 R' L",
        "R' L' F2 B2 R L",
        "F B R2 L2 F' B'",
        "F B' R2 L2 F B'",
        "F' B R2 L2 F' B",
        "F' B' R2 L2 F B",
    )
)

_HALF_TURN = 180


@dataclass(frozen=True, slots=True)
class SixAxisDurations:
    """Seconds at full speed."""

    quarter: float = seconds(0.010)
    half: float = seconds(0.020)


_SIX_MOTORS = Motors()


@dataclass(frozen=True, slots=True)
class SixAxis(Rig):
    """The rig with a motor at each face of `axes`; motors turn without limit in both directions.

    Only U may be without a motor. `motors` have the faces of `axes`; durations that are not theirs
    replace what they say.
    """

    name: str = "six-axis"
    axes: tuple[str, ...] = tuple(FACES)
    grippers: tuple[str, ...] = ()
    cameras: tuple[str, ...] = ("URF", "DLB")
    durations: SixAxisDurations = SixAxisDurations()
    endless_axes: tuple[str, ...] = tuple(FACES)
    motors: Motors = _SIX_MOTORS

    @property
    def has_laws(self) -> bool:
        """Return True if turns take the times that the laws of the motors give."""
        return self.motors.has_laws and self.durations == motor_durations(self.motors)

    @property
    def has_turn_delays(self) -> bool:
        """See `robot.rigs.rig.Rig`. Without a table of corner cutting commands follow another."""
        return self.motors.cutting is not None or self.motors.pause > 0

    def turn_delay(self, before: FaceTurn, after: FaceTurn) -> float:
        """See `robot.rigs.rig.Rig`. Opposite faces do not wait for one another."""
        if after.axis == before.axis:
            return self.turn_seconds(before) + self.motors.pause
        if after.axis == OPPOSITE[before.axis]:
            return 0.0
        rows = self.motors.cutting_rows((before.degrees > 0) == (after.degrees > 0))
        first, second = (self.law(each.axis).course(abs(each.degrees)) for each in (before, after))
        return least_delay(first, second, rows, self.motors.pause)

    def turn_seconds(self, turn: FaceTurn) -> float:
        """See `robot.rigs.rig.Rig`."""
        return self.law(turn.axis).seconds(abs(turn.degrees))

    def law(self, axis: str) -> MotorLaw:
        """Return how the motor of an axis turns its layer."""
        if self.has_laws:
            return laws_of(self.motors)[self.axes.index(axis)]
        return FixedTimes(self.durations.quarter, self.durations.half)

    @property
    def mechanism(self) -> str:
        """See `robot.rigs.rig.Rig.mechanism`."""
        return "six-axis"

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rigs.rig.Rig.step`."""
        if not isinstance(command, Move):
            raise ForbiddenCommandError(
                f"a {self.name} rig has no grippers: {command} is not possible",
                Rule.UNKNOWN_ACTUATOR,
            )
        for name, degrees in command.targets:
            if name not in self.axes:
                raise ForbiddenCommandError(
                    f"{name!r} is not a motor of this rig; it has {' '.join(self.axes)}",
                    Rule.UNKNOWN_ACTUATOR,
                )
            if degrees % 90:
                raise ForbiddenCommandError(
                    f"motor {name} cannot go to {degrees:+d}°; it stops at each 90°",
                    Rule.UNKNOWN_ANGLE,
                )
        step = self._apply(pose, command)
        if step.effects:
            self._check_not_blocked(pose, [name for name, _ in command.targets])
        return step

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rigs.rig.Rig.steps`."""
        return tuple(self._apply(pose, command) for command in self._commands(pose))

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return commands that turn each motor back to 0, first those between detents.

        That turns the cube's faces: after homing, the cube has to be scanned again.
        """
        away = [name for name in self.axes if pose.angles[self.axes.index(name)] != 0]
        away.sort(key=lambda name: pose.angles[self.axes.index(name)] % 90 == 0)
        return tuple(Move(((name, 0),)) for name in away)

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """Return the faces at which the cameras look: the motors hide none."""
        return tuple(Sight(face) for face in FACES if any(face in seen for seen in self.cameras))

    @property
    def travels(self) -> Mapping[str, Travel]:
        """See `robot.rigs.rig.Rig.travels`."""
        quarter = Travel("axis", (90,), TURNING_LAYER)
        return {"quarter": quarter, "half": Travel("axis", (180,), TURNING_LAYER)}

    def rewrite_turns(self, turns: tuple[Turn, ...], orientation: Orientation) -> tuple[Turn, ...]:
        """Return turns in which those of a face without a motor are made by the other five."""
        written: tuple[Turn, ...] = ()
        for turn in turns:
            candidates = ((*written, *rewrite) for rewrite in self._rewrites(turn, orientation))
            written = min(candidates, key=_cancelled_length)
        return written if written == turns else cancel_turns(written)

    def _rewrites(self, turn: Turn, orientation: Orientation) -> Iterator[tuple[Turn, ...]]:
        if orientation.position_of(turn.face) in self.axes:
            yield (turn,)
            return
        for swap in _U_D_SWAPS:
            replacement = (*swap, Turn("D", turn.quarter_turns), *inverse(swap))
            yield tuple(
                Turn(orientation.face_at(made.face), made.quarter_turns) for made in replacement
            )

    def _commands(self, pose: Pose) -> Iterator[Move]:
        """Return every turn of one face, and of two opposite ones."""
        targets = {
            name: [round(now) + t for t in (90, -90, -_HALF_TURN if now > 0 else _HALF_TURN)]
            for name, now in zip(self.axes, pose.angles, strict=True)
        }
        for name, ends in targets.items():
            yield from (Move(((name, end),)) for end in ends)
            other = OPPOSITE[name]
            if other in targets and name < other:
                pairs = product(ends, targets[other])
                yield from (Move(((name, end), (other, far_end))) for end, far_end in pairs)

    def _apply(self, pose: Pose, command: Move) -> Step:
        angles = list(pose.angles)
        effects = []
        longest = 0.0
        for name, to in command.targets:
            index = self.axes.index(name)
            travel = to - angles[index]
            angles[index] = to
            if travel:
                effects.append(FaceTurn(name, name, travel))
                longest = max(longest, self.law(name).seconds(abs(travel)))
        return Step(command, Pose(tuple(angles), ()), longest, tuple(effects))

    def _check_not_blocked(self, pose: Pose, turning: Sequence[str]) -> None:
        along = (turning[0], OPPOSITE[turning[0]])
        for name, angle in zip(self.axes, pose.angles, strict=True):
            if name not in along and (angle % 90 or name in turning):
                raise ForbiddenCommandError(
                    f"motor {turning[0]} is blocked by the layer of {name}; move {name} to "
                    "a multiple of 90° first",
                    Rule.LAYER_COLLISION,
                )


def motor_durations(motors: Motors) -> SixAxisDurations:
    """Return the durations of the slowest of some motors; the usual ones without laws."""
    laws = laws_of(motors)
    if not laws:
        return SixAxisDurations()
    slowest = (max(law.seconds(degrees) for law in laws) for degrees in (QUARTER, HALF))
    return SixAxisDurations(*slowest)


def _cancelled_length(turns: tuple[Turn, ...]) -> int:
    return len(cancel_turns(turns))


RIG: Rig = SixAxis()
# The rig without a motor at U: turns of U are made by the other five.
FIVE_AXIS: Rig = SixAxis(
    "five-axis", tuple("RFDLB"), endless_axes=tuple("RFDLB"), motors=Motors("RFDLB")
)
