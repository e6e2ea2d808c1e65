"""Renders the camera's picture: cube and grippers on a workbench, illumination, sensor noise.

`fill_facing` paints what faces a camera, here and in the pictures of tests and benchmarks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

import cv2
import numpy as np
import numpy.typing as npt

from firmware_sim.physics.state import HOLE, MisalignedLayer, PhysicalState
from robot.rigs.camera_geometry import (
    FACELET_CUBIES,
    FACELET_NORMALS,
    STICKERS,
    TILES,
    TOP_CAMERA,
    ConvexSolid,
    PinholeCamera,
    box,
    rotation,
)
from robot.rigs.gripper_shapes import Colour, GripperPart, gripper_parts
from robot.rigs.rig import Rig
from solver.core.geometry import FRAMES
from solver.core.orientation import Orientation

Image = npt.NDArray[np.uint8]

_WOOD = np.array([96, 118, 138], np.float32)
_NOISE_SIGMA = 1.6
NOISE_MARGIN = 64


@cache
def background(width: int, height: int) -> Image:
    """Draw the wooden workbench with the robot's soft shadow on it."""
    random = np.random.default_rng(7)
    grain = random.normal(size=(height, width)).astype(np.float32)
    fibres = cv2.GaussianBlur(grain, (0, 0), sigmaX=16, sigmaY=0.8)
    waves = cv2.GaussianBlur(grain, (0, 0), sigmaX=120, sigmaY=3)
    wood = 3.5 * fibres / fibres.std() + 5 * waves / waves.std()
    for board in range(30, height, 140):
        wood[board : board + 140] += random.normal(0, 5)
        wood[board : board + 2] -= 30
    shadow = np.zeros((height, width), np.float32)
    cv2.rectangle(shadow, (240, 170), (500, 430), 1.0, -1)
    cv2.rectangle(shadow, (0, 270), (240, 330), 1.0, -1)
    cv2.rectangle(shadow, (340, 0), (400, 170), 1.0, -1)
    shade = 1 - 0.55 * cv2.GaussianBlur(shadow, (0, 0), 26)
    lit = (_WOOD + wood[..., None]) * shade[..., None]
    painted: Image = np.clip(lit, 0, 255).astype(np.uint8)
    return painted


@cache
def illumination(width: int, height: int) -> Image:
    """Return the brightness of each pixel, at most 255: light from the upper left, dark corners."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    corner = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 + height**2) * 4
    lamp = (x - 0.3 * width) / width * 0.10 + (y - 0.2 * height) / height * 0.08
    field = np.clip(1.0 - 0.22 * corner**1.2 - np.maximum(lamp, 0), 0, 1)
    return np.repeat((255 * field).astype(np.uint8)[..., None], 3, axis=2)


@cache
def noise(width: int, height: int) -> npt.NDArray[np.int16]:
    """Return the sensor's noise (BGR) for an area larger than a picture.

    Each frame uses another part of it.
    """
    shape = (height + NOISE_MARGIN, width + NOISE_MARGIN, 3)
    drawn = np.random.default_rng(11).normal(0, _NOISE_SIGMA, shape)
    return np.rint(drawn).astype(np.int16)


Array = npt.NDArray[np.float64]

# The usual colours, blue green red: white, red, green, yellow, orange, blue.
COLOURS = {
    "U": (232, 236, 238),
    "R": (42, 36, 196),
    "F": (72, 158, 34),
    "D": (38, 214, 240),
    "L": (26, 116, 250),
    "B": (178, 82, 18),
    HOLE: (12, 10, 10),
}
_TILE = (40, 37, 36)
_PLASTIC = (20, 18, 18)
_LIGHT_DIRECTION = np.array([-0.35, 0.86, 0.37])
_SUBPIXEL_BITS = 4
_SHADOW_BLUR = 4.0  # pixels
_SHADOW_MARGIN = 20  # pixels beyond a shadow's outline that the blur may darken
_LOW, _HIGH = (-1.5, -1.5, -1.5), (1.5, 1.5, 1.5)


@dataclass(frozen=True)
class _RigidPart:
    """Cubies that move together: the box that they fill, their facelets, and their rotation."""

    body: ConvexSolid
    facelets: Iterable[int]
    turn: Array


class Renderer:
    """Renders frames of a rig. May be used by several threads at once.

    `shadow` is the share of the light that grippers take from the upper face below them.
    """

    def __init__(self, rig: Rig, camera: PinholeCamera = TOP_CAMERA, shadow: float = 0.0) -> None:
        self._rig = rig
        self._camera = camera
        self._shadow = shadow
        self._size = (camera.width, camera.height)
        self._frames = count()
        # The states of the last picture, and that picture without noise: often nothing moves.
        self._last: tuple[Sequence[PhysicalState], Image] = ([], np.empty((0, 0, 3), np.uint8))

    def render(self, state: PhysicalState) -> Image:
        """Return a frame of this moment, height x width x 3, BGR."""
        return self.render_blurred([state])

    def render_blurred(self, states: Sequence[PhysicalState]) -> Image:
        """Return a frame with the motion blur of these moments of its exposure."""
        seen, picture = self._last
        if seen != states:
            picture = self._through_lens(_mean([self._draw(state) for state in states]))
            self._last = list(states), picture
        return self._with_noise(picture)

    def _draw(self, state: PhysicalState) -> Image:
        """Return the scene as it is without lens and sensor."""
        frame = background(*self._size).copy()
        parts = gripper_parts(self._rig, state.angles, state.openings)
        position = self._camera.position
        self._draw_parts(frame, [p for p in parts if not p.is_in_front_of_cube(position)])
        if not state.dropped:
            self._draw_cube(frame, state)
            if self._shadow:
                self._shade(frame, parts)
        self._draw_parts(frame, [p for p in parts if p.is_in_front_of_cube(position)])
        return frame

    def _shade(self, frame: Image, parts: Iterable[GripperPart]) -> None:
        """Darken a picture of the cube where the grippers' shadows fall."""
        outlines = _shadows_on_top(parts, _LIGHT_DIRECTION)
        if not outlines:
            return
        pixels = [self._camera.project(outline) for outline in outlines]
        corners = np.concatenate(pixels)
        left, top = np.maximum(corners.min(0).astype(int) - _SHADOW_MARGIN, 0)
        right, bottom = np.maximum(corners.max(0).astype(int) + _SHADOW_MARGIN, 0)
        shaded = frame[top:bottom, left:right]
        if not shaded.size:
            return
        mask = np.zeros(shaded.shape[:2], np.float32)
        for outline in pixels:
            within = _fixed_point(outline - (left, top))
            cv2.fillConvexPoly(mask, within, (1.0,), cv2.LINE_8, _SUBPIXEL_BITS)
        light = 1 - self._shadow * cv2.GaussianBlur(mask, (0, 0), _SHADOW_BLUR)
        shaded[:] = shaded * light[..., None]

    def _through_lens(self, frame: Image) -> Image:
        """Apply the effects of light and lens to a picture."""
        cv2.multiply(frame, illumination(*self._size), frame, 1 / 255)
        cv2.GaussianBlur(frame, (3, 3), 0, frame)
        return frame

    def _with_noise(self, picture: Image) -> Image:
        """Return a picture with the noise of the sensor, each time another."""
        number = next(self._frames)
        top, left = 37 * number % NOISE_MARGIN, 23 * number % NOISE_MARGIN
        width, height = self._size
        grain = noise(width, height)[top : top + height, left : left + width]
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)

    def _draw_parts(self, frame: Image, parts: Sequence[GripperPart]) -> None:
        if not parts:
            return
        outlines = np.concatenate([part.solid.faces for part in parts])
        normals = np.concatenate([part.solid.normals for part in parts])
        colours = [part.colour for part in parts for _ in part.solid.faces]
        self._fill(frame, outlines, normals, colours)

    def _draw_cube(self, frame: Image, state: PhysicalState) -> None:
        held = _orientation_matrix(state.orientation)
        if state.tilt:
            axis = np.array(FRAMES[state.tilt.position].normal, float)
            held = rotation(axis, state.tilt.degrees) @ held
        colours = [COLOURS[letter] for letter in state.facelets]
        for block in self._blocks(state.layers, held):
            self._draw_block(frame, block, colours)

    def _blocks(self, layers: tuple[MisalignedLayer, ...], held: Array) -> list[_RigidPart]:
        """Return the cube's parts in drawing order: those that cannot hide another one first."""
        if not layers:
            return [_RigidPart(box(_LOW, _HIGH).transformed(held), range(54), held)]
        axis = np.array(FRAMES[layers[0].face].normal, float)
        sides = FACELET_CUBIES @ axis
        low = -0.5 if len(layers) == 2 else -1.5
        middle = np.flatnonzero((sides > low) & (sides < 1))
        far_parts: list[_RigidPart] = []
        near_parts: list[_RigidPart] = []
        for layer in layers:
            outward = np.array(FRAMES[layer.face].normal, float)
            turned = held @ rotation(outward, layer.degrees)
            facelets = np.flatnonzero(FACELET_CUBIES @ outward == 1)
            block = _RigidPart(_slab(outward, 0.5, 1.5).transformed(turned), facelets, turned)
            # The part on the camera's side of the plane between them may hide the other one.
            camera_is_beyond = (held @ outward) @ self._camera.position > 0.5
            (near_parts if camera_is_beyond else far_parts).append(block)
        return [
            *far_parts,
            _RigidPart(_slab(axis, low, 0.5).transformed(held), middle, held),
            *near_parts,
        ]

    def _draw_block(self, frame: Image, block: _RigidPart, colours: list[Colour]) -> None:
        """Draw a box of cubies: its plastic body, its outer tiles, their stickers."""
        chosen, turn = list(block.facelets), block.turn
        self._fill(frame, block.body.faces, block.body.normals, [_PLASTIC] * 6)
        normals = FACELET_NORMALS[chosen] @ turn.T
        self._fill(frame, TILES[chosen] @ turn.T, normals, [_TILE] * len(chosen))
        self._fill(frame, STICKERS[chosen] @ turn.T, normals, [colours[i] for i in chosen])

    def _fill(self, frame: Image, outlines: Array, normals: Array, colours: list[Colour]) -> None:
        """Fill those flat outlines (n, corners, 3) that face the camera, lit by the lamp."""
        shades = 0.52 + 0.48 * np.clip(normals @ _LIGHT_DIRECTION, 0, 1)
        fill_facing(frame, self._camera, outlines, normals, shades[:, None] * np.array(colours))


def fill_facing(
    picture: Image,
    camera: PinholeCamera,
    outlines: Array,
    normals: Array,
    paints: Array,
) -> None:
    """Fill those flat outlines (n, corners, 3) that face the camera, one after the other.

    `normals` (n, 3) point to who sees them; `paints` (n, 3) are BGR, 0..255.
    """
    towards = camera.position - outlines.mean(axis=1)
    facing = np.einsum("ij,ij->i", towards, normals) > 0
    pixels = _fixed_point(camera.project(outlines[facing]))
    for outline, paint in zip(pixels, paints[facing].tolist(), strict=True):
        cv2.fillConvexPoly(picture, outline, paint, cv2.LINE_AA, _SUBPIXEL_BITS)


def _fixed_point(pixels: Array) -> npt.NDArray[np.int32]:
    """Return pixels as OpenCV takes those between two, in parts of `_SUBPIXEL_BITS` bits."""
    return np.rint(pixels * (1 << _SUBPIXEL_BITS)).astype(np.int32)


def _mean(pictures: Sequence[Image]) -> Image:
    """Return the mean of pictures, rounded down."""
    total = pictures[0].astype(np.uint16)
    for picture in pictures[1:]:
        total += picture
    return np.asarray(total // len(pictures), np.uint8)


def _slab(axis: Array, low: float, high: float) -> ConvexSolid:
    """Return the box between two heights along one of the cube's axes."""
    ends = np.where(axis != 0, np.outer([low, high], axis), [[-1.5], [1.5]])
    x, y, z = zip(ends.min(axis=0), ends.max(axis=0), strict=True)
    return box((x[0], y[0], z[0]), (x[1], y[1], z[1]))


def _orientation_matrix(orientation: Orientation) -> Array:
    """Return the rotation matrix from the cube's axes to those of space."""
    columns = [FRAMES[orientation.position_of(face)].normal for face in "RUF"]
    return np.array(columns, float).T


# The upper face: its height and its outline in x and z, in cubies.
_HEIGHT = 1.5
_FACE = np.array([[-1.5, -1.5], [1.5, -1.5], [1.5, 1.5], [-1.5, 1.5]], np.float32)


def _shadows_on_top(parts: Iterable[GripperPart], light: Array) -> list[Array]:
    """Return the outlines (n, 3) of the parts' shadows on the upper face, in the cube's space.

    `light` is the direction to the lamp. Parts that are below the face throw none on it.
    """
    outlines = []
    for part in parts:
        corners = part.solid.faces.reshape(-1, 3)
        above = corners[:, 1] - _HEIGHT
        if above.max() <= 0:
            continue
        thrown = corners - np.outer(np.maximum(above, 0.0) / light[1], light)
        hull = cv2.convexHull(thrown[:, [0, 2]].astype(np.float32)).reshape(-1, 2)
        area, shared = cv2.intersectConvexConvex(hull, _FACE)
        if area > 0:
            x, z = shared.reshape(-1, 2).astype(float).T
            outlines.append(np.stack([x, np.full_like(x, _HEIGHT), z], axis=1))
    return outlines
