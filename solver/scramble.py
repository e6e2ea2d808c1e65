"""Scrambled cubes from a seeded generator."""

from __future__ import annotations

from random import Random

from solver.cube import Cube
from solver.engine import solve
from solver.permutation import Permutation
from solver.turn import ALL_TURNS, Turn, inverse

# The longest scramble. Every cube can be solved in so many turns, and a solution as short is found
# in milliseconds, so that the seconds are never needed.
MOST_TURNS = 20
_PATIENCE_SECONDS = 600.0


def random_cube(rng: Random) -> Cube:
    """Draw a cube, each of the 43 252 003 274 489 856 000 legal ones equally likely."""
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
    """Draw `count` turns, none of the same face as the one before it."""
    drawn: list[Turn] = []
    while len(drawn) < count:
        turn = rng.choice(ALL_TURNS)
        if not drawn or turn.face != drawn[-1].face:
            drawn.append(turn)
    return tuple(drawn)


def random_scramble(rng: Random) -> tuple[Turn, ...]:
    """Draw turns that lead from the solved cube to a random one, each cube equally likely.

    So it is done in competitions (random state): a cube is drawn, solved, and the solution is
    turned round. It has MOST_TURNS at most, and is the same for the same generator on any machine:
    the search ends with the first that is as short, not after a time.
    """
    solution = solve(
        random_cube(rng), "two-phase", max_length=MOST_TURNS, time_limit=_PATIENCE_SECONDS
    )
    return inverse(solution.moves)
