"""Plans by the rules of the fastest robot with four grippers, Cuboth, and of its solver qphase.

E. Frantar, github.com/efrantar/qphase (2020): "solutions of just 19 robot moves (already counting
all tilts and non-parallel regrips) within milliseconds". Its rules are those of `src/grip.cpp`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product

from robot.errors import ForbiddenCommandError
from robot.planning.fastest_solution import TIME_LIMIT, fastest_solution
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Command, Move, Pose, Regrip
from robot.rigs.rig import CubeRotation, FaceTurn, Rig, Sight, Step
from solver.cube import Cube

# The mean that its author published: moves of one face or of two opposite ones, tilts of the whole
# cube, and regrips that no other motion hides.
PUBLISHED_MOTIONS = 19.0
_PAIRS = ((0, 2), (1, 3))
_WAYS = (0, 90, 180, -90)
# Every motion counts one.
_COUNT = 1.0


@dataclass(frozen=True, slots=True)
class QphaseRules(Rig):
    """Four grippers whose wrists turn without limit, each motion of which takes one second.

    A wrist is upright (0) or across (90), where it is in the way of the two beside it: these turn
    nothing, and it does not hold what turns between them. Others let go meanwhile and turn back, if
    a gripper beside the one that turns still holds.
    """

    name: str = "four-gripper-qphase"
    axes: tuple[str, ...] = ("F", "R", "B", "L")
    grippers: tuple[str, ...] = ()
    cameras: tuple[str, ...] = ()
    durations: None = None

    def step(self, pose: Pose, command: Command) -> Step:
        """See `robot.rigs.rig.Rig.step`."""
        for each in self.steps(pose):
            if each.command == command:
                return each
        raise ForbiddenCommandError(f"{command} is not among the motions that qphase counts")

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """See `robot.rigs.rig.Rig.steps`."""
        return _steps(self, pose)

    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """See `robot.rigs.rig.Rig.homing_commands`: a plan may end anywhere."""
        return ()

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """See `robot.rigs.rig.Rig.sights`: cameras have no part in the count."""
        return ()


def qphase_motions(cube: Cube) -> int:
    """Return how many motions of its rules the plan has that we find in `--fastest`'s time."""
    rig = QphaseRules()
    start = home_state(rig)
    turns = fastest_solution(rig, cube, start, TIME_LIMIT, time.process_time)
    return len(plan_turns(rig, turns, start).commands)


@cache
def _steps(rig: QphaseRules, pose: Pose) -> tuple[Step, ...]:
    steps = chain(_turns(rig, pose), _tilts(rig, pose), _regrips(rig, pose))
    return tuple(each for each in steps if _fits(each.after))


def _turns(rig: QphaseRules, pose: Pose) -> Iterator[Step]:
    """Yield the turns of a face or of two opposite ones, and who regrips meanwhile."""
    for pair, across in (_PAIRS, _PAIRS[::-1]):
        if all(pose.angles[i] for i in across):
            continue
        for ways in product(_WAYS, repeat=2):
            turned = {i: way for i, way in zip(pair, ways, strict=True) if way}
            still = [i for i in pair if i not in turned]
            effects = tuple(
                FaceTurn(rig.axes[i], rig.axes[i], degrees) for i, degrees in turned.items()
            )
            for regripped in _subsets([*still, *across]) if turned else ():
                step = _step(rig, pose, turned, regripped)
                held = sum(i not in regripped for i in across)
                if held and not all(step.after.angles[i] for i in across):
                    yield replace(step, effects=effects)


def _tilts(rig: QphaseRules, pose: Pose) -> Iterator[Step]:
    """Yield the quarter turns of the whole cube by a pair, while the other one may regrip."""
    for pair, across in (_PAIRS, _PAIRS[::-1]):
        one, other = pair
        for regripped in _subsets(across):
            step = _step(rig, pose, {one: 90, other: -90}, regripped, across)
            yield replace(step, effects=(CubeRotation(rig.axes[one], 90),))


def _regrips(rig: QphaseRules, pose: Pose) -> Iterator[Step]:
    """Yield the regrips by themselves: an upright gripper holds the cube meanwhile."""
    for regripped in _subsets(range(len(rig.axes))):
        stays = [i for i in range(len(rig.axes)) if i not in regripped and not pose.angles[i]]
        if regripped and stays:
            yield _step(rig, pose, {}, regripped)


def _step(
    rig: QphaseRules,
    pose: Pose,
    turned: dict[int, int],
    regripped: Sequence[int],
    released: Sequence[int] = (),
) -> Step:
    """Return the step that turns wrists by degrees, and others by a quarter without the cube.

    `released`: who lets go besides, and does not turn.
    """
    targets = {i: int(pose.angles[i]) + way for i, way in turned.items()}
    targets |= {i: 90 - int(pose.angles[i]) for i in regripped}
    named = tuple((rig.axes[i], targets[i]) for i in sorted(targets))
    names = tuple(rig.axes[i] for i in sorted({*regripped, *released}))
    command = Regrip(names, named) if names else Move(named)
    angles = (targets.get(i, angle) % 180 for i, angle in enumerate(pose.angles))
    return Step(command, Pose(tuple(angles), ()), _COUNT)


def _fits(pose: Pose) -> bool:
    """Return whether no two wrists side by side are across."""
    one, other = _PAIRS
    return not (any(pose.angles[i] for i in one) and any(pose.angles[i] for i in other))


def _subsets(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for count in range(len(numbers) + 1):
        yield from combinations(numbers, count)
