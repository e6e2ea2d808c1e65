"""Motion plans: states of the robot, timed commands from one to the next, and their timetable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from robot.rigs.command import OPEN, Command, Grip, Home, Move, Pose, axis_name, gripper_name
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Step, from_canonical
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.notation.printing import moves_text


@dataclass(frozen=True, slots=True)
class RobotState:
    """Orientation of the cube, and the rig's pose."""

    orientation: Orientation
    pose: Pose


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """One command of a plan.

    `turns` are the turns of the cube that it makes, all at once; `after` is the robot state at its
    end; `start` and `seconds` count from the start of the plan, at full speed.
    """

    command: Command
    turns: tuple[Turn, ...]
    after: RobotState
    start: float
    seconds: float

    @property
    def verb(self) -> str:
        """Return the verb of the command on the robot's line: MOVE, GRIP or HOME."""
        return self.command.verb

    @property
    def targets(self) -> Mapping[str, int | str]:
        """Return where each actuator goes: an axis to degrees, a gripper to a named position."""
        return {} if isinstance(self.command, Home) else dict(self.command.targets)

    @property
    def speed(self) -> int:
        """Return the percentage of the full speed."""
        return self.command.speed if isinstance(self.command, Move) else 100

    @property
    def torque(self) -> int:
        """Return the percentage of the full torque."""
        return self.command.torque if isinstance(self.command, Move) else 100


def home_state(rig: Rig) -> RobotState:
    """Return the state with the cube in the standard orientation and the rig at home."""
    return RobotState(Orientation.identity(), rig.home)


def apply_step(holding: RobotState, step: Step) -> tuple[RobotState, tuple[Turn, ...]]:
    """Return the orientation of the cube after a step, and the turns that the step makes."""
    orientation, made = holding.orientation, list[Turn]()
    for effect in step.effects:
        if isinstance(effect, CubeRotation):
            orientation = orientation.rotated(effect.position, effect.quarter_turns)
        else:
            made.append(Turn(holding.orientation.face_at(effect.position), effect.quarter_turns))
    return RobotState(orientation, step.after), tuple(made)


@dataclass(frozen=True, slots=True)
class Plan:
    """A timed sequence of commands of a rig (`mechanism`) from one robot state to another."""

    mechanism: Rig = field(repr=False)
    start: RobotState
    commands: tuple[PlannedCommand, ...]

    @property
    def rig(self) -> str:
        """Return the name of the rig."""
        return self.mechanism.name

    @property
    def moves(self) -> str:
        """Return the turns of the cube in WCA notation."""
        return moves_text(self.turns)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the turns of the cube in the order in which they are made."""
        return tuple(turn for action in self.commands for turn in action.turns)

    @property
    def seconds(self) -> float:
        """Return the duration of the whole plan in seconds."""
        return self.commands[-1].start + self.commands[-1].seconds if self.commands else 0.0

    @property
    def end(self) -> RobotState:
        """Return the robot state after the plan."""
        return self.commands[-1].after if self.commands else self.start

    @property
    def timetable(self) -> Timetable:
        """Return what each actuator does when, and how the cube is held."""
        return timetable_of(self.mechanism, self.start, self.commands)

    def draw(self, path: str | Path) -> None:
        """Draw the timetable of the actuators into a .html or .png file.

        Raises ValueError for another file.
        """
        # Imported here, since most plans are not drawn.
        from robot.planning.timetable_chart import draw_timetable

        title = f"{len(self.turns)} turns in {self.seconds:.4g} s on {self.rig}"
        draw_timetable(self.timetable, title, self.moves, Path(path))


def plan_from_steps(rig: Rig, start: RobotState, steps: Iterable[Step]) -> Plan:
    """Return the plan that executes steps one after the other.

    The steps lead from canonical pose to canonical pose (`robot.rigs.rig`), beginning
    at that of `start`.
    """
    actions: list[PlannedCommand] = []
    holding, clock = start, 0.0
    for canonical_step in steps:
        step = rig.step(holding.pose, from_canonical(rig, holding.pose, canonical_step.command))
        holding, made = apply_step(holding, step)
        actions.append(PlannedCommand(step.command, made, holding, clock, step.seconds))
        clock += step.seconds
    return Plan(rig, start, tuple(actions))


TURN, ROTATION, OTHER = "turns a face", "turns the whole cube", "turns nothing"


@dataclass(frozen=True, slots=True)
class Bar:
    """The motion of one actuator, named by `row`, from `start` for `seconds`, and its effect."""

    row: str
    start: float
    seconds: float
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class OrientationSpan:
    """Orientation of the cube from `start` to `end`, in seconds."""

    start: float
    end: float
    orientation: Orientation


@dataclass(frozen=True, slots=True)
class Timetable:
    """What each actuator of a rig does in `seconds`, and how the cube is held meanwhile.

    `rows` are the names of the actuators, axes first.
    """

    rows: tuple[str, ...]
    bars: tuple[Bar, ...]
    spans: tuple[OrientationSpan, ...]
    seconds: float


def timetable_of(rig: Rig, start: RobotState, commands: Sequence[PlannedCommand]) -> Timetable:
    """Return the timetable of commands that begin in a state."""
    bars: list[Bar] = []
    pose = start.pose
    for action in commands:
        bars += _bars_of(rig, pose, action)
        pose = action.after.pose
    axes = (axis_name(axis, rig.grippers) for axis in rig.axes)
    seconds = commands[-1].start + commands[-1].seconds if commands else 0.0
    return Timetable(
        (*axes, *map(gripper_name, rig.grippers)),
        tuple(bars),
        tuple(_orientation_spans(start.orientation, commands, seconds)),
        seconds,
    )


def _orientation_spans(
    first: Orientation, commands: Sequence[PlannedCommand], seconds: float
) -> Iterator[OrientationSpan]:
    """Yield the orientations of the cube, one after the other."""
    moments = [(0.0, first)]
    moments += [(action.start + action.seconds, action.after.orientation) for action in commands]
    runs = [next(run) for _, run in groupby(moments, key=lambda moment: moment[1])]
    ends = [*(start for start, _ in runs[1:]), seconds]
    for (start, orientation), end in zip(runs, ends, strict=True):
        yield OrientationSpan(start, end, orientation)


def _bars_of(rig: Rig, pose: Pose, action: PlannedCommand) -> Iterator[Bar]:
    effects = rig.step(pose, action.command).effects
    rotates = any(isinstance(effect, CubeRotation) for effect in effects)
    turned = {effect.axis: effect for effect in effects if isinstance(effect, FaceTurn)}
    made = dict(zip(turned, map(str, action.turns), strict=True))
    match action.command:
        case Move(targets=targets):
            for axis, degrees in targets:
                holds = axis not in rig.grippers or pose.grips[rig.grippers.index(axis)] != OPEN
                kind = TURN if axis in turned else ROTATION if rotates and holds else OTHER
                label = made.get(axis, f"{degrees:+d}°" if degrees else "0°")
                row = axis_name(axis, rig.grippers)
                yield Bar(row, action.start, action.seconds, label, kind)
        case Grip(targets=targets):
            for gripper, position in targets:
                kind = ROTATION if rotates else OTHER
                yield Bar(gripper_name(gripper), action.start, action.seconds, position, kind)
