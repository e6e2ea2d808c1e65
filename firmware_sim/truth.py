"""What is physically so: the cube, how it is held, and where every motor really stands.

Nothing here knows what the firmware believes. A `Truth` is a moment; a `Motion` leads from one to
the next, through all angles between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from firmware_sim.servos import Outcome
from robot.command import CLOSED, LOW, OPEN, UP, Pose
from robot.rig import Effect, Turned
from solver.cube import Cube
from solver.facelets import EDGES
from solver.orientation import Orientation
from solver.turn import Turn

# Far below what a motor can resolve, far above the rounding of a sum of angles.
_ALIGNED_DEGREES = 1e-6

# What stands for a sticker of a piece that has come out.
HOLE = "-"

# How far along its way a gripper is in each of its named positions.
OPENINGS = {CLOSED: 0.0, OPEN: 1.0, LOW: 1.5, UP: 2.0}


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
    """A moment of the mechanism.

    `angles` are in degrees; `openings` 0 (closed), 1 (open) to 2 (up). Of `layers` there are two at
    most, and those of opposite faces. `popped` are the edge cubies that have come out,
    `twisted` the corner cubies that are twisted clockwise against `cube`, which is always legal.
    """

    cube: Cube
    orientation: Orientation
    angles: tuple[float, ...]
    openings: tuple[float, ...]
    layers: tuple[Layer, ...] = ()
    tilt: Tilt | None = None
    stuck: Stuck | None = None
    dropped: bool = False
    popped: tuple[int, ...] = ()
    twisted: tuple[int, ...] = ()

    @classmethod
    def at_home(cls, home: Pose, cube: Cube) -> Truth:
        """Give `cube` held with white up and green in front, every motor at home."""
        openings = tuple(OPENINGS[grip] for grip in home.grips)
        return cls(cube, Orientation.identity(), tuple(map(float, home.angles)), openings)

    @property
    def pose(self) -> Pose:
        """Say where the motors stand; a hand holds only when it is closed altogether."""
        return Pose(self.angles, tuple(map(_position, self.openings)))

    @property
    def facelets(self) -> str:
        """Give the 54 facelets, a hole being HOLE; a layer that stands crooked is not spoken of."""
        cube = self.cube
        twists = tuple(
            (twist + (cubie in self.twisted)) % 3
            for cubie, twist in zip(cube.corners, cube.corner_twists, strict=True)
        )
        letters = list(replace(cube, corner_twists=twists).facelets())
        for place, cubie in zip(EDGES, cube.edges, strict=True):
            if cubie in self.popped:
                for facelet in place:
                    letters[facelet] = HOLE
        return "".join(letters)

    @property
    def is_solved(self) -> bool:
        """Tell whether the cube is solved, whole, and no layer is out of line."""
        blemishes = self.layers or self.popped or self.twisted or self.dropped
        return self.cube.is_solved and not blemishes

    def straightened(self, most: float = 45.0, but: Collection[str] = ()) -> Truth:
        """Bring layers that are out of line by at most so many degrees to the nearest quarter.

        All but those of the faces `but`.
        """
        truth = self
        for layer in self.layers:
            nearest = 90 * round(layer.degrees / 90)
            if layer.face not in but and abs(layer.degrees - nearest) <= most:
                truth = _settle_layer(truth, Layer(layer.face, nearest))
        return truth

    def mended(self) -> Truth:
        """Give what is so when a person's hands have put right what is wrong with the cube.

        It lies in the robot's hands, whole; a layer that a wrist between two detents holds stays
        with it.
        """
        truth = replace(self, dropped=False, popped=(), twisted=(), stuck=None)
        on_detents = all(angle % 90 == 0 for angle in truth.angles)
        return truth.straightened() if on_detents else truth

    def carried(self, effect: Effect, fraction: float) -> Truth:
        """Give the truth after a fraction of an effect; whole quarter turns come to rest."""
        degrees = fraction * effect.degrees
        if not isinstance(effect, Turned):
            offset = self.tilt.degrees if self.tilt else 0.0
            return _settle_tilt(self, Tilt(effect.position, offset + degrees))
        face = self.orientation.face_at(effect.position)
        offset = sum(layer.degrees for layer in self.layers if layer.face == face)
        return _settle_layer(self, Layer(face, offset + degrees))


@dataclass(frozen=True, slots=True)
class Motion:
    """The way from `before` to angles and openings, in `seconds`, as far as `reach` (0 to 1).

    `effects` are what it takes along, `turns` the turns of faces that it is meant to make; `stuck`
    what it catches on where `reach` is less than 1. `says` is what the servos tell in the end,
    where that is not what the way would make one think, and `leaves` what becomes of the truth
    then. An `endless` one stays where its reach ends.
    """

    before: Truth
    angles: tuple[float, ...]
    openings: tuple[float, ...]
    effects: tuple[Effect, ...]
    seconds: float
    turns: tuple[Turned, ...] = ()
    reach: float = 1.0
    stuck: Stuck | None = None
    says: Outcome | None = None
    leaves: Callable[[Truth], Truth] | None = None
    endless: bool = False

    def at(self, fraction: float) -> Truth:
        """Give the truth when this fraction of the way is done."""
        truth = replace(
            self.before,
            angles=tuple(map(_on_its_detent, _between(self.before.angles, self.angles, fraction))),
            openings=_between(self.before.openings, self.openings, fraction),
        )
        for effect in self.effects:
            truth = truth.carried(effect, fraction)
        return truth


def _position(opening: float) -> str:
    if opening == OPENINGS[CLOSED]:
        return CLOSED
    return next(position for position in (OPEN, LOW, UP) if opening <= OPENINGS[position])


def _between(
    start: tuple[float, ...], end: tuple[float, ...], fraction: float
) -> tuple[float, ...]:
    if fraction == 1:
        return end
    return tuple(a + fraction * (b - a) for a, b in zip(start, end, strict=True))


def _on_its_detent(angle: float) -> float:
    """Give the detent itself where a sum comes to a little beside it, else the angle."""
    detent = 90.0 * round(angle / 90)
    return detent if abs(angle - detent) < _ALIGNED_DEGREES else angle


def _quarters(degrees: float) -> int | None:
    """Count the quarter turns that `degrees` are, if they are whole ones."""
    quarters = round(degrees / 90)
    return quarters % 4 if abs(degrees - 90 * quarters) < _ALIGNED_DEGREES else None


def _settle_layer(truth: Truth, layer: Layer) -> Truth:
    others = tuple(other for other in truth.layers if other.face != layer.face)
    quarters = _quarters(layer.degrees)
    if quarters is None:
        return replace(truth, layers=(*others, layer))
    cube = truth.cube.turn(Turn(layer.face, quarters)) if quarters else truth.cube
    return replace(truth, cube=cube, layers=others)


def _settle_tilt(truth: Truth, tilt: Tilt) -> Truth:
    quarters = _quarters(tilt.degrees)
    if quarters is None:
        return replace(truth, tilt=tilt)
    return replace(truth, orientation=truth.orientation.rotated(tilt.position, quarters), tilt=None)
