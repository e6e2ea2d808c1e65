"""The page's addresses: its files, a solution for a cube, and the scan's WebSocket."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import cv2
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from calibration.errors import CalibrationError
from rokumen.cameras import open_known
from rokumen.cube_argument import parse_cube
from rokumen.errors import ApplicationError
from rokumen.profiles import chosen_for
from rokumen.serve.attached import Attached
from rokumen.serve.colours import PageColours
from rokumen.serve.guard import Guard
from rokumen.serve.pictures import read_jpeg
from rokumen.serve.profiles import profile_routes
from rokumen.serve.puzzles import puzzle_routes
from rokumen.serve.robot import robot_routes
from rokumen.serve.runs import Runs
from rokumen.serve.scanning import PageScan
from solver.engine import DEFAULT_METHOD, ENGINES, engine
from solver.errors import CubeError, IllegalCubeError
from vision.camera import Camera, Frame
from vision.errors import NoCameraError, VisionError

STATIC = Path(__file__).parent / "static"
QUALITY = 80  # of the server's camera's pictures


@dataclass(frozen=True, slots=True)
class PageSettings:
    """What the page is served with; `camera` is the server's own, "" for none.

    `profile` names the colours, None for those of each camera; `attached` is the robot that the
    page drives, if any.
    """

    camera: str = ""
    token: str | None = None
    profile: str | None = None
    attached: Attached | None = None


class Watching(Protocol):
    """What looks at a camera's frames for one page, and does what its person wants."""

    def see(self, frame: Frame) -> dict[str, Any]:
        """Take a frame into account, and say what came of it."""

    def wish(self, wish: Mapping[str, Any]) -> dict[str, Any]:
        """Do what the person wants, and say what came of it."""

    def state(self) -> dict[str, Any]:
        """Say what has been seen so far."""


def page(settings: PageSettings) -> ASGIApp:
    """Make the application; a run that goes on is stopped when it ends."""
    runs = None if settings.attached is None else Runs(settings.attached)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if runs is not None:
            await to_thread.run_sync(runs.shut)

    app = Starlette(
        lifespan=lifespan,
        routes=[
            Route("/api/settings", partial(_settings, settings)),
            Route("/api/solve", _solve, methods=["POST"]),
            WebSocketRoute("/api/scan", partial(_scan, settings)),
            WebSocketRoute("/api/colours", partial(_colours, settings)),
            *profile_routes(),
            *robot_routes(runs),
            *puzzle_routes(),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ],
    )
    return Guard(app, settings.token)


async def _settings(settings: PageSettings, request: Request) -> Response:
    return JSONResponse(
        {
            "camera": settings.camera,
            "methods": list(ENGINES),
            "robot": settings.attached.words if settings.attached else "",
        }
    )


async def _solve(request: Request) -> Response:
    try:
        wish = json.loads(await request.body())
        text, method = str(wish["cube"]), str(wish.get("method", DEFAULT_METHOD))
    except (ValueError, KeyError, TypeError, AttributeError):
        return JSONResponse({"error": 'send {"cube": "...", "method": "lbl"}'}, 400)
    try:
        return JSONResponse(await to_thread.run_sync(_solution, text, method))
    except IllegalCubeError as error:
        faults = [str(fault) for fault in error.faults]
        return JSONResponse({"error": "this cube cannot exist", "faults": faults}, 422)
    except (CubeError, ApplicationError) as error:
        return JSONResponse({"error": str(error), "faults": []}, 422)


def _solution(text: str, method: str) -> dict[str, Any]:
    cube = parse_cube(text)
    solution = engine(method)(cube)
    return {
        "facelets": cube.facelets(),
        "method": solution.method,
        "htm": solution.htm,
        "stages": [
            {"name": stage.name, "note": stage.note, "moves": [str(move) for move in stage.moves]}
            for stage in solution.stages
        ],
    }


async def _scan(settings: PageSettings, socket: WebSocket) -> None:
    await _watch(settings, socket, PageScan(partial(chosen_for, settings.profile)))


async def _colours(settings: PageSettings, socket: WebSocket) -> None:
    await _watch(settings, socket, PageColours())


async def _watch(settings: PageSettings, socket: WebSocket, watching: Watching) -> None:
    """Watch with the browser's camera, which sends its frames, or with the server's."""
    await socket.accept()
    camera: Camera | None = None
    await socket.send_json(watching.state())
    with suppress(WebSocketDisconnect):
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                try:
                    if message.get("bytes") is not None:
                        answer = await to_thread.run_sync(_see, watching, message["bytes"])
                    else:
                        wish = json.loads(message.get("text") or "null")
                        if wish == {"do": "look"}:
                            if camera is None:
                                camera = await to_thread.run_sync(_open, settings.camera)
                            picture, answer = await to_thread.run_sync(_look, watching, camera)
                            await socket.send_bytes(picture)
                        else:
                            wish = wish if isinstance(wish, dict) else {}
                            answer = await to_thread.run_sync(watching.wish, wish)
                except (ApplicationError, CalibrationError, VisionError, ValueError) as error:
                    answer = {"error": str(error)}
                await socket.send_json(answer)
        finally:
            if camera is not None:
                await to_thread.run_sync(camera.close)


def _open(source: str) -> Camera:
    if not source:
        raise NoCameraError("the server has no camera; start it with --camera, or use this one's")
    return open_known(source)[0]


def _see(watching: Watching, data: bytes) -> dict[str, Any]:
    return watching.see(Frame(read_jpeg(data), time.monotonic(), "the browser's camera"))


def _look(watching: Watching, camera: Camera) -> tuple[bytes, dict[str, Any]]:
    frame = camera.read()
    picture = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return picture.tobytes(), watching.see(frame)
