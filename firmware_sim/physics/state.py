"""Physical state of cube and motors, which the firmware cannot see.

It is independent of the firmware's own state. A `PhysicalState` is the state at one moment; a
`Motion` leads from one to the next, through all angles between.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from files.bounds import entry
from robot.rigs.command import CLOSED, GRIP_OPENINGS, LOW, OPEN, UP, Pose
from robot.rigs.rig import Effect, FaceTurn
from solver.core.facelets import EDGES
from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube

# Far below what a motor can resolve, far above the rounding of a sum of angles.
_ALIGNED_DEGREES = 1e-6

# The facelet of a piece that has popped out.
HOLE = "-"


# How far a layer may be off and still count as aligned: no eye sees it.
NEARLY_ALIGNED_DEGREES = 5.0


@dataclass(frozen=True, slots=True)
class MisalignedLayer:
    """The layer of the cube's `face`, turned clockwise against the rest."""

    face: str = entry(choices=FACES)
    degrees: float = entry()


@dataclass(frozen=True, slots=True)
class PartialRotation:
    """A rotation of the whole cube, clockwise as seen when looking at `position`."""

    position: str = entry(choices=FACES)
    degrees: float = entry()


@dataclass(frozen=True, slots=True)
class PhysicalState:
    """The state of the mechanism at one moment.

    `angles` are in degrees; `openings` 0 (closed), 1 (open) to 2 (up). Of `layers` there are two at
    most, and those of opposite faces. `popped` are the edge cubies that have come out,
    `twisted` the corner cubies that are twisted clockwise against `cube`, which is always legal.
    """

    cube: Cube
    orientation: Orientation
    angles: tuple[float, ...]
    openings: tuple[float, ...]
    layers: tuple[MisalignedLayer, ...] = ()
    tilt: PartialRotation | None = None
    dropped: bool = False
    popped: tuple[int, ...] = ()
    twisted: tuple[int, ...] = ()

    @classmethod
    def at_home(cls, home: Pose, cube: Cube) -> PhysicalState:
        """Return `cube` held with white up and green in front, every motor at home."""
        openings = tuple(GRIP_OPENINGS[grip] for grip in home.grips)
        return cls(cube, Orientation.identity(), tuple(map(float, home.angles)), openings)

    @property
    def pose(self) -> Pose:
        """Return the pose; a gripper counts as closed only when it is completely closed."""
        return Pose(self.angles, tuple(map(position_of, self.openings)))

    @property
    def facelets(self) -> str:
        """Return the 54 facelets, a hole being HOLE; misaligned layers are left out."""
        cube = self.cube
        twists = tuple(
            (twist + (cubie in self.twisted)) % 3
            for cubie, twist in zip(cube.corners, cube.corner_twists, strict=True)
        )
        letters = list(replace(cube, corner_twists=twists).facelets)
        for place, cubie in zip(EDGES, cube.edges, strict=True):
            if cubie in self.popped:
                for facelet in place:
                    letters[facelet] = HOLE
        return "".join(letters)

    def is_solved(self) -> bool:
        """Return True if the cube is solved and whole, and all layers are as good as aligned."""
        aligned = self.with_layers_aligned(NEARLY_ALIGNED_DEGREES)
        defects = aligned.layers or self.popped or self.twisted or self.dropped
        return aligned.cube.is_solved() and not defects

    def is_blocked(self, position: str) -> bool:
        """Return True if a misaligned layer lies across a turn of the face at a position."""
        face = self.orientation.face_at(position)
        return any(layer.face not in (face, OPPOSITE[face]) for layer in self.layers)

    def with_layers_aligned(
        self, max_degrees: float = 45.0, except_faces: Collection[str] = ()
    ) -> PhysicalState:
        """Return the state with layers misaligned by at most `degrees` at the nearest quarter turn.

        Layers of the faces `except_faces` stay as they are.
        """
        state = self
        for layer in self.layers:
            nearest = 90 * round(layer.degrees / 90)
            if layer.face not in except_faces and abs(layer.degrees - nearest) <= max_degrees:
                state = _update_layer(state, MisalignedLayer(layer.face, nearest))
        return state

    def with_tilt_aligned(self, max_degrees: float) -> PhysicalState:
        """Return the state with a cube that is tilted by so little in its nearest orientation."""
        if self.tilt is None:
            return self
        nearest = 90.0 * round(self.tilt.degrees / 90)
        if abs(self.tilt.degrees - nearest) > max_degrees:
            return self
        return _update_rotation(self, replace(self.tilt, degrees=nearest))

    def repaired(self) -> PhysicalState:
        """Return the physical state after a person has repaired the cube.

        The cube is in the robot's grippers with all its pieces; of its layers, only one that a
        wrist between two detents holds stays misaligned.
        """
        state = replace(self, dropped=False, popped=(), twisted=())
        on_detents = all(angle % 90 == 0 for angle in state.angles)
        return state.with_layers_aligned() if on_detents else _with_middle_layer_aligned(state)

    def with_effect(self, effect: Effect, fraction: float) -> PhysicalState:
        """Return the state after a fraction of an effect; whole quarter turns change the cube."""
        degrees = fraction * effect.degrees
        if not isinstance(effect, FaceTurn):
            offset = self.tilt.degrees if self.tilt else 0.0
            return _update_rotation(self, PartialRotation(effect.position, offset + degrees))
        face = self.orientation.face_at(effect.position)
        offset = sum(layer.degrees for layer in self.layers if layer.face == face)
        return _update_layer(self, MisalignedLayer(face, offset + degrees))


def position_of(opening: float) -> str:
    """Return the named position of a gripper: closed only when it is completely closed."""
    if opening == GRIP_OPENINGS[CLOSED]:
        return CLOSED
    return next((at for at in (OPEN, LOW) if opening <= GRIP_OPENINGS[at]), UP)


def with_one(values: tuple[float, ...], index: int, value: float) -> tuple[float, ...]:
    """Return the values with another one at an index."""
    return (*values[:index], value, *values[index + 1 :])


def _whole_quarter_turns(degrees: float) -> int | None:
    """Return `degrees` in quarter turns, None if that is not a whole number."""
    quarters = round(degrees / 90)
    return quarters % 4 if abs(degrees - 90 * quarters) < _ALIGNED_DEGREES else None


def _update_layer(state: PhysicalState, layer: MisalignedLayer) -> PhysicalState:
    others = tuple(other for other in state.layers if other.face != layer.face)
    quarters = _whole_quarter_turns(layer.degrees)
    if quarters is None:
        return replace(state, layers=(*others, layer))
    cube = state.cube.turn(Turn(layer.face, quarters)) if quarters else state.cube
    return replace(state, cube=cube, layers=others)


def _update_rotation(state: PhysicalState, tilt: PartialRotation) -> PhysicalState:
    quarters = _whole_quarter_turns(tilt.degrees)
    if quarters is None:
        return replace(state, tilt=tilt)
    return replace(state, orientation=state.orientation.rotated(tilt.position, quarters), tilt=None)


def _with_middle_layer_aligned(state: PhysicalState) -> PhysicalState:
    """Return the state with a middle layer that went along with a face turned to its nearer side.

    Two layers that are turned together are a rotation of the cube, and the layer behind them turned
    the same way.
    """
    tilt = state.tilt
    if tilt is None:
        return state
    face = state.orientation.face_at(tilt.position)
    behind = next((layer for layer in state.layers if layer.face == OPPOSITE[face]), None)
    if behind is None or abs(behind.degrees - tilt.degrees) > _ALIGNED_DEGREES:
        return state
    nearest = 90.0 * round(tilt.degrees / 90)
    state = _update_rotation(state, replace(tilt, degrees=nearest))
    state = _update_layer(state, replace(behind, degrees=nearest))
    return _update_layer(state, MisalignedLayer(face, tilt.degrees - nearest))


COLLISION = "collision"
DROPPED = "cube dropped"


@dataclass(frozen=True, slots=True)
class Accident:
    """An event that would damage a real robot: its time (seconds), kind and description."""

    when: float
    kind: str
    description: str
