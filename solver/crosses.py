"""All crosses of a cube, and all that fill a slot as well (x-crosses), up to a number of turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from solver.core.geometry import OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.encodings import SLOTS, TURN_EFFECTS, PackedState, stickers_of
from solver.engines.lbl.first_two_layers import distance
from solver.engines.lbl.viewpoints import viewpoint
from solver.solve_steps import Goal, filled_slots, has_slots, is_cross

# The rotation of the whole cube that brings each face below: its name, the position about whose
# axis it is clockwise, and its quarter turns.
_ROTATIONS = {
    "U": ("z2", "F", 2),
    "R": ("z", "F", 1),
    "F": ("x'", "R", 3),
    "D": ("", "F", 0),
    "L": ("z'", "F", 3),
    "B": ("x", "R", 1),
}


@dataclass(frozen=True, slots=True)
class FoundCross:
    """A cross of the colour of `face`: `rotation` brings it below, then `seen` are the turns.

    `turns` are the same by the letters of the cube before the rotation; `slots` are those that are
    filled after them, as seen then, such as FR.
    """

    face: str
    rotation: str
    seen: tuple[Turn, ...]
    turns: tuple[Turn, ...]
    slots: tuple[str, ...]


# By what `rokumen solve --step` calls it.
GOALS: dict[str, Goal] = {"cross": is_cross, "xcross": has_slots(1)}


def find_crosses(cube: Cube, face: str, goal: Goal, length: int) -> Iterator[FoundCross]:
    """Yield all crosses of a face with exactly `length` turns that reach the goal with the last."""
    rotation, position, quarter_turns = _ROTATIONS[face]
    view = viewpoint(Orientation.identity().rotated(position, quarter_turns))
    start = view.packed(stickers_of(cube))
    for seen in _sequences(start, length):
        *before, end = accumulate(
            (TURN_EFFECTS[turn] for turn in seen), PackedState.translate, initial=start
        )
        if goal(end) and not any(map(goal, before)):
            yield FoundCross(face, rotation, seen, view.to_cube_turns(seen), _filled(end))


def _filled(state: PackedState) -> tuple[str, ...]:
    """Return the names of the slots whose corner and edge are solved."""
    filled = filled_slots(state)
    return tuple(name for slot, name in enumerate(SLOTS) if filled >> slot & 1)


def _sequences(state: PackedState, left: int, last: str = "") -> Iterator[tuple[Turn, ...]]:
    """Yield all sequences of `left` turns to the cross after a turn of the face `last`.

    A face is not turned twice in a row, and of two opposite ones U, R or F comes first.
    """
    if distance(state) > left:
        return
    if left == 0:
        yield ()
        return
    for turn in ALL_TURNS:
        if turn.face == last or (turn.face in "URF" and OPPOSITE[turn.face] == last):
            continue
        for rest in _sequences(state.translate(TURN_EFFECTS[turn]), left - 1, turn.face):
            yield (turn, *rest)
