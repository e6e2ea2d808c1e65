"""Plans of CUBOTino with its author's settings, beside what his own program waits for them.

Source: A. Favero, CUBOTino autonomous: the settings of his robot and the waits of its program
(docs/cubotino.md has both).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.harness.records import Criterion
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, LOW, OPEN, UP, Grip
from robot.rigs.registry import load_rig
from solver.core.turn import random_turns

RIG = "cubotino-tuned"
_SPIN, _ROTATE = 0.45, 0.55
_CLOSE_TO_FLIP, _FLIP_TO_CLOSE, _FLIP_OPEN, _OPEN_CLOSE = 0.42, 0.38, 0.33, 0.1
_PLANS, _TURNS = 20, 21
_TOLERANCE = 0.1


def cubotino_figures(seed: int) -> Iterator[Criterion]:
    """Yield the time of plans as a share of what his program waits."""
    rig, home = load_rig(RIG), home_state(load_rig(RIG))
    plans = [
        plan_turns(rig, random_turns(Random(number), _TURNS), home)
        for number in range(seed, seed + _PLANS)
    ]
    shares = [plan.seconds / program_seconds(plan) for plan in plans]
    words = f"{RIG}, time of {_PLANS} plans as a share of its author's"
    yield Criterion.at_most(f"{words}, largest", round(max(shares), 3), 1 + _TOLERANCE)
    yield Criterion.at_least(f"{words}, least", round(min(shares), 3), 1 - _TOLERANCE)


def program_seconds(plan: Plan) -> float:
    """Return how long CUBOTino's own program waits for the motions of a plan.

    It goes from closed to the flip in one go, and from the flip to closed.
    """
    covers: list[tuple[str, str]] = []
    seconds, pose = 0.0, plan.start.pose
    for action in plan.commands:
        if isinstance(action.command, Grip):
            covers.append((pose.grips[0], action.after.pose.grips[0]))
        else:
            quarters = abs(action.after.pose.angles[0] - pose.angles[0]) / 90
            seconds += quarters * (_ROTATE if pose.grips[0] == CLOSED else _SPIN)
            covers.append(("", ""))
        pose = action.after.pose
    befores, afters = (("", ""), *covers), (*covers[1:], ("", ""))
    waits = zip(befores, covers, afters, strict=False)
    seconds += sum(_cover_seconds(before, now, after) for before, now, after in waits)
    return seconds


def _cover_seconds(before: tuple[str, str], now: tuple[str, str], after: tuple[str, str]) -> float:
    """Return how long his program waits for a motion of the cover, between two others."""
    start, end = now
    if (start, end) == (OPEN, UP) and before == (CLOSED, OPEN):
        return _CLOSE_TO_FLIP
    if (start, end) == (OPEN, CLOSED) and before[0] in (UP, LOW):
        return _FLIP_TO_CLOSE
    if end == UP or (start == UP and after != (OPEN, CLOSED)):
        return _FLIP_OPEN
    if {start, end} == {OPEN, CLOSED} and after != (OPEN, UP):
        return _OPEN_CLOSE
    return 0.0
