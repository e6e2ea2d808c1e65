"""HTTP and WebSocket routes of the robot: control buttons, status, camera, events, history.

The buttons are plain HTML forms, so that they work without JavaScript and without the WebSocket;
scripts request JSON instead.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from html import escape
from typing import Any
from urllib.parse import parse_qsl

from anyio import CapacityLimiter, create_task_group, to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rokumen.devices.discovery import find_cameras
from rokumen.errors import HistoryError, InputError
from rokumen.jobs.run_proof import verify_run
from rokumen.storage.history import history_file, list_runs
from rokumen.web.guards import with_code
from rokumen.web.json_messages import JsonAnswer, read_json, send_message
from rokumen.web.run_messages import RunStatus
from rokumen.web.runs import RunController

MAX_HISTORY = 200
# The largest step of a jog at one press of a button.
_MAX_STEP_MICROSECONDS = 100
STOP_PATH = "/robot/stop"


def robot_routes(runs: RunController) -> list[BaseRoute]:
    """Return the routes of a robot's runs, and of their history."""
    # A separate thread limiter, so that a stop never waits for a worker thread.
    for_stops = CapacityLimiter(4)
    buttons: dict[str, tuple[Callable[[], None], CapacityLimiter | None]] = {
        "check": (runs.check, None),
        "pause": (runs.pause, None),
        "go-on": (runs.go_on, None),
        "resume": (runs.resume, None),
        "connect": (runs.connect, None),
        "disconnect": (runs.disconnect, None),
        "home": (runs.home, None),
        "clear": (runs.clear, None),
        "load": (runs.load, None),
        "power-off": (runs.power_off, None),
        "relax": (runs.relax, for_stops),
        "stop": (runs.stop, for_stops),
    }
    return [
        Route("/robot/history", _history),
        Route("/robot/verify", _verify),
        Route("/robot/start", partial(_start, runs), methods=["POST"]),
        *(
            Route(f"/robot/{name}", partial(_run_command, runs, press, limiter), methods=["POST"])
            for name, (press, limiter) in buttons.items()
        ),
        Route("/robot/jog", partial(_jog, runs), methods=["POST"]),
        Route("/robot/now", partial(_now, runs)),
        Route("/robot/camera.jpg", partial(_camera, runs)),
        Route("/robot/cameras", _cameras),
        Route("/robot/use-camera", partial(_use_camera, runs), methods=["POST"]),
        WebSocketRoute("/robot/events", partial(_events, runs)),
    ]


async def _run_command(
    runs: RunController,
    press: Callable[[], None],
    limiter: CapacityLimiter | None,
    request: Request,
) -> Response:
    await to_thread.run_sync(press, limiter=limiter)
    return await _now(runs, request)


async def _start(runs: RunController, request: Request) -> Response:
    """Start a run; a form that is sent says which robot is simulated, where one is."""
    fields = dict(parse_qsl((await request.body()).decode(errors="replace")))
    await to_thread.run_sync(runs.start, fields)
    return await _now(runs, request)


async def _now(runs: RunController, request: Request) -> Response:
    now = runs.status
    if "application/json" in request.headers.get("accept", ""):
        return JsonAnswer(now.as_message())
    return _plain(now.state.value.capitalize(), now.words, _form(now))


async def _jog(runs: RunController, request: Request) -> Response:
    try:
        document = await read_json(request)
        actuator, step = str(document["actuator"]), document["step"]
    except (ValueError, KeyError, TypeError):
        actuator, step = "", None
    if type(step) is not int or not 1 <= abs(step) <= _MAX_STEP_MICROSECONDS:
        words = f"a step of 1 to {_MAX_STEP_MICROSECONDS} microseconds, either way"
        return JsonAnswer({"error": f'send {{"actuator": "axis:L", "step": 10}}, {words}'}, 400)
    await to_thread.run_sync(runs.jog, actuator, step)
    return await _now(runs, request)


async def _use_camera(runs: RunController, request: Request) -> Response:
    try:
        source = int((await read_json(request))["camera"])
    except (ValueError, KeyError, TypeError):
        return JsonAnswer({"error": 'send {"camera": 0}, the number of a camera'}, 400)
    await to_thread.run_sync(runs.use_camera, str(source))
    return await _now(runs, request)


async def _cameras(request: Request) -> Response:
    """Answer which cameras this computer has; each that is free is opened for a moment."""
    found = await to_thread.run_sync(find_cameras)
    return JsonAnswer(
        {"cameras": [{"number": c.number, "name": c.name, "words": c.status} for c in found]}
    )


def _form(now: RunStatus) -> str:
    """Return STOP, its higher levels, the button that comes next, and Start."""
    run = (now.next_button, now.other_start)
    shown = [each for each in (*now.further_stops, *run) if each]
    buttons = "".join(
        f'<p><button formaction="/robot/{name}">{label}</button>' for name, label in shown
    )
    return f"""<form method="post" action="/robot/stop">
<button style="font-size:2rem;padding:1rem 3rem;background:#b3261e;color:#fff">STOP</button>
{buttons}</form>"""


def _plain(state: str, words: str, form: str) -> Response:
    """Return a page with a status and its form that needs no JavaScript."""
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>rokumen: the robot</title><h1>{escape(state)}</h1><p>{with_code(words)}</p>"
        f"{form}"
        '<p><a href="/robot/now">Refresh</a> · <a href="/robot.html">The robot’s page</a>'
    )


async def _camera(runs: RunController, request: Request) -> Response:
    pictures = await to_thread.run_sync(runs.pictures)
    try:
        picture = pictures[int(request.query_params.get("camera", "0"))]
    except (ValueError, IndexError):
        return Response(status_code=204)
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


async def _history(request: Request) -> Response:
    try:
        runs = await to_thread.run_sync(list_runs, history_file(), MAX_HISTORY)
    except HistoryError as error:
        return JsonAnswer({"error": str(error)}, 500)
    return JsonAnswer({"runs": [run.as_json() for run in runs]})


async def _verify(request: Request) -> Response:
    """Answer what a run of the history proves, `?run=` its number."""
    number = request.query_params.get("run", "")
    if not number.isdecimal():
        return JsonAnswer({"error": "give ?run=, the number of a run of the history"}, 400)
    try:
        proof = await to_thread.run_sync(verify_run, number)
    except InputError as error:
        return JsonAnswer({"error": str(error)}, 404)
    return JsonAnswer({"proved": proof.is_proved, "words": proof.words})


async def _events(runs: RunController, socket: WebSocket) -> None:
    """Send a browser the log of the run, and then all later messages."""
    await socket.accept()
    with runs.broadcaster.subscribe() as (log, queue):

        async def send_events() -> None:
            await send_message(socket, {"what": "log", "events": log})
            message: dict[str, Any] | None
            while (message := await queue.get()) is not None:
                await send_message(socket, message)

        async with create_task_group() as both:

            async def speak_and_end() -> None:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await send_events()
                    await socket.close()
                both.cancel_scope.cancel()

            both.start_soon(speak_and_end)
            # The browser sends nothing; a disconnect ends both tasks.
            while (await socket.receive())["type"] != "websocket.disconnect":
                pass
            both.cancel_scope.cancel()
