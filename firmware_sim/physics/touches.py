"""Finds what touches: grippers, cube and turning layers as boxes, whatever the rig's rules say.

Lengths are in cubies; the cube reaches from -1.5 to 1.5. Two boxes are apart if they are along one
of fifteen directions: their edges, and those across an edge of each (Gottschalk, Lin and Manocha,
"OBBTree", 1996). The least overlap along these is how deep they are in each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from firmware_sim.physics.state import MisalignedLayer, PhysicalState
from robot.rigs.command import gripper_name
from robot.rigs.mechanisms.four_gripper import FourGripper
from robot.rigs.mechanisms.jaws import WITHDRAWING, Jaws
from robot.rigs.mechanisms.two_gripper import TwoGripper
from robot.rigs.rig import Rig
from solver.core.geometry import FACES, FRAMES, OPPOSITE
from solver.core.orientation import Orientation
from solver.cube import Cube

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

# Bodies touch that are deeper in each other than this, 2.3 mm: pads are of rubber, edges are round,
# and fingers wider than a layer give way to the layers beside it.
TOLERANCE = 0.12
# Jaws that are askew by less (degrees) than this to what they touch may touch it: so they hold it.
_PARALLEL_DEGREES = 10.0
# A gripper at the cube's left: x runs towards the cube, and the jaws are above and below. Fingers
# are so thick, and reach from the palm to over the cube.
_FINGER_THICKNESS = 0.5
_PALM = (-2.5, -2.1), (-2.05, 2.05), (-0.62, 0.62)
_HALF_CUBE, _HALF_LAYER = 1.5, 0.5
# What comes away from another body, or stays, does not touch it anew.
_SAME_DEPTH = 1e-3
# States are rounded to so many places after the point, of degrees and of openings, to find those
# of which it is known that nothing touches. A corner, at most 3.5 cubies from the middle, moves by
# less than this when wrist and cube are each turned by half a degree and jaws move by a 200th.
_PLACES = 0, 2
_ROUNDING = 0.08
_KEPT = 1 << 15
# The parts of a gripper: two fingers, which move apart, and the palm. All draw back together.
_PARTS = 3
_SOLVED, _IDENTITY = Cube.solved(), Orientation.identity()
_SIGNS = np.array([(1, 1, 1), (1, -1, 1), (1, 0, 1)])
_NEXT, _LAST = [1, 2, 0], [2, 0, 1]


# A state, and the places to which the servos go from there.
Way = tuple[PhysicalState, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes in space: `middles` (n, 3), unit `edges` (n, 3, 3), a column each, `halves` (n, 3).

    The last are half their lengths along these edges.
    """

    middles: Array
    edges: Array
    halves: Array


def depths(boxes: Boxes, first: Indices, second: Indices) -> Array:
    """Return how deep boxes of these numbers are in each other, pair by pair; below 0: apart."""
    own, other = boxes.halves[first], boxes.halves[second]
    to_own = boxes.edges[first].transpose(0, 2, 1)
    # The edges of the second box, and the way to its middle, along those of the first.
    turn = to_own @ boxes.edges[second]
    way = (to_own @ (boxes.middles[second] - boxes.middles[first])[:, :, None])[:, :, 0]
    size = np.abs(turn)
    along_own = own + (size @ other[:, :, None])[:, :, 0] - np.abs(way)
    along_other = other + (own[:, None, :] @ size)[:, 0] - np.abs((way[:, None, :] @ turn)[:, 0])
    # Across an edge of each: 1 and 2 are the edges after that one, of either box.
    turn_1, turn_2, size_1, size_2 = turn[:, _NEXT], turn[:, _LAST], size[:, _NEXT], size[:, _LAST]
    apart = np.abs(way[:, _LAST, None] * turn_1 - way[:, _NEXT, None] * turn_2)
    reach = own[:, _NEXT, None] * size_2 + own[:, _LAST, None] * size_1
    reach += other[:, None, _NEXT] * size[:, :, _LAST] + other[:, None, _LAST] * size[:, :, _NEXT]
    length = np.sqrt(np.maximum(1 - turn**2, 0.0))
    # Parallel edges have no direction across them, and need none.
    across = np.where(length > 1e-3, (reach - apart) / np.maximum(length, 1e-3), np.inf)
    least: Array = np.minimum(along_own, along_other).min(axis=1)
    depth: Array = np.minimum(least, across.reshape(-1, 9).min(axis=1))
    return depth


class TouchFinder:
    """Finds what touches in the states of a rig of grippers with jaws; nothing in other rigs.

    It knows where the parts of each gripper are at its wrist's angle and its opening, and the cube
    with its layers, and nothing of what a rig allows.
    """

    def __init__(self, rig: Rig) -> None:
        # The same motions are made again and again.
        self._is_close = lru_cache(maxsize=_KEPT)(self._comes_close)
        self._clear: set[Way] = set()
        sides, self._jaws = _sides_and_jaws(rig)
        self._names = tuple(map(gripper_name, rig.grippers if sides else ()))
        frames = [_Frame.at(side, _over_at_0(side, sides)) for side in sides]
        self._turning = np.array([_cross_matrix(frame.outward) for frame in frames])
        self._at_0 = np.array([frame.edges for frame in frames])
        self._middles, self._halves = _parts_of(self._jaws)
        opened = (-self._jaws.draw_back, self._jaws.opening, 0.0)
        self._opening = _SIGNS * np.array(opened)
        self._pairs = {count: _pairs(len(sides), count) for count in range(4)}

    def touch(self, state: PhysicalState, before: PhysicalState) -> str | None:
        """Return which two bodies have come to touch since a moment before, in words, or None.

        Closed jaws may touch the cube, and others that are parallel to it: so they hold it.
        """
        if not self._names:
            return None
        boxes, first, second = self._boxes(state)
        deep = depths(boxes, first, second)
        for number in np.flatnonzero(deep > TOLERANCE):
            a, b = int(first[number]), int(second[number])
            gripper, other = a // _PARTS, b // _PARTS
            is_cube = other >= len(self._names)
            holds = is_cube and (
                state.openings[gripper] <= 0 or _are_parallel(boxes.edges[a], boxes.edges[b])
            )
            if not holds and deep[number] > self._depth_before(before, a, b):
                touched = "cube" if is_cube else self._names[other]
                return f"the {self._names[gripper]} touches the {touched}"
        return None

    def touch_on_the_way(self, state: PhysicalState, before: PhysicalState) -> str | None:
        """Return the same as `touch`, at little cost where servos were before."""
        return self.touch(state, before) if self.is_near(state) else None

    def is_near(self, state: PhysicalState) -> bool:
        """Return False if nothing touches, nor would if all were a little nearer."""
        return bool(self._names) and self._is_close(_rounded(state))

    def way(self, before: PhysicalState, places: tuple[float, ...]) -> Way:
        """Return the way of all servos together to some places, with all that are like it."""
        return _rounded(before), tuple(round(place, _PLACES[1]) for place in places)

    def is_clear(self, way: Way) -> bool:
        """Return True if it is known of a way that nothing comes near on it."""
        return not self._names or way in self._clear

    def note_clear(self, way: Way) -> None:
        """Take note of a way on which nothing has come near."""
        if len(self._clear) >= _KEPT:
            self._clear.clear()
        self._clear.add(way)

    def _comes_close(self, state: PhysicalState) -> bool:
        """Return False if nothing touches in any state of which this is the rounded one.

        Closed jaws are on the cube; whether others touch it or hold it is for `touch` to say.
        """
        boxes, first, second = self._boxes(state)
        grippers = len(self._names)
        is_closed = np.repeat(np.array(state.openings) <= 0, _PARTS)
        is_held = is_closed[first] & (second >= _PARTS * grippers)
        first, second = first[~is_held], second[~is_held]
        return bool((depths(boxes, first, second) > TOLERANCE - _ROUNDING).any())

    def _depth_before(self, before: PhysicalState, a: int, b: int) -> float:
        """Return how deep two bodies were in each other before, with a little more to be sure."""
        boxes, _, _ = self._boxes(before)
        if b >= len(boxes.middles):
            return 0.0
        return float(depths(boxes, np.array([a]), np.array([b]))[0]) + _SAME_DEPTH

    def _boxes(self, state: PhysicalState) -> tuple[Boxes, Indices, Indices]:
        """Return the parts of all grippers and of the cube, and the pairs that may touch."""
        radians = np.radians(state.angles)[:, None, None]
        turn = np.eye(3) + np.sin(radians) * self._turning
        turn += (1 - np.cos(radians)) * (self._turning @ self._turning)
        edges = turn @ self._at_0
        places = self._middles + np.array(state.openings)[:, None, None] * self._opening
        middles = (places @ edges.transpose(0, 2, 1)).reshape(-1, 3)
        slabs = list(_cube(state))
        boxes = Boxes(
            np.concatenate([middles, *(slab.middles for slab in slabs)]),
            np.concatenate([np.repeat(edges, _PARTS, axis=0), *(slab.edges for slab in slabs)]),
            np.concatenate(
                [np.tile(self._halves, (len(edges), 1)), *(slab.halves for slab in slabs)]
            ),
        )
        first, second = self._pairs[len(slabs)]
        ways = boxes.middles[first] - boxes.middles[second]
        radii = np.sqrt((boxes.halves**2).sum(axis=1))
        is_near = (ways**2).sum(axis=1) < (radii[first] + radii[second]) ** 2
        return boxes, first[is_near], second[is_near]


@lru_cache(maxsize=16)
def touch_finder(rig: Rig) -> TouchFinder:
    """Return the finder of a rig, which needs no more than one."""
    return TouchFinder(rig)


def _rounded(state: PhysicalState) -> PhysicalState:
    """Return the nearest of the states that are looked at once for all, of the same shape."""
    degrees, openings = _PLACES
    layers = (
        MisalignedLayer(state.orientation.position_of(layer.face), round(layer.degrees, degrees))
        for layer in state.layers
    )
    tilt = state.tilt and replace(state.tilt, degrees=round(state.tilt.degrees, degrees))
    return PhysicalState(
        _SOLVED,
        _IDENTITY,
        tuple(round(angle, degrees) for angle in state.angles),
        # Jaws that are nearly closed are not closed.
        tuple(0.0 if at <= 0 else max(round(at, openings), 0.01) for at in state.openings),
        tuple(layers),
        tilt,
        dropped=state.dropped,
    )


def _pairs(grippers: int, slabs: int) -> tuple[Indices, Indices]:
    """Return the numbers of the parts that may touch: of different grippers, and fingers and cube.

    The parts of the grippers come first, palms last of each, then those of the cube.
    """
    parts = range(_PARTS * grippers)
    pairs = [(i, j) for i, j in combinations(parts, 2) if i // _PARTS != j // _PARTS]
    pairs += [(i, len(parts) + j) for i in parts for j in range(slabs)]
    first, second = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    return first, second


@dataclass(frozen=True, slots=True)
class _Frame:
    """A gripper's direction away from the cube, and its own axes at 0, a column each."""

    outward: Array
    edges: Array

    @classmethod
    def at(cls, side: str, over: str) -> _Frame:
        """Return the frame of a gripper at a side, whose jaws are over and under the cube at 0."""
        outward, above = _normal(side), _normal(over)
        return cls(outward, np.stack([-outward, above, np.cross(-outward, above)], axis=1))


def _sides_and_jaws(rig: Rig) -> tuple[tuple[str, ...], Jaws]:
    match rig:
        case TwoGripper():
            return rig.positions, rig.jaws
        case FourGripper():
            return rig.axes, rig.jaws
    return (), WITHDRAWING


def _over_at_0(side: str, sides: Sequence[str]) -> str:
    """Return the face over which the upper jaw lies: no gripper stands there, or across from it."""
    held = {*sides, *(OPPOSITE[each] for each in sides), OPPOSITE[side]}
    return next(each for each in FACES if each not in held)


def _parts_of(jaws: Jaws) -> tuple[Array, Array]:
    """Return the middles and halves of the fingers and the palm of a closed gripper at the left."""
    along, across = (_PALM[0][0], jaws.reach - _HALF_CUBE), (-jaws.width / 2, jaws.width / 2)
    thick = _HALF_CUBE + _FINGER_THICKNESS
    upper, lower = (_HALF_CUBE, thick), (-thick, -_HALF_CUBE)
    boxes = np.array([(along, upper, across), (along, lower, across), _PALM])
    return boxes.mean(axis=2), (boxes[:, :, 1] - boxes[:, :, 0]) / 2


def _cube(state: PhysicalState) -> Iterator[Boxes]:
    """Yield the cube, or its layers where one is turned against the rest; none if it has fallen."""
    if state.dropped:
        return
    tilt = np.eye(3)
    if state.tilt:
        tilt = _rotation(_normal(state.tilt.position), state.tilt.degrees)
    low, high = -_HALF_CUBE, _HALF_CUBE
    axis = np.array([1.0, 0.0, 0.0])
    for layer in state.layers:
        side = _normal(state.orientation.position_of(layer.face))
        axis, turn = np.abs(side), _rotation(side, layer.degrees)
        yield _slab(tilt @ turn, tilt @ side, tilt @ turn @ axis, _HALF_LAYER)
        if side.sum() > 0:
            high = _HALF_LAYER
        else:
            low = -_HALF_LAYER
    yield _slab(tilt, tilt @ axis * (low + high) / 2, tilt @ axis, (high - low) / 2)


def _slab(edges: Array, middle: Array, across: Array, thickness: float) -> Boxes:
    """Return a part of the cube that is whole but for its thickness in the direction `across`."""
    along = np.abs(edges.T @ across)
    halves = _HALF_CUBE + (thickness - _HALF_CUBE) * along
    return Boxes(middle[None], edges[None], halves[None])


def _are_parallel(edges: Array, others: Array) -> bool:
    """Return True if the edges of two boxes differ by less than _PARALLEL_DEGREES."""
    cosines = np.abs(edges.T @ others).max(axis=0)
    return bool(cosines.min() > np.cos(np.radians(_PARALLEL_DEGREES)))


def _normal(side: str) -> Array:
    return np.array(FRAMES[side].normal, float)


def _rotation(axis: Array, degrees: float) -> Array:
    """Return the matrix that rotates clockwise as seen by a viewer to whom `axis` points."""
    angle, cross = np.radians(degrees), _cross_matrix(axis)
    turn: Array = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return turn


def _cross_matrix(axis: Array) -> Array:
    """Return the matrix whose product with a vector is the way of a clockwise rotation."""
    x, y, z = axis
    return np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])
