"""What the page of the twisty polyhedra asks: their shapes, scrambles and solutions."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from solver.errors import CubeError, PuzzleError
from solver.puzzle import load_puzzle


def puzzle_routes() -> list[Route]:
    """Give the addresses under /api/puzzles."""
    return [
        Route("/api/puzzles", _families),
        Route("/api/puzzles/{name}", _description),
        Route("/api/puzzles/{name}/scramble", _scramble, methods=["POST"]),
        Route("/api/puzzles/{name}/solve", _solve, methods=["POST"]),
    ]


async def _families(request: Request) -> Response:
    return await _answer(_known_families)


async def _description(request: Request) -> Response:
    return await _answer(_described, request.path_params["name"])


async def _scramble(request: Request) -> Response:
    return await _answer(_scrambled, request.path_params["name"])


async def _solve(request: Request) -> Response:
    try:
        moves = json.loads(await request.body())["moves"]
    except (ValueError, KeyError, TypeError):
        moves = None
    if not isinstance(moves, str):
        return JSONResponse({"error": 'send {"moves": "1X 2Y\'"}'}, 400)
    return await _answer(_solved, request.path_params["name"], moves)


async def _answer(make: Callable[..., Any], *told: str) -> Response:
    """Answer in a thread, so that others are answered meanwhile."""
    try:
        return JSONResponse(await to_thread.run_sync(make, *told))
    except PuzzleError as error:
        return JSONResponse({"error": str(error)}, 404)
    except CubeError as error:
        return JSONResponse({"error": str(error)}, 422)


# The engine of the polyhedra is imported by whoever asks for one, and not by the camera's page.
def _known_families() -> dict[str, Any]:
    from solver.polyhedra.families import POLYHEDRA

    return {
        "families": [
            {
                "name": family.name,
                "names": list(family.names),
                "solved": list(family.solved),
                "words": family.words,
            }
            for family in POLYHEDRA
        ]
    }


def _described(name: str) -> Any:
    from solver.polyhedra.describe import describe

    return describe(name)


def _scrambled(name: str) -> dict[str, Any]:
    return {"moves": list(load_puzzle(name).scramble(SystemRandom()))}


def _solved(name: str, moves: str) -> dict[str, Any]:
    puzzle = load_puzzle(name)
    solution = puzzle.solve(moves, puzzle.methods[0])
    return {
        "stages": [{"name": stage.name, "moves": list(stage.moves)} for stage in solution.stages],
        "turns": solution.turns,
    }
