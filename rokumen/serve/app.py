"""The page's addresses: its files, a solution for a cube, and the scan's WebSocket."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from rokumen.cameras import open_known
from rokumen.cube_argument import parse_cube
from rokumen.errors import ApplicationError
from rokumen.serve.attached import Attached
from rokumen.serve.guard import Guard
from rokumen.serve.pictures import read_jpeg
from rokumen.serve.puzzles import puzzle_routes
from rokumen.serve.robot import robot_routes
from rokumen.serve.runs import Runs
from rokumen.serve.scanning import PageScan
from solver.engine import DEFAULT_METHOD, ENGINES, engine
from solver.errors import CubeError, IllegalCubeError
from vision.camera import Camera, Frame
from vision.errors import VisionError
from vision.profile import ColourProfile

STATIC = Path(__file__).parent / "static"
QUALITY = 80  # of the server's camera's pictures


@dataclass(frozen=True, slots=True)
class PageSettings:
    """What the page is served with; `camera` is the server's own, "" for none.

    `attached` is the robot that the page drives, if any.
    """

    camera: str = ""
    token: str | None = None
    profile: ColourProfile | None = None
    attached: Attached | None = None


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
    """Scan with the browser's camera, which sends its frames, or with the server's."""
    await socket.accept()
    scan = PageScan(settings.profile)
    camera: Camera | None = None
    await socket.send_json(scan.state())
    with suppress(WebSocketDisconnect):
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                try:
                    if message.get("bytes") is not None:
                        answer = await to_thread.run_sync(_see, scan, message["bytes"])
                    else:
                        wish = json.loads(message.get("text") or "null")
                        if wish == {"do": "look"}:
                            if camera is None:
                                camera = await to_thread.run_sync(_open, settings.camera)
                            picture, answer = await to_thread.run_sync(_look, scan, camera)
                            await socket.send_bytes(picture)
                        else:
                            answer = scan.wish(wish if isinstance(wish, dict) else {})
                except (ApplicationError, VisionError, ValueError) as error:
                    answer = {"error": str(error)}
                await socket.send_json(answer)
        finally:
            if camera is not None:
                await to_thread.run_sync(camera.close)


def _open(source: str) -> Camera:
    from vision.errors import NoCameraError

    if not source:
        raise NoCameraError("the server has no camera; start it with --camera, or use this one's")
    return open_known(source)[0]


def _see(scan: PageScan, data: bytes) -> dict[str, Any]:
    return scan.see(Frame(read_jpeg(data), time.monotonic(), "the browser's camera"))


def _look(scan: PageScan, camera: Camera) -> tuple[bytes, dict[str, Any]]:
    frame = camera.read()
    picture = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return picture.tobytes(), scan.see(frame)
