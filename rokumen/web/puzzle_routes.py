"""HTTP routes of the twisty polyhedra: geometry, scramble, solution."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import rokumen
from rokumen.web.json_messages import JsonAnswer, read_json
from solver.core.errors import CubeError, PuzzleError, SolveError


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
        moves = (await read_json(request))["moves"]
    except (ValueError, KeyError, TypeError):
        moves = None
    if not isinstance(moves, str):
        return JsonAnswer({"error": 'send {"moves": "1X 2Y\'"}'}, 400)
    return await _answer(solvers, _solution_json, request.path_params["name"], moves)


async def _answer(solvers: CapacityLimiter, make: Callable[..., Any], *arguments: str) -> Response:
    """Return the response made in a thread, so that other requests do not wait."""
    try:
        return JsonAnswer(await to_thread.run_sync(make, *arguments, limiter=solvers))
    except PuzzleError as error:
        return JsonAnswer({"error": str(error)}, 404)
    except (CubeError, SolveError) as error:
        return JsonAnswer({"error": str(error)}, 422)


# The engine of the polyhedra is slow to import, so it is imported on the first request.
def _families_json() -> dict[str, Any]:
    from solver.puzzles.polyhedra.families import POLYHEDRA

    return {
        "families": [
            {
                "name": family.name,
                "names": list(family.names),
                "solved": list(family.solvable),
                "words": family.description,
            }
            for family in POLYHEDRA
        ]
    }


def _description_json(name: str) -> Any:
    from solver.puzzles.polyhedra.description import describe

    return describe(name)


def _scramble_json(name: str) -> dict[str, Any]:
    return {"moves": rokumen.puzzle(name).scramble().split()}


def _solution_json(name: str, moves: str) -> dict[str, Any]:
    solution = rokumen.puzzle(name).solve(moves)
    return {
        "stages": [{"name": stage.name, "moves": stage.moves.split()} for stage in solution.stages],
        "turns": solution.turns,
    }
