"""What is physically so: the cube, how it is held, and where every motor really stands.

Nothing here knows what the firmware believes. A `Truth` is a moment; a `Motion` leads from one to
the next, through all angles between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from robot.command import CLOSED, OPEN, Pose
from robot.rig import Rotated, Turned
from solver.cube import Cube
from solver.orientation import Orientation
from solver.turn import Turn

# Far below what a motor can resolve, far above the rounding of a sum of angles.
_ALIGNED_DEGREES = 1e-6


@dataclass(frozen=True, slots=True)
class Layer:
    """The layer of the cube's `face`, turned clockwise out of line with the rest."""

    face: str
    degrees: float


@dataclass(frozen=True, slots=True)
class Tilt:
    """The whole cube, turned clockwise as somebody looking at `position` sees it."""

    position: str
    degrees: float


@dataclass(frozen=True, slots=True)
class Stuck:
    """A motor that jammed: it gets no farther in `direction` (1 or -1), but can go back."""

    axis: str
    direction: int


@dataclass(frozen=True, slots=True)
class Truth:
    """A moment of the mechanism. `angles` are in degrees, `openings` 0 (closed) to 1 (open)."""

    cube: Cube
    orientation: Orientation
    angles: tuple[float, ...]
    openings: tuple[float, ...]
    layer: Layer | None = None
    tilt: Tilt | None = None
    stuck: Stuck | None = None
    dropped: bool = False

    @classmethod
    def at_home(cls, home: Pose, cube: Cube) -> Truth:
        """Give `cube` held with white up and green in front, every motor at home."""
        openings = tuple(0.0 if grip == CLOSED else 1.0 for grip in home.grips)
        return cls(cube, Orientation.identity(), tuple(map(float, home.angles)), openings)

    @property
    def pose(self) -> Pose:
        """Say where the motors stand; a hand holds only when it is closed altogether."""
        grips = tuple(CLOSED if opening == 0 else OPEN for opening in self.openings)
        return Pose(self.angles, grips)


@dataclass(frozen=True, slots=True)
class Coupling:
    """What a motion takes along: a face's layer or the whole cube, clockwise by `degrees`."""

    kind: type[Turned] | type[Rotated]
    position: str
    degrees: float

    def carried(self, truth: Truth, fraction: float) -> Truth:
        """Give `truth` after this fraction of the way; whole quarter turns come to rest."""
        if self.kind is Turned:
            face = truth.orientation.face_at(self.position)
            offset = truth.layer.degrees if truth.layer else 0.0
            return _settle_layer(truth, Layer(face, offset + fraction * self.degrees))
        offset = truth.tilt.degrees if truth.tilt else 0.0
        return _settle_tilt(truth, Tilt(self.position, offset + fraction * self.degrees))


@dataclass(frozen=True, slots=True)
class Motion:
    """The way from `before` to angles and openings, in `seconds`, as far as `reach` (0 to 1)."""

    before: Truth
    angles: tuple[float, ...]
    openings: tuple[float, ...]
    coupling: Coupling | None
    seconds: float
    reach: float = 1.0

    def at(self, fraction: float) -> Truth:
        """Give the truth when this fraction of the way is done."""
        truth = replace(
            self.before,
            angles=_between(self.before.angles, self.angles, fraction),
            openings=_between(self.before.openings, self.openings, fraction),
        )
        return self.coupling.carried(truth, fraction) if self.coupling else truth


def _between(
    start: tuple[float, ...], end: tuple[float, ...], fraction: float
) -> tuple[float, ...]:
    if fraction == 1:
        return end
    return tuple(a + fraction * (b - a) for a, b in zip(start, end, strict=True))


def _quarters(degrees: float) -> int | None:
    """Count the quarter turns that `degrees` are, if they are whole ones."""
    quarters = round(degrees / 90)
    return quarters % 4 if abs(degrees - 90 * quarters) < _ALIGNED_DEGREES else None


def _settle_layer(truth: Truth, layer: Layer) -> Truth:
    quarters = _quarters(layer.degrees)
    if quarters is None:
        return replace(truth, layer=layer)
    cube = truth.cube.turn(Turn(layer.face, quarters)) if quarters else truth.cube
    return replace(truth, cube=cube, layer=None)


def _settle_tilt(truth: Truth, tilt: Tilt) -> Truth:
    quarters = _quarters(tilt.degrees)
    if quarters is None:
        return replace(truth, tilt=tilt)
    return replace(truth, orientation=truth.orientation.rotated(tilt.position, quarters), tilt=None)
