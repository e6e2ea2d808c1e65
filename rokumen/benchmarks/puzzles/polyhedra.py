"""Solution lengths of twisty polyhedra, compared with the stabiliser chain alone.

That is T. Minkwitz, An algorithm for solving the factorization problem in permutation groups,
1998: the stabiliser chain alone, sticker by sticker. The same scrambles are solved by both.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean

from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.notation import parse
from solver.puzzles.polyhedra.polyhedron import Polyhedron, after, polyhedron
from solver.puzzles.polyhedra.puzzle import EXACT, puzzle

# The paper's Pyraminx: 100 scrambles of 100 random turns each (section 14.4.6).
PUBLISHED_PYRAMINX_MEAN = 33


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """One puzzle: processor seconds for its chain and for a solution, and mean turns."""

    name: str
    states: int
    chain_seconds: float
    chain_turns: float
    turns: float
    seconds: float


def all_names() -> tuple[str, ...]:
    """Return the names of all polyhedra that can be solved."""
    return tuple(name for family in POLYHEDRA for name in family.names_with_chain)


def run(names: Iterable[str], scrambles: int, seed: int, method: str) -> Iterator[PuzzleResult]:
    """Solve scrambles of each puzzle. Raises UnsolvedError if a solution fails."""
    for name in names:
        loaded = puzzle(name)
        began = time.process_time()
        states = loaded.states
        chain_seconds = time.process_time() - began
        rng = Random(seed)
        lengths, chain_lengths, seconds = [], [], 0.0
        for _ in range(scrambles):
            scramble = " ".join(loaded.scramble(rng))
            chain_lengths.append(loaded.solve(scramble, EXACT).turns)
            began = time.process_time()
            solution = loaded.solve(scramble, method)
            seconds += time.process_time() - began
            _check(polyhedron(name), scramble, " ".join(solution.moves))
            lengths.append(solution.turns)
        yield PuzzleResult(
            name,
            states,
            chain_seconds,
            fmean(chain_lengths),
            fmean(lengths),
            seconds / scrambles,
        )


def table(results: Iterable[PuzzleResult], scrambles: int) -> Table:
    """Return a table of the results, with the ratios to the chain alone."""
    drawn = Table(
        "puzzle",
        "states",
        "chain s",
        "alone",
        "turns",
        "ratio",
        "s each",
        title=f"{scrambles} scrambles each; alone: the turns of the chain alone",
        caption=f"paper's Pyraminx (tetrahedron-vertices-3): {PUBLISHED_PYRAMINX_MEAN} turns",
    )
    drawn.columns[0].no_wrap = True
    for column in drawn.columns[1:]:
        column.justify = "right"
    for result in results:
        drawn.add_row(
            result.name,
            f"{result.states:.2e}",
            f"{result.chain_seconds:.1f}",
            f"{result.chain_turns:.1f}",
            f"{result.turns:.1f}",
            f"{result.turns / result.chain_turns:.2f}",
            f"{result.seconds:.2f}",
        )
    return drawn


def _check(shape: Polyhedron, scramble: str, moves: str) -> None:
    """Raise UnsolvedError if a solution does not leave one colour on every face."""
    places = after(shape, parse(shape, f"{scramble} {moves}"))
    faces = len(shape.solid.faces)
    if len({(shape.colours[i], shape.colours[place]) for i, place in enumerate(places)}) != faces:
        raise UnsolvedError(f"{shape.name} is not solved after {scramble!r} and {moves!r}")
