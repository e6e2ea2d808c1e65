"""GoCube and Rubik's Connected.

A packet has a frame of its own and a sum of its bytes. Turns have no numbers; but each comes with
the angle of its face's centre, so that a turn that is lost or repeated shows with the next one of
that face. Facts: the manufacturer's published protocol (Particula, GoCube API), and
poliva/smartcube-web-bluetooth (MIT).
"""

from __future__ import annotations

from rokumen.smart_cubes.protocols.messages import (
    AskBattery,
    AskOrientation,
    AskState,
    Battery,
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
from rokumen.smart_cubes.protocols.protocol import Protocol
from solver.core.errors import CubeError
from solver.core.geometry import FACES
from solver.cube import Cube

_START, _END = b"\x2a", b"\r\n"
_TURN_SIZE = 8  # bytes of a frame with one turn
_LEAST = 6  # bytes of a frame: start, length, kind, sum, end
_TURNS, _STATE, _GYROSCOPE, _BATTERY = 1, 2, 3, 5
# The cube also tells statistics and its type, which say nothing of turns.
_OTHER_KINDS = (7, 8)
# The order of the faces, and of their colours: blue, green, white, yellow, red, orange.
_ORDER = "BFUDRL"
# The eight facelets around a centre, clockwise, and with which of them each face begins.
_AROUND = (0, 1, 2, 5, 8, 7, 6, 3)
_FIRST = {"B": 0, "F": 0, "U": 6, "D": 2, "R": 0, "L": 0}
_CENTRE = 4
_STICKERS = 54
_ANGLES_PER_QUARTER = 3  # a centre's angle is told in twelfths of a full turn
_ANGLES = 12
_REQUESTS: dict[Request, bytes] = {
    AskBattery(): b"\x32",
    AskState(): b"\x33",
    AskOrientation(): b"\x38",
}
_ASKED = {data: request for request, data in _REQUESTS.items()}
_SCALE = 1000
_WITHOUT_GYROSCOPE = ("Rubiks", "GoCubeX")


def _places() -> tuple[int, ...]:
    """Return which facelet each sticker of a state is."""
    return tuple(
        9 * FACES.index(face) + inner
        for face in _ORDER
        for inner in (_CENTRE, *(_AROUND[(at + _FIRST[face]) % 8] for at in range(8)))
    )


_PLACES = _places()


class GoCube(Protocol):
    """GoCube, GoCube Edge, Rubik's Connected."""

    identifier = "gocube"
    title = "GoCube, Rubik's Connected"
    beginnings = ("GoCube", "Rubiks")
    service = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
    tells = ("6e400003-b5a3-f393-e0a9-e50e24dcca9e",)
    writes = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    has_gyroscope = True
    untried = ("Rubiks", "GoCubeX")

    def decode(self, packet: Packet) -> Message:
        """Return what a packet of the cube says."""
        data = packet.data
        if not _is_whole(data):
            hides_turn = len(data) <= _TURN_SIZE or data[2] == _TURNS
            return Damaged("its frame, its length or its sum is wrong", hides_turn)
        kind, body = data[2], data[3:-3]
        match kind:
            case 1:
                return _turns_of(body)
            case 2:
                return _state_of(body)
            case 3:
                return _gyroscope_of(body)
            case 5:
                return Battery(min(body[0], 100)) if body else Damaged("no level")
        return Other() if kind in _OTHER_KINDS else Damaged(f"no packet is of kind {kind}")

    def encode(self, message: Message) -> Packet | None:
        """Return the packet with which a cube says this."""
        match message:
            case TurnsMade(turns):
                angles = message.angles or (0,) * len(turns)
                kind, body = (
                    _TURNS,
                    bytes(
                        byte
                        for turn, angle in zip(turns, angles, strict=True)
                        for byte in (
                            _ORDER.index(turn.face) << 1 | is_reversed(turn),
                            angle % 4 * _ANGLES_PER_QUARTER,
                        )
                    ),
                )
            case CubeState(cube):
                facelets, angles_of = cube.facelets, message.angles or {}
                stickers = [_ORDER.index(facelets[place]) for place in _PLACES]
                turned = [angles_of.get(face, 0) % 4 * _ANGLES_PER_QUARTER for face in _ORDER]
                kind, body = _STATE, bytes([*stickers, *turned])
            case Gyroscope(x, y, z, w):
                parts = (x, -z, -y, w)
                text = "#".join(str(round(part * _SCALE)) for part in parts)
                kind, body = _GYROSCOPE, text.encode()
            case Battery(percent):
                kind, body = _BATTERY, bytes([percent])
            case _:
                return None
        data = _START + bytes([len(body) + 4, kind]) + body
        return Packet(self.tells[0], data + bytes([sum(data) & 0xFF]) + _END)

    def commands(self, request: Request) -> tuple[Packet | Look, ...]:
        """Return what is to be written for a request."""
        if request == AskOrientation() and self.name.startswith(_WITHOUT_GYROSCOPE):
            return ()
        data = _REQUESTS.get(request)
        return (Packet(self.writes, data),) if data else ()

    def asked(self, packet: Packet) -> Request | None:
        """Return what was asked of a cube with a packet."""
        return _ASKED.get(packet.data) if packet.characteristic == self.writes else None


def _is_whole(data: bytes) -> bool:
    if len(data) < _LEAST or not (data.startswith(_START) and data.endswith(_END)):
        return False
    return data[1] == len(data) - 2 and data[-3] == sum(data[:-3]) & 0xFF


def _turns_of(body: bytes) -> Message:
    faces, angles = body[::2], body[1::2]
    if not faces or len(faces) != len(angles):
        return Damaged("a turn without an angle")
    if max(faces) >> 1 >= len(_ORDER) or max(angles) >= _ANGLES:
        return Damaged("no such turn")
    turns = tuple(quarter_turn(_ORDER[face >> 1], face & 1) for face in faces)
    # A face that is held between two quarters has an angle between them.
    return TurnsMade(turns, angles=tuple(_quarters(angle) for angle in angles))


def _quarters(angle: int) -> int:
    return round(angle / _ANGLES_PER_QUARTER) % 4


def _state_of(body: bytes) -> Message:
    stickers, angles = body[:_STICKERS], body[_STICKERS:]
    if len(stickers) < _STICKERS or max(stickers) >= len(_ORDER):
        return Damaged("no such stickers")
    facelets = [""] * _STICKERS
    for place, sticker in zip(_PLACES, stickers, strict=True):
        facelets[place] = _ORDER[sticker]
    try:
        cube = Cube.from_facelets("".join(facelets))
    except CubeError:
        return Damaged("no legal cube")
    if len(angles) != len(_ORDER):
        return CubeState(cube)
    return CubeState(cube, angles=dict(zip(_ORDER, map(_quarters, angles), strict=True)))


def _gyroscope_of(body: bytes) -> Message:
    """Return the quaternion that four whole numbers with `#` between them are in proportion to."""
    try:
        x, y, z, w = (int(part) for part in body.decode("ascii").split("#"))
    except ValueError:
        return Damaged("no quaternion")
    size = (x * x + y * y + z * z + w * w) ** 0.5
    if size == 0:
        return Damaged("a quaternion of zeros")
    return Gyroscope(x / size, -z / size, -y / size, w / size)
