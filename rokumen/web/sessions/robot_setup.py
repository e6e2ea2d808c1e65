"""The setup of one robot on the page: its screens, answers, and STOP."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from functools import partial
from typing import Any

from anyio import CapacityLimiter, create_task_group, from_thread, to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from files.wording import capital
from rokumen.errors import ApplicationError
from rokumen.setup.connection import LOOK, UNPLUG
from rokumen.setup.screen import HEIGHT, WIDTH, Choice, Picture, Screen
from rokumen.setup.tools import Tools
from rokumen.setup.wizard import STEP_KEYS, STEPS, Wizard, next_step
from rokumen.web.json_messages import JsonAnswer, read_message, send_message
from rokumen.web.sessions.serving import write_jpeg
from vision.arrays import Image

SETUP_STOP_PATH = "/setup/stop"
NO_SETUP = "No robot is set up here. Start the server with `rokumen serve --setup NAME`."
IN_USE = "The robot is being set up in another window. Close that, and reload this page."


def setup_routes(setup: RobotSetup | None) -> list[BaseRoute]:
    """Return the routes of the setup of a robot, None for none."""
    if setup is None:
        return [WebSocketRoute("/api/setup", _no_setup)]
    return [
        WebSocketRoute("/api/setup", setup.serve),
        Route(SETUP_STOP_PATH, setup.press_stop, methods=["POST"]),
    ]


async def _no_setup(socket: WebSocket) -> None:
    await socket.accept()
    await send_message(socket, {"what": "end", "words": NO_SETUP, "robot": False})
    await socket.close()


class RobotSetup:
    """The setup of one robot, which one page at a time does."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tools: Tools | None = None
        # Threads of its own, so that a stop never waits for another one.
        self._for_stops = CapacityLimiter(4)

    def send_stop(self) -> None:
        """Send the stop to the robot, if it is being set up, without waiting for another thread."""
        if (tools := self._tools) is not None:
            tools.send_stop()

    def stop(self) -> None:
        """Stop the robot, if it is being set up, and whatever measures it."""
        if (tools := self._tools) is not None:
            tools.stop()

    async def press_stop(self, request: Request) -> Response:
        """Stop the robot; the button is a plain form, and a script asks for JSON."""
        is_set_up = self._tools is not None
        await to_thread.run_sync(self.stop, limiter=self._for_stops)
        if "application/json" in request.headers.get("accept", ""):
            return JsonAnswer({"stopped": is_set_up})
        return RedirectResponse("/setup.html", 303)

    async def serve(self, socket: WebSocket) -> None:
        """Serve a page until it is closed, or the setup has ended; the robot stops then."""
        await socket.accept()
        if self._tools is not None:
            await send_message(socket, {"what": "end", "words": IN_USE})
            await socket.close()
            return
        tools = self._tools = Tools(partial(_say, socket))
        try:
            await self._serve(socket, tools)
        finally:
            self._tools = None

    async def _serve(self, socket: WebSocket, tools: Tools) -> None:
        query = socket.query_params.get("step")
        only = query if query in STEP_KEYS else None
        try:
            wizard = await to_thread.run_sync(Wizard, self._name, tools, only)
        except ApplicationError as error:
            await send_message(socket, {"what": "end", "words": str(error)})
            await socket.close()
            return
        busy = False

        async def answer(text: str) -> None:
            nonlocal busy
            await to_thread.run_sync(wizard.answer, text)
            busy = False
            with suppress(WebSocketDisconnect, RuntimeError):
                await send_message(socket, _shown(wizard))

        try:
            await send_message(socket, _shown(wizard))
            async with create_task_group() as tasks:
                with suppress(WebSocketDisconnect):
                    while True:
                        text = await _answer_in(await socket.receive_text())
                        # What is pressed while the robot moves answers no question.
                        if text is not None and not busy:
                            busy = True
                            tasks.start_soon(answer, text)
                await to_thread.run_sync(tools.stop, limiter=self._for_stops)
        finally:
            wizard.close()


async def _answer_in(message: str) -> str | None:
    """Return the answer of a page's message, None for another message."""
    with suppress(ValueError):
        said = await read_message(message)
        if isinstance(said, dict) and isinstance(said.get("answer"), str):
            return str(said["answer"])
    return None


def _say(socket: WebSocket, words: str) -> None:
    """Tell the page what goes on, from the thread of an answer."""
    with suppress(WebSocketDisconnect, RuntimeError):
        from_thread.run(send_message, socket, {"what": "said", "words": words})


def _shown(wizard: Wizard) -> dict[str, Any]:
    """Return the message with the present screen, or with the end."""
    robot, screen = wizard.robot, wizard.screen
    steps = [
        {
            "key": step.key,
            "title": step.title,
            "done": step.key in robot.done,
            "now": wizard.step is not None and wizard.step.key == step.key,
        }
        for step in STEPS
    ]
    message: dict[str, Any] = {"robot": robot.name, "steps": steps}
    if screen is None:
        left = next_step(robot)
        words = f"Saved. To go on with {left.key}, reload this page." if left else "All is done."
        return {**message, "what": "end", "words": words}
    return {**message, "what": "screen", **_screen(screen)}


def _screen(screen: Screen) -> dict[str, Any]:
    return {
        "title": screen.title,
        "lead": screen.lead,
        "choices": [{"key": each.key, "label": _label(screen, each)} for each in screen.choices],
        "entry": screen.entry,
        "default": screen.default,
        "jog": screen.jog,
        "value": screen.value,
        "alert": capital(screen.alert),
        "lines": list(screen.lines),
        "picture": None if screen.picture is None else _picture(screen.picture),
        "photo": "" if screen.photo is None else _data_url(screen.photo),
    }


def _label(screen: Screen, choice: Choice) -> str:
    """Return the label of a button, with its value before it where that may be typed instead."""
    is_value = screen.entry and choice not in (LOOK, UNPLUG)
    return f"{choice.key}: {choice.label}" if is_value else choice.label


def _picture(picture: Picture) -> dict[str, Any]:
    shapes = [
        {
            "role": s.role,
            "x": s.left,
            "y": s.top,
            "width": s.width,
            "height": s.height,
            "text": s.text,
        }
        for s in picture.shapes
    ]
    return {"caption": picture.caption, "width": WIDTH, "height": HEIGHT, "shapes": shapes}


def _data_url(image: Image) -> str:
    return f"data:image/jpeg;base64,{b64encode(write_jpeg(image)).decode()}"
