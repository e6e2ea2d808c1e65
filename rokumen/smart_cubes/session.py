"""A conversation with a smart cube, without input or output.

What comes in are packets with their times; what goes out are events, and commands for the cube.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskHardware,
    AskHistory,
    AskOrientation,
    AskState,
    Battery,
    CubeState,
    Damaged,
    Farewell,
    Gyroscope,
    Hardware,
    Look,
    Packet,
    Request,
    TurnsMade,
)
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.tracking.by_angle import AngleTracker
from rokumen.smart_cubes.tracking.by_cube import CubeTracker
from rokumen.smart_cubes.tracking.by_serial import SerialTracker
from rokumen.smart_cubes.tracking.tracker import NewTurn, SyncFound, SyncLost, Tracked, Tracker
from solver.core.watched_turn import WatchedTurn

# Seconds: between two requests of one kind; without a turn, until the state is asked for to see
# whether the last turn was told; that a missing turn is waited for; between two of the battery.
_PATIENCE = 0.2
_QUIET = 1.0
_WAIT = 2.0
_BATTERY_INTERVAL = 60.0

Told = WatchedTurn | SyncLost | SyncFound | Battery | Gyroscope | Hardware | Farewell


@dataclass(frozen=True, slots=True)
class CubeEvent:
    """Something that a cube told, and when: in seconds from the connection."""

    time: float
    told: Told


@dataclass(slots=True)
class Reaction:
    """What came of a packet or of a pause: events, and what is to be written or read."""

    events: list[CubeEvent] = field(default_factory=list)
    commands: list[Packet | Look] = field(default_factory=list)


class Session:
    """Follows one cube from the connection on.

    `time`: of the last packet; `n_packets`, `n_readable`: how many came, and could be decoded.
    """

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.n_packets = 0
        self.n_readable = 0
        self.time = 0.0
        self._tracker = _tracker_of(protocol)
        self._asked: dict[type[Request], float] = {}
        self._last_turn = 0.0
        self._last_told = 0.0
        self._waiting_since: float | None = None
        # Whether a state showed that no turn came after the last one; and whether it was asked for.
        self._is_confirmed = True
        self._is_confirming = False

    @property
    def facelets(self) -> str | None:
        """Return the cube's facelets, None while they are not known."""
        cube = self._tracker.cube
        return None if cube is None else cube.facelets

    @property
    def is_solved(self) -> bool:
        """Return whether the cube is known, and solved."""
        cube = self._tracker.cube
        return cube is not None and cube.is_solved()

    def begin(self, time: float) -> Reaction:
        """Return what a cube is asked when it is connected."""
        reaction = Reaction()
        for request in (AskOrientation(), AskState(), AskHardware(), AskBattery()):
            self._ask(request, time, reaction)
        return reaction

    def receive(self, packet: Packet, time: float) -> Reaction:
        """Return what comes of a packet; never raises for any bytes."""
        self.time = time
        reaction = self.pause(time)
        if packet.characteristic not in self.protocol.tells:
            # Such as a name or a serial number, which other programs read.
            return reaction
        message = self.protocol.decode(packet)
        self.n_packets += 1
        if not isinstance(message, Damaged):
            self.n_readable += 1
            acknowledgement = self.protocol.acknowledgement(packet)
            if acknowledgement is not None:
                reaction.commands += self.protocol.commands(acknowledgement)
        if isinstance(message, Battery | Gyroscope | Hardware | Farewell):
            reaction.events.append(CubeEvent(time, message))
        if isinstance(message, CubeState | TurnsMade) and message.battery is not None:
            reaction.events.append(CubeEvent(time, Battery(message.battery)))
        self._follow(self._tracker.receive(message), time, reaction)
        if isinstance(message, CubeState | TurnsMade) and message.cube is not None:
            # An answer to a question after the last turn: no turn was lost behind it.
            self._is_confirmed = self._is_confirmed or self._is_confirming
        return reaction

    def pause(self, time: float) -> Reaction:
        """Return what comes of the time at which no packet came."""
        reaction = Reaction()
        if not self._tracker.is_waiting:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = time
        elif time - self._waiting_since > _WAIT:
            self._waiting_since = None
            self._follow(self._tracker.lose("turns are lost"), time, reaction)
        if self._tracker.cube is None or (
            not self._is_confirmed and time - self._last_turn > _QUIET
        ):
            self._ask(AskState(), time, reaction)
        if time - self._asked.get(AskBattery, time) > _BATTERY_INTERVAL:
            self._ask(AskBattery(), time, reaction)
        return reaction

    def _ask(self, request: Request, time: float, reaction: Reaction) -> None:
        """Add the commands of a request, unless it was made a moment ago."""
        kind = type(request)
        if time - self._asked.get(kind, -_PATIENCE) >= _PATIENCE:
            self._asked[kind] = time
            reaction.commands += self.protocol.commands(request)

    def _follow(self, tracked: Iterable[Tracked], time: float, reaction: Reaction) -> None:
        new: list[NewTurn] = []
        for each in tracked:
            match each:
                case NewTurn():
                    new.append(each)
                case AskState() | AskHistory():
                    self._ask(each, time, reaction)
                case _:
                    reaction.events += self._watched(new, time)
                    new.clear()
                    reaction.events.append(CubeEvent(time, each))
        reaction.events += self._watched(new, time)

    def _watched(self, new: Iterable[NewTurn], time: float) -> Iterator[CubeEvent]:
        """Yield turns with their times, those that are not known between the times around them."""
        new = list(new)
        for index, made in enumerate(new):
            later = [other.age for other in new[index:]]
            known = next((at for at, age in enumerate(later) if age is not None), len(later) - 1)
            end = time - (later[known] or 0.0)
            self._last_told += max(end - self._last_told, 0.0) / (known + 1)
            self._last_turn, self._is_confirmed, self._is_confirming = time, False, False
            moment = round(self._last_told, 3)
            yield CubeEvent(
                time,
                WatchedTurn(
                    str(made.turn), moment, moment, made.cube.facelets, after_gap=made.after_gap
                ),
            )


def _tracker_of(protocol: Protocol) -> Tracker:
    """Return what follows the turns of a protocol by what it tells of them."""
    if protocol.serials:
        return SerialTracker(protocol.serials, keeps_history=protocol.keeps_history)
    return CubeTracker() if protocol.tells_cubes else AngleTracker()
