"""Solves one cube or many, in this process or in several."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Protocol

from rokumen.errors import ApplicationError, WorkersError
from solver.core.errors import CubeError, MethodError, SolveError
from solver.cube import Cube
from solver.engines.registry import SolveAllFunction, engine, multi_solution_engine
from solver.engines.solution import Solution

# Those of one cube, the best first.
Solutions = tuple[Solution, ...]

# Number of cubes in one task of a process.
CHUNK = 100


class PendingResults(Protocol):
    """The pending answers of a task."""

    def result(self) -> Sequence[Solutions | SolveFailure]:
        """Wait for them."""


@dataclass(frozen=True, slots=True)
class SolveFailure:
    """The error of one text."""

    text: str
    error: CubeError | SolveError | ApplicationError


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine by its name and its options, which can be sent to another process.

    `count` is the number of solutions of each cube, None for the engine's single one.
    """

    method: str
    options: Mapping[str, object]
    count: int | None = None

    def engine(self) -> SolveAllFunction:
        """Load the engine. Raises MethodError."""
        if self.count is not None:
            return multi_solution_engine(self.method, self.count, **self.options)
        solve = engine(self.method, **self.options)
        return lambda cube: (solve(cube),)


def solve_text(text: str, solve: SolveAllFunction) -> Solutions:
    """Read and solve one cube; each solution has the seconds of all.

    Raises CubeError and InputError.
    """
    cube = Cube.parse(text)
    began = time.perf_counter()
    solutions = solve(cube)
    seconds = time.perf_counter() - began
    return tuple(replace(solution, seconds=seconds) for solution in solutions)


def solve_texts(
    texts: Iterable[str], solver: EngineSpec, processes: int
) -> Iterator[Solutions | SolveFailure]:
    """Answer many cubes in order; a bad one does not stop the others.

    In one process each is answered as soon as it comes; several get CHUNK at a time. Raises
    MethodError where the engine cannot be asked like this, and WorkersError where one dies.
    """
    if processes == 1:
        yield from map(partial(_try_solve, solve=solver.engine()), texts)
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from ordered_results(
                texts, lambda chunk: pool.submit(solve_chunk, solver, chunk), 2 * processes
            )
        except BrokenProcessPool as error:
            raise WorkersError(
                "a worker process died; the solutions so far are valid. Was it killed "
                "for memory? Try fewer --processes"
            ) from error


def ordered_results(
    texts: Iterable[str],
    submit: Callable[[tuple[str, ...]], PendingResults],
    ahead: int,
) -> Iterator[Solutions | SolveFailure]:
    """Return the answers to texts in order, with no more than `ahead` chunks of them out at
    once."""
    waiting: deque[PendingResults] = deque()
    lines = iter(texts)
    while chunk := tuple(islice(lines, CHUNK)):
        waiting.append(submit(chunk))
        if len(waiting) == ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def solve_chunk(solver: EngineSpec, texts: Sequence[str]) -> list[Solutions | SolveFailure]:
    """Answer some cubes in order, wherever this is run. Raises MethodError."""
    solve = solver.engine()
    return [_try_solve(text, solve) for text in texts]


def _try_solve(text: str, solve: SolveAllFunction) -> Solutions | SolveFailure:
    try:
        return solve_text(text, solve)
    except MethodError:
        # The error is not specific to this text: every other one would fail too.
        raise
    except (CubeError, SolveError, ApplicationError) as error:
        return SolveFailure(text, error)
