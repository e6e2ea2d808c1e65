"""Recordings of smart cubes: each packet with its time, and what it means.

A JSON file in the form of poliva/smartcube-web-bluetooth: `device` (name, address), `protocol`,
`traffic` (packets that were told, read or written, with times in milliseconds) and `events`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files.access import write_text
from files.documents import optional, read_json, require, strict_json
from files.wording import reason
from rokumen.errors import InputError
from rokumen.smart_cubes.protocols.messages import Battery, Gyroscope, Packet
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.protocols.registry import PROTOCOLS
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.tracking.tracker import SyncFound
from solver.core.geometry import FACES
from solver.core.watched_turn import WatchedTurn

_FORMAT, _VERSION = "smartcube-fixture", 1
_MAX_BYTES = 16 * 1024 * 1024  # 100,000 turns
_TOLD, _WRITTEN = ("notify", "read"), "write"


@dataclass(frozen=True, slots=True)
class Traffic:
    """A packet and when it came or went, in seconds; `is_written`: whether the cube was sent it."""

    time: float
    packet: Packet
    is_written: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """What passed between a cube and a program; `events` as they are in the file."""

    name: str
    address: str
    kind: type[Protocol]
    traffic: tuple[Traffic, ...]
    events: tuple[Mapping[str, Any], ...] = ()

    @property
    def labelled_turns(self) -> tuple[str, ...]:
        """The turns that the events name."""
        return tuple(each["move"] for each in self.events if each.get("type") == "MOVE")


def read_recording(path: Path) -> Recording:
    """Return the recording in a file. Raises InputError where it cannot be read, or is none."""
    try:
        return _recording_of(read_json(path, _MAX_BYTES))
    except OSError as error:
        raise InputError(f"cannot read the recording {str(path)!r}: {reason(error)}") from error
    except ValueError as error:
        raise InputError(f"{str(path)!r} is no recording of a smart cube: {error}") from error


def _recording_of(whole: Any) -> Recording:
    if not isinstance(whole, dict) or whole.get("format") != _FORMAT:
        raise ValueError(f'it has no "format": "{_FORMAT}"')
    device, protocol = require(whole, "device", dict), require(whole, "protocol", dict)
    identifier = require(protocol, "id", str)
    if identifier not in PROTOCOLS:
        raise ValueError(f"the protocol {identifier!r} is none of {', '.join(PROTOCOLS)}")
    entries = [_table(each) for each in require(whole, "traffic", list)]
    events = [_table(each) for each in optional(whole, "events", [], list)]
    start = require(entries[0], "t", float) / 1000 if entries else 0.0
    return Recording(
        require(device, "name", str),
        optional(device, "mac", "", str),
        PROTOCOLS[identifier],
        tuple(_traffic_of(each, start) for each in entries if each.get("op") in (*_TOLD, _WRITTEN)),
        tuple(_table(each.get("event", {})) for each in events),
    )


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} must be a table")  # noqa: TRY004 (of a file)
    return value


def _traffic_of(entry: Mapping[str, Any], start: float) -> Traffic:
    data = require(entry, "data", str)
    packet = Packet(require(entry, "characteristic", str).lower(), bytes.fromhex(data))
    return Traffic(require(entry, "t", float) / 1000 - start, packet, entry["op"] == _WRITTEN)


def write_recording(recording: Recording, path: Path) -> None:
    """Write a recording into a file. Raises InputError where that is not possible."""
    whole = {
        "format": _FORMAT,
        "version": _VERSION,
        "device": {"name": recording.name, "id": "", "mac": recording.address},
        "protocol": {"id": recording.kind.identifier, "name": recording.kind.title},
        "services": [],
        "traffic": [_entry_of(each, recording.kind.service) for each in recording.traffic],
        "events": [{"t": each["timestamp"], "event": each} for each in recording.events],
    }
    try:
        write_text(path, strict_json(whole))
    except OSError as error:
        raise InputError(f"cannot write the recording {str(path)!r}: {reason(error)}") from error


def _entry_of(traffic: Traffic, service: str) -> dict[str, Any]:
    return {
        "t": round(1000 * traffic.time),
        "op": _WRITTEN if traffic.is_written else _TOLD[0],
        "service": service,
        "characteristic": traffic.packet.characteristic,
        "data": traffic.packet.data.hex().upper(),
    }


def labels_of(events: Iterable[CubeEvent]) -> Iterator[dict[str, Any]]:
    """Yield what events are in a recording."""
    for event in events:
        label: dict[str, Any] = {"timestamp": round(1000 * event.time)}
        match event.told:
            case WatchedTurn(turn, facelets=facelets):
                face, way = FACES.index(turn[0]), int(turn.endswith("'"))
                yield {**label, "type": "MOVE", "face": face, "direction": way, "move": turn}
                yield {**label, "type": "FACELETS", "facelets": facelets}
            case SyncFound(cube):
                yield {**label, "type": "FACELETS", "facelets": cube.facelets}
            case Battery(percent):
                yield {**label, "type": "BATTERY", "batteryLevel": percent}
            case Gyroscope(x, y, z, w):
                yield {**label, "type": "GYRO", "quaternion": {"x": x, "y": y, "z": z, "w": w}}
