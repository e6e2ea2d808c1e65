"""Proofs of shortest solutions, which take minutes: one after the other, beside all other work."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from functools import partial

from anyio import CancelScope, CapacityLimiter, Event, open_process, to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import rokumen
from files.documents import strict_json
from rokumen.web.json_messages import JsonAnswer, read_json
from solver.core.errors import CubeError, SolveError
from solver.engines.registry import reports_proof_progress

MAX_WAITING = 16  # proofs that wait for their turn; more are refused
_FULL = f"{MAX_WAITING} proofs wait for their turn already: try again later"

ProofLines = Callable[[str, str], AsyncGenerator[bytes, None]]


class ProofQueue:
    """Whose turn it is: the first proves, the others wait in the order in which they came."""

    def __init__(self) -> None:
        self._places: list[object] = []
        self._moved = Event()

    @property
    def is_full(self) -> bool:
        """Return whether no further proof may wait."""
        return len(self._places) > MAX_WAITING

    @contextmanager
    def place(self) -> Iterator[object]:
        """Yield a place at the end; it is given up with the block."""
        place = object()
        self._places.append(place)
        try:
            yield place
        finally:
            self._places.remove(place)
            self._moved.set()
            self._moved = Event()

    async def until_first(self, place: object) -> AsyncIterator[int]:
        """Yield how many proofs are before a place, each time there are fewer, until none is."""
        while ahead := self._places.index(place):
            yield ahead
            while self._places.index(place) == ahead:
                await self._moved.wait()


def proof_routes(solvers: CapacityLimiter) -> list[Route]:
    """Return the route /api/prove; `solvers` bounds the threads that check cubes."""
    return [Route("/api/prove", partial(_prove, solvers, ProofQueue()), methods=["POST"])]


async def _prove(solvers: CapacityLimiter, queue: ProofQueue, request: Request) -> Response:
    """Answer lines of JSON: {"ahead": 2} while others are proved first, then the worker's."""
    try:
        document = await read_json(request)
        text, method = str(document["cube"]), str(document["method"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return JsonAnswer({"error": 'send {"cube": "...", "method": "optimal"}'}, 400)
    try:
        cube = await to_thread.run_sync(rokumen.Cube.parse, text, limiter=solvers)
        if not reports_proof_progress(method):
            return JsonAnswer({"error": f"the method {method!r} proves nothing"}, 422)
    except (CubeError, SolveError) as error:
        return JsonAnswer({"error": str(error)}, 422)
    lines = proof_lines(queue, cube.facelets, method)
    return StreamingResponse(lines, media_type="application/x-ndjson")


def _proved(facelets: str, method: str) -> AsyncGenerator[bytes, None]:
    return worker_lines("proof", facelets, method)


async def proof_lines(
    queue: ProofQueue, facelets: str, method: str, proved: ProofLines = _proved
) -> AsyncGenerator[bytes, None]:
    """Yield how many proofs are before this one, then the lines of its own process.

    Whoever stops reading gives up the place, and ends the process.
    """
    if queue.is_full:
        yield _line({"error": _FULL})
        return
    with queue.place() as place:
        async for ahead in queue.until_first(place):
            yield _line({"ahead": ahead})
        async with aclosing(proved(facelets, method)) as lines:
            async for line in lines:
                yield line


async def worker_lines(task: str, text: str, *arguments: str) -> AsyncGenerator[bytes, None]:
    """Yield what `rokumen.web.solve_worker` writes of a task; who stops reading ends it."""
    command = [sys.executable, "-m", "rokumen.web.solve_worker", task, *arguments]
    process = await open_process(command, stderr=None)
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdin.send(text.encode())
        await process.stdin.aclose()
        async for data in process.stdout:
            yield data
        if await process.wait() != 0:
            yield b'{"error": "the solver ended early; its terminal says why"}\n'
    finally:
        if process.returncode is None:
            process.kill()
        with CancelScope(shield=True):
            await process.aclose()


def _line(message: dict[str, object]) -> bytes:
    return strict_json(message).encode() + b"\n"
