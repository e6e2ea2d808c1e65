"""Random cubes and random turns from a seeded generator."""

from __future__ import annotations

from random import Random

from solver.core.cube import Cube
from solver.core.permutation import Permutation
from solver.core.turn import ALL_TURNS, Turn


def random_cube(rng: Random) -> Cube:
    """Return a random cube, each of the 43 252 003 274 489 856 000 legal ones equally likely."""
    corners = rng.sample(range(8), 8)
    edges = rng.sample(range(12), 12)
    if Permutation(tuple(corners)).is_even != Permutation(tuple(edges)).is_even:
        edges[0], edges[1] = edges[1], edges[0]
    twists = [rng.randrange(3) for _ in range(7)]
    flips = [rng.randrange(2) for _ in range(11)]
    return Cube(
        tuple(corners),
        (*twists, -sum(twists) % 3),
        tuple(edges),
        (*flips, sum(flips) % 2),
    )


def random_turns(rng: Random, count: int) -> tuple[Turn, ...]:
    """Return `count` random turns, none of the same face as the one before it."""
    drawn: list[Turn] = []
    while len(drawn) < count:
        turn = rng.choice(ALL_TURNS)
        if not drawn or turn.face != drawn[-1].face:
            drawn.append(turn)
    return tuple(drawn)
