"""What a smart cube says and what it is asked, whatever its protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from solver.core.turn import Turn, Turns
from solver.cube import Cube


class Packet(NamedTuple):
    """Bytes that a characteristic (a UUID) of a cube tells, or that are written to one."""

    characteristic: str
    data: bytes


class Look(NamedTuple):
    """A characteristic that is to be read, and tells its bytes as if by itself."""

    characteristic: str


@dataclass(frozen=True, slots=True)
class TurnsMade:
    """The last turns made, the newest last; what a protocol does not tell is None.

    `serial`: the number of the newest one, modulo the protocol's; `ages`: how many seconds before
    the newest one each was made; `ticks`: of the cube's clock at each, which tell turns apart where
    they have no serial; `cube`: after the newest one; `angles`: how far the centre of each turn's
    face is turned after it, in quarters clockwise, modulo 4; `battery`: in percent.
    """

    turns: Turns
    serial: int | None = None
    ages: tuple[float, ...] | None = None
    ticks: tuple[int, ...] | None = None
    cube: Cube | None = None
    angles: tuple[int, ...] | None = None
    battery: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Turns that were asked for, the newest last; `serial`: the number of the newest one."""

    turns: Turns
    serial: int


@dataclass(frozen=True, slots=True)
class CubeState:
    """The whole cube; serial or tick of its last turn, and the angles of its centres by face."""

    cube: Cube
    serial: int | None = None
    tick: int | None = None
    angles: Mapping[str, int] | None = None
    battery: int | None = None


@dataclass(frozen=True, slots=True)
class Battery:
    """How full the battery is, in percent."""

    percent: int


@dataclass(frozen=True, slots=True)
class Gyroscope:
    """How the cube is held: a quaternion, whose axes are those of the model."""

    x: float
    y: float
    z: float
    w: float


@dataclass(frozen=True, slots=True)
class Hardware:
    """What the cube says of itself: its model, and versions where it has them."""

    model: str
    hardware: str = ""
    software: str = ""


@dataclass(frozen=True, slots=True)
class Farewell:
    """The cube is about to end the connection."""


@dataclass(frozen=True, slots=True)
class Other:
    """A packet of the protocol that says nothing of the cube."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A packet that is not of the protocol, and why; `hides_turn`: whether it may have been one."""

    reason: str
    hides_turn: bool = True


Message = (
    TurnsMade | History | CubeState | Battery | Gyroscope | Hardware | Farewell | Other | Damaged
)


@dataclass(frozen=True, slots=True)
class AskState:
    """The cube is to tell its state."""


@dataclass(frozen=True, slots=True)
class AskBattery:
    """The cube is to tell how full its battery is."""


@dataclass(frozen=True, slots=True)
class AskHardware:
    """The cube is to tell what it is."""


@dataclass(frozen=True, slots=True)
class AskOrientation:
    """The cube is to tell from now on how it is held."""


@dataclass(frozen=True, slots=True)
class AskHistory:
    """The cube is to tell `count` turns again, the newest of them with number `serial`."""

    serial: int
    count: int


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """A packet has come; `head`: the bytes by which the cube knows which one."""

    head: bytes


Request = AskState | AskBattery | AskHardware | AskOrientation | AskHistory | Acknowledge


def quarter_turn(face: str, is_reversed: int) -> Turn:
    """Return a quarter turn of a face, counterclockwise for 1: most protocols write it so."""
    return Turn(face, 3 if is_reversed else 1)


def is_reversed(turn: Turn) -> int:
    """Return 1 for a quarter turn counterclockwise, 0 for one clockwise."""
    return int(turn.quarter_turns == 3)
