"""Where the cameras of a robot look, as its file keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from reprlib import repr as short_repr
from typing import Self

import numpy as np

from files.bounds import entry
from robot.errors import RigError
from robot.rigs.camera_places import UNKNOWN_WORD, parse_places, place_text
from vision.arrays import FloatArray, IntArray
from vision.facelet_indices import CUBE_ROTATIONS
from vision.held.camera_rotations import positions_seen
from vision.held.outlines import Outlines
from vision.held.placed_views import CameraPlace

_MAX_FACES = 3  # that one camera sees
_DECIMALS = 1  # of pixels

Corners = tuple[tuple[tuple[float, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """Where one camera looks, and what its pictures have shown.

    `looks`: its place, as users write it; `rotation`: the index of its rotation in CUBE_ROTATIONS,
    None for a camera that is upright as `looks` says; `corners` (places x 4 x 2, pixels) and
    `facelets` (places x 9): where its pictures show faces, both empty for a camera that sees one
    face. Raises ValueError where they contradict each other.
    """

    looks: str = UNKNOWN_WORD
    rotation: int | None = entry(
        None,
        minimum=0,
        maximum=len(CUBE_ROTATIONS) - 1,
        help="what its pictures have shown; remove it, corners and facelets if the camera is moved",
    )
    corners: Corners = ()
    facelets: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        positions = self.positions
        if self.corners or self.facelets:
            _check_outlines(self.corners, self.facelets)
        if self.rotation is None:
            return
        seen = positions_seen(self.rotation, self._outlines)
        if set(seen) != set(positions):
            raise ValueError(
                f"looks = {self.looks!r} and rotation = {self.rotation} contradict each other: "
                f"with this rotation the camera looks at {seen}; remove rotation, corners and "
                "facelets"
            )

    @classmethod
    def of(cls, place: CameraPlace) -> Self:
        """Return what is stored of a place."""
        looks, found = place_text(place.positions), place.outlines
        if found is None:
            return cls(looks, place.learnt)
        corners = tuple(
            tuple(tuple(round(value, _DECIMALS) for value in point) for point in face)
            for face in found.corners.tolist()
        )
        return cls(looks, place.learnt, corners, tuple(map(tuple, found.facelets.tolist())))

    @property
    def positions(self) -> str:
        """Return the positions that it sees, "" where they are unknown. Raises ValueError."""
        try:
            places = parse_places(self.looks)
        except RigError as error:
            raise ValueError(f"looks = {self.looks!r}: {error}") from error
        if len(places) != 1:
            raise ValueError(
                f"looks = {self.looks!r} must be one place; each camera has its [[cameras]]"
            )
        return places[0]

    def place(self) -> CameraPlace:
        """Return the place for a scan."""
        return CameraPlace(self.positions, self.rotation, self._outlines)

    @property
    def _outlines(self) -> Outlines | None:
        if self.rotation is None or not self.corners:
            return None
        return Outlines(np.array(self.corners, float), np.array(self.facelets))


def _check_outlines(corners: Corners, facelets: tuple[tuple[int, ...], ...]) -> None:
    try:
        is_right = _are_outlines(np.array(corners, float), np.array(facelets))
    except ValueError:
        is_right = False
    if not is_right:
        raise ValueError(
            f"corners = {short_repr(corners)} and facelets = {short_repr(facelets)} must be, for "
            "each face that is seen (3 at most), four points in pixels, and the nine facelets "
            "(0 to 53) of one face; remove rotation, corners and facelets"
        )


def _are_outlines(corners: FloatArray, facelets: IntArray) -> bool:
    """Return whether arrays are four finite points, and the facelets of one face, for each face."""
    count = len(corners)
    if not 1 <= count <= _MAX_FACES or corners.shape != (count, 4, 2):
        return False
    if facelets.shape != (count, 9) or facelets.dtype.kind != "i" or not np.isfinite(corners).all():
        return False
    faces = np.arange(54).reshape(6, 9).tolist()
    return all(sorted(face) in faces for face in facelets.tolist())
