"""Links to emulated smart cubes, which may lose, repeat, delay and damage packets.

Time is virtual: an hour of turns is over at once.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from benchmarks.support.emulated_cube import EmulatedCube
from rokumen.smart_cubes.link import CubeLink, Received
from rokumen.smart_cubes.protocols.messages import Gyroscope, Look, Packet
from rokumen.smart_cubes.protocols.registry import PROTOCOLS
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
            Cube.parse(self._options.cube) if self._options.cube else Cube.solved(),
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
            for turn in made.turns:
                for quarter in _quarters(turn):
                    self._add(time, quarter)
                    time += _QUARTER_SHARE / self._options.speed
            if made.orientation != held:
                held = made.orientation
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
