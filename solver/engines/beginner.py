"""The beginner's method: look, do what the course says, look again.

The cube is held with yellow on top from the first turn to the last. Nothing is searched: in each
step the first case of the course that can be seen is done, after the fewest turns of the top and
then of the whole cube.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from solver.core.errors import MethodError
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
from solver.engines.beginner_course import (
    CourseCase,
    CoursePart,
    CourseStep,
    load_course,
    seen_facelets,
    turn_seen,
)
from solver.engines.engine import Engine, EngineOptions
from solver.notation import Move, resolve
from solver.solution import CubeSolution, Stage

# Yellow on top and green in front, for a cube whose face U is white and F green.
START = Orientation.identity().rotated("F", 2)
# What brings a cube there that is held with white up and green in front.
TO_START = Move("z", 2)
# More than a part ever needs: the course would go round in circles.
_MOST_ACTIONS = 40


@dataclass(frozen=True, slots=True)
class Action:
    """A case that was met and done.

    `held` is how the cube is held before `regrip`; `regrip` and `top` are the turns of the whole
    cube and of the top (none or one) until the case was seen.
    """

    step: CourseStep
    part: CoursePart
    case: CourseCase
    held: Orientation
    regrip: tuple[Move, ...]
    top: tuple[Move, ...]

    @property
    def written(self) -> tuple[Move, ...]:
        """Return all moves as they are done, y among them."""
        return (*self.regrip, *self.top, *self.case.algorithm)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the turns with the cube's centres at rest."""
        return resolve(self.written, self.held).turns

    @property
    def seen_in(self) -> Orientation:
        """Return how the cube is held when the case is seen."""
        return resolve(self.regrip, self.held).orientation

    @property
    def held_after(self) -> Orientation:
        """Return how the cube is held at the end."""
        return resolve(self.written, self.held).orientation


def actions(cube: Cube) -> tuple[Action, ...]:
    """Return what the course says to do with a legal cube, in order.

    The cube's face U has the first colour of the course, white, and F is green.
    """
    done: list[Action] = []
    held = START
    for step in load_course().steps:
        if step.goal.matches(seen_facelets(cube.facelets, held)):
            continue
        for part in step.parts:
            more, cube, held = _actions_of(step, part, cube, held)
            done += more
    return tuple(done)


def _actions_of(
    step: CourseStep, part: CoursePart, cube: Cube, held: Orientation
) -> tuple[list[Action], Cube, Orientation]:
    """Return what to do in a part, and then the cube and how it is held."""
    done: list[Action] = []
    while not part.goal.matches(seen_facelets(cube.facelets, held)):
        if len(done) == _MOST_ACTIONS:
            raise MethodError(f"the course does not end: {step.name} of {cube.facelets}")
        action = _first_case_seen(step, part, cube, held)
        done.append(action)
        cube = cube.apply(action.turns)
        held = action.held_after
    return done, cube, held


def _first_case_seen(step: CourseStep, part: CoursePart, cube: Cube, held: Orientation) -> Action:
    """Return what to do: the first case in order, after the fewest turns of top and cube."""
    facelets = cube.facelets
    ways = [
        (turned, regrip, top)
        for top in _quarters("U", "top" in part.may_turn)
        for regrip in _quarters("y", "cube" in part.may_turn)
        for turned in [_seen_after(facelets, held, regrip, top)]
    ]
    for case in part.cases:
        for turned, regrip, top in ways:
            if any(pattern.matches(turned) for pattern in case.sees):
                return Action(step, part, case, held, regrip, top)
    raise MethodError(f"the course has no case of {step.name} for {facelets}")


def _quarters(family: str, allowed: bool) -> tuple[tuple[Move, ...], ...]:
    """Return no move, and the moves of a family if they are allowed, the half turn last."""
    return ((), *((Move(family, quarters),) for quarters in (1, 3, 2) if allowed))


def _seen_after(
    facelets: str, held: Orientation, regrip: tuple[Move, ...], top: tuple[Move, ...]
) -> str:
    seen = seen_facelets(facelets, resolve(regrip, held).orientation)
    for move in top:
        seen = turn_seen(seen, Turn("U", move.quarter_turns))
    return seen


class BeginnerEngine(Engine[EngineOptions]):
    """The beginner's course as a method. It has no options."""

    name = "beginner"
    options = EngineOptions

    def solve(self, cube: Cube, options: EngineOptions) -> CubeSolution:
        """Solve a legal cube in the course's seven steps; those with nothing to do are empty."""
        done = {
            name: tuple(group)
            for name, group in groupby(actions(cube), key=lambda action: action.step.name)
        }
        stages = []
        for step in load_course().steps:
            met = done.get(step.name, ())
            turns = tuple(turn for action in met for turn in action.turns)
            notes = "; then ".join(action.case.name for action in met)
            holds = dict.fromkeys(
                f"{action.seen_in.face_at('D')} below, {action.seen_in.face_at('F')} in front"
                for action in met
            )
            stages.append(Stage(step.name, turns, notes, "; then ".join(holds)))
        return CubeSolution(cube, self.name, tuple(stages))
