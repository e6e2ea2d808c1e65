"""The steps of a solve that somebody has done: cross, pairs, OLL and PLL, or a beginner's steps.

A step ends with the first turn after which its goal and those of all steps before it are reached,
as reconstructions of solves count them. The colour of the cross is the one whose first two layers
were complete first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from solver.core.facelets import CORNERS
from solver.core.turn import Turn
from solver.cube import Cube
from solver.encodings import BOTTOM, PAIRS, SOLVED_BYTES, TOP, PackedState, stickers_of
from solver.engines.lbl.first_two_layers import INSERTIONS, distance
from solver.engines.lbl.last_layer import oll, pll
from solver.engines.lbl.viewpoints import CROSS_VIEWPOINTS

CROSS, OLL, PLL = "Cross", "OLL", "PLL"
PAIR = "F2L"
WHOLE_SOLVE = "Solve"
# Whoever makes the cross so late, as a share of all turns, solves in another way.
_LATEST_CROSS = 0.75
# In layers: so many slots at most are complete when the first layer is.
_MOST_SLOTS_BEFORE_MIDDLE = 2
_TOP_FACELETS = 9

Goal = Callable[[PackedState], bool]


@dataclass(frozen=True, slots=True)
class SolveStep:
    """A step: its name, and the numbers of its first turn and of the first one after it.

    `shortest`: so many turns would have been enough for its cross, pair or case, by the tables of
    the layer-by-layer engine; None where they do not say it.
    """

    name: str
    begin: int
    end: int
    shortest: int | None = None


def solve_steps(start: Cube, turns: Sequence[Sequence[Turn]]) -> tuple[SolveStep, ...]:
    """Return the steps of a solve, which ends with the solved cube or before.

    `start` is the cube before it. Each item of `turns` is one move as outer turns of a cube whose
    centres rest: none for a turn of the whole cube, two for one of a middle layer. Of a solve by
    another method the only step is `WHOLE_SOLVE`; of one that is not finished there are the steps
    that were done.
    """
    cubes = list(accumulate(turns, lambda cube, move: cube.apply(move), initial=start))
    states = [[view.packed(stickers_of(cube)) for cube in cubes] for view in CROSS_VIEWPOINTS]
    seen = min(states, key=lambda each: (_when(each, _are_two_layers), _when(each, is_cross)))
    crossed = _when(seen, is_cross)
    if cubes[-1].is_solved() and crossed > _LATEST_CROSS * len(turns):
        return (SolveStep(WHOLE_SOLVE, 0, len(turns)),)
    goals = _BEGINNERS_GOALS if _is_by_layers(seen) else _GOALS
    return tuple(_steps(seen, goals))


def _steps(states: Sequence[PackedState], goals: dict[str, Goal]) -> Iterator[SolveStep]:
    """Yield the steps by their goals; those that are reached with one turn are one step."""
    reached: list[str] = []
    begin, last = 0, 0
    ends = {name: _when(states, goal, 0) for name, goal in goals.items()}
    names = list(goals)
    for number, name in enumerate(names):
        end = max(last, ends[name])
        if end >= len(states):
            return
        if not end:
            # It was done before.
            continue
        last = end
        reached.append(name)
        follower = ends[names[number + 1]] if number + 1 < len(names) else len(states)
        if follower > end and end > begin:
            shortest = _shortest(name, states[begin]) if len(reached) == 1 else None
            yield SolveStep(_joined(reached), begin, end, shortest)
            reached, begin = [], end


def _joined(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _when(states: Sequence[PackedState], goal: Goal, begin: int = 0) -> int:
    """Return the number of the first state in which a goal is reached, len(states) for none."""
    return next((n for n in range(begin, len(states)) if goal(states[n])), len(states))


def is_cross(state: PackedState) -> bool:
    """Return whether the four edges of the face below are solved."""
    return state[BOTTOM] == SOLVED_BYTES[BOTTOM]


def filled_slots(state: PackedState) -> int:
    """Return the bits of the slots that are filled beside a cross."""
    filled = [state[pair] == SOLVED_BYTES[pair] for pair in PAIRS]
    return sum(is_filled << slot for slot, is_filled in enumerate(filled))


def _are_two_layers(state: PackedState) -> bool:
    return has_slots(len(PAIRS))(state)


def has_slots(count: int) -> Goal:
    """Return the goal that so many slots are filled beside the cross."""
    return lambda state: is_cross(state) and filled_slots(state).bit_count() >= count


def _is_first_layer(state: PackedState) -> bool:
    corners = slice(PAIRS[0].start, PAIRS[-1].stop, 2)
    return is_cross(state) and state[corners] == SOLVED_BYTES[corners]


def _is_by_layers(states: Sequence[PackedState]) -> bool:
    """Return whether the first layer was complete well before the middle one."""
    done = _when(states, _is_first_layer)
    return (
        done < len(states) and filled_slots(states[done]).bit_count() <= _MOST_SLOTS_BEFORE_MIDDLE
    )


def _top_corners(state: PackedState) -> PackedState:
    return state[TOP][:4]


def _top_edges(state: PackedState) -> PackedState:
    return state[TOP][4:]


def _are_up(stickers: PackedState) -> bool:
    """Return whether these stickers of the top colour are on top."""
    return max(stickers) < _TOP_FACELETS


def _is_oriented(state: PackedState) -> bool:
    return _are_two_layers(state) and _are_up(state[TOP])


def _is_top_cross(state: PackedState) -> bool:
    return _are_two_layers(state) and _are_up(_top_edges(state))


def _are_top_edges_in_place(state: PackedState) -> bool:
    return _are_two_layers(state) and _top_edges(state) == _top_edges(SOLVED_BYTES)


def _are_top_corners_in_place(state: PackedState) -> bool:
    places = [_PLACE_OF_FACELET[facelet] for facelet in _top_corners(state)]
    return _are_top_edges_in_place(state) and places == _TOP_CORNER_PLACES


def _is_solved(state: PackedState) -> bool:
    return state == SOLVED_BYTES


_PLACE_OF_FACELET = {facelet: place for place, each in enumerate(CORNERS) for facelet in each}
_TOP_CORNER_PLACES = [_PLACE_OF_FACELET[facelet] for facelet in _top_corners(SOLVED_BYTES)]

_GOALS: dict[str, Goal] = {
    CROSS: is_cross,
    **{f"{PAIR} {number}": has_slots(number) for number in range(1, 5)},
    OLL: _is_oriented,
    PLL: _is_solved,
}
_BEGINNERS_GOALS: dict[str, Goal] = {
    CROSS: is_cross,
    "First layer": _is_first_layer,
    "Middle layer": _are_two_layers,
    "Top cross": _is_top_cross,
    "Top edges in place": _are_top_edges_in_place,
    "Top corners in place": _are_top_corners_in_place,
    "Turn the corners": _is_solved,
}


def _shortest(name: str, state: PackedState) -> int | None:
    """Return how many turns a step needs by the tables, None where they do not say it."""
    if name == CROSS:
        return distance(state)
    if name.startswith(PAIR):
        free = INSERTIONS[filled_slots(state)]
        return min(insertions[state[pair]][0].length for pair, insertions in free)
    if name == OLL:
        return len(oll(state[TOP])[0].algorithm)
    return len(pll(state[TOP]).algorithm) if name == PLL else None
