"""A smart cube, by whatever link: its turns as they are made, and its state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from rokumen.smart_cubes.link import CubeLink, RecordingLink
from rokumen.smart_cubes.protocols.messages import Battery, Gyroscope
from rokumen.smart_cubes.recording import Recording, labels_of, write_recording
from rokumen.smart_cubes.session import CubeEvent, Reaction, Session
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from solver.core.facelets import UNKNOWN
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube

OnCubeEvent = Callable[[CubeEvent], None]

# With fewer packets that can be read among the first ones, the address must be another one.
_MANY = 20


class SmartCube:
    """A smart cube; a context manager around its connection.

    `name`: what it advertises; `model`: what it is; `layers`: 3, or 2 of a 2x2x2; `is_tried`:
    whether its protocol was tried on a recording of a real cube.
    """

    def __init__(
        self, link: CubeLink, record: Path | None = None, on_event: OnCubeEvent | None = None
    ) -> None:
        """Follow the cube of a link until `close`; `record`: the file for a recording of it.

        `on_event` is called with all that the cube tells, before it is yielded.
        """
        self._link = RecordingLink(link) if record else link
        self._record = record
        self._on_event = on_event
        self._session = Session(link.protocol)
        self._events: deque[CubeEvent] = deque()
        self._kept: list[CubeEvent] = []
        self._is_closed = False
        self._battery: int | None = None
        self._held: Gyroscope | None = None
        self._losses: list[CubeEvent] = []
        self._first: Cube | None = None
        self.name = link.name
        self.model = link.protocol.title
        self.layers = link.protocol.layers
        self.is_tried = link.protocol.is_tried
        self._take(self._session.begin(0.0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def turns(self) -> Iterator[WatchedTurn]:
        """Yield the turns as they are made, until the cube is closed or its recording ends.

        A turn that comes after lost ones has `after_gap`. Raises ApplicationError for a connection
        that broke.
        """
        for event in self.events():
            if isinstance(event.told, WatchedTurn):
                yield event.told

    def events(self) -> Iterator[CubeEvent]:
        """Yield all that the cube tells: turns, sync that is lost and found, battery, gyroscope.

        Raises what `turns` raises.
        """
        while True:
            while self._events:
                yield self._events.popleft()
            if not self._hear(wait=True):
                return

    @property
    def facelets(self) -> str:
        """The 54 facelets, 24 of a 2x2x2; `-` each while the cube has not told them."""
        self._catch_up()
        return self._session.facelets or UNKNOWN * (6 * self.layers**2)

    @property
    def is_solved(self) -> bool:
        """Whether the cube has told that it is solved, however a 2x2x2 is held."""
        self._catch_up()
        return self._session.is_solved

    def start(self) -> str | None:
        """Wait until the cube tells its state for the first time, and return its facelets.

        None where it never does. What is heard meanwhile is yielded later.
        """
        first = self.first()
        return None if first is None else first.facelets

    def first(self) -> Cube | None:
        """Return the cube that `start` waits for."""
        while self._first is None and self._hear(wait=True):
            pass
        return self._first

    @property
    def is_live(self) -> bool:
        """Whether its turns come as time passes, until it is closed."""
        return self._link.is_live

    @property
    def battery(self) -> int | None:
        """How full the battery is in percent, None while the cube has not told it."""
        self._catch_up()
        return self._battery

    @property
    def orientation(self) -> tuple[float, float, float, float] | None:
        """The quaternion x, y, z, w of its gyroscope, None where it tells none.

        The axes are those of the model.
        """
        self._catch_up()
        held = self._held
        return None if held is None else (held.x, held.y, held.z, held.w)

    @property
    def losses(self) -> tuple[tuple[float, str], ...]:
        """When sync was lost, in seconds from the connection, and why."""
        found = ((each.time, each.told) for each in self._losses)
        return tuple((time, told.reason) for time, told in found if isinstance(told, SyncLost))

    @property
    def certain(self) -> bool:
        """Whether the state is known, and sync was never lost."""
        return not self._losses and UNKNOWN not in self.facelets

    def close(self) -> None:
        """End the connection, and write the recording, if any. Raises InputError for its file."""
        if self._is_closed:
            return
        self._is_closed = True
        self._link.close()
        if self._record and isinstance(self._link, RecordingLink):
            protocol = self._link.protocol
            write_recording(
                Recording(
                    self.name,
                    protocol.address,
                    type(protocol),
                    tuple(self._link.traffic),
                    tuple(labels_of(self._kept)),
                ),
                self._record,
            )

    def _catch_up(self) -> None:
        """Take what a live cube has told meanwhile."""
        while self._link.is_live and self._hear(wait=False):
            pass

    def _hear(self, *, wait: bool) -> bool:
        """Take the next packet or pause; return whether there was one."""
        arrival = None if self._is_closed else self._link.receive(wait=wait)
        if arrival is None:
            return False
        if arrival.packet is None:
            self._take(self._session.pause(arrival.time))
        else:
            self._take(self._session.receive(arrival.packet, arrival.time))
            self._check_readable()
        return True

    def _take(self, reaction: Reaction) -> None:
        for command in reaction.commands:
            self._link.send(command)
        for event in reaction.events:
            match event.told:
                case Battery(percent):
                    self._battery = percent
                case Gyroscope() as held:
                    self._held = held
                    if self._events and isinstance(self._events[-1].told, Gyroscope):
                        # Nobody has asked for events yet: the last one is enough.
                        self._events.pop()
                case SyncLost():
                    self._losses.append(event)
                case SyncFound(cube) if self._first is None:
                    self._first = cube
            self._events.append(event)
            if self._on_event is not None:
                self._on_event(event)
            if self._record:
                self._kept.append(event)

    def _check_readable(self) -> None:
        """Lose sync where most of the first packets cannot be read."""
        session = self._session
        if session.n_packets == _MANY and session.n_readable < _MANY // 2:
            protocol = session.protocol
            hint = (
                f"is {protocol.address} its address? Give it as NAME@AB:12:34:56:78:9A"
                if protocol.needs_address
                else "it speaks another protocol"
            )
            reason = (
                f"{_MANY - session.n_readable} of the first {_MANY} packets cannot be read as "
                f"{protocol.title}: {hint}"
            )
            self._take(Reaction([CubeEvent(session.time, SyncLost(reason))]))
