"""What carries the packets of a smart cube: a Bluetooth connection or a recording."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

from rokumen.smart_cubes.protocols.messages import Look, Packet
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.recording import Recording, Traffic


@dataclass(frozen=True, slots=True)
class Received:
    """A packet of the cube and when it came, in seconds; None where none came until then."""

    time: float
    packet: Packet | None


class CubeLink(ABC):
    """A connection to one cube.

    `name`: what it advertises; `protocol`: what it speaks, with its keys; `is_live`: whether its
    packets come as time passes.
    """

    name: str
    protocol: Protocol
    is_live: bool = False

    @abstractmethod
    def receive(self, *, wait: bool = True) -> Received | None:
        """Return the next packet, or a pause without one; None where there will be no more.

        Without `wait` it is also None where no packet has come yet. Raises ApplicationError for a
        connection that broke.
        """

    @abstractmethod
    def send(self, command: Packet | Look) -> None:
        """Write a packet, or read a characteristic, whose bytes then come as a packet."""

    @abstractmethod
    def close(self) -> None:
        """End the connection; more than once does nothing."""


class ReplayLink(CubeLink):
    """The packets of a recording, one after the other; what it is asked, it does not hear."""

    def __init__(self, recording: Recording, address: str = "") -> None:
        """Replay a recording; `address`: of the cube, in place of the one that it has.

        Raises InputError where the packets cannot be read without an address and there is none.
        """
        self.name = recording.name.strip()
        self.protocol = recording.kind(address or recording.address, recording.name)
        self._left = [each for each in reversed(recording.traffic) if not each.is_written]

    def receive(self, *, wait: bool = True) -> Received | None:
        """Return the next packet, None at the end."""
        del wait
        if not self._left:
            return None
        told = self._left.pop()
        return Received(told.time, told.packet)

    def send(self, command: Packet | Look) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Replay no more."""
        self._left.clear()


class RecordingLink(CubeLink):
    """Another link, whose traffic it keeps."""

    def __init__(self, link: CubeLink) -> None:
        self.name, self.protocol, self.is_live = link.name, link.protocol, link.is_live
        self.traffic: list[Traffic] = []
        self._link = link
        self._time = 0.0

    def receive(self, *, wait: bool = True) -> Received | None:
        """Return what the other link returns."""
        arrival = self._link.receive(wait=wait)
        if arrival is not None:
            self._time = arrival.time
            if arrival.packet is not None:
                self.traffic.append(Traffic(arrival.time, arrival.packet))
        return arrival

    def send(self, command: Packet | Look) -> None:
        """Send it by the other link."""
        if isinstance(command, Packet):
            self.traffic.append(Traffic(self._time, command, is_written=True))
        self._link.send(command)

    def close(self) -> None:
        """Close the other link."""
        self._link.close()


class PacedLink(CubeLink):
    """A recording whose packets come at their times."""

    is_live = True

    def __init__(self, link: CubeLink) -> None:
        """Begin with the first packet that is received."""
        self.name, self.protocol = link.name, link.protocol
        self._link = link
        self._next: Received | None = None
        self._began: float | None = None

    def receive(self, *, wait: bool = True) -> Received | None:
        """Return the next packet or pause when it is time for it."""
        if self._began is None:
            self._began = time.monotonic()
        if self._next is None:
            self._next = self._link.receive()
        if self._next is None:
            return None
        left = self._began + self._next.time - time.monotonic()
        if left > 0:
            if not wait:
                return None
            time.sleep(left)
        received, self._next = self._next, None
        return received

    def send(self, command: Packet | Look) -> None:
        """Send it by the other link."""
        self._link.send(command)

    def close(self) -> None:
        """Close the other link."""
        self._link.close()
