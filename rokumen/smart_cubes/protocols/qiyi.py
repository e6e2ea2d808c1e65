"""QiYi's smart cubes, and XMD's Tornado V4.

Encrypted with one key for all; each message has a checksum. One of turns has the whole cube and the
last twelve turns, which the ticks of the cube's clock tell apart. Facts:
Flying-Toast/qiyi_smartcube_protocol, poliva/smartcube-web-bluetooth (MIT).
"""

from __future__ import annotations

from collections.abc import Mapping

from rokumen.smart_cubes.protocols.aes import BLOCK, decrypt_blocks, encrypt_blocks
from rokumen.smart_cubes.protocols.messages import (
    Acknowledge,
    AskBattery,
    AskState,
    CubeState,
    Damaged,
    Gyroscope,
    Look,
    Message,
    Other,
    Packet,
    Request,
    TurnsMade,
    is_reversed,
    quarter_turn,
)
from rokumen.smart_cubes.protocols.protocol import (
    SHORT_UUID,
    Protocol,
    address_bytes,
    address_in_name,
)
from solver.core.errors import CubeError
from solver.core.turn import Turn
from solver.cube import Cube

# The end of the address is in the name.
_NAME = r"(?:QY-QYSC|XMD-TornadoV4-i)-.-([0-9A-F]{2})([0-9A-F]{2})"
_ADDRESS_BEGINNING = "CC:A3:00:00"
_KEY = bytes.fromhex("57b1f9abcd5ae8a79cb98ce7578c5108")
_START = 0xFE
_HELLO, _TURNS, _SYNCHRONISED = 2, 3, 4
_HELLO_HEAD = bytes.fromhex("006b010000220600020800")
_ADDRESS_AT = len(_HELLO_HEAD)
_CHECKSUM = 2  # bytes at the end of a message
_COLOURS = "LRDUFB"
_FACES = "LRDUFB"  # from 1, two numbers each: counterclockwise, and clockwise
# Where the parts of a message begin.
_TICK_AT, _CUBE_AT, _TURN_AT, _BATTERY_AT, _HISTORY_AT, _ACKNOWLEDGE_AT = 3, 7, 34, 35, 36, 91
_SLOT = 5  # bytes of a turn of the history: its tick and the turn
_SLOTS = 11
_EMPTY = b"\xff" * _SLOT
_GYROSCOPE_HEAD = b"\xcc\x10"
_THOUSAND = 1000


def checksum(data: bytes) -> int:
    """Return the CRC-16/MODBUS of some bytes: 0 where they end with their own, low byte first."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return crc


class QiYi(Protocol):
    """QiYi QY-QYSC and XMD Tornado V4."""

    identifier = "qiyi"
    title = "QiYi, XMD Tornado"
    beginnings = ("QY-QYSC", "XMD-TornadoV4-i")
    service = SHORT_UUID.format("fff0")
    tells = (SHORT_UUID.format("fff6"),)
    writes = tells[0]
    needs_address = True
    tells_cubes = True
    untried = beginnings[1:]
    ticks_per_second = 1600
    has_gyroscope = True

    @classmethod
    def told_address(cls, name: str, manufacturer_data: Mapping[int, bytes]) -> str:
        """Return the address that a cube has by its name."""
        del manufacturer_data
        return address_in_name(name, _NAME, _ADDRESS_BEGINNING)

    def __init__(self, address: str = "", name: str = "") -> None:
        super().__init__(address, name)
        self._address = address_bytes(address)

    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says."""
        if not packet.data or len(packet.data) % BLOCK:
            return Damaged(f"{len(packet.data)} bytes are not whole blocks of {BLOCK}")
        data = decrypt_blocks(_KEY, packet.data)
        if data.startswith(_GYROSCOPE_HEAD):
            return _gyroscope_of(data[:BLOCK])
        if data[0] != _START or not _CUBE_AT < data[1] <= len(data) or checksum(data[: data[1]]):
            return Damaged("its head or its checksum is wrong")
        return _message_of(data[: data[1] - _CHECKSUM])

    def acknowledgement(self, packet: Packet) -> Acknowledge | None:
        """Return the acknowledgement that a packet wants which could be decoded, None if none."""
        data = decrypt_blocks(_KEY, packet.data)
        wants = data[2] == _HELLO or (
            data[2] == _TURNS and len(data) > _ACKNOWLEDGE_AT and data[_ACKNOWLEDGE_AT] != 0
        )
        return Acknowledge(data[2:_CUBE_AT]) if wants else None

    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this."""
        match message:
            case CubeState(cube):
                tick = (message.tick or 0).to_bytes(4)
                told = _stickers_of(cube) + bytes([0, message.battery or 0])
                body = bytes([_HELLO]) + tick + told
            case TurnsMade(cube=Cube() as cube):
                body = _turns_body(message, cube)
            case Gyroscope(x, y, z, w):
                return Packet(self.tells[0], _encrypted(_gyroscope_bytes(x, y, z, w)))
            case _:
                return None
        return Packet(self.tells[0], _framed(body))

    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written for a request: the cube tells all when it is greeted."""
        match request:
            case AskState() | AskBattery():
                return (Packet(self.writes, _framed(_HELLO_HEAD + self._address[::-1])),)
            case Acknowledge(head):
                return (Packet(self.writes, _framed(head)),)
        return ()

    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet."""
        if packet.characteristic != self.writes or len(packet.data) % BLOCK:
            return None
        data = decrypt_blocks(_KEY, packet.data)
        if data[:1] != bytes([_START]) or checksum(data[: data[1]]):
            return None
        body = data[2 : data[1] - _CHECKSUM]
        if body.startswith(_HELLO_HEAD[:1]) and body[_ADDRESS_AT:] == self._address[::-1]:
            return AskState()
        return Acknowledge(body)


def _encrypted(data: bytes) -> bytes:
    return encrypt_blocks(_KEY, data.ljust(-(-len(data) // BLOCK) * BLOCK, b"\0"))


def _framed(body: bytes) -> bytes:
    """Return a message with its head and checksum, encrypted."""
    data = bytes([_START, len(body) + 2 + _CHECKSUM]) + body
    return _encrypted(data + checksum(data).to_bytes(_CHECKSUM, "little"))


def _message_of(data: bytes) -> Message:
    """Return what a message says, without its checksum."""
    kind, tick = data[2], int.from_bytes(data[_TICK_AT:_CUBE_AT])
    if kind not in (_HELLO, _TURNS, _SYNCHRONISED):
        return Other()
    if len(data) <= _BATTERY_AT:
        return Damaged("it is too short")
    cube = _cube_of(data[_CUBE_AT:_TURN_AT])
    if cube is None:
        return Damaged("no legal cube")
    battery = min(data[_BATTERY_AT], 100)
    if kind != _TURNS:
        return CubeState(cube, tick=tick, battery=battery or None)
    newest = data[_TICK_AT:_CUBE_AT] + data[_TURN_AT : _TURN_AT + 1]
    slots = [data[at : at + _SLOT] for at in range(_HISTORY_AT, _ACKNOWLEDGE_AT, _SLOT)]
    told = [slot for slot in (*slots, newest) if len(slot) == _SLOT and slot != _EMPTY]
    made = sorted((int.from_bytes(slot[:4]), _turn_of(slot[4])) for slot in told)
    if any(turn is None for _, turn in made):
        return Damaged("no such turn")
    turns = tuple(turn for _, turn in made if turn)
    return TurnsMade(turns, ticks=tuple(tick for tick, _ in made), cube=cube, battery=battery)


def _turn_of(code: int) -> Turn | None:
    if not 1 <= code <= 2 * len(_FACES):
        return None
    return quarter_turn(_FACES[(code - 1) >> 1], code & 1)


def _code_of(turn: Turn) -> int:
    return 2 * _FACES.index(turn.face) + 2 - is_reversed(turn)


def _turns_body(made: TurnsMade, cube: Cube) -> bytes:
    """Return the body of a message of turns, whose ticks are given."""
    slots = [
        tick.to_bytes(4) + bytes([_code_of(turn)])
        for turn, tick in zip(made.turns, made.ticks or (), strict=True)
    ]
    *older, newest = slots[-_SLOTS - 1 :]
    history = _EMPTY * (_SLOTS - len(older)) + b"".join(older)
    last = newest[4:] + bytes([made.battery or 0])
    return bytes([_TURNS]) + newest[:4] + _stickers_of(cube) + last + history + b"\1"


def _cube_of(data: bytes) -> Cube | None:
    """Return the cube of 54 half bytes, the low one first; None where no legal cube is such."""
    halves = [half for byte in data for half in (byte & 0xF, byte >> 4)]
    if max(halves) >= len(_COLOURS):
        return None
    try:
        return Cube.from_facelets("".join(_COLOURS[half] for half in halves))
    except CubeError:
        return None


def _stickers_of(cube: Cube) -> bytes:
    halves = [_COLOURS.index(letter) for letter in cube.facelets]
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return bytes(high << 4 | low for low, high in pairs)


def _gyroscope_of(data: bytes) -> Message:
    if len(data) < BLOCK or checksum(data):
        return Damaged("its checksum is wrong")
    x, y, z, w = (
        int.from_bytes(data[at : at + 2], signed=True) / _THOUSAND for at in range(6, 14, 2)
    )
    return Gyroscope(x, -z, y, w)


def _gyroscope_bytes(x: float, y: float, z: float, w: float) -> bytes:
    parts = (round(part * _THOUSAND).to_bytes(2, signed=True) for part in (x, z, -y, w))
    data = _GYROSCOPE_HEAD + bytes(4) + b"".join(parts)
    return data + checksum(data).to_bytes(_CHECKSUM, "little")
