"""A smart cube in software: it is turned, and says and answers what its protocol has for that."""

from __future__ import annotations

from collections.abc import Iterator

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
from solver.core.geometry import FACES
from solver.core.turn import Turn
from solver.cube import Cube

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
