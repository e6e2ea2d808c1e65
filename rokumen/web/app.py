"""The ASGI application: routes, settings, the files of the pages, and the camera WebSockets."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope
from starlette.websockets import WebSocket

from rokumen.smart_cubes.smart_cube import SmartCube
from rokumen.storage.profiles import profile_for_camera
from rokumen.web.guards import AccessGuard, ClosedSocketGuard, LoadGuard
from rokumen.web.json_messages import JsonAnswer
from rokumen.web.learning import learning_routes
from rokumen.web.proofs import proof_routes
from rokumen.web.robot_routes import STOP_PATH, robot_routes
from rokumen.web.robot_settings import NO_ROBOT, AttachedRobot
from rokumen.web.runs import RunController
from rokumen.web.sessions.colours import ColourSession, profile_routes
from rokumen.web.sessions.film import FilmSession
from rokumen.web.sessions.photographs import MAX_FILE_BYTES, PHOTOGRAPHS_PATH, photograph_routes
from rokumen.web.sessions.robot_setup import SETUP_STOP_PATH, RobotSetup, setup_routes
from rokumen.web.sessions.scan import ScanSession
from rokumen.web.sessions.serving import serve_session
from rokumen.web.solving_routes import cube_routes, puzzle_routes
from rokumen.web.stop_door import StopDoor, StopEntrance, Stoppable
from rokumen.web.watched_cube import SmartCubeFeed
from solver.engines.registry import method_names

STATIC = Path(__file__).parent / "static"
MAX_SOLVERS = 2  # threads that solve
MAX_PICTURES = 4  # threads that read the cameras' pictures
MAX_READINGS = 2  # cubes that are read from photographs at once: the others wait
_MAX_COMPRESSED = 256  # files that are kept compressed
_LEAST_COMPRESSED_BYTES = 500


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of the server.

    `camera` is the server's own camera, "" for none; whoever has the `token` has access, from other
    computers too, by its address or one of the `names`, in lower case; without one (None) this
    computer alone has; `profile` names the colour profile, None
    for that of each camera; `attached` is the robot that the pages run, if any; `setup` names the
    one that they set up, "" for none; `stop_at`: where STOP of both is pressed, beside the pages'
    own port; `smart_cube`: one that the page Learn follows.
    """

    camera: str = ""
    token: str | None = None
    names: frozenset[str] = frozenset()
    profile: str | None = None
    attached: AttachedRobot = NO_ROBOT
    setup: str = ""
    stop_at: StopEntrance | None = None
    smart_cube: SmartCube | None = None


def create_app(settings: ServerSettings) -> ASGIApp:
    """Return the ASGI application; a run in progress is stopped at shutdown."""
    runs = RunController(settings.attached)
    setup = RobotSetup(settings.setup) if settings.setup else None
    stops = [Stoppable(each.send_stop, each.stop) for each in (runs, setup) if each is not None]
    at = settings.stop_at
    # Few threads compute at once, so that they do not delay a stop.
    solvers, pictures = CapacityLimiter(MAX_SOLVERS), CapacityLimiter(MAX_PICTURES)
    readings = CapacityLimiter(MAX_READINGS)
    feed = None if settings.smart_cube is None else SmartCubeFeed(settings.smart_cube)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with nullcontext() if at is None else StopDoor(at, stops):
            yield
        await to_thread.run_sync(runs.shut_down)
        if feed is not None:
            await to_thread.run_sync(feed.close)

    app = Starlette(
        lifespan=lifespan,
        routes=[
            Route("/api/settings", partial(_settings, settings)),
            WebSocketRoute("/api/scan", partial(_scan, settings, pictures)),
            WebSocketRoute("/api/colours", partial(_colours, settings, pictures)),
            WebSocketRoute("/api/film", partial(_film, settings, pictures)),
            *([] if feed is None else [WebSocketRoute("/api/smart-cube", feed.serve)]),
            *photograph_routes(settings.profile, pictures, readings),
            *cube_routes(solvers),
            *proof_routes(solvers),
            *profile_routes(),
            *robot_routes(runs),
            *setup_routes(setup),
            *puzzle_routes(solvers),
            *learning_routes(STATIC),
            Mount("/", StaticPages(directory=STATIC, html=True)),
        ],
    )
    guarded = LoadGuard(ClosedSocketGuard(app), always=[STOP_PATH, SETUP_STOP_PATH])
    larger = {PHOTOGRAPHS_PATH: MAX_FILE_BYTES}
    return AccessGuard(guarded, settings.token, settings.names, at.port if at else None, larger)


async def _settings(settings: ServerSettings, request: Request) -> Response:
    at = settings.stop_at
    return JsonAnswer(
        {
            "camera": settings.camera,
            "heic": find_spec("pillow_heif") is not None,
            "methods": list(method_names()),
            "smart_cube": settings.smart_cube.name if settings.smart_cube else "",
            "stop": {"port": at.port, "path": at.path} if at else None,
        }
    )


async def _scan(settings: ServerSettings, pictures: CapacityLimiter, socket: WebSocket) -> None:
    session = ScanSession(partial(profile_for_camera, settings.profile), size=None)
    await serve_session(socket, session, settings.camera, pictures)


async def _colours(settings: ServerSettings, pictures: CapacityLimiter, socket: WebSocket) -> None:
    await serve_session(socket, ColourSession(), settings.camera, pictures)


async def _film(settings: ServerSettings, pictures: CapacityLimiter, socket: WebSocket) -> None:
    await serve_session(socket, FilmSession(), settings.camera, pictures)


class StaticPages(StaticFiles):
    """The files of a folder, with gzip for a browser that takes it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to a request for a file, compressed where that is asked for."""
        found = await super().get_response(path, scope)
        headers = Headers(scope=scope)
        if not isinstance(found, FileResponse) or found.stat_result is None:
            return found
        found.headers.add_vary_header("Accept-Encoding")
        takes_gzip = "gzip" in headers.get("accept-encoding", "") and "range" not in headers
        if not takes_gzip or found.stat_result.st_size < _LEAST_COMPRESSED_BYTES:
            return found
        changed = found.stat_result.st_mtime_ns
        body = await to_thread.run_sync(_compressed, Path(found.path), changed)
        kept = {
            name: found.headers[name] for name in ("content-type", "last-modified", "etag", "vary")
        }
        return Response(body, found.status_code, kept | {"Content-Encoding": "gzip"})


# So that a file that many ask for at once is compressed by one of them.
_compressing = Lock()


def _compressed(path: Path, changed: int) -> bytes:
    with _compressing:
        return _compressed_once(path, changed)


@lru_cache(_MAX_COMPRESSED)
def _compressed_once(path: Path, changed: int) -> bytes:
    return gzip.compress(path.read_bytes())
