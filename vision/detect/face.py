"""Faces detected in an image: homography, colours of the stickers, and which faces share an edge.

Two faces that share an edge of the cube share two corners in the image. Their relative placement is
then known: a group of faces of any size has 24 possible placements, as many as a single face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.colour.hidden_stickers import MAX_PIXEL_DEVIATION, uncovered, without_logo
from vision.colour.illumination import GAMMA
from vision.detect.lattice import Lattice, apply_homography, enlarging, face_homography, rectify
from vision.facelet_indices import corner_cubies, facelet_indices

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# A sticker with a smaller visibility (0..1) counts as hidden: a finger may cover most of it.
MIN_VISIBILITY = 0.4
SAMPLE_CELL_PIXELS = 20  # pixels a cell in the rectified image that is sampled
CELL_INSET = 5  # pixels left out on each side of a cell: gaps, borders and rounded corners
# The same where a finger covers the middle, so that the sticker is seen only at its sides.
WINDOW_INSET = 3

# The rim of a sticker is what is this bright (0..255) in a cell without this many pixels on each
# side; its hue is taken for a sticker with a channel of OVEREXPOSED, if enough pixels show it, and
# the brightness DIMMED.
DIM_RIM = (130.0, 240.0)
RIM_INSET = 1
MIN_RIM_PIXELS = 20
OVEREXPOSED = 250.0
DIMMED = 245.0

ROUNDS = 2  # of selecting the pixels near the mean, and averaging them

# The background is outside of the outline enlarged by this factor; every SPARSE-th row and column
# of pixels is used.
OUTLINE_SCALE = 1.3
SPARSE = 4

# Two corners are the same if their distance is smaller, in mean sides of the smaller face: faces
# are detected separately, and their outlines end at the stickers, not at the edge of the cube.
MAX_CORNER_GAP = 0.22

# Of two faces that meet at an edge, v and w away from it in lengths of the edge u: the real part of
# (v v + w w) / (u u), as complex numbers. It is -1 for two faces of one cube seen from afar (Gauss'
# theorem of axonometry), nearer to 0 where the picture is squeezed, and -2 for two squares that lie
# in one plane. Of 567 pairs in the evaluation photographs the least is -1.44.
FLAT = -1.6


def mean_side(corners: FloatArray) -> float:
    """Return the mean length of the four sides of a face with these corners (4 x 2)."""
    return float(np.hypot(*(corners - np.roll(corners, 1, 0)).T).mean())


Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class FacePlace:
    """Where one face of a cube was found.

    `letter`: of the face; `picture`: its name; `picture_index`; `corners`: four (x, y) in pixels,
    clockwise from the face's own top left.
    """

    letter: str
    picture: str
    picture_index: int
    corners: Corners


@dataclass(frozen=True, slots=True, eq=False)
class FaceView:
    """A face in one image, in the orientation of the image.

    `n`: stickers per side; `homography` (3 x 3) maps (x right, y down, in stickers, 0..n) to
    pixels; `colours` (n x n x 3, BGR 0..255): of each sticker; `visibility` (n x n, 0..1): the
    share of each sticker that is seen; `detection_score` (1 at most): how certain it is that this
    is a face; `background` (3, BGR 0..255): the mean colour around it; `dim_colours` (n x n x 3,
    BGR 0..255): of the dim rim of each overexposed sticker, whose hue is not lost, and the colours
    of the others; None where there are none; `whole_n`: stickers per side of the face that this is
    a part of, as far as they are seen, 0 where none are seen to go on.
    """

    n: int
    homography: FloatArray
    colours: FloatArray
    visibility: FloatArray
    detection_score: float
    background: FloatArray
    dim_colours: FloatArray | None = None
    whole_n: int = 0

    @property
    def corners(self) -> FloatArray:
        """The four corners of the face in pixels (4 x 2), clockwise from the top left."""
        n = self.n
        return self.to_pixels(np.array([[0, 0], [n, 0], [n, n], [0, n]], float))

    def rounded_corners(self, first: int = 0) -> Corners:
        """Return the corners to a tenth of a pixel, from the one with this index on."""
        corners = np.roll(self.corners, -first, axis=0)
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)

    @property
    def hidden(self) -> BoolArray:
        """The stickers (n x n) of which too little is visible to determine their colour."""
        return self.visibility < MIN_VISIBILITY

    @property
    def hex_colours(self) -> tuple[str, ...]:
        """The colours of its stickers as the camera saw them, as `#rrggbb`, row by row."""
        colours = np.rint(self.colours.reshape(-1, 3)).astype(int).clip(0, 255)
        return tuple(f"#{red:02x}{green:02x}{blue:02x}" for blue, green, red in colours.tolist())

    def with_hidden(self, stickers: Iterable[int]) -> FaceView:
        """Return the view with some stickers (0 to 8, row by row) known to be covered."""
        visibility = self.visibility.copy()
        visibility.ravel()[list(stickers)] = 0
        return replace(self, visibility=visibility)

    def scaled(self, scale: FloatArray) -> FaceView:
        """Return the view in pixels of the image `scale` (x, y) times as large."""
        return replace(self, homography=enlarging(scale) @ self.homography)

    def to_pixels(self, points: FloatArray) -> FloatArray:
        """Return points of the face (... x 2, in stickers) in pixels."""
        x = points @ self.homography[:, :2].T + self.homography[:, 2]
        return np.asarray(x[..., :2] / x[..., 2:], float)


def sample_face(image: Image, lattice: Lattice, score: float) -> FaceView:
    """Return the view of a face in an image (H x W x 3 uint8 BGR)."""
    colours, visible = sample_stickers(image, lattice)
    around = _background_colour(image, lattice)
    dim = _dim_colours(_rectified_cells(image, lattice), colours)
    return FaceView(lattice.n, lattice.homography, colours, visible, score, around, dim)


def sample_at(image: Image, corners: FloatArray) -> FaceView:
    """Return the view of a 3 x 3 face at four corners (4 x 2, pixels), row by row from the first.

    The corners are clockwise from the face's own top left.
    """
    return sample_face(image, Lattice.without_stickers(3, face_homography(corners)), 1.0)


def sample_stickers(image: Image, lattice: Lattice) -> tuple[FloatArray, FloatArray]:
    """Return the colour of each cell (n x n x 3, BGR 0..255) and its visibility (n x n, 0..1).

    The visibility is low where a finger, a highlight or the edge of the image hides part of a
    sticker.
    """
    n = lattice.n
    cells = _rectified_cells(image, lattice)
    pixels = _inner(cells, CELL_INSET)
    colour = np.median(pixels, 2)
    for _ in range(ROUNDS):
        near = np.abs(pixels - colour[:, :, None]).max(3) < MAX_PIXEL_DEVIATION
        share = near.mean(2)
        total = (pixels * near[..., None]).sum(2)
        colour = np.where(
            share[..., None] > 0, total / np.maximum(near.sum(2), 1)[..., None], colour
        )
    colour, share = uncovered(_inner(cells, WINDOW_INSET), colour, share)
    if n % 2:
        middle = n // 2, n // 2
        colour[middle], share[middle] = without_logo(cells[middle], colour[middle], share[middle])
    return colour, share * _fraction_in_image(image, lattice)


def _rectified_cells(image: Image, lattice: Lattice) -> FloatArray:
    """Return the pixels of each cell as seen from the front (n x n x rows x columns x 3)."""
    n = lattice.n
    rectified = rectify(image, lattice, SAMPLE_CELL_PIXELS, 0).astype(float)
    return rectified.reshape(n, SAMPLE_CELL_PIXELS, n, SAMPLE_CELL_PIXELS, 3).swapaxes(1, 2)


def _dim_colours(cells: FloatArray, colours: FloatArray) -> FloatArray | None:
    """Return the colours of the dim rims of overexposed stickers (n x n x 3), None without such.

    Where a sticker ends, a pixel shows part of it and part of the dark gap: less of the same light.
    """
    pixels = _inner(cells, RIM_INSET)
    brightest = pixels.max(3)
    is_rim = (brightest > DIM_RIM[0]) & (brightest < DIM_RIM[1])
    chosen = (colours.max(2) >= OVEREXPOSED) & (is_rim.sum(2) >= MIN_RIM_PIXELS)
    if not chosen.any():
        return None
    result = colours.copy()
    for row, column in np.argwhere(chosen):
        light = (pixels[row, column][is_rim[row, column]] / 255) ** GAMMA
        hue = np.median(light / light.sum(1, keepdims=True), axis=0)
        result[row, column] = DIMMED * (hue / hue.max()) ** (1 / GAMMA)
    return np.asarray(result, float)


def _inner(cells: FloatArray, inset: int) -> FloatArray:
    """Return the pixels (n x n x P x 3) of rectified cells, without `inset` on each side."""
    n = len(cells)
    return cells[:, :, inset:-inset, inset:-inset].reshape(n, n, -1, 3)


def _fraction_in_image(image: Image, lattice: Lattice) -> FloatArray:
    """Return the share of each cell's sampled part that is inside the image (n x n)."""
    n = lattice.n
    inside = np.arange(CELL_INSET, SAMPLE_CELL_PIXELS - CELL_INSET) + 0.5
    along = (np.arange(n)[:, None] + inside / SAMPLE_CELL_PIXELS).ravel()
    points = np.stack(np.meshgrid(along, along), 2).reshape(-1, 2)
    x, y = apply_homography(lattice.homography, points).T
    height, width = image.shape[:2]
    seen = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
    size = len(inside)
    return np.asarray(seen.reshape(n, size, n, size).mean((1, 3)), float)


def _background_colour(image: Image, lattice: Lattice) -> FloatArray:
    """Return the mean colour (BGR) of the pixels away from the face."""
    small = image[::SPARSE, ::SPARSE]
    centre = lattice.corners.mean(0)
    outline = (centre + OUTLINE_SCALE * (lattice.corners - centre)) / SPARSE
    outside = np.ones(small.shape[:2], np.uint8)
    cv2.fillPoly(outside, [np.rint(outline).astype(np.int32)], (0,))
    return np.array(cv2.mean(small, outside if outside.any() else None)[:3])


@dataclass(frozen=True, slots=True)
class ViewGroup:
    """Views of one image whose relative placement is known.

    `views`: their indices; `facelets` (views x 9): the facelets of their stickers if the first view
    is face U as the image shows it.
    """

    views: tuple[int, ...]
    facelets: IntArray


@dataclass(frozen=True, slots=True)
class _SharedEdge:
    """An edge of the cube that two views share.

    The first's edge from corner `first_edge` to the next is the other's from `other_edge` + 1 to
    `other_edge`; `gap`: their distance as a share of the largest allowed one.
    """

    first: int
    other: int
    first_edge: int
    other_edge: int
    gap: float


def group_views(views: Sequence[FaceView], image_index: Sequence[int]) -> tuple[ViewGroup, ...]:
    """Return views grouped by shared edges; `image_index`: the index of each one's image."""
    shared_edges = sorted(
        (
            shared_edge
            for i, j in combinations(range(len(views)), 2)
            if image_index[i] == image_index[j]
            and (shared_edge := _shared_edge(views, i, j)) is not None
        ),
        key=lambda shared_edge: shared_edge.gap,
    )
    remaining = list(range(len(views)))
    groups = []
    while remaining:
        placed = {remaining[0]: facelet_indices(0, 0)}
        while (placement := _next_placement(placed, shared_edges)) is not None:
            placed[placement[0]] = placement[1]
        groups.append(ViewGroup(tuple(placed), np.stack(list(placed.values()))))
        remaining = [view for view in remaining if view not in placed]
    return tuple(groups)


def _shared_edge(views: Sequence[FaceView], first: int, other: int) -> _SharedEdge | None:
    """Return the edge of a cube that two views share, or None."""
    ours, theirs = views[first].corners, views[other].corners
    max_gap = MAX_CORNER_GAP * min(mean_side(ours), mean_side(theirs))
    gap, a, b = min((_gap(ours, theirs, a, b), a, b) for a in range(4) for b in range(4))
    if gap >= max_gap or _in_one_plane(ours, theirs, a, b):
        return None
    return _SharedEdge(first, other, a, b, gap / max_gap)


def _in_one_plane(ours: FloatArray, theirs: FloatArray, a: int, b: int) -> bool:
    """Return whether two faces that meet at their edges a and b lie beside each other, flat.

    As those of two cubes on a table do, and two parts of a larger face.
    """
    one, two = (np.roll(corners, -edge, 0) @ [1, 1j] for corners, edge in ((ours, a), (theirs, b)))
    along = (one[1] - one[0] + two[0] - two[1]) / 2
    away = [(each[3] - each[0] + each[2] - each[1]) / 2 for each in (one, two)]
    return bool((sum(side * side for side in away) / along**2).real < FLAT)


def _gap(ours: FloatArray, theirs: FloatArray, a: int, b: int) -> float:
    """Return the distance of the ends of two edges, which both run clockwise round their faces."""
    difference = ours[[a, (a + 1) % 4]] - theirs[[(b + 1) % 4, b]]
    return float(np.hypot(*difference.T).max())


def _next_placement(
    placed: dict[int, IntArray], shared_edges: Sequence[_SharedEdge]
) -> tuple[int, IntArray] | None:
    """Return one more view that shares an edge with a placed one, and its facelets."""
    for shared_edge in shared_edges:
        if shared_edge.first in placed and shared_edge.other not in placed:
            view, found = (
                shared_edge.other,
                _adjacent_placement(
                    placed[shared_edge.first], shared_edge.first_edge, shared_edge.other_edge
                ),
            )
        elif shared_edge.other in placed and shared_edge.first not in placed:
            view, found = (
                shared_edge.first,
                _adjacent_placement(
                    placed[shared_edge.other], shared_edge.other_edge, shared_edge.first_edge
                ),
            )
        else:
            continue
        if all(found[4] != other[4] for other in placed.values()):
            return view, found
    return None


def _adjacent_placement(facelets: IntArray, a: int, b: int) -> IntArray:
    """Return the facelets of the view whose edge b is the given view's edge a."""
    start, end = corner_cubies(facelets)[a], corner_cubies(facelets)[(a + 1) % 4]
    for position in range(6):
        for turns in range(4):
            found = facelet_indices(position, turns)
            corners = corner_cubies(found)
            if position != facelets[4] // 9 and (corners[(b + 1) % 4], corners[b]) == (start, end):
                return found
    raise AssertionError("every edge of a cube has two faces")
