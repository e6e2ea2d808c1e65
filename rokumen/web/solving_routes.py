"""HTTP routes that compute: of a 3x3x3 its solution, what is wrong with a net that is being painted
and a scramble; of the twisty polyhedra geometry, scramble and solution.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import lru_cache, partial
from http import HTTPStatus
from random import Random
from threading import Event
from typing import Any

from anyio import CancelScope, CapacityLimiter, create_task_group, to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import rokumen
from drawing.canvas import svg_without_ground
from drawing.palette import WESTERN
from rokumen.api.encoding import solution_as_json
from rokumen.errors import ApplicationError
from rokumen.web.json_messages import JsonAnswer, read_json
from rokumen.web.proofs import worker_lines
from solver.core.errors import CubeError, IllegalCubeError, PuzzleError, SolveError
from solver.core.facelets import UNKNOWN
from solver.core.legality import faults_so_far
from solver.core.repair import describe_repair, repairs_of
from solver.engines.registry import DEFAULT_METHOD, random_scramble, reports_proof_progress
from solver.notation.printing import moves_text
from solver.puzzles.families import POLYHEDRA, systematic_name
from solver.puzzles.registry import load_puzzle

_LEFT = 499  # the status of an answer that nobody reads any more, as nginx writes it in its log
_CHECK_REQUEST = 'send {"facelets": "...", "doubtful": [], "colours": {"U": "white", ...}}'

# The puzzles that have a name of their own, or are sold: what the page shows in pictures.
_KNOWN = {
    "cube-faces-3": "Rubik's cube",
    "cube-faces-2": "2x2x2",
    "cube-faces-4": "4x4x4",
    "cube-faces-5": "5x5x5",
    "tetrahedron-vertices-3": "Pyraminx",
    "cube-vertices-b-2": "Skewb",
    "dodecahedron-faces-b": "Megaminx",
    "cube-vertices-a-1": "Dino Cube",
    "octahedron-faces-2": "Skewb Diamond",
    "dodecahedron-faces-d": "Pyraminx Crystal",
    "dodecahedron-faces-c": "Starminx",
    "icosahedron-vertices-2": "Dogic",
    "dodecahedron-faces-a": "Pentultimate",
    "cube-edges-1": "Little Chop",
    "dodecahedron-edges-a": "Big Chop",
}


def cube_routes(solvers: CapacityLimiter) -> list[Route]:
    """Return the routes of the 3x3x3; `solvers` bounds the threads that compute."""
    return [
        Route("/api/solve", partial(_solve_cube, solvers), methods=["POST"]),
        Route("/api/check", partial(_check_net, solvers), methods=["POST"]),
        Route("/api/scramble", partial(_scramble_cube, solvers), methods=["POST"]),
    ]


async def _solve_cube(solvers: CapacityLimiter, request: Request) -> Response:
    try:
        document = await read_json(request)
        text, method = str(document["cube"]), str(document.get("method", DEFAULT_METHOD))
    except (ValueError, KeyError, TypeError, AttributeError):
        return JsonAnswer({"error": 'send {"cube": "...", "method": "lbl"}'}, 400)
    try:
        if reports_proof_progress(method):
            return JsonAnswer({"error": f"{method!r} takes minutes: ask /api/prove"}, 422)
        return JsonAnswer(await _solved_unless_left(text, method, solvers, request))
    except IllegalCubeError as error:
        faults = [str(fault) for fault in error.faults]
        return JsonAnswer({"error": "this cube cannot exist", "faults": faults}, 422)
    except (CubeError, SolveError, ApplicationError) as error:
        return JsonAnswer({"error": str(error), "faults": []}, 422)
    except ConnectionAbortedError:
        return Response(status_code=_LEFT)


async def _solved_unless_left(
    text: str, method: str, limiter: CapacityLimiter, request: Request
) -> dict[str, Any]:
    """Return a solution; raise ConnectionAbortedError where the browser leaves before there is one.

    A search that waits for its turn is not begun then, and the tables of one are not built on.
    """
    left = Event()

    async def watch(answered: CancelScope) -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        left.set()
        answered.cancel()

    # An error is not raised within the group, which would wrap it.
    outcome: dict[str, Any] | Exception = ConnectionAbortedError("the browser has left")
    async with create_task_group() as group:
        group.start_soon(watch, group.cancel_scope)
        try:
            outcome = await to_thread.run_sync(_solution, text, method, left, limiter=limiter)
        except Exception as error:
            outcome = error
        group.cancel_scope.cancel()
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _solution(text: str, method: str, left: Event) -> dict[str, Any]:
    def go_on(_: rokumen.SolveProgress) -> None:
        if left.is_set():
            raise ConnectionAbortedError("the browser has left")

    return solution_as_json(
        rokumen.solve(rokumen.Cube.parse(text), method=method, on_progress=go_on)
    )


async def _scramble_cube(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, lambda: {"moves": moves_text(random_scramble(Random())).split()})


async def _check_net(solvers: CapacityLimiter, request: Request) -> Response:
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


def puzzle_routes(solvers: CapacityLimiter) -> list[Route]:
    """Return the routes under /api/puzzles; `solvers` bounds the threads that compute."""
    return [
        Route("/api/puzzles", partial(_families, solvers)),
        Route("/api/puzzles/{name}", partial(_description, solvers)),
        Route("/api/puzzles/{name}/picture.svg", partial(_picture, solvers)),
        Route("/api/puzzles/{name}/scramble", partial(_scramble, solvers), methods=["POST"]),
        Route("/api/puzzles/{name}/solve", partial(_solve_puzzle, solvers), methods=["POST"]),
    ]


async def _families(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, _families_json)


async def _description(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, _description_json, request.path_params["name"])


async def _picture(solvers: CapacityLimiter, request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _KNOWN:
        return JsonAnswer({"error": f"there is no picture of {name[:100]!r}"}, 404)
    drawn = await to_thread.run_sync(_drawn, name, limiter=solvers)
    return Response(drawn, media_type="image/svg+xml")


@lru_cache(maxsize=len(_KNOWN))
def _drawn(name: str) -> bytes:
    from solver.puzzles.polyhedra.drawing import solved_alone
    from solver.puzzles.polyhedra.polyhedron import polyhedron

    return svg_without_ground(solved_alone(polyhedron(name)))


async def _scramble(solvers: CapacityLimiter, request: Request) -> Response:
    return await _answer(solvers, _scramble_json, request.path_params["name"])


async def _solve_puzzle(solvers: CapacityLimiter, request: Request) -> Response:
    try:
        document = await read_json(request)
        position = document["facelets"] if "facelets" in document else document["moves"]
    except (ValueError, KeyError, TypeError):
        position = None
    if not isinstance(position, str):
        text = 'send {"moves": "1X 2Y\'"}, or {"facelets": "..."} of a cube turned about its faces'
        return JsonAnswer({"error": text}, 400)
    name = request.path_params["name"]
    method = str(document.get("method", ""))
    refused = await _answer(solvers, _check_position, name, position, method)
    if refused.status_code != HTTPStatus.OK:
        return refused
    lines = solution_lines(solvers, name, position, method)
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
        ],
        "known": [{"name": name, "words": words} for name, words in _KNOWN.items()],
    }


# The engine of the polyhedra is slow to import, so it is imported on the first request.
def _description_json(name: str) -> Any:
    from solver.puzzles.polyhedra.description import describe

    solved = any(name in family.solved_names for family in POLYHEDRA)
    methods = load_puzzle(name).methods if solved else ()
    return {**describe(name), "methods": methods}


def _scramble_json(name: str) -> dict[str, Any]:
    return {"moves": load_puzzle(systematic_name(name)).scramble().split()}


def _check_position(name: str, position: str, method: str) -> None:
    """Raise a CubeError for a puzzle that is not there or not solved.

    So for a position or a method that is not its own; "" is its usual method.
    """
    puzzle = load_puzzle(systematic_name(name))
    puzzle.choose_method(method or None)
    puzzle.parse(position)


async def solution_lines(
    solvers: CapacityLimiter, name: str, position: str, method: str = ""
) -> AsyncGenerator[bytes, None]:
    """Yield what a process that solves the puzzle writes; it ends with the browser's request."""
    async with (
        solvers,
        aclosing(worker_lines("puzzle", position, systematic_name(name), method)) as lines,
    ):
        async for line in lines:
            yield line
