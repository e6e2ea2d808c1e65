"""A cube as the facelet of each of its 54 stickers, with composition and inverse.

`Stickers` gives for every facelet i on which facelet the sticker is now that belongs on i. It is
both a state (where everything is) and, read from the solved cube, what a sequence of turns does.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.core.facelets import CORNERS, EDGES
from solver.core.turn import TURN_PERMUTATIONS, Turn
from solver.cube import Cube

Stickers = tuple[int, ...]

SOLVED: Stickers = tuple(range(54))


def stickers_of(cube: Cube) -> Stickers:
    """Find all stickers of a cube."""
    where = list(SOLVED)
    for places, cubies, turned in (
        (CORNERS, cube.corners, cube.corner_twists),
        (EDGES, cube.edges, cube.edge_flips),
    ):
        for place, cubie, shift in zip(places, cubies, turned, strict=True):
            for i, home in enumerate(places[cubie]):
                where[home] = place[(i + shift) % len(place)]
    return tuple(where)


def compose(where: Stickers, effect: Stickers) -> Stickers:
    """Return where the stickers are once `effect` has been done to them."""
    return tuple([effect[facelet] for facelet in where])


def apply_turns(where: Stickers, sequence: Iterable[Turn]) -> Stickers:
    """Return where the stickers are after a sequence of turns."""
    for turn in sequence:
        where = compose(where, TURN_PERMUTATIONS[turn].targets)
    return where


def effect_of(sequence: Iterable[Turn]) -> Stickers:
    """Return where a sequence takes the sticker of each facelet."""
    return apply_turns(SOLVED, sequence)


def inverse_effect(effect: Stickers) -> Stickers:
    """Return the state that `effect` solves."""
    homes = [0] * len(effect)
    for home, facelet in enumerate(effect):
        homes[facelet] = home
    return tuple(homes)
