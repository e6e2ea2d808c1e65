"""MoYu's cubes of the kind WCU_MY32: WeiLong V10 AI and others.

Encrypted as GAN's are, with other keys. A packet of turns has the last five, with the times between
them. Facts: lukeburong/weilong-v10-ai-protocol, poliva/smartcube-web-bluetooth (MIT).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rokumen.smart_cubes.protocols.aes import SaltedCipher
from rokumen.smart_cubes.protocols.bits import pack, unpack
from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskHardware,
    AskOrientation,
    AskState,
    Battery,
    CubeState,
    Damaged,
    Gyroscope,
    Hardware,
    Look,
    Message,
    Other,
    Packet,
    Request,
    TurnsMade,
    is_reversed,
    quarter_turn,
)
from rokumen.smart_cubes.protocols.protocol import Protocol, address_bytes, address_in_name
from solver.core.errors import CubeError
from solver.core.geometry import FACES
from solver.cube import Cube

# The end of the address is in the name.
_NAME = r"WCU_MY32_([0-9A-F]{2})([0-9A-F]{2})"
_ADDRESS_BEGINNING = "CF:30:16:00"
_KEY = bytes.fromhex("15773a5c670e2d1f17672a139b675257")
_VECTOR = bytes.fromhex("11232625862a2c3b55067f317e672157")
_SIZE = 20  # bytes of a packet
_HARDWARE, _STATE, _BATTERY, _TURNS, _GYROSCOPE, _ENABLE_GYROSCOPE = (
    *(0xA1, 0xA3, 0xA4, 0xA5),
    *(0xAB, 0xAC),
)
_N_TURNS = 5
_TURNS_WIDTHS = (8, *(16,) * _N_TURNS, 8, *(5,) * _N_TURNS)
_NO_TURN = 31
_STATE_WIDTHS = (8, *(3,) * 48, 8)
# The order of the faces, and of their colours.
_ORDER = "FBUDLR"
_ONE = 1 << 30  # a quaternion's parts are whole numbers of this fraction
_REQUESTS: dict[Request, bytes] = {
    AskHardware(): bytes([_HARDWARE]),
    AskState(): bytes([_STATE]),
    AskBattery(): bytes([_BATTERY]),
    AskOrientation(): bytes([_ENABLE_GYROSCOPE, 0, 1]),
}
_ASKED = {data: request for request, data in _REQUESTS.items()}


class MoYu(Protocol):
    """MoYu WCU_MY32."""

    identifier = "moyu32"
    title = "MoYu WCU_MY32"
    beginnings = ("WCU_MY3",)
    service = "0783b03e-7735-b5a0-1760-a305d2795cb0"
    tells = ("0783b03e-7735-b5a0-1760-a305d2795cb1",)
    writes = "0783b03e-7735-b5a0-1760-a305d2795cb2"
    serials = 256
    needs_address = True
    has_gyroscope = True

    @classmethod
    def told_address(cls, name: str, manufacturer_data: Mapping[int, bytes]) -> str:
        """Return the address that a cube has by its name."""
        del manufacturer_data
        return address_in_name(name, _NAME, _ADDRESS_BEGINNING)

    def __init__(self, address: str = "", name: str = "") -> None:
        super().__init__(address, name)
        self._cipher = SaltedCipher(_KEY, _VECTOR, address_bytes(address))

    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says."""
        if len(packet.data) != _SIZE:
            return Damaged(f"{len(packet.data)} bytes in place of {_SIZE}")
        data = self._cipher.decrypt(packet.data)
        match data[0]:
            case 0xA1:
                return _hardware_of(data)
            case 0xA3:
                return _state_of(unpack(_STATE_WIDTHS, data)[1:])
            case 0xA4:
                return Battery(min(data[1], 100))
            case 0xA5:
                return _turns_of(unpack(_TURNS_WIDTHS, data)[1:])
            case 0xAB:
                return _gyroscope_of(data[1:17])
            case 0xAC:
                return Other()
        return Damaged(f"no packet is of kind {data[0]:02X}")

    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this."""
        match message:
            case TurnsMade():
                data = pack(_TURNS_WIDTHS, [_TURNS, *_turn_numbers(message)], _SIZE)
            case CubeState(cube, serial):
                numbers = [*_stickers_of(cube), serial or 0]
                data = pack(_STATE_WIDTHS, [_STATE, *numbers], _SIZE)
            case Battery(percent):
                data = bytes([_BATTERY, percent])
            case Gyroscope(x, y, z, w):
                parts = [
                    round(part * _ONE).to_bytes(4, "little", signed=True) for part in (w, x, y, z)
                ]
                data = bytes([_GYROSCOPE]) + b"".join(parts)
            case Hardware(model):
                data = bytes([_HARDWARE]) + model.encode("ascii").ljust(8)[:8] + bytes([1, 0, 1, 0])
            case _:
                return None
        return Packet(self.tells[0], self._cipher.encrypt(data.ljust(_SIZE, b"\0")))

    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written for a request."""
        data = _REQUESTS.get(request)
        if data is None:
            return ()
        return (Packet(self.writes, self._cipher.encrypt(data.ljust(_SIZE, b"\0"))),)

    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet."""
        if packet.characteristic != self.writes or len(packet.data) != _SIZE:
            return None
        data = self._cipher.decrypt(packet.data).rstrip(b"\0")
        return _ASKED.get(data)


def _turns_of(numbers: Sequence[int]) -> Message:
    """Return the turns of numbers of the _TURNS_WIDTHS, the newest first; until one is none."""
    elapsed, serial, codes = numbers[:_N_TURNS], numbers[_N_TURNS], numbers[_N_TURNS + 1 :]
    made = [code for code in codes if code < 2 * len(_ORDER)]
    if not made or codes[: len(made)] != made:
        return Damaged("no such turn")
    ages = [0.0]
    for milliseconds in elapsed[: len(made) - 1]:
        ages.append(ages[-1] + milliseconds / 1000)
    turns = [quarter_turn(_ORDER[code >> 1], code & 1) for code in made]
    return TurnsMade(tuple(turns[::-1]), serial, tuple(ages[::-1]))


def _turn_numbers(made: TurnsMade) -> list[int]:
    newest = made.turns[: -_N_TURNS - 1 : -1]
    codes = [_ORDER.index(turn.face) << 1 | is_reversed(turn) for turn in newest]
    ages = (made.ages or (0.0,) * len(made.turns))[: -_N_TURNS - 1 : -1]
    elapsed = [round(1000 * (older - newer)) for newer, older in pairwise(ages)]
    return [
        *elapsed,
        *[0] * (_N_TURNS - len(elapsed)),
        made.serial or 0,
        *codes,
        *[_NO_TURN] * (_N_TURNS - len(codes)),
    ]


def _state_of(numbers: Sequence[int]) -> Message:
    stickers, serial = numbers[:48], numbers[48]
    if max(stickers) >= len(_ORDER):
        return Damaged("no such sticker")
    letters = "".join(_ORDER[sticker] for sticker in stickers)
    faces = {
        face: letters[at : at + 4] + face + letters[at + 4 : at + 8]
        for face, at in zip(_ORDER, range(0, 48, 8), strict=True)
    }
    try:
        return CubeState(Cube.from_facelets("".join(faces[face] for face in FACES)), serial)
    except CubeError:
        return Damaged("no legal cube")


def _stickers_of(cube: Cube) -> list[int]:
    facelets = cube.facelets
    faces = [facelets[9 * at : 9 * at + 9] for at in map(FACES.index, _ORDER)]
    return [_ORDER.index(letter) for face in faces for letter in face[:4] + face[5:]]


def _gyroscope_of(data: bytes) -> Message:
    w, x, y, z = (
        int.from_bytes(data[at : at + 4], "little", signed=True) for at in range(0, 16, 4)
    )
    size = (x * x + y * y + z * z + w * w) ** 0.5
    if size == 0:
        return Damaged("a quaternion of zeros")
    return Gyroscope(x / size, y / size, z / size, w / size)


def _hardware_of(data: bytes) -> Message:
    model = data[1:9].rstrip(b"\0 ").decode("latin-1")
    if not (model.isascii() and model.isprintable()):
        return Damaged("the model's name is no text")
    return Hardware(model, f"{data[11]}.{data[12]}", f"{data[9]}.{data[10]}")
