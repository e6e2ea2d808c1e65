"""Giiker's cubes, Xiaomi's Mi Smart Magic Cube, Hi-Cube.

Each packet has the whole cube and the last turns: four, or two where it is masked with a table that
the last byte chooses from. Facts: cubing.js and csTimer, by way of poliva/smartcube-web-bluetooth
(MIT).
"""

from __future__ import annotations

from collections.abc import Sequence

from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskState,
    Battery,
    CubeState,
    Damaged,
    Look,
    Message,
    Packet,
    Request,
    TurnsMade,
)
from rokumen.smart_cubes.protocols.protocol import SHORT_UUID, Protocol
from solver.core.errors import CubeError
from solver.core.facelets import SOLVED
from solver.core.turn import Turn
from solver.cube import Cube

_SIZE = 20  # bytes of a packet
_MASKED = 0xA7  # the byte before the last one, where the others are masked
_MASK = bytes.fromhex("b05168e05689ed77261ac1a1d27e96515d0decf959eb58187151d68382c702a927a5ab29")
_MASKED_BYTES = 18
# The facelets of each corner and edge place in the cube's own order and orientation.
_CORNERS: tuple[tuple[int, ...], ...] = (
    *((26, 15, 29), (20, 8, 9), (18, 38, 6), (24, 27, 44)),
    *((51, 35, 17), (45, 11, 2), (47, 0, 36), (53, 42, 33)),
)
_EDGES: tuple[tuple[int, ...], ...] = (
    *((25, 28), (23, 12), (19, 7), (21, 41), (32, 16), (5, 10)),
    *((3, 37), (30, 43), (52, 34), (48, 14), (46, 1), (50, 39)),
)
_CORNER_TWISTS = (-1, 1, -1, 1, 1, -1, 1, -1)  # in which sense each place counts its twists
_FACES = "BDLURF"  # from 1
_QUARTERS = {1: 1, 2: 2, 3: 3, 9: 2}
# Of the 40 half bytes.
_TWISTS_AT, _EDGES_AT, _FLIPS_AT, _TURNS_AT, _MASKED_TURNS_END = 8, 16, 28, 32, 36
_ASK_BATTERY = b"\xb5"


class Giiker(Protocol):
    """Giiker i2, i3, i3S, i3SE and those that speak the same."""

    identifier = "giiker"
    title = "Giiker"
    beginnings = ("Gi", "Mi Smart Magic Cube", "Hi-")
    service = SHORT_UUID.format("aadb")
    tells = (SHORT_UUID.format("aadc"), SHORT_UUID.format("aaab"))
    writes = SHORT_UUID.format("aaac")
    tells_cubes = True
    untried = beginnings[1:]

    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says."""
        if packet.characteristic == self.tells[1]:
            if len(packet.data) < 2 or packet.data[:1] != _ASK_BATTERY:
                return Damaged("no level of the battery")
            return Battery(min(packet.data[1], 100))
        if len(packet.data) != _SIZE:
            return Damaged(f"{len(packet.data)} bytes in place of {_SIZE}")
        is_masked = packet.data[_MASKED_BYTES] == _MASKED
        halves = _halves(_unmasked(packet.data) if is_masked else packet.data)
        cube = _cube_of(halves)
        if cube is None:
            return Damaged("no legal cube")
        turns = _turns_of(halves[_TURNS_AT : _MASKED_TURNS_END if is_masked else None])
        return TurnsMade(turns, cube=cube) if turns else CubeState(cube)

    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this, not masked."""
        match message:
            case TurnsMade(turns, cube=Cube() as cube):
                return Packet(self.tells[0], _packed([*_halves_of(cube), *_turn_halves(turns)]))
            case CubeState(cube):
                return Packet(self.tells[0], _packed([*_halves_of(cube), *_turn_halves(())]))
            case Battery(percent):
                return Packet(self.tells[1], _ASK_BATTERY + bytes([percent]))
        return None

    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written or read for a request."""
        match request:
            case AskState():
                return (Look(self.tells[0]),)
            case AskBattery():
                return (Packet(self.writes, _ASK_BATTERY),)
        return ()

    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet."""
        return AskBattery() if packet == Packet(self.writes, _ASK_BATTERY) else None


def _unmasked(data: bytes) -> bytes:
    first, second = data[-1] >> 4, data[-1] & 0xF
    masked = enumerate(data[:_MASKED_BYTES])
    return bytes((byte + _MASK[at + first] + _MASK[at + second]) & 0xFF for at, byte in masked)


def _halves(data: bytes) -> list[int]:
    return [half for byte in data for half in (byte >> 4, byte & 0xF)]


def _packed(halves: Sequence[int]) -> bytes:
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return bytes(high << 4 | low for high, low in pairs)


def _cube_of(halves: Sequence[int]) -> Cube | None:
    """Return the cube of 32 half bytes, None where no legal cube is such."""
    corners, twists = halves[:_TWISTS_AT], halves[_TWISTS_AT:_EDGES_AT]
    edges = halves[_EDGES_AT:_FLIPS_AT]
    flips = [half >> bit & 1 for half in halves[_FLIPS_AT : _FLIPS_AT + 3] for bit in (3, 2, 1, 0)]
    if sorted(corners) != list(range(1, 9)) or sorted(edges) != list(range(1, 13)):
        return None
    facelets = list(SOLVED)
    twisted = [twist * sense for twist, sense in zip(twists, _CORNER_TWISTS, strict=True)]
    for places, pieces, shifts in ((_CORNERS, corners, twisted), (_EDGES, edges, flips)):
        for place, piece, shift in zip(places, pieces, shifts, strict=True):
            for at, sticker in enumerate(places[piece - 1]):
                facelets[place[(at + shift) % len(place)]] = SOLVED[sticker]
    try:
        return Cube.from_facelets("".join(facelets))
    except CubeError:
        return None


def _halves_of(cube: Cube) -> list[int]:
    """Return the 32 half bytes of a cube."""
    facelets = cube.facelets
    corners, edges = (
        [_found(place, places, facelets) for place in places] for places in (_CORNERS, _EDGES)
    )
    flips = [flip for _, flip in edges]
    return [
        *(piece + 1 for piece, _ in corners),
        *(twist * sense % 3 for (_, twist), sense in zip(corners, _CORNER_TWISTS, strict=True)),
        *(piece + 1 for piece, _ in edges),
        *(int("".join(map(str, flips[at : at + 4])), 2) for at in (0, 4, 8)),
        0,
    ]


def _found(
    place: tuple[int, ...], places: Sequence[tuple[int, ...]], facelets: str
) -> tuple[int, int]:
    """Return which piece is at a place, and by how many of its facelets it is shifted."""
    seen = [facelets[facelet] for facelet in place]
    for piece, own in enumerate(places):
        colours = [SOLVED[facelet] for facelet in own]
        for shift in range(len(place)):
            if all(seen[(at + shift) % len(place)] == colour for at, colour in enumerate(colours)):
                return piece, shift
    raise AssertionError(f"no piece shows {seen}")


def _turns_of(halves: Sequence[int]) -> tuple[Turn, ...]:
    """Return the turns of half bytes, face and quarters, the newest first; until one is none."""
    turns = []
    for face, amount in zip(halves[::2], halves[1::2], strict=True):
        if not 1 <= face <= len(_FACES) or amount not in _QUARTERS:
            break
        turns.append(Turn(_FACES[face - 1], _QUARTERS[amount]))
    return tuple(turns[::-1])


def _turn_halves(turns: Sequence[Turn]) -> list[int]:
    newest = turns[:-5:-1]
    halves = [half for turn in newest for half in (_FACES.index(turn.face) + 1, turn.quarter_turns)]
    return halves + [0] * (8 - len(halves))
