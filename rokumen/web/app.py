"""The ASGI application: routes, settings, and the camera WebSockets."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from calibration.errors import CalibrationError
from rokumen.devices.cameras import open_calibrated
from rokumen.errors import ApplicationError
from rokumen.storage.profiles import profile_for_camera
from rokumen.web.cube_routes import cube_routes
from rokumen.web.guards.access import AccessGuard
from rokumen.web.guards.closed_sockets import ClosedSocketGuard
from rokumen.web.guards.load import LoadGuard
from rokumen.web.jpeg import read_jpeg, write_jpeg
from rokumen.web.json_messages import JsonAnswer, parse_json, send_message
from rokumen.web.learning.routes import learning_routes
from rokumen.web.profile_routes import profile_routes
from rokumen.web.puzzle_routes import puzzle_routes
from rokumen.web.robot_routes import STOP_PATH, robot_routes
from rokumen.web.robot_settings import AttachedRobot
from rokumen.web.runs import RunController
from rokumen.web.sessions.colour_calibration import ColourSession
from rokumen.web.sessions.photographs import PhotographSession
from rokumen.web.sessions.robot_setup import STOP_PATH as SETUP_STOP_PATH
from rokumen.web.sessions.robot_setup import setup_routes
from rokumen.web.sessions.scan import ScanSession
from solver.engines.registry import method_names
from vision.capture.frame import Camera, Frame
from vision.errors import CameraError, VisionError

STATIC = Path(__file__).parent / "static"
MAX_SOLVERS = 2  # threads that solve
MAX_PICTURES = 4  # threads that read the cameras' pictures


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of the server.

    `camera` is the server's own camera, "" for none; with a `token` other computers have access,
    by its address or one of the `names`, in lower case; `profile` names the colour profile, None
    for that of each camera; `attached` is the robot that the pages run, if any; `setup` names the
    one that they set up, "" for none.
    """

    camera: str = ""
    token: str | None = None
    names: frozenset[str] = frozenset()
    profile: str | None = None
    attached: AttachedRobot | None = None
    setup: str = ""


class CameraSession(Protocol):
    """Session of one page that processes a camera's frames and the user's commands."""

    def see(self, frame: Frame) -> dict[str, Any]:
        """Process a frame and return the JSON of the result."""

    def handle_command(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Execute a command of the page and return the JSON of the result."""

    def state(self) -> dict[str, Any]:
        """Return the JSON of the session's state."""


def create_app(settings: ServerSettings) -> ASGIApp:
    """Return the ASGI application; a run in progress is stopped at shutdown."""
    runs = None if settings.attached is None else RunController(settings.attached)
    # Few threads compute at once, so that they do not delay a stop.
    solvers, pictures = CapacityLimiter(MAX_SOLVERS), CapacityLimiter(MAX_PICTURES)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if runs is not None:
            await to_thread.run_sync(runs.shut_down)

    app = Starlette(
        lifespan=lifespan,
        routes=[
            Route("/api/settings", partial(_settings, settings)),
            WebSocketRoute("/api/scan", partial(_scan, settings, pictures)),
            WebSocketRoute("/api/photographs", partial(_photographs, settings, pictures)),
            WebSocketRoute("/api/colours", partial(_colours, settings, pictures)),
            *cube_routes(solvers),
            *profile_routes(),
            *robot_routes(runs),
            *setup_routes(settings.setup),
            *puzzle_routes(solvers),
            *learning_routes(STATIC),
            Mount("/", GZipMiddleware(StaticFiles(directory=STATIC, html=True))),
        ],
    )
    guarded = LoadGuard(ClosedSocketGuard(app), always=[STOP_PATH, SETUP_STOP_PATH])
    return AccessGuard(guarded, settings.token, settings.names)


async def _settings(settings: ServerSettings, request: Request) -> Response:
    return JsonAnswer(
        {
            "camera": settings.camera,
            "methods": list(method_names()),
            "robot": settings.attached.description if settings.attached else "",
        }
    )


async def _scan(settings: ServerSettings, pictures: CapacityLimiter, socket: WebSocket) -> None:
    session = ScanSession(partial(profile_for_camera, settings.profile), size=None)
    await _serve_camera_session(settings, pictures, socket, session)


async def _photographs(
    settings: ServerSettings, pictures: CapacityLimiter, socket: WebSocket
) -> None:
    session = PhotographSession(profile_for_camera(settings.profile, ""))
    await _serve_camera_session(settings, pictures, socket, session)


async def _colours(settings: ServerSettings, pictures: CapacityLimiter, socket: WebSocket) -> None:
    await _serve_camera_session(settings, pictures, socket, ColourSession())


async def _serve_camera_session(
    settings: ServerSettings,
    pictures: CapacityLimiter,
    socket: WebSocket,
    watching: CameraSession,
) -> None:
    """Serve a session with frames sent by the browser, or with the server's camera."""
    await socket.accept()
    camera: Camera | None = None
    await send_message(socket, watching.state())
    with suppress(WebSocketDisconnect):
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                try:
                    if message.get("bytes") is not None:
                        answer = await to_thread.run_sync(
                            _see, watching, message["bytes"], limiter=pictures
                        )
                    else:
                        command = parse_json(message.get("text") or "null")
                        if command == {"do": "look"}:
                            if camera is None:
                                camera = await to_thread.run_sync(_open, settings.camera)
                            picture, answer = await to_thread.run_sync(
                                _look, watching, camera, limiter=pictures
                            )
                            await socket.send_bytes(picture)
                        else:
                            command = command if isinstance(command, dict) else {}
                            answer = await to_thread.run_sync(watching.handle_command, command)
                except (ApplicationError, CalibrationError, VisionError, ValueError) as error:
                    answer = {"error": str(error)}
                await send_message(socket, answer)
        finally:
            if camera is not None:
                await to_thread.run_sync(camera.close)


def _open(source: str) -> Camera:
    if not source:
        raise CameraError(
            "the server has no camera; start it with --camera, or use the browser's camera"
        )
    return open_calibrated(source)[0]


def _see(watching: CameraSession, data: bytes) -> dict[str, Any]:
    return watching.see(Frame(read_jpeg(data), time.monotonic(), "the browser's camera"))


def _look(watching: CameraSession, camera: Camera) -> tuple[bytes, dict[str, Any]]:
    frame = camera.read()
    return write_jpeg(frame.image), watching.see(frame)
