"""The interface of a rig description: poses, mechanical rules, durations, visible faces.

Poses from which the same can be done count as one, the canonical pose: an axis without limit may be
at any of its detents.

Planner, scan, executor and simulator all use such a description; none of them depends on a rig's
name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from files.bounds import entry
from robot.errors import ForbiddenCommandError, RigError
from robot.rigs.command import CLOSED, OPEN, Command, Grip, MotionCommand, Move, Pose, Regrip
from robot.rigs.motion_profile import USUAL_ACCELERATION_SECONDS, Travel, seconds_of_way
from solver.core.orientation import Orientation
from solver.core.turn import Turn

# The shortest and the longest that a motion may take, in seconds: a search for the least time would
# not end where a motion adds nothing to it.
MIN_SECONDS = 0.001
MAX_SECONDS = 60.0
# In the place of a servo's name: the rig's own durations, constants of published robots.
PUBLISHED = "published"
# A servo of jaws turns so far from closed to open, in degrees.
JAW_DEGREES = 90.0


def seconds(usual: float | None) -> Any:
    """Make the field of a motion's duration, with its usual value.

    None for that of another field, which `Rig.usual_durations` names.
    """
    return entry(usual, minimum=MIN_SECONDS, maximum=MAX_SECONDS)


@dataclass(frozen=True, slots=True)
class FaceTurn:
    """A clockwise turn of the face at `position` by `axis`; the rest of the cube is held."""

    axis: str
    position: str
    degrees: float

    @property
    def quarter_turns(self) -> int:
        """Count the clockwise quarter turns, 0 to 3."""
        return round(self.degrees / 90) % 4


@dataclass(frozen=True, slots=True)
class CubeRotation:
    """A rotation of the whole cube, clockwise as seen when looking at `position`."""

    position: str
    degrees: float

    @property
    def quarter_turns(self) -> int:
        """Count the clockwise quarter turns, 0 to 3."""
        return round(self.degrees / 90) % 4


Effect = FaceTurn | CubeRotation


@dataclass(frozen=True, slots=True)
class Step:
    """A command that the rig allows from some pose, and its result.

    `seconds` is the time at full speed; `effects` are the simultaneous changes of the cube: turns
    of opposite faces, a rotation of the whole cube, or none.
    """

    command: Command
    after: Pose
    seconds: float
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A motion of some actuators within a command: from `start` on for `seconds`."""

    command: Move | Grip
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Sight:
    """A face that a camera sees at `position`, and which of its facelets (0 to 8) are hidden.

    The facelets are numbered row by row, as seen from outside, like those of the face `position`.
    """

    position: str
    hidden: frozenset[int] = frozenset()


class ServoTravel:
    """How far the hobby servos of a rig turn for its commands.

    `play`: degrees by which a layer stays behind the axis that turns it.
    """

    play: int = 0

    def overshoot_at(self, degrees: float) -> int:
        """Return by how many degrees an axis turns a layer beyond a detent before it returns."""
        return 0

    def angles(self, gripper: str) -> Mapping[str, float]:
        """Return the angles (degrees from closed) of a gripper's servo at its positions.

        A board that has measured its pulses has others; these fill in what it does not know.
        """
        return {CLOSED: 0.0, OPEN: JAW_DEGREES}

    def motions(self, pose: Pose, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return the motions of the servos by which firmware makes commands from a pose.

        They are the commands themselves, unless a mechanism has to move further and back.
        """
        return commands


@dataclass(frozen=True, slots=True)
class Rig(ABC):
    """A mechanism that holds and turns a cube. It is hashable, so that plans can be cached by rig.

    A subclass is a frozen data class, which gives these fields values and has fields of its own:

    - `name`: as on the command line and on the wire;
    - `axes`, `grippers`: those whose angles and positions a pose lists;
    - `cameras`: the positions that each camera sees, one, two at an edge or three at a corner, such
      as ("U",) or ("URF", "DLB"); "" for a camera whose place is not known;
    - `durations`: those of its motions, a data class of seconds;
    - `camera_rolls`: how far the cube is turned counter-clockwise in each camera's picture, in
      degrees; at 0 the top is the side on which the facelets have their first row. () is 0 for all;
    - `endless_axes`: axes that turn without limit, so that from every detent the same can be done;
    - `acceleration`: the seconds in which a motor comes up to its speed, and in which it stops;
    - `overlap`: whether its rules allow motions that overlap, see `with_overlap`.
    """

    name: str
    axes: tuple[str, ...]
    grippers: tuple[str, ...]
    cameras: tuple[str, ...]
    durations: Any
    camera_rolls: tuple[float, ...] = ()
    endless_axes: tuple[str, ...] = ()
    acceleration: float = USUAL_ACCELERATION_SECONDS
    overlap: bool = False

    @property
    def can_overlap(self) -> bool:
        """Return True if the mechanism can `Regrip`: turn axes while a gripper is on its way."""
        return False

    @property
    def has_turn_delays(self) -> bool:
        """Return True if turns of faces begin by `turn_delay`, not one command after the other."""
        return False

    def turn_delay(self, before: FaceTurn, after: FaceTurn) -> float:
        """Return how long after the begin of a turn a later one may begin, in seconds."""
        raise NotImplementedError

    def turn_seconds(self, turn: FaceTurn) -> float:
        """Return the duration of a turn, for a rig with delays."""
        raise NotImplementedError

    @property
    def mechanism(self) -> str:
        """Return the kind of mechanism; firmware may report it in place of the rig's name."""
        return self.name

    @property
    def actuators(self) -> tuple[tuple[str, str], ...]:
        """Return kind ("axis" or "gripper") and name of every actuator, axes first."""
        kinds = (("axis", self.axes), ("gripper", self.grippers))
        return tuple((kind, name) for kind, names in kinds for name in names)

    @property
    def home(self) -> Pose:
        """Return the pose that a job starts from: all axes at 0, all grippers closed."""
        return Pose((0,) * len(self.axes), (CLOSED,) * len(self.grippers))

    @abstractmethod
    def step(self, pose: Pose, command: Command) -> Step:
        """Return what `command` does from `pose`; an axis off a detent may only return to one.

        Raises ForbiddenCommandError where the mechanism forbids it.
        """

    @abstractmethod
    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """List every useful command that is allowed from a pose with all axes on detents."""

    def parts(self, pose: Pose, command: MotionCommand) -> tuple[Part, ...]:
        """Return the motions that a command consists of, at its own speed, by their start.

        One that begins before another one ends moves other actuators. Raises what `step` raises.
        """
        assert not isinstance(command, Regrip)
        speed = command.speed / 100 if isinstance(command, Move) else 1.0
        return (Part(command, 0.0, self.step(pose, command).seconds / speed),)

    def tolerated_settling(
        self, before: MotionCommand, pose: Pose, command: MotionCommand
    ) -> float:
        """Return for how long into a command from `pose` the servos of the one before may settle.

        In seconds: for so long it touches nothing that still moves a little. 0 where that is not
        known, infinity where it touches none of it.
        """
        return 0.0

    def may_end(self, pose: Pose) -> bool:
        """Return True if a job may end in this pose: if all grippers are closed."""
        return all(grip == CLOSED for grip in pose.grips)

    @abstractmethod
    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return the commands that lead from any pose to home without releasing the cube."""

    def loading_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return the commands that lead from any pose to one in which a cube can be put in.

        They bring grippers to LOADING, which `step` allows only for them: nothing holds the cube
        then. Homing closes the grippers on it. Returns () for a mechanism that cannot do this.
        """
        return ()

    @property
    def servo_travel(self) -> ServoTravel:
        """Return how hobby servos make the motions; they go straight to their targets."""
        return ServoTravel()

    @property
    def travels(self) -> Mapping[str, Travel]:
        """Return how far servos turn in the motions that the durations are of, by their names.

        Durations that are left out say nothing of a servo's speed.
        """
        return {}

    @property
    def usual_servos(self) -> str:
        """Return by which servos motions take their time where nothing else is said."""
        return PUBLISHED

    @property
    def usual_durations(self) -> Mapping[str, str]:
        """Return, for durations that may be None, the name of the one that they equal then."""
        return {}

    def regrip_commands(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """Return the commands that open and close the gripper of `axis`.

        Returns () if the cube would fall or the gripper holds nothing.
        """
        return ()

    @abstractmethod
    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """Return the faces that a camera sees, also those that a gripper hides in part."""

    def partial_sights(self, pose: Pose) -> tuple[Sight, ...]:
        """Return the same, and faces hidden in part which are seen whole in other poses."""
        return self.sights(pose)

    def rewrite_turns(self, turns: tuple[Turn, ...], orientation: Orientation) -> tuple[Turn, ...]:
        """Return turns that the rig can make, with the effect of `turns` in this orientation."""
        return turns


def with_overlap(rig: Rig) -> Rig:
    """Return the rig with motions that overlap (`Regrip`). Raises RigError if it has none."""
    if not rig.can_overlap:
        raise RigError(
            f"the motions of the {rig.name} rig cannot overlap: only those of two grippers "
            "can, and of four whose jaws withdraw"
        )
    return replace(rig, overlap=True)


def with_all_motions(rig: Rig) -> Rig:
    """Return the rig with every motion that its mechanism can make: overlapping ones, if any."""
    return with_overlap(rig) if rig.can_overlap else rig


def find_servo(rig: Rig, actuator: str) -> tuple[str, str]:
    """Return kind and name of the servo "axis:L", or "L" where only one has that name.

    Raises ValueError for one that does not exist.
    """
    found = [servo for servo in rig.actuators if actuator in (servo[1], ":".join(servo))]
    if len(found) != 1:
        known = ", ".join(":".join(servo) for servo in rig.actuators)
        raise ValueError(f"actuator={actuator!r} is not one servo of the robot: {known}")
    return found[0]


def whole_faces(rig: Rig, pose: Pose) -> tuple[str, ...]:
    """Return the positions of the faces that a camera sees with all their stickers."""
    return tuple(sight.position for sight in rig.sights(pose) if not sight.hidden)


# More canonical poses than any mechanism of a few axes has.
MAX_POSES = 5_000
_HALF_TURN = 180


def canonical_pose(rig: Rig, pose: Pose) -> Pose:
    """Return the representative of all poses with the same commands and durations."""
    if not rig.endless_axes:
        return pose
    angles = zip(rig.axes, pose.angles, strict=True)
    return Pose(tuple(0 if axis in rig.endless_axes else at for axis, at in angles), pose.grips)


def from_canonical(rig: Rig, pose: Pose, command: Command) -> Command:
    """Return the command that does from `pose` what `command` does from its canonical pose.

    A half turn of an axis without limit goes in the direction closer to 0.
    """
    if not rig.endless_axes or not isinstance(command, Move):
        return command
    now = dict(zip(rig.axes, map(round, pose.angles), strict=True))
    targets = []
    for axis, travel in command.targets:
        if axis not in rig.endless_axes:
            targets.append((axis, travel))
        elif abs(travel) == _HALF_TURN and now[axis] * travel > 0:
            targets.append((axis, now[axis] - travel))
        else:
            targets.append((axis, now[axis] + travel))
    return replace(command, targets=tuple(targets))


def reachable_poses(rig: Rig) -> tuple[Pose, ...]:
    """Return every canonical pose that a rig reaches from home, home first.

    Raises RigError for more than MAX_POSES, when the steps probably never end.
    """
    found = {canonical_pose(rig, rig.home): None}
    waiting = deque(found)
    while waiting:
        for step in rig.steps(waiting.popleft()):
            pose = canonical_pose(rig, step.after)
            if pose not in found:
                found[pose] = None
                waiting.append(pose)
        if len(found) > MAX_POSES:
            raise RigError(f"the {rig.name} rig has more than {MAX_POSES} poses")
    return tuple(found)


def all_durations(rig: Rig) -> dict[str, float]:
    """Return the seconds of every duration of a rig, also of those that equal another one."""
    found: dict[str, float] = {}
    for field in fields(rig.durations):
        own = getattr(rig.durations, field.name)
        found[field.name] = found[rig.usual_durations[field.name]] if own is None else own
    return found


def motion_seconds(rig: Rig, pose: Pose, command: Command) -> float:
    """Return the duration of a command at full speed, also of a move that ends between detents.

    The rig has none for that; it takes as long as its way in the slowest motion does.
    """
    try:
        return rig.step(pose, command).seconds
    except ForbiddenCommandError:
        longest = max(step.seconds for step in rig.steps(rig.home))
    if not isinstance(command, Move):
        return longest
    now = dict(zip(rig.axes, pose.angles, strict=True))
    furthest = max(abs(target - now[axis]) for axis, target in command.targets)
    return seconds_of_way(min(furthest, 90), longest, longest, rig.acceleration)
