"""The second generation of GAN's cubes, and MoYu's AI 2023, which speaks the same.

GAN12 ui, GAN356 i Carry, GAN356 i 3, Mini ui, Monster Go 3Ai. A packet has 20 bytes; one of turns
has the last seven with the times between them, so that six lost ones in a row cost nothing.
Facts: afedotov/gan-web-bluetooth and poliva/smartcube-web-bluetooth (MIT), after Chen Shuang's
csTimer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rokumen.smart_cubes.protocols.aes import SaltedCipher
from rokumen.smart_cubes.protocols.bits import WIDTHS, cube_of, numbers_of, pack, unpack
from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskHardware,
    AskState,
    Battery,
    CubeState,
    Damaged,
    Farewell,
    Gyroscope,
    Hardware,
    Look,
    Message,
    Packet,
    Request,
    TurnsMade,
    is_reversed,
    quarter_turn,
)
from rokumen.smart_cubes.protocols.protocol import Protocol, address_bytes, address_text
from solver.core.geometry import FACES

_KEY = bytes.fromhex("01024228319116072005185442111253")
_VECTOR = bytes.fromhex("11033228210176272095781432120243")
# Of MoYu's AI 2023.
_MOYU_KEY = bytes.fromhex("05120245020129561278127681010803")
_MOYU_VECTOR = bytes.fromhex("01442806862122285105083182022106")
_MOYU_NAME = "AiCube"

SIZE = 20  # bytes of a packet
_ADVERTISED = 9  # bytes
LEAST = 16  # bytes that can be decrypted
_N_TURNS = 7
# Kinds of packets, and the widths of the numbers after the kind.
_GYROSCOPE, _TURNS, _STATE, _HARDWARE, _BATTERY, _FAREWELL = 1, 2, 4, 5, 9, 13
_KIND = (4,)
_TURNS_WIDTHS = (8, *(4, 1) * _N_TURNS, *(16,) * _N_TURNS)
_STATE_WIDTHS = (8, *WIDTHS)
_HARDWARE_WIDTHS = (4, 8, 8, 8, 8, *(8,) * 8)
_BATTERY_WIDTHS = (4, 8)
# A quaternion w x y z, each a sign and 15 bits, and how fast it changes.
GYROSCOPE_WIDTHS = (1, 15) * 4
_ONE = 0x7FFF
_TOLERANCE = 0.1  # of the square of a quaternion's length
# The cube's clock between two turns overflows to 0.
_LONGEST = 0x10000


def gan_cipher(address: str, name: str) -> SaltedCipher:
    """Return the cipher of a GAN cube. Raises InputError where the address is none."""
    keys = (_MOYU_KEY, _MOYU_VECTOR) if name.startswith(_MOYU_NAME) else (_KEY, _VECTOR)
    return SaltedCipher(*keys, address_bytes(address))


def gan_address(manufacturer_data: Mapping[int, bytes]) -> str:
    """Return the address that a GAN cube advertises, empty where it advertises none.

    It has the companies' numbers with 1 as the low byte; the address is the end of nine bytes,
    backwards.
    """
    for company, data in manufacturer_data.items():
        if company & 0xFF == 1 and len(data) >= _ADVERTISED:
            return address_text(data[_ADVERTISED - 6 : _ADVERTISED][::-1])
    return ""


def gyroscope_of(numbers: Sequence[int]) -> Gyroscope | Damaged:
    """Return the quaternion of numbers of the GYROSCOPE_WIDTHS."""
    w, x, y, z = (
        (-size if sign else size) / _ONE
        for sign, size in zip(numbers[::2], numbers[1::2], strict=True)
    )
    if abs(w * w + x * x + y * y + z * z - 1) > _TOLERANCE:
        return Damaged("a quaternion that is not of length 1")
    return Gyroscope(x, y, z, w)


def gyroscope_numbers(held: Gyroscope) -> list[int]:
    """Return the numbers of the GYROSCOPE_WIDTHS of a quaternion."""
    parts = (held.w, held.x, held.y, held.z)
    return [number for part in parts for number in (int(part < 0), round(abs(part) * _ONE))]


class GanProtocol(Protocol):
    """What all generations have in common: packets are encrypted with keys of the address."""

    needs_address = True

    @classmethod
    def told_address(cls, name: str, manufacturer_data: Mapping[int, bytes]) -> str:
        """Return the address that a cube tells beside its name."""
        del name
        return gan_address(manufacturer_data)

    def __init__(self, address: str = "", name: str = "") -> None:
        super().__init__(address, name)
        self._cipher = gan_cipher(address, name)


class GanGeneration2(GanProtocol):
    """GAN's second generation."""

    identifier = "gan-gen2"
    title = "GAN, generation 2"
    beginnings = ("GAN", "MG", _MOYU_NAME)
    service = "6e400001-b5a3-f393-e0a9-e50e24dc4179"
    tells = ("28be4cb6-cd67-11e9-a32f-2a2ae2dbcce4",)
    writes = "28be4a4a-cd67-11e9-a32f-2a2ae2dbcce4"
    untried = ("MG", _MOYU_NAME)
    serials = 256
    has_gyroscope = True

    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says."""
        if not LEAST <= len(packet.data) <= SIZE:
            return Damaged(f"{len(packet.data)} bytes in place of {SIZE}")
        data = self._cipher.decrypt(packet.data).ljust(SIZE, b"\0")
        (kind,) = unpack(_KIND, data)
        match kind:
            case 1:
                return gyroscope_of(unpack(_KIND + GYROSCOPE_WIDTHS, data)[1:])
            case 2:
                return _turns_of(unpack(_KIND + _TURNS_WIDTHS, data)[1:])
            case 4:
                _, serial, *pieces = unpack(_KIND + _STATE_WIDTHS, data)
                cube = cube_of(pieces)
                return CubeState(cube, serial) if cube else Damaged("no legal cube")
            case 5:
                return _hardware_of(unpack(_KIND + _HARDWARE_WIDTHS, data)[2:])
            case 9:
                return Battery(min(data[1], 100))
            case 13:
                return Farewell()
        return Damaged(f"no packet is of kind {kind}")

    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this."""
        match message:
            case TurnsMade():
                kind, widths, numbers = _TURNS, _TURNS_WIDTHS, _turn_numbers(message)
            case CubeState(cube, serial):
                kind, widths, numbers = _STATE, _STATE_WIDTHS, [serial or 0, *numbers_of(cube)]
            case Gyroscope():
                kind, widths, numbers = _GYROSCOPE, GYROSCOPE_WIDTHS, gyroscope_numbers(message)
            case Battery(percent):
                kind, widths, numbers = _BATTERY, _BATTERY_WIDTHS, [0, percent]
            case Hardware(model):
                kind, widths = _HARDWARE, _HARDWARE_WIDTHS
                numbers = [0, 0, 1, 1, 0, *model.encode("ascii").ljust(8)[:8]]
            case Farewell():
                kind, widths, numbers = _FAREWELL, (), []
            case _:
                return None
        data = pack(_KIND + widths, [kind, *numbers], SIZE)
        return Packet(self.tells[0], self._cipher.encrypt(data))

    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written for a request."""
        kinds = {AskState: _STATE, AskBattery: _BATTERY, AskHardware: _HARDWARE}
        kind = kinds.get(type(request))
        if kind is None:
            return ()
        return (Packet(self.writes, self._cipher.encrypt(bytes([kind]).ljust(SIZE, b"\0"))),)

    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet."""
        if packet.characteristic != self.writes or len(packet.data) != SIZE:
            return None
        match self._cipher.decrypt(packet.data)[0]:
            case 4:
                return AskState()
            case 5:
                return AskHardware()
            case 9:
                return AskBattery()
        return None


def _turns_of(numbers: Sequence[int]) -> Message:
    """Return the turns of numbers of the _TURNS_WIDTHS, which have the newest one first."""
    serial, faces = numbers[0], numbers[1 : 1 + 2 * _N_TURNS : 2]
    if max(faces) >= len(FACES):
        return Damaged(f"no face has the number {max(faces)}")
    ways, elapsed = numbers[2 : 2 + 2 * _N_TURNS : 2], numbers[1 + 2 * _N_TURNS :]
    ages = [0.0]
    for milliseconds in elapsed[:-1]:
        ages.append(ages[-1] + (milliseconds or _LONGEST) / 1000)
    turns = [quarter_turn(FACES[face], way) for face, way in zip(faces, ways, strict=True)]
    return TurnsMade(tuple(turns[::-1]), serial, tuple(ages[::-1]))


def _turn_numbers(made: TurnsMade) -> list[int]:
    """Return the numbers of the _TURNS_WIDTHS, filled with turns of U that were never made."""
    newest = made.turns[: -_N_TURNS - 1 : -1]
    turns = [number for turn in newest for number in (FACES.index(turn.face), is_reversed(turn))]
    ages = (made.ages or (0.0,) * len(made.turns))[: -_N_TURNS - 1 : -1]
    elapsed = [round(1000 * (older - newer)) for newer, older in pairwise(ages)]
    return [
        made.serial or 0,
        *turns,
        *[0] * (2 * _N_TURNS - len(turns)),
        *elapsed,
        *[0] * (_N_TURNS - len(elapsed)),
    ]


def _hardware_of(numbers: Sequence[int]) -> Message:
    versions, model = numbers[:4], bytes(numbers[4:]).rstrip(b"\0 ")
    text = model.decode("latin-1")
    if not (text.isascii() and text.isprintable()):
        return Damaged("the model's name is no text")
    return Hardware(text, "{}.{}".format(*versions[:2]), "{}.{}".format(*versions[2:]))
