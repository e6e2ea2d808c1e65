"""Solves many cubes on the workers of a Dask cluster.

If a worker dies, Dask gives its tasks to another one; the answers stay in the order of the cubes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from rokumen.errors import InputError, WorkersError
from rokumen.jobs.batch import EngineSpec, Solutions, SolveFailure, ordered_results, solve_chunk

SECONDS_TO_ANSWER = 10.0
# How many chunks are out at once for each thread of the workers, and at the least: workers may
# join later.
_AHEAD = 4
_MIN_PENDING = 64


def solve_on_cluster(
    texts: Iterable[str], solver: EngineSpec, address: str
) -> Iterator[Solutions | SolveFailure]:
    """Answer many cubes in order, as `answers` does, by the workers of the scheduler at `address`.

    Raises InputError where Dask is not installed or this is no address, WorkersError where no
    scheduler or worker answers there or the cluster goes away, and MethodError.
    """
    try:
        from distributed import Client
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise InputError(
            "--cluster needs Dask, which is not installed: pip install 'rokumen[cluster]'"
        ) from error
    with _connected(Client, address) as client:
        threads = _threads(client, address)
        submit = partial(client.submit, solve_chunk, solver, pure=False)
        try:
            yield from ordered_results(texts, submit, max(_MIN_PENDING, _AHEAD * threads))
        except KilledWorker as error:
            raise WorkersError(
                f"worker after worker died of the same cubes at {address!r}; the answers so far "
                f"are good: {error}"
            ) from error
        except (FutureCancelledError, OSError) as error:
            raise WorkersError(
                f"the connection to the cluster at {address!r} was lost; the solutions so far are "
                f"valid: {error}"
            ) from error
        except ImportError as error:
            raise WorkersError(
                f"the workers at {address!r} cannot solve: {error}; install the same rokumen there"
            ) from error


def _connected(client: Any, address: str) -> Any:
    try:
        return client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except ValueError as error:
        raise InputError(
            f"{address!r} is not the address of a cluster: {error}; write it like tcp://HOST:8786"
        ) from error
    except OSError as error:
        raise WorkersError(
            f"no Dask scheduler answers at {address!r}; start one there with `dask scheduler`, and "
            "`dask worker ADDRESS` on each machine that is to solve"
        ) from error


def _threads(client: Any, address: str) -> int:
    """Count the workers' threads, once there are any."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError as error:
        raise WorkersError(
            f"the scheduler at {address!r} has no workers; start some with `dask worker {address}`"
        ) from error
    return sum(client.nthreads().values())
