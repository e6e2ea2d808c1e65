"""How long CUBOTino's own program waits for the motions of a plan.

Source: A. Favero, CUBOTino autonomous: the settings of his robot and the waits of its program
(docs/cubotino.md has both).
"""

from __future__ import annotations

from robot.planning.motion_plan import Plan
from robot.rigs.command import CLOSED, LOW, OPEN, UP, Grip

_SPIN, _ROTATE = 0.45, 0.55
_CLOSE_TO_FLIP, _FLIP_TO_CLOSE, _FLIP_OPEN, _OPEN_CLOSE = 0.42, 0.38, 0.33, 0.1


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
