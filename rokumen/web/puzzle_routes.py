"""HTTP routes of the twisty polyhedra: geometry, scramble, solution."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from anyio import CancelScope, CapacityLimiter, open_process, to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import rokumen
from rokumen.web.json_messages import JsonAnswer, read_json
from solver.core.errors import CubeError, PuzzleError, SolveError
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.registry import load_puzzle


def puzzle_routes(solvers: CapacityLimiter) -> list[Route]:
    """Return the routes under /api/puzzles; `solvers` bounds the threads that compute."""
    return [
        Route("/api/puzzles", partial(_families, solvers)),
        Route("/api/puzzles/{name}", partial(_description, solvers)),
        Route("/api/puzzles/{name}/scramble", partial(_scramble, solvers), methods=["POST"]),
        Route("/api/puzzles/{name}/solve", partial(_solve, solvers), methods=["POST"]),
    ]


async def _families(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, _families_json)


async def _description(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, _description_json, request.path_params["name"])


async def _scramble(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, _scramble_json, request.path_params["name"])


async def _solve(solvers: CapacityLimiter, request: Request) -> Response:
    try:
        document = await read_json(request)
        position = document["facelets"] if "facelets" in document else document["moves"]
    except (ValueError, KeyError, TypeError):
        position = None
    if not isinstance(position, str):
        text = 'send {"moves": "1X 2Y\'"}, or {"facelets": "..."} of a cube turned about its faces'
        return JsonAnswer({"error": text}, 400)
    name = request.path_params["name"]
    refused = await _answer(solvers, _check, name, position)
    if refused.status_code != HTTPStatus.OK:
        return refused
    lines = solution_lines(solvers, name, position)
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def _answer(solvers: CapacityLimiter, make: Callable[..., Any], *arguments: str) -> Response:
    """Return the response made in a thread, so that other requests do not wait."""
    try:
        return JsonAnswer(await to_thread.run_sync(make, *arguments, limiter=solvers))
    except PuzzleError as error:
        return JsonAnswer({"error": str(error)}, 404)
    except (CubeError, SolveError) as error:
        return JsonAnswer({"error": str(error)}, 422)


def _families_json() -> dict[str, Any]:
    return {
        "families": [
            {
                "name": family.prefix,
                "names": list(family.names),
                "solved": list(family.solved_names),
                "words": family.text,
            }
            for family in POLYHEDRA
        ]
    }


# The engine of the polyhedra is slow to import, so it is imported on the first request.
def _description_json(name: str) -> Any:
    from solver.puzzles.polyhedra.description import describe

    return describe(name)


def _scramble_json(name: str) -> dict[str, Any]:
    return {"moves": rokumen.puzzle(name).scramble().split()}


def _check(name: str, position: str) -> None:
    """Raise a CubeError for a puzzle that is not there or not solved, or a position not its own."""
    puzzle = load_puzzle(name)
    puzzle.parse(position)


async def solution_lines(
    solvers: CapacityLimiter, name: str, position: str
) -> AsyncGenerator[bytes, None]:
    """Yield what a process that solves the puzzle writes; it ends with the browser's request."""
    async with solvers:
        command = [sys.executable, "-m", "rokumen.web.puzzle_worker", name]
        process = await open_process(command, stderr=None)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            await process.stdin.send(position.encode())
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
