"""The robot's addresses: what it is at, its buttons, its camera's picture, the history.

The buttons are plain HTML forms, so that they work without JavaScript and without the WebSocket;
a script that presses one asks for JSON and gets it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from html import escape
from typing import Any

from anyio import CapacityLimiter, create_task_group, to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rokumen.errors import HistoryError
from rokumen.history import history_file, past_runs
from rokumen.serve.runs import Runs

MOST_PAST = 200
NO_ROBOT = (
    "No robot is attached to this page. Start it with `rokumen serve --demo`, or with "
    "`rokumen serve --robot PORT --camera SRC`."
)


def robot_routes(runs: Runs | None) -> list[BaseRoute]:
    """Give the routes of a robot's runs; without one there is only its history."""
    routes: list[BaseRoute] = [Route("/robot/history", _history)]
    if runs is None:
        return [*routes, Route("/robot/now", _nobody), WebSocketRoute("/robot/events", _no_events)]
    # Of its own, so that other work which has taken all threads cannot keep a stop waiting.
    for_stops = CapacityLimiter(4)
    buttons: dict[str, tuple[Callable[[], None], CapacityLimiter | None]] = {
        "start": (runs.start, None),
        "pause": (runs.pause, None),
        "go-on": (runs.go_on, None),
        "resume": (runs.resume, None),
        "stop": (runs.stop, for_stops),
    }
    return [
        *routes,
        *(
            Route(f"/robot/{name}", partial(_press, runs, press, limiter), methods=["POST"])
            for name, (press, limiter) in buttons.items()
        ),
        Route("/robot/now", partial(_now, runs)),
        Route("/robot/camera.jpg", partial(_camera, runs)),
        WebSocketRoute("/robot/events", partial(_events, runs)),
    ]


async def _press(
    runs: Runs, press: Callable[[], None], limiter: CapacityLimiter | None, request: Request
) -> Response:
    await to_thread.run_sync(press, limiter=limiter)
    return await _now(runs, request)


async def _now(runs: Runs, request: Request) -> Response:
    now = runs.standing
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(
            {"state": now.state.value, "words": now.words, "resumable": now.resumable}
        )
    return _plain(f"{now.state.value}. {now.words}", buttons=True)


async def _nobody(request: Request) -> Response:
    return _plain(NO_ROBOT, buttons=False)


def _plain(words: str, *, buttons: bool) -> Response:
    """Give a page of words and buttons that needs nothing else."""
    form = """<form method="post" action="/robot/stop">
<button style="font-size:2rem;padding:1rem 3rem;background:#b3261e;color:#fff">STOP</button><p>
<button formaction="/robot/start">Start</button>
<button formaction="/robot/pause">Pause</button>
<button formaction="/robot/go-on">Go on</button>
<button formaction="/robot/resume">Resume</button></form>"""
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>rokumen: the robot</title><h1>The robot</h1><p>{escape(words)}</p>"
        f"{form if buttons else ''}"
        '<p><a href="/robot/now">Look again</a> · <a href="/robot.html">The robot’s page</a>'
    )


async def _camera(runs: Runs, request: Request) -> Response:
    picture = await to_thread.run_sync(runs.picture)
    if not picture:
        return Response(status_code=204)
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


async def _history(request: Request) -> Response:
    try:
        runs = await to_thread.run_sync(past_runs, history_file(), MOST_PAST)
    except HistoryError as error:
        return JSONResponse({"error": str(error)}, 500)
    return JSONResponse({"runs": [run.as_json() for run in runs]})


async def _no_events(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_json({"what": "state", "state": "none", "words": NO_ROBOT})
    await socket.close()


async def _events(runs: Runs, socket: WebSocket) -> None:
    """Tell a browser what has happened, and everything from then on."""
    await socket.accept()
    with runs.hearers.hearing() as (log, queue):

        async def speak() -> None:
            await socket.send_json({"what": "log", "events": log})
            message: dict[str, Any] | None
            while (message := await queue.get()) is not None:
                await socket.send_json(message)

        async with create_task_group() as both:

            async def speak_and_end() -> None:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await speak()
                    await socket.close()
                both.cancel_scope.cancel()

            both.start_soon(speak_and_end)
            # What the browser says is nothing; that it has gone away ends both.
            while (await socket.receive())["type"] != "websocket.disconnect":
                pass
            both.cancel_scope.cancel()
