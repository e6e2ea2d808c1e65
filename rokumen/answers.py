"""Cubes as text to their solutions, one or many, here or in several processes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Protocol

from rokumen.cube_argument import parse_cube
from rokumen.errors import ApplicationError, LostProcessError
from solver.engine import EngineOfSeveral, Solution, engine, engine_of_several
from solver.errors import CubeError, MethodError

# How many cubes a process is given at a time.
CHUNK = 100


class Awaited(Protocol):
    """Answers that somebody is working on."""

    def result(self) -> Sequence[Answer | Refusal]:
        """Wait for them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The solutions of one cube, the best first, and how many seconds it took to find them."""

    solutions: tuple[Solution, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one text could not be answered."""

    text: str
    error: CubeError | ApplicationError


@dataclass(frozen=True, slots=True)
class Solver:
    """An engine by its name and its options, which can be sent to another process.

    `count` is how many solutions of each cube it is to give, None the one that it always gives.
    """

    method: str
    options: Mapping[str, object]
    count: int | None = None

    def engine(self) -> EngineOfSeveral:
        """Load the engine. Raises MethodError."""
        if self.count is not None:
            return engine_of_several(self.method, self.count, **self.options)
        solve = engine(self.method, **self.options)
        return lambda cube: (solve(cube),)


def answer(text: str, solve: EngineOfSeveral) -> Answer:
    """Read and solve one cube. Raises CubeError and InputError."""
    cube = parse_cube(text)
    began = time.perf_counter()
    solutions = solve(cube)
    return Answer(solutions, time.perf_counter() - began)


def answers(texts: Iterable[str], solver: Solver, processes: int) -> Iterator[Answer | Refusal]:
    """Answer many cubes in order; a bad one does not stop the others.

    In one process each is answered as soon as it comes; several get CHUNK at a time. Raises
    MethodError where the engine cannot be asked like this, and LostProcessError where one dies.
    """
    if processes == 1:
        yield from map(partial(_answer_or_refuse, solve=solver.engine()), texts)
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from in_order(
                texts, lambda chunk: pool.submit(answer_chunk, solver, chunk), 2 * processes
            )
        except BrokenProcessPool as error:
            raise LostProcessError(
                "a process that was solving has died; the answers so far are good. Was it killed "
                "for memory? Try fewer --processes"
            ) from error


def in_order(
    texts: Iterable[str],
    submit: Callable[[tuple[str, ...]], Awaited],
    ahead: int,
) -> Iterator[Answer | Refusal]:
    """Give the answers to texts in order, with no more than `ahead` chunks of them out at once."""
    waiting: deque[Awaited] = deque()
    lines = iter(texts)
    while chunk := tuple(islice(lines, CHUNK)):
        waiting.append(submit(chunk))
        if len(waiting) == ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def answer_chunk(solver: Solver, texts: Sequence[str]) -> list[Answer | Refusal]:
    """Answer some cubes in order, wherever this is run. Raises MethodError."""
    solve = solver.engine()
    return [_answer_or_refuse(text, solve) for text in texts]


def _answer_or_refuse(text: str, solve: EngineOfSeveral) -> Answer | Refusal:
    try:
        return answer(text, solve)
    except MethodError:
        # It is not this text's fault, and would be said of every other.
        raise
    except (CubeError, ApplicationError) as error:
        return Refusal(text, error)
