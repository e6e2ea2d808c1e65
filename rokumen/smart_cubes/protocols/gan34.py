"""The third and fourth generations of GAN's cubes: the same packets with different heads.

Generation 3: GAN356 i Carry 2. Generation 4: GAN12 ui Maglev, GAN14 ui FreePlay, GAN i4. A packet
has one turn; the cube keeps the last ones and tells them again when asked. Facts:
afedotov/gan-web-bluetooth and poliva/smartcube-web-bluetooth (MIT), after Chen Shuang's csTimer.
That a packet of generation 4 ends with a CRC was found on our recording. No recording of
generation 3 was at hand, and none of the 2x2x2 GAN 251 ui, which is of generation 4: both are
untried. Facts of the 2x2x2: thomaslekieffre/gan2x2ui (MIT), pull request 551 of csTimer.
"""

from __future__ import annotations

import binascii
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rokumen.smart_cubes.pocket_cube import POCKET_LAYERS
from rokumen.smart_cubes.protocols.aes import SaltedCipher
from rokumen.smart_cubes.protocols.bits import (
    WIDTHS,
    cube_of,
    numbers_of,
    pack,
    pocket_cube_of,
    unpack,
)
from rokumen.smart_cubes.protocols.gan2 import (
    GYROSCOPE_WIDTHS,
    GanProtocol,
    gyroscope_numbers,
    gyroscope_of,
)
from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskHardware,
    AskHistory,
    AskState,
    Battery,
    CubeState,
    Damaged,
    Farewell,
    Gyroscope,
    Hardware,
    History,
    Look,
    Message,
    Other,
    Packet,
    Request,
    TurnsMade,
    is_reversed,
    quarter_turn,
)
from rokumen.smart_cubes.protocols.protocol import SHORT_UUID, address_bytes
from solver.core.turn import Turn, Turns

# Of the 2x2x2.
_POCKET_KEY = bytes.fromhex("589861fc1fecd7609f85d362be37172c")
_POCKET_VECTOR = bytes.fromhex("7f61d05275c13952082e541d8a78634d")
_SIZE = 20  # bytes of a packet of the cube
_LEAST = 16  # bytes that can be decrypted
_HEAD = b"\x55"  # of a packet of generation 3
_CHECKSUM = 2  # bytes at the end of a packet of generation 4: CRC-16/CCITT, low byte first
# What turns the numbers of faces mean: one bit for each in a turn, three bits in the history.
_FACE_BITS: Mapping[str, int] = {"U": 2, "R": 32, "F": 8, "D": 1, "L": 16, "B": 4}
_FACE_NUMBERS: Mapping[str, int] = {"U": 1, "R": 5, "F": 3, "D": 0, "L": 4, "B": 2}
_FACE_OF_BITS = {bits: face for face, bits in _FACE_BITS.items()}
_FACE_OF_NUMBER = {number: face for face, number in _FACE_NUMBERS.items()}
# The cube's clock in milliseconds and the serial, both lowest byte first; way and face.
_TWISTS_END = 14
_TURN_WIDTHS = (*(8,) * 4, 8, 8, 2, 6)
# The pieces, between whose numbers the twist of the last corner stands.
_STATE_WIDTHS = (8, 8, *WIDTHS[:_TWISTS_END], 2, *WIDTHS[_TWISTS_END:])
_TURN, _STATE, _HISTORY, _BATTERY, _FAREWELL, _GYROSCOPE = range(6)
# The cube tells wrong turns where a history would go back beyond the overflow of its serials.
_SERIALS = 256


class _GanLater(GanProtocol):
    """What both generations have in common.

    `kinds`: the number of each kind of packet; `hardware`: the numbers of those about the cube.
    """

    serials = _SERIALS
    keeps_history = True
    beginnings: ClassVar[tuple[str, ...]] = ("GAN", "MG")
    writes: ClassVar[str]
    size: ClassVar[int]
    kinds: ClassVar[Mapping[int, int]]
    hardware: ClassVar[Sequence[int]]
    # The quarter turns of each way that a turn can have.
    ways: ClassVar[Sequence[int]] = (1, 3)
    requests: ClassVar[Mapping[Request, bytes]]
    history_request: ClassVar[bytes]

    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says."""
        if not _LEAST <= len(packet.data) <= _SIZE:
            return Damaged(f"{len(packet.data)} bytes in place of {_SIZE}")
        data = self._cipher.decrypt(packet.data)
        if not self._is_whole(data):
            return Damaged("its head or its checksum is wrong")
        kind, length, body = self._split(data)
        if length == 0:
            return Damaged("it has no content")
        if kind in self.hardware:
            return self._hardware_of(kind, body[:length])
        # What a packet has behind its length are zeros.
        body = body.ljust(_SIZE, b"\0")
        known = {number: kind for kind, number in self.kinds.items()}
        match known.get(kind):
            case 0:
                return self._turn_of(unpack(_TURN_WIDTHS, body))
            case 1:
                return self._state_of(unpack(_STATE_WIDTHS, body))
            case 2:
                return _history_of(body[:length])
            case 3:
                return Battery(min(body[min(length, len(body)) - 1], 100))
            case 4:
                return Farewell()
            case 5:
                return gyroscope_of(unpack(GYROSCOPE_WIDTHS, body))
        return Damaged(f"no packet is of kind {kind}")

    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this."""
        match message:
            case TurnsMade(turns, serial):
                face, way = turns[-1].face, self.ways.index(turns[-1].quarter_turns)
                clock = (message.ticks or (0,))[-1].to_bytes(4, "little")
                numbers = [*clock, serial or 0, 0, way, _FACE_BITS[face]]
                kind, body = _TURN, pack(_TURN_WIDTHS, numbers, 8)
            case CubeState(cube, serial):
                pieces = numbers_of(cube)
                pieces.insert(_TWISTS_END, cube.corner_twists[-1])
                kind, body = _STATE, pack(_STATE_WIDTHS, [serial or 0, 0, *pieces], 14)
            case History(turns, serial):
                kind, body = _HISTORY, _history_bytes(turns, serial)
            case Battery(percent):
                kind, body = _BATTERY, bytes([percent])
            case Gyroscope() if self.has_gyroscope:
                kind, body = _GYROSCOPE, pack(GYROSCOPE_WIDTHS, gyroscope_numbers(message), 10)
            case Farewell():
                kind, body = _FAREWELL, bytes(1)
            case _:
                return None
        return Packet(self.tells[0], self._cipher.encrypt(self._joined(self.kinds[kind], body)))

    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written for a request."""
        if isinstance(request, AskHistory):
            newest, count = _asked_window(request)
            data = self.history_request + bytes([newest, 0, count, 0])
        elif request in self.requests:
            data = self.requests[request]
        else:
            return ()
        return (Packet(self.writes, self._cipher.encrypt(data.ljust(self.size, b"\0"))),)

    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet."""
        if packet.characteristic != self.writes or len(packet.data) != self.size:
            return None
        data = self._cipher.decrypt(packet.data)
        if data.startswith(self.history_request):
            newest, _, count = data[2:5]
            return AskHistory(newest, count)
        whole = data.rstrip(b"\0")
        return next((each for each, asked in self.requests.items() if asked == whole), None)

    def _turn_of(self, numbers: Sequence[int]) -> Message:
        *clock, serial, _, way, bits = numbers
        face = _FACE_OF_BITS.get(bits)
        if face is None or way >= len(self.ways):
            return Damaged(f"no turn is written {way}, {bits}")
        tick = int.from_bytes(bytes(clock), "little")
        return TurnsMade((Turn(face, self.ways[way]),), serial, ticks=(tick,))

    def _state_of(self, numbers: Sequence[int]) -> Message:
        serial, _, *pieces = numbers
        del pieces[_TWISTS_END]
        cube = pocket_cube_of(pieces) if self.layers == POCKET_LAYERS else cube_of(pieces)
        return CubeState(cube, serial) if cube else Damaged("no legal cube")

    @abstractmethod
    def _is_whole(self, data: bytes) -> bool:
        """Return whether a packet has what all of the generation have."""

    @abstractmethod
    def _split(self, data: bytes) -> tuple[int, int, bytes]:
        """Return the kind of a packet, the length that it tells, and its body."""

    @abstractmethod
    def _joined(self, kind: int, body: bytes) -> bytes:
        """Return the whole packet of a kind with a body."""

    @abstractmethod
    def _hardware_of(self, kind: int, body: bytes) -> Message:
        """Return what a packet about the cube itself says."""


class GanGeneration3(_GanLater):
    """GAN's third generation, which no recording was at hand of."""

    identifier = "gan-gen3"
    title = "GAN, generation 3"
    service = "8653000a-43e6-47b7-9cb0-5fc21d4ae340"
    tells = ("8653000b-43e6-47b7-9cb0-5fc21d4ae340",)
    writes = "8653000c-43e6-47b7-9cb0-5fc21d4ae340"
    untried = ("",)
    size = 16
    kinds: ClassVar[Mapping[int, int]] = {
        _TURN: 0x01,
        _STATE: 0x02,
        _HISTORY: 0x06,
        _BATTERY: 0x10,
        _FAREWELL: 0x11,
    }
    hardware = (0x07,)
    requests: ClassVar[Mapping[Request, bytes]] = {
        AskState(): b"\x68\x01",
        AskHardware(): b"\x68\x04",
        AskBattery(): b"\x68\x07",
    }
    history_request = b"\x68\x03"

    def _is_whole(self, data: bytes) -> bool:
        return data.startswith(_HEAD)

    def _split(self, data: bytes) -> tuple[int, int, bytes]:
        return data[1], data[2], data[3:]

    def _joined(self, kind: int, body: bytes) -> bytes:
        return (_HEAD + bytes([kind, len(body)]) + body).ljust(_SIZE, b"\0")

    def _hardware_of(self, kind: int, body: bytes) -> Message:
        body = body.ljust(8, b"\0")
        model, software, hardware = body[1:6], body[6], body[7]
        return Hardware(
            model.decode("latin-1").strip("\0 "), _version(hardware), _version(software)
        )


class GanGeneration4(_GanLater):
    """GAN's fourth generation."""

    identifier = "gan-gen4"
    title = "GAN, generation 4"
    service = "00000010-0000-fff7-fff6-fff5fff4fff0"
    tells = (SHORT_UUID.format("fff6"),)
    writes = SHORT_UUID.format("fff5")
    has_gyroscope = True
    size = 20
    kinds: ClassVar[Mapping[int, int]] = {
        _TURN: 0x01,
        _STATE: 0xED,
        _HISTORY: 0xD1,
        _BATTERY: 0xEF,
        _FAREWELL: 0xEA,
        _GYROSCOPE: 0xEC,
    }
    # Among them are its model and the versions of its software and hardware.
    hardware = range(0xF0, 0x100)
    requests: ClassVar[Mapping[Request, bytes]] = {
        AskState(): b"\xdd\x04\x00\xed",
        AskBattery(): b"\xdd\x04\x00\xef",
        AskHardware(): b"\xdf\x03",
    }
    history_request = b"\xd1\x04"

    def _is_whole(self, data: bytes) -> bool:
        # Whether all models have the checksum is not known: without one there are zeros.
        told = int.from_bytes(data[-_CHECKSUM:], "little")
        return told in (0, binascii.crc_hqx(data[:-_CHECKSUM], 0xFFFF))

    def _split(self, data: bytes) -> tuple[int, int, bytes]:
        return data[0], data[1], data[2:-_CHECKSUM]

    def _joined(self, kind: int, body: bytes) -> bytes:
        data = (bytes([kind, len(body)]) + body).ljust(_SIZE - _CHECKSUM, b"\0")
        return data + binascii.crc_hqx(data, 0xFFFF).to_bytes(_CHECKSUM, "little")

    def _hardware_of(self, kind: int, body: bytes) -> Message:
        match kind:
            case 0xFC:
                return Hardware(body[1:].decode("latin-1").strip("\0 "))
            case 0xFD:
                return Hardware("", software=_version(body.ljust(2, b"\0")[1]))
            case 0xFE:
                return Hardware("", hardware=_version(body.ljust(2, b"\0")[1]))
        return Other()


class GanPocket(GanGeneration4):
    """GAN's 2x2x2, which speaks as the fourth generation with other keys.

    Its core is in the corner at DBL: a turn of D, L or B is told as one of U, R or F. Of a state
    only the corners count, and a half turn may be told as one.
    """

    identifier = "gan-2x2x2"
    title = "GAN, 2x2x2"
    beginnings = ("GAN251", "GANic251", "gan251", "ganic251")
    untried = ("",)
    layers = POCKET_LAYERS
    ways = (1, 3, 2)

    def __init__(self, address: str = "", name: str = "") -> None:
        super().__init__(address, name)
        self._cipher = SaltedCipher(_POCKET_KEY, _POCKET_VECTOR, address_bytes(address))


def _version(byte: int) -> str:
    return f"{byte >> 4}.{byte & 0xF}"


def _history_of(body: bytes) -> Message:
    """Return turns of four bits each, the newest first, after the serial of the newest one."""
    turns = []
    for nibble in (half for byte in body[1:] for half in (byte >> 4, byte & 0xF)):
        face = _FACE_OF_NUMBER.get(nibble >> 1)
        if face is None:
            return Damaged(f"no turn is written {nibble}")
        turns.append(quarter_turn(face, nibble & 1))
    return History(tuple(turns[::-1]), body[0])


def _history_bytes(turns: Turns, serial: int) -> bytes:
    nibbles = [_FACE_NUMBERS[turn.face] << 1 | is_reversed(turn) for turn in turns[::-1]]
    nibbles += [0] * (len(nibbles) % 2)
    pairs = zip(nibbles[::2], nibbles[1::2], strict=True)
    return bytes([serial, *(first << 4 | second for first, second in pairs)])


def _asked_window(request: AskHistory) -> tuple[int, int]:
    """Return the newest serial to ask for and how many turns: a cube tells pairs from an odd one.

    None of them is beyond the overflow of the serials, where the cube would tell turns of D.
    """
    newest = request.serial | 1
    count = request.count + newest - request.serial
    return newest, min(count + count % 2, newest + 1)
