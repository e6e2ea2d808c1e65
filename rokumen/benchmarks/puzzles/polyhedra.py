"""Solution lengths of twisty polyhedra, compared with the stabiliser chain alone.

That is T. Minkwitz, An algorithm for solving the factorization problem in permutation groups,
1998: the stabiliser chain alone, sticker by sticker. The same scrambles are solved by both.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev
from typing import Annotated

import click

from rokumen.benchmarks.harness.options import Option, Seed
from rokumen.benchmarks.harness.progress import Progress
from rokumen.benchmarks.harness.records import Record, column
from rokumen.cli.number_types import WholeNumber
from solver.core.errors import UnsolvedError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.polyhedron import Polyhedron, is_solved_after, parse, polyhedron
from solver.puzzles.polyhedra.puzzle import EXACT, puzzle

# The paper's Pyraminx: 100 scrambles of 100 random turns each (section 14.4.6).
PUBLISHED_PYRAMINX_MEAN = 33


@dataclass(frozen=True, slots=True)
class PolyhedronLengths(Record):
    """One puzzle: processor seconds for its chain and a solution, mean turns and their spread.

    A puzzle that is solved by cycles of three pieces has no chain: its seconds are those in which
    the cycles are found.
    """

    key = "puzzles"
    title = "{scrambles} scrambles each; alone: the turns of the chain alone"
    caption = f"paper's Pyraminx (tetrahedron-vertices-3): {PUBLISHED_PYRAMINX_MEAN} turns"

    name: str = column("puzzle")
    states: int | None = column("states", ".2e")
    chain_seconds: float = column("chain s", ".1f")
    chain_turns: float | None = column("alone", ".1f")
    turns: float = column("turns", ".1f")
    sigma: float = column("sigma", ".1f")
    ratio: float | None = column("ratio", ".2f")
    seconds: float = column("s each", ".2f")


def polyhedra(
    progress: Progress,
    names: Annotated[tuple[str, ...], Option(is_argument=True, metavar="[NAME]...")] = (),
    seed: Seed = 0,
    scrambles: Annotated[int, Option("Scrambles of each puzzle.", WholeNumber(1))] = 20,
    method: Annotated[
        str, Option("Beam width: 100, 1000 or 1.", click.Choice(["beam", "wide", "narrow"]))
    ] = "beam",
) -> Iterator[PolyhedronLengths]:
    """Solve scrambles of the twisty polyhedra NAME, or of all that can be solved.

    Every solution is verified; the exit status is 1 if one fails.
    """
    for name in progress.each("puzzles", names or all_names()):
        yield measure(name, scrambles, seed, method)


def all_names() -> tuple[str, ...]:
    """Return the names of all polyhedra that can be solved."""
    return tuple(name for family in POLYHEDRA for name in family.names_with_chain)


def measure(name: str, scrambles: int, seed: int, method: str) -> PolyhedronLengths:
    """Solve scrambles of a puzzle. Raises UnsolvedError if a solution fails."""
    loaded = puzzle(name)
    has_chain = EXACT in loaded.methods
    began = time.process_time()
    loaded.prepare(lambda share: None)
    chain_seconds = time.process_time() - began
    rng = Random(seed)
    lengths, chain_lengths, seconds = [], [], 0.0
    for _ in range(scrambles):
        scramble = loaded.scramble(rng)
        if has_chain:
            chain_lengths.append(loaded.solve(scramble, EXACT).turns)
        began = time.process_time()
        solution = loaded.solve(scramble, method if has_chain else None)
        seconds += time.process_time() - began
        _check(polyhedron(name), scramble, solution.moves)
        lengths.append(solution.turns)
    return PolyhedronLengths(
        name,
        loaded.states if has_chain else None,
        chain_seconds,
        fmean(chain_lengths) if has_chain else None,
        fmean(lengths),
        pstdev(lengths),
        fmean(lengths) / fmean(chain_lengths) if has_chain else None,
        seconds / scrambles,
    )


def _check(shape: Polyhedron, scramble: str, moves: str) -> None:
    """Raise UnsolvedError if a solution does not leave one colour on every face."""
    if not is_solved_after(shape, parse(shape, f"{scramble} {moves}")):
        raise UnsolvedError(f"{shape.name} is not solved after {scramble!r} and {moves!r}")
