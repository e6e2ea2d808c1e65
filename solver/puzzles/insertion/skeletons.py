"""Turns of faces that solve the 3x3x3 of a big cube: its corners, and its central edges if any.

What solves the rest is put in between. Corners alone are solved in the fewest turns from any of the
24 views of the cube; a turn of a face is then one of the opposite face and a rotation of the cube,
so that each turn may be made on either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from solver.cube import Cube
from solver.engines.two_phase.search import two_phase_search
from solver.puzzles.insertion.places import Labels, labels
from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import (
    CubeRotations,
    Orbit,
    conjugated,
    cube_rotations,
    edge_orbit,
    matrix,
)
from solver.puzzles.nxn.position import outer_facelets, write
from solver.puzzles.pocket_state import from_facelets, optimal_turns
from solver.search.solution_pool import Limits

# Seconds for the 3x3x3 of an odd cube, and how many of its solutions are drawn from.
_SECONDS, _COUNT = 0.3, 8


class CubeSkeleton(NamedTuple):
    """Turns (by number), the labels of the places before them, and those that they have to have
    after them when all is solved; `odd` has a bit for the depth of wings that are then still an odd
    permutation.
    """

    turns: Ints
    first: Labels
    last: Labels
    odd: int


def skeleton(colours: Colours, n: int, rng: Random) -> CubeSkeleton:
    """Return turns of faces that solve the 3x3x3 of a legal cube, drawn among many."""
    views = cube_rotations(n)
    turns = _odd(colours, n, views, rng) if n % 2 else _even(colours, n, views, rng)
    made = _without_rotations(turns, n)
    after = geometry(n).apply(colours, made)
    goal = next(
        geometry(n).solved[source]
        for source in views.source
        if outer_facelets(geometry(n).solved[source], n) == outer_facelets(after, n)
        or (n % 2 == 0 and _corners(geometry(n).solved[source], n) == _corners(after, n))
    )
    return CubeSkeleton(
        np.array([geometry(n).turn_index(turn) for turn in made], dtype=np.int32),
        labels(colours, n),
        labels(goal, n),
        sum(
            1 << depth
            for depth in range(1, n // 2)
            if _is_odd(edge_orbit(n, depth), after) != _is_odd(edge_orbit(n, depth), goal)
        ),
    )


def _is_odd(orbit: Orbit, colours: Colours) -> bool:
    at = orbit.arrangement(colours)
    return bool(sum((at[:i] > at[i]).sum() for i in range(len(at))) % 2)


def _without_rotations(turns: Sequence[LayerTurn], n: int) -> list[LayerTurn]:
    """Return turns as they are seen without those of the whole cube, which are left out."""
    made: list[LayerTurn] = []
    wholes: tuple[LayerTurn, ...] = ()
    for turn in turns:
        if turn.is_rotation:
            wholes = (*wholes, turn)
        else:
            made.append(conjugated(turn, matrix(wholes), n))
    return made


def _even(colours: Colours, n: int, views: CubeRotations, rng: Random) -> list[LayerTurn]:
    view = rng.randrange(len(views.source))
    corners = from_facelets(_corners(colours[views.source[view]], n))
    fewest = " ".join(map(str, optimal_turns(corners, "htm")))
    turns = list(views.rotation_turns[view])
    for turn in parse_layer_turns(fewest, n):
        if rng.random() < 0.5:
            turns.append(turn)
            continue
        other = LayerTurn(turn.axis, n - 1 - (turn.layer or 0), 4 - turn.quarters)
        turns += [other, LayerTurn(turn.axis, None, turn.quarters)]
    return turns


def _odd(colours: Colours, n: int, views: CubeRotations, rng: Random) -> list[LayerTurn]:
    middles = np.arange(6) * n * n + n * n // 2
    view = next(
        number
        for number, source in enumerate(views.source)
        if (colours[source[middles]] == np.arange(6)).all()
    )
    cube = Cube.from_facelets(outer_facelets(colours[views.source[view]], n))
    found = two_phase_search(cube, Limits(_SECONDS, count=_COUNT))
    text = " ".join(map(str, rng.choice(found)))
    return [*views.rotation_turns[view], *parse_layer_turns(text, n)]


def _corners(colours: Colours, n: int) -> str:
    outer = (0, n - 1)
    return write(colours.reshape(6, n, n)[:, outer][:, :, outer].ravel())
