"""Emulated smart cubes, and links to them, which may lose, repeat, delay and damage packets.

Time is virtual: an hour of turns is over at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from rokumen.smart_cubes.link import CubeLink, Received
from rokumen.smart_cubes.pocket_cube import POCKET_LAYERS
from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskHardware,
    AskHistory,
    AskOrientation,
    AskState,
    Battery,
    CubeState,
    Gyroscope,
    Hardware,
    History,
    Look,
    Message,
    Packet,
    Request,
    TurnsMade,
)
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.protocols.registry import PROTOCOLS
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
from solver.notation.move import resolve
from solver.notation.wca import parse

_ADDRESS = "AB:12:34:56:78:9A"
# Seconds: until the first turn, after the last one, until an answer comes, by which a delayed
# packet is late, between pauses without a packet.
_BEFORE, _AFTER, _ANSWER, _DELAY, _PAUSE = 1.0, 6.0, 0.04, 0.4, 0.5
_QUARTER_SHARE = 0.4  # of a half turn's time, after which its second quarter follows
_MAX_DAMAGED_BITS = 4
# The directions of the axes of a cube that is held as usual: x towards R, y towards B, z towards U.
_AXES = {
    "R": (1, 0, 0),
    "L": (-1, 0, 0),
    "B": (0, 1, 0),
    "F": (0, -1, 0),
    "U": (0, 0, 1),
    "D": (0, 0, -1),
}
# Turns that it remembers; packets have room for some of them.
_REMEMBERED = 40
# What a cube tells in place of turns that it never made.
_NEVER_MADE = Turn("D", 1)


class EmulatedCube:
    """A cube that was switched on with `cube` in hand, and after `serial` turns.

    `turns`: those made since, each a quarter turn of a face, with the time of each in seconds.
    """

    def __init__(
        self, protocol: Protocol, cube: Cube, *, serial: int = 0, battery: int = 80
    ) -> None:
        self.cube = cube
        self.turns: list[tuple[Turn, float]] = []
        self.battery = battery
        self._protocol = protocol
        self._first_serial = serial
        self._angles = dict.fromkeys(FACES, 0)
        self._held = Gyroscope(0.0, 0.0, 0.0, 1.0)
        # Some tell it without being asked.
        self._tells_orientation = not protocol.commands(AskOrientation())

    def turn(self, turn: Turn, time: float) -> Packet | None:
        """Make a quarter turn, and return the packet that tells it."""
        self.cube = self.cube.turn(turn)
        self.turns.append((turn, time))
        self._angles[turn.face] = (self._angles[turn.face] + turn.quarter_turns) % 4
        return self._protocol.encode(self._last_turns())

    def hold(self, held: Gyroscope) -> Packet | None:
        """Be held so, and return the packet that tells it, None where it is not to be told."""
        self._held = held
        return self._protocol.encode(held) if self._tells_orientation else None

    def answer(self, command: Packet | Look, time: float) -> Iterator[Packet]:
        """Yield the packets with which a cube answers what is written to it or read."""
        request = AskState() if isinstance(command, Look) else self._protocol.asked(command)
        if isinstance(request, AskOrientation):
            self._tells_orientation = True
        message = self._answer(request, time)
        packet = None if message is None else self._protocol.encode(message)
        if packet is not None:
            yield packet

    def _answer(self, request: Request | None, time: float) -> Message | None:
        match request:
            case AskState():
                tick = round(time * self._protocol.ticks_per_second)
                return CubeState(self.cube, self._serial, tick, self._angles, self.battery)
            case AskBattery():
                return Battery(self.battery)
            case AskHardware():
                return Hardware("EMULATED")
            case AskOrientation():
                return self._held
            case AskHistory(serial, n_turns):
                return self._history(serial, n_turns)
        return None

    @property
    def _serial(self) -> int:
        return (self._first_serial + len(self.turns)) % (self._protocol.serials or 1)

    def _last_turns(self) -> TurnsMade:
        """Return the last turns: only the newest one where packets tell its angle."""
        has_angle = not (self._protocol.serials or self._protocol.tells_cubes)
        last = self.turns[-1:] if has_angle else self.turns[-_REMEMBERED:]
        newest = last[-1][1]
        return TurnsMade(
            tuple(turn for turn, _ in last),
            self._serial,
            tuple(newest - time for _, time in last),
            tuple(round(time * self._protocol.ticks_per_second) for _, time in last),
            self.cube,
            tuple(self._angles[turn.face] for turn, _ in last) if has_angle else None,
            self.battery,
        )

    def _history(self, serial: int, n_turns: int) -> History:
        """Return the turns with numbers up to `serial`, as far as they were made and remembered."""
        serials = self._protocol.serials
        turns = []
        for behind in range(n_turns):
            ago = (self._serial - (serial - behind)) % serials
            is_kept = ago < min(len(self.turns), _REMEMBERED)
            turns.append(self.turns[-1 - ago][0] if is_kept else _NEVER_MADE)
        return History(tuple(turns[::-1]), serial)


@dataclass(frozen=True, slots=True)
class _Options:
    """What an emulated cube does, and what its link does to packets: shares from 0 to 1.

    `cube`: before the first move; `speed`: moves a second; `loss`, `repeat`, `delay`, `damage`: of
    packets that are lost, come twice, come after later ones, or have some wrong bits; `serial`: the
    number of turns made before; `battery`: percent; `seed`: for what is random.
    """

    cube: str = ""
    speed: float = 4.0
    loss: float = 0.0
    repeat: float = 0.0
    delay: float = 0.0
    damage: float = 0.0
    serial: int = 250
    battery: int = 80
    seed: int = 0


class EmulatedLink(CubeLink):
    """A link to an emulated cube, `cube`, which makes its moves while packets are received."""

    def __init__(self, identifier: str, moves: str = "", **options: Any) -> None:
        """Emulate a cube of a protocol; `moves`: in WCA notation, `options`: see `_Options`."""
        kind = PROTOCOLS[identifier]
        self._options = _Options(**options)
        self.name = kind.beginnings[0]
        self.protocol = kind(_ADDRESS, self.name)
        self.cube = EmulatedCube(
            self.protocol,
            kind.position(Cube.parse(self._options.cube or SOLVED)),
            serial=self._options.serial,
            battery=self._options.battery,
        )
        self._random = Random(self._options.seed)
        self._time = 0.0
        # What happens, by its time: turns and ways to be held, and packets that come.
        self._coming: list[tuple[float, int, Turn | Gyroscope | Packet]] = []
        self._numbers = count()
        self._end = self._plan(moves) + _AFTER

    def _plan(self, moves: str) -> float:
        """Add all moves to what happens, and return the time of the last one."""
        held, time = Orientation.identity(), _BEFORE
        for move in parse(moves).moves():
            made = resolve([move], held)
            now = made.orientation
            for turn in made.turns:
                if turn.face not in "URF" and self.protocol.layers == POCKET_LAYERS:
                    # The core, in the corner at DBL, turns with it: the opposite layer is told.
                    now = now.rotated(now.position_of(turn.face), turn.quarter_turns)
                    turn = Turn(OPPOSITE[turn.face], turn.quarter_turns)
                for quarter in _quarters(turn):
                    self._add(time, quarter)
                    time += _QUARTER_SHARE / self._options.speed
            if now != held:
                held = now
                self._add(time, quaternion_of(held))
            time += 1 / self._options.speed
        return time

    def receive(self, *, wait: bool = True) -> Received | None:
        """Return the next packet, or a pause; None after the last move and some seconds."""
        del wait
        while self._coming and self._coming[0][0] <= self._time + _PAUSE:
            time, _, what = heapq.heappop(self._coming)
            self._time = max(time, self._time)
            match what:
                case Packet():
                    return Received(self._time, what)
                case Turn():
                    self._tell(self.cube.turn(what, self._time))
                case Gyroscope():
                    self._tell(self.cube.hold(what))
        self._time += _PAUSE
        return Received(self._time, None) if self._time < self._end else None

    def send(self, command: Packet | Look) -> None:
        """Let the cube answer."""
        for packet in self.cube.answer(command, self._time):
            self._tell(packet)

    def close(self) -> None:
        """Make no more moves."""
        self._coming.clear()
        self._end = self._time

    def _tell(self, packet: Packet | None) -> None:
        """Send a packet of the cube on its way."""
        chance, options = self._random.random, self._options
        if packet is None or chance() < options.loss:
            return
        time = self._time + _ANSWER + (_DELAY if chance() < options.delay else 0.0)
        if chance() < options.damage:
            packet = packet._replace(data=damaged(packet.data, self._random))
        for _ in range(2 if chance() < options.repeat else 1):
            self._add(time, packet)

    def _add(self, time: float, what: Turn | Gyroscope | Packet) -> None:
        heapq.heappush(self._coming, (time, next(self._numbers), what))


def damaged(data: bytes, random: Random) -> bytes:
    """Return data of which some bits are wrong."""
    changed = bytearray(data)
    for _ in range(random.randint(1, _MAX_DAMAGED_BITS)):
        changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _quarters(turn: Turn) -> list[Turn]:
    """Return a turn as the quarter turns that a cube tells."""
    return [Turn(turn.face, 1)] * 2 if turn.quarter_turns == 2 else [turn]


def quaternion_of(held: Orientation) -> Gyroscope:
    """Return what a gyroscope tells of a cube that is held so."""
    x, y, z = (_AXES[held.position_of(face)] for face in "RBU")
    # The columns of the rotation. Of w, x, y, z the squares times 4; the largest is not 0.
    squares = (
        1 + x[0] + y[1] + z[2],
        1 + x[0] - y[1] - z[2],
        1 - x[0] + y[1] - z[2],
        1 - x[0] - y[1] + z[2],
    )
    products = (
        (squares[0], y[2] - z[1], z[0] - x[2], x[1] - y[0]),
        (y[2] - z[1], squares[1], x[1] + y[0], z[0] + x[2]),
        (z[0] - x[2], x[1] + y[0], squares[2], y[2] + z[1]),
        (x[1] - y[0], z[0] + x[2], y[2] + z[1], squares[3]),
    )
    row = products[squares.index(max(squares))]
    size = sum(part * part for part in row) ** 0.5
    w, x_part, y_part, z_part = (part / size for part in row)
    return Gyroscope(x_part, y_part, z_part, w)
