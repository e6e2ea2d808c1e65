"""A smart cube that the server follows for its pages, over a WebSocket each."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from rokumen.errors import ApplicationError
from rokumen.smart_cubes.protocols.messages import Battery
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.smart_cube import SmartCube
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from rokumen.web.json_messages import send_message
from rokumen.web.watched_cube import (
    SolveFollower,
    seen_from_below,
    turn_from_below,
    turn_message,
)
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube


class SmartCubeFeed:
    """What a smart cube tells, for any number of pages: from the first one that listens on."""

    def __init__(self, cube: SmartCube) -> None:
        self.cube = cube
        self._lock = threading.Lock()
        self._listeners: set[tuple[asyncio.AbstractEventLoop, asyncio.Queue[Any]]] = set()
        self._last: dict[str, Any] = {}
        self._thread: threading.Thread | None = None

    async def serve(self, socket: WebSocket) -> None:
        """Send a page what the cube tells, until the page leaves."""
        await socket.accept()
        messages: asyncio.Queue[Any] = asyncio.Queue()
        listener = (asyncio.get_running_loop(), messages)
        with self._lock:
            self._listeners.add(listener)
            messages.put_nowait({"name": self.cube.name, "model": self.cube.model, **self._last})
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, daemon=True)
                self._thread.start()
        leaving = asyncio.ensure_future(_left(socket))
        leaving.add_done_callback(lambda _: messages.put_nowait(None))
        try:
            with suppress(WebSocketDisconnect, RuntimeError):
                while (message := await messages.get()) is not None:
                    await send_message(socket, message)
        finally:
            leaving.cancel()
            with self._lock:
                self._listeners.discard(listener)

    def close(self) -> None:
        """End the connection to the cube."""
        self.cube.close()

    def _follow(self) -> None:
        solves = SolveFollower()
        try:
            for event in self.cube.events():
                for message in _messages(event, solves):
                    self._tell(message)
        except ApplicationError as error:
            self._tell({"lost": error.message})

    def _tell(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._last = {**self._last, **{key: message[key] for key in message if key != "turn"}}
            for loop, messages in self._listeners:
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(messages.put_nowait, message)


async def _left(socket: WebSocket) -> None:
    """Wait until a page leaves; what it says meanwhile is nothing."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _messages(event: CubeEvent, solves: SolveFollower) -> Iterator[dict[str, Any]]:
    """Yield the JSON of an event and of the solve that it ends, if pages need to know them."""
    match event.told:
        case WatchedTurn():
            turn = turn_from_below(event.told)
            yield turn_message(turn, turn.facelets, event.time)
            if solve := solves.see(turn):
                yield solve
        case SyncFound(cube):
            seen = seen_from_below(cube.facelets)
            solves.begin(Cube.from_facelets(seen))
            yield {"seen": seen, "lost": ""}
        case SyncLost(reason):
            solves.begin(None)
            yield {"lost": reason}
        case Battery(percent):
            yield {"battery": percent}
