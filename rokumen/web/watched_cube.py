"""A cube that somebody turns, as pages are told of it: a smart cube over a WebSocket, or a film."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from rokumen.errors import ApplicationError
from rokumen.show.watched_solves import solve_values
from rokumen.smart_cubes.protocols.messages import Battery
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.smart_cube import SmartCube
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from rokumen.web.json_messages import send_message
from rokumen.web.learning import colours
from solver.core.errors import CubeError
from solver.core.geometry import FACES
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.notation import Move, parse
from solver.notation.wca import print_move
from solver.reconstruction import reconstruct

_log = logging.getLogger(__name__)

# The page Learn holds the cube with yellow on top and green in front: half a turn around that axis.
_SEEN_FACES = "DLFURB"
_SEEN_LETTERS = str.maketrans("UDRL", "DULR")
_REVERSED_FAMILIES = frozenset("MExy")
_LETTERS_ON_PAGE = {colour: face for face, colour in colours().items()}


def seen_from_below(facelets: str) -> str:
    """Return the 54 facelets of a cube that is held upside down, the front face still in front."""
    faces = {face: facelets[9 * at : 9 * at + 9] for at, face in enumerate(FACES)}
    return "".join(faces[face][::-1] for face in _SEEN_FACES).translate(_SEEN_LETTERS)


def named_from_below(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return moves as they are named when the cube is held upside down, see `seen_from_below`."""
    return tuple(
        Move(
            move.family.translate(_SEEN_LETTERS),
            4 - move.quarter_turns if move.family in _REVERSED_FAMILIES else move.quarter_turns,
        )
        for move in moves
    )


def turn_from_below(turn: WatchedTurn) -> WatchedTurn:
    """Return a turn, and the cube after it, of a cube that is held upside down."""
    (move,) = named_from_below(parse(turn.turn).moves())
    return replace(turn, turn=print_move(move), facelets=seen_from_below(turn.facelets))


def lettered_on_page(facelets: str, colour_of: Mapping[str, str]) -> str:
    """Return the 54 facelets of a cube with the letters that the page Learn has for its colours.

    `colour_of`: the colour of each letter. The cube is held as before.
    """
    letters = {letter: _LETTERS_ON_PAGE[colour] for letter, colour in colour_of.items()}
    return "".join(letters[facelet] for facelet in facelets)


def turn_message(turn: WatchedTurn, seen: str, now: float) -> dict[str, Any]:
    """Return the JSON of a turn that is told at a time, on the clock of its own times.

    `seen`: the 54 facelets after it in the page's letters.
    """
    return {
        "turn": {
            "move": turn.turn,
            "start": turn.start,
            "end": turn.end,
            "age": now - turn.end,
            "certain": turn.certain,
        },
        "seen": seen,
    }


class SolveFollower:
    """Tells the steps of each solve when the cube is solved."""

    def __init__(self) -> None:
        self._start: Cube | None = None
        self._turns: list[WatchedTurn] = []

    def begin(self, start: Cube | None) -> None:
        """Begin with a cube, None where it is not known any more."""
        self._start, self._turns = start, []

    def see(self, turn: WatchedTurn) -> dict[str, Any]:
        """Return the JSON of a solve that a turn ends, empty after any other turn."""
        if self._start is None:
            return {}
        self._turns.append(turn)
        cube = Cube.from_facelets(turn.facelets)
        if not cube.is_solved():
            return {}
        start, turns = self._start, self._turns
        self.begin(cube)
        try:
            solves = reconstruct(start, turns)
        except CubeError as error:
            _log.warning("a solve is not told: %s", error)
            return {}
        return {"solve": solve_values(solves[-1])} if solves else {}


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
