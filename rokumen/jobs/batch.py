"""Solves many cubes or other puzzles in their order: in several processes, or on a Dask cluster.

If a worker of a cluster dies, Dask gives its tasks to another one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, tee
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from files.wording import reason
from rokumen.errors import WORKERS, ApplicationError, InputError
from solver.core.errors import CubeError, MethodError, SolveError
from solver.cube import Cube
from solver.engines.registry import (
    SolveAllFunction,
    engine,
    leading_to,
    multi_solution_engine,
    of_cube,
)
from solver.puzzles.registry import Puzzle, load_puzzle
from solver.solution import CubeSolution, Solution

# Those of one cube, the best first.
Solutions = tuple[CubeSolution, ...]

# Number of cubes in one task of a process.
CHUNK = 100

# Seconds in which a cluster must answer.
SECONDS_TO_ANSWER = 10.0
# The schemes of Dask's addresses without TLS, and the names of this computer.
_UNENCRYPTED = ("tcp", "ws", "ucx")
_THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")
# How many chunks are out at once for each thread of a cluster's workers, and at the least: workers
# may join later.
_AHEAD = 4
_MIN_PENDING = 64


AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class PendingResults(Protocol[AnswerT_co]):
    """The pending answers of a task."""

    def result(self) -> Sequence[AnswerT_co | SolveFailure]:
        """Wait for them."""


class Solver(Protocol[AnswerT_co]):
    """What solves texts, and can be sent to another process."""

    def load(self) -> Callable[[str], AnswerT_co]:
        """Return the function that reads and solves one text. Raises MethodError."""


@dataclass(frozen=True, slots=True)
class SolveFailure:
    """The error of one text."""

    text: str
    error: CubeError | SolveError | ApplicationError


@dataclass(frozen=True, slots=True)
class PuzzleSpec:
    """A puzzle other than the 3x3x3 by its name, with a method and its options."""

    puzzle: str
    method: str
    options: Mapping[str, object]

    def asked(self, text: str) -> dict[str, object]:
        """Return the JSON of what was to be solved."""
        return {"puzzle": self.puzzle, "position": text}

    def load(self) -> Callable[[str], Solution[object]]:
        """Return the function that solves a position as well as the method can."""
        return partial(self.solve, choose=_last)

    def solve(
        self, position: str, choose: Callable[[Iterator[Solution[object]]], Solution[object]]
    ) -> Solution[object]:
        """Return the solution that is chosen of those found, each better than the one before it.

        Raises CubeError for a position that cannot be read or cannot exist.
        """
        began = time.perf_counter()
        puzzle = loaded_puzzle(self.puzzle)
        solution = choose(puzzle.improve(position, self.method, self.options))
        seconds = time.perf_counter() - began
        return replace(solution, seconds=seconds)


@lru_cache(maxsize=1)
def loaded_puzzle(name: str) -> Puzzle:
    """Return a puzzle, the same one with its tables wherever a process asks for it."""
    return load_puzzle(name)


def _last(solutions: Iterator[Solution[object]]) -> Solution[object]:
    *_, best = solutions
    return best


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine by its name and its options, which can be sent to another process.

    `count` is the number of solutions of each cube, None for the engine's single one; `goal` the
    state that its turns lead to, None for the solved cube.
    """

    method: str
    options: Mapping[str, object]
    count: int | None = None
    goal: Cube | None = None

    def asked(self, text: str) -> dict[str, object]:
        """Return the JSON of what was to be solved."""
        return {"cube": text}

    def load(self) -> Callable[[str], Solutions]:
        """Return the function that reads and solves one cube. Raises MethodError."""
        return partial(solve_text, solve=self.engine())

    def engine(self) -> SolveAllFunction:
        """Load the engine. Raises MethodError."""
        solve_all = self._solving()
        return solve_all if self.goal is None else leading_to(self.goal, solve_all)

    def unsolved(self, cube: Cube) -> Cube:
        """Return the cube that is solved by the turns that lead this one to the goal."""
        return cube if self.goal is None else self.goal.inverse.followed_by(cube)

    def _solving(self) -> SolveAllFunction:
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
    texts: Iterable[str], solver: Solver[AnswerT], processes: int
) -> Iterator[AnswerT | SolveFailure]:
    """Answer many texts in order; a bad one does not stop the others.

    In one process each is answered as soon as it comes; several get CHUNK at a time. Raises
    MethodError where the engine cannot be asked like this, and ApplicationError where one dies.
    """
    if processes == 1:
        yield from map(partial(_try_solve, solve=solver.load()), texts)
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from ordered_results(
                texts, lambda chunk: pool.submit(solve_chunk, solver, chunk), 2 * processes
            )
        except BrokenProcessPool as error:
            raise ApplicationError(
                "a worker process died; the solutions so far are valid. Was it killed "
                "for memory? Try fewer --processes",
                code=WORKERS,
            ) from error


def ordered_results(
    texts: Iterable[str],
    submit: Callable[[tuple[str, ...]], PendingResults[AnswerT]],
    ahead: int,
) -> Iterator[AnswerT | SolveFailure]:
    """Return the answers to texts in order, with no more than `ahead` chunks of them out at
    once."""
    waiting: deque[PendingResults[AnswerT]] = deque()
    lines = iter(texts)
    while chunk := tuple(islice(lines, CHUNK)):
        waiting.append(submit(chunk))
        if len(waiting) == ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def solve_chunk(solver: Solver[AnswerT], texts: Sequence[str]) -> list[AnswerT | SolveFailure]:
    """Answer some texts in order, wherever this is run. Raises MethodError."""
    solve = solver.load()
    return [_try_solve(text, solve) for text in texts]


def _try_solve(text: str, solve: Callable[[str], AnswerT]) -> AnswerT | SolveFailure:
    try:
        return solve(text)
    except MethodError:
        # The error is not specific to this text: every other one would fail too.
        raise
    except (CubeError, SolveError, ApplicationError) as error:
        return SolveFailure(text, error)


def solve_on_cluster(
    texts: Iterable[str], solver: EngineSpec, address: str
) -> Iterator[Solutions | SolveFailure]:
    """Answer cubes in order, as `solve_texts` does, by the workers of the scheduler at `address`.

    Whoever reaches the scheduler can run code in this process, as in all workers: an address of
    another computer needs TLS, whose certificates Dask's own settings name.

    Raises InputError where it has none, Dask is not installed or this is no address, MethodError,
    and ApplicationError where no scheduler or worker answers there or the cluster goes away.
    """
    _check_encrypted(address)
    # Dask is optional, and slow to import.
    try:
        from distributed import Client
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise InputError(
            "--cluster needs Dask, which is not installed: pip install 'rokumen[cluster]'"
        ) from error
    _check_certificates(address)
    with _connected(Client, address) as client:
        threads = _threads(client, address)
        submit = partial(client.submit, solve_chunk, solver, pure=False)
        texts, asked = tee(texts)
        answers = ordered_results(texts, submit, max(_MIN_PENDING, _AHEAD * threads))
        try:
            for answer in answers:
                yield _received(next(asked), answer)
        except KilledWorker as error:
            raise ApplicationError(
                f"worker after worker died of the same cubes at {address!r}; the answers so far "
                f"are good: {error}",
                code=WORKERS,
            ) from error
        except (FutureCancelledError, OSError) as error:
            raise ApplicationError(
                f"the connection to the cluster at {address!r} was lost; the solutions so far are "
                f"valid: {reason(error)}",
                code=WORKERS,
            ) from error
        except ImportError as error:
            raise ApplicationError(
                f"the workers at {address!r} cannot solve: {error}; install the same rokumen there",
                code=WORKERS,
            ) from error


def _received(text: str, answer: Solutions | SolveFailure) -> Solutions | SolveFailure:
    """Return what a worker of a cluster answers, or the failure that it does not solve the cube."""
    if isinstance(answer, SolveFailure):
        return answer
    try:
        # What comes over a wire was not made here: each is made again, which checks it.
        return tuple(of_cube(Cube.parse(text), replace(each)) for each in answer)
    except SolveError as error:
        return SolveFailure(text, error)


def _check_encrypted(address: str) -> None:
    """Raise InputError for a scheduler on another computer that is not reached by TLS."""
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        host = parts.hostname or ""
    except ValueError as error:
        raise InputError(f"{address!r} is not the address of a cluster: {error}") from error
    if parts.scheme not in _UNENCRYPTED or host.lower() in _THIS_COMPUTER:
        return
    raise InputError(
        f"{address!r} leaves this computer without TLS, and whoever reaches a Dask scheduler can "
        f"run code here: write tls://{parts.netloc}, with the certificates in Dask's settings (see "
        "docs/engines.md), or name the end of a tunnel, such as tcp://127.0.0.1:8786"
    )


def _check_certificates(address: str) -> None:
    """Raise InputError where an address needs certificates that Dask's settings do not name.

    Before a client is made, which would try for long to leave the scheduler again.
    """
    from distributed.security import Security

    if not address.startswith("tls://"):
        return
    try:
        settings: Any = Security()  # type: ignore[no-untyped-call]
        if settings.get_connection_args("client").get("ssl_context") is not None:
            return
        why = "Dask's settings name none"
    except (OSError, ValueError, TypeError) as error:
        why = reason(error)
    raise InputError(
        f"{address!r} needs certificates: {why}. Name them in Dask's settings, as docs/engines.md "
        "says"
    )


def _connected(client: Any, address: str) -> Any:
    try:
        return client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except ValueError as error:
        raise InputError(
            f"{address!r} is not the address of a cluster: {error}; write it like tls://HOST:8786"
        ) from error
    except OSError as error:
        raise ApplicationError(
            f"no Dask scheduler answers at {address!r}{_of_same_authority(address)}; start one "
            "there with `dask scheduler`, and `dask worker ADDRESS` on each machine that is to "
            "solve",
            code=WORKERS,
        ) from error


def _of_same_authority(address: str) -> str:
    return " with certificates of the same authority" if address.startswith("tls://") else ""


def _threads(client: Any, address: str) -> int:
    """Count the workers' threads, once there are any."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError as error:
        raise ApplicationError(
            f"the scheduler at {address!r} has no workers; start some with `dask worker {address}`",
            code=WORKERS,
        ) from error
    return sum(client.nthreads().values())
