"""HTTP routes of a 3x3x3: its solution, and what is wrong with a net that is being painted."""

from __future__ import annotations

from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import rokumen
from drawing.palette import WESTERN
from rokumen.errors import ApplicationError
from rokumen.show.stage_names import in_full
from rokumen.web.json_messages import JsonAnswer, read_json
from solver.core.errors import CubeError, IllegalCubeError, SolveError
from solver.core.facelets import UNKNOWN
from solver.core.legality import faults_so_far
from solver.core.repair import describe_repair, repairs_of
from solver.engines.registry import DEFAULT_METHOD

_CHECK_REQUEST = 'send {"facelets": "...", "doubtful": [], "colours": {"U": "white", ...}}'


def cube_routes(solvers: CapacityLimiter) -> list[Route]:
    """Return the routes /api/solve and /api/check; `solvers` bounds the threads that compute."""
    return [
        Route("/api/solve", partial(_solve, solvers), methods=["POST"]),
        Route("/api/check", partial(_check, solvers), methods=["POST"]),
    ]


async def _solve(solvers: CapacityLimiter, request: Request) -> Response:
    try:
        document = await read_json(request)
        text, method = str(document["cube"]), str(document.get("method", DEFAULT_METHOD))
    except (ValueError, KeyError, TypeError, AttributeError):
        return JsonAnswer({"error": 'send {"cube": "...", "method": "lbl"}'}, 400)
    try:
        return JsonAnswer(await to_thread.run_sync(_solution, text, method, limiter=solvers))
    except IllegalCubeError as error:
        faults = [str(fault) for fault in error.faults]
        return JsonAnswer({"error": "this cube cannot exist", "faults": faults}, 422)
    except (CubeError, SolveError, ApplicationError) as error:
        return JsonAnswer({"error": str(error), "faults": []}, 422)


def _solution(text: str, method: str) -> dict[str, Any]:
    solution = rokumen.solve(rokumen.Cube.parse(text), method=method)
    return {
        "facelets": solution.cube.facelets,
        "numbers": solution.cube.numbers,
        "method": solution.method,
        "htm": solution.htm,
        "stages": [
            {"name": in_full(stage.name), "note": stage.note, "moves": stage.moves.split()}
            for stage in solution.stages
        ],
    }


async def _check(solvers: CapacityLimiter, request: Request) -> Response:
    try:
        document = await read_json(request)
        facelets = str(document["facelets"])
        doubtful = frozenset(int(facelet) for facelet in document.get("doubtful", []))
        colours = {face: str(document.get("colours", WESTERN)[face]) for face in WESTERN}
    except (ValueError, KeyError, TypeError, AttributeError):
        return JsonAnswer({"error": _CHECK_REQUEST}, 400)
    try:
        return JsonAnswer(
            await to_thread.run_sync(_findings, facelets, doubtful, colours, limiter=solvers)
        )
    except CubeError as error:
        return JsonAnswer({"error": str(error)}, 422)


def _findings(facelets: str, doubtful: frozenset[int], colours: dict[str, str]) -> dict[str, Any]:
    repairs = repairs_of(facelets, doubtful)
    return {
        "complete": UNKNOWN not in facelets,
        "faults": [
            {"words": str(fault), "facelets": fault.facelets}
            for fault in faults_so_far(facelets, colours)
        ],
        "repairs": [
            {
                "words": describe_repair(repair, colours),
                "facelets": repair.facelets,
                "letters": repair.letters,
            }
            for repair in repairs
        ],
    }
