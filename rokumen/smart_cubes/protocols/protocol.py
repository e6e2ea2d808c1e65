"""What a protocol of smart cubes is: functions of bytes, in both directions.

A cube's side (`encode`, `asked`) stands beside the program's (`decode`, `commands`), so that one
table of a format serves the reading of real cubes and the emulation.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from rokumen.errors import InputError
from rokumen.smart_cubes.pocket_cube import POCKET_LAYERS, PocketCube
from rokumen.smart_cubes.protocols.messages import Acknowledge, Look, Message, Packet, Request
from solver.cube import Cube

SHORT_UUID = "0000{}-0000-1000-8000-00805f9b34fb"
# A Bluetooth address, as a pattern.
ADDRESS = r"[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}"


class Protocol(ABC):
    """A protocol, for one cube; instances have no state beside the keys of that cube.

    `identifier`: its name in recordings; `beginnings`: of the names that such cubes advertise;
    `service`: the UUID by which it is known; `tells`: the characteristics that tell packets;
    `serials`: the numbers of turns are modulo this, 0 where turns have none;
    `ticks_per_second`: of the cube's clock; `tells_cubes`: whether turns come with the cube after
    them; `needs_address`: whether packets cannot be read or asked for without the cube's Bluetooth
    address; `keeps_history`: whether a cube tells its last turns again; `layers`: how many a cube
    has; `untried`: the beginnings of the names of which no recording of a real cube was at hand.
    """

    identifier: ClassVar[str]
    title: ClassVar[str]
    beginnings: ClassVar[tuple[str, ...]]
    service: ClassVar[str]
    tells: ClassVar[tuple[str, ...]]
    serials: ClassVar[int] = 0
    ticks_per_second: ClassVar[int] = 1000
    tells_cubes: ClassVar[bool] = False
    needs_address: ClassVar[bool] = False
    keeps_history: ClassVar[bool] = False
    has_gyroscope: ClassVar[bool] = False
    layers: ClassVar[int] = 3
    untried: ClassVar[tuple[str, ...]] = ()

    def __init__(self, address: str = "", name: str = "") -> None:
        """Prepare for the cube with this address and advertised name; both may be needed."""
        self.address = address
        self.name = name

    @property
    def is_tried(self) -> bool:
        """Whether the protocol was tried on the recording of such a cube."""
        return not self.name.startswith(self.untried)

    @classmethod
    def position(cls, cube: Cube) -> Cube:
        """Return what a cube of this protocol is whose pieces are those of a 3x3x3."""
        return PocketCube.of(cube) if cls.layers == POCKET_LAYERS else cube

    @classmethod
    def told_address(cls, name: str, manufacturer_data: Mapping[int, bytes]) -> str:
        """Return the address that a cube tells in its name or beside it, empty where in neither.

        `manufacturer_data`: what it advertises, by the number of a company.
        """
        del name, manufacturer_data
        return ""

    @abstractmethod
    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says; never raises for any bytes."""

    @abstractmethod
    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this, None where it cannot."""

    @abstractmethod
    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written or read for a request, nothing where a cube has no such."""

    @abstractmethod
    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet, None for anything else."""

    def acknowledgement(self, packet: Packet) -> Acknowledge | None:
        """Return the acknowledgement that a packet wants which could be decoded, None if none."""
        del packet
        return None


def address_bytes(address: str) -> bytes:
    """Return the six bytes of a Bluetooth address. Raises InputError for another text."""
    if not re.fullmatch(ADDRESS, address):
        said = f"{address!r} is no Bluetooth address" if address else "its packets need the address"
        raise InputError(
            f"{said}: write it behind the cube's name, NAME@AB:12:34:56:78:9A; phones show it in "
            "the maker's app, Linux with `bluetoothctl devices`"
        )
    return bytes.fromhex(re.sub("[:-]", "", address))


def address_text(data: bytes) -> str:
    """Return six bytes as the text of an address."""
    return data.hex(":").upper()


def address_in_name(name: str, pattern: str, beginning: str) -> str:
    """Return the address whose end is in a cube's name: the groups of a pattern, "" without."""
    found = re.fullmatch(pattern, name.strip())
    return ":".join((beginning, *found.groups())) if found else ""
