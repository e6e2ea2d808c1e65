"""Where the cameras of a robot look, as its file keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from reprlib import repr as short_repr
from typing import Any, NamedTuple, Self

import numpy as np

from files.documents import optional, require, toml_string
from robot.errors import RigError
from robot.rigs.camera_places import parse_places, place_text
from vision.arrays import FloatArray, IntArray
from vision.facelet_indices import CUBE_ROTATIONS
from vision.held.camera_rotations import positions_seen
from vision.held.outlines import Outlines
from vision.held.placed_views import CameraPlace

_MAX_FACES = 3  # that one camera sees
_DECIMALS = 1  # of pixels


class StoredOutlines(NamedTuple):
    """Where a camera sees faces: `corners` (places x 4 x 2, pixels), `facelets` (places x 9)."""

    corners: tuple[tuple[tuple[float, ...], ...], ...]
    facelets: tuple[tuple[int, ...], ...]


class StoredPlace(NamedTuple):
    """Where one camera looks: its positions, "" if unknown, and what its pictures have shown.

    `rotation`: that of the camera, None for one that looks as said, upright; `outlines`: the places
    of its pictures at which faces are seen, None for a camera that sees one face.
    """

    positions: str = ""
    rotation: int | None = None
    outlines: StoredOutlines | None = None

    @classmethod
    def of(cls, place: CameraPlace) -> Self:
        """Return what is stored of a place."""
        found = place.outlines
        if found is None:
            return cls(place.positions, place.learnt)
        corners = tuple(
            tuple(tuple(round(value, _DECIMALS) for value in point) for point in face)
            for face in found.corners.tolist()
        )
        facelets = tuple(tuple(face) for face in found.facelets.tolist())
        return cls(place.positions, place.learnt, StoredOutlines(corners, facelets))

    def place(self) -> CameraPlace:
        """Return the place for a scan."""
        if self.outlines is None:
            return CameraPlace(self.positions, self.rotation)
        corners, facelets = (np.array(each) for each in self.outlines)
        return CameraPlace(self.positions, self.rotation, Outlines(corners.astype(float), facelets))


def place_lines(place: StoredPlace) -> Iterator[str]:
    """Yield the lines of a place in a robot's file."""
    yield "[[cameras]]  # where it looks"
    yield f"looks = {toml_string(place_text(place.positions))}"
    if place.rotation is not None:
        yield "# What its pictures have shown; remove it if the camera is moved."
        yield f"rotation = {place.rotation}"
    if place.outlines is not None:
        yield f"corners = {_nested(place.outlines.corners)}"
        yield f"facelets = {_nested(place.outlines.facelets)}"


def _nested(values: Sequence[Any] | float) -> str:
    if isinstance(values, Sequence):
        return "[" + ", ".join(map(_nested, values)) + "]"
    return f"{values:g}"


def place_from_table(table: Mapping[str, Any]) -> StoredPlace:
    """Return the place of a table of a robot's file. Raises ValueError, which quotes the fault."""
    looks = require(table, "looks", str)
    try:
        places = parse_places(looks)
    except RigError as error:
        raise ValueError(f"looks = {looks!r}: {error}") from error
    if len(places) != 1:
        raise ValueError(f"looks = {looks!r} must be one place; each camera has its [[cameras]]")
    (positions,) = places
    rotation = optional(table, "rotation", None, int)
    if rotation is None:
        return StoredPlace(positions)
    if not 0 <= rotation < len(CUBE_ROTATIONS):
        raise ValueError(f"rotation = {rotation} is not from 0 to {len(CUBE_ROTATIONS) - 1}")
    outlines = _outlines(table) if "corners" in table else None
    found = StoredPlace(positions, rotation, outlines)
    seen = positions_seen(rotation, found.place().outlines)
    if set(seen) != set(positions):
        raise ValueError(
            f"looks = {looks!r} and rotation = {rotation} contradict each other: with this "
            f"rotation the camera looks at {seen}; remove rotation, corners and facelets"
        )
    return found


def _outlines(table: Mapping[str, Any]) -> StoredOutlines:
    corners, facelets = require(table, "corners", list), require(table, "facelets", list)
    try:
        points, stickers = np.array(corners, float), np.array(facelets)
        is_right = _are_outlines(points, stickers)
    except (TypeError, ValueError):
        is_right = False
    if not is_right:
        raise ValueError(
            f"corners = {short_repr(corners)} and facelets = {short_repr(facelets)} must be, for "
            "each face that is seen (3 at most), four points in pixels, and the nine facelets "
            "(0 to 53) of one face; remove rotation, corners and facelets"
        )
    return StoredOutlines(
        tuple(tuple(map(tuple, face)) for face in points.tolist()),
        tuple(map(tuple, stickers.tolist())),
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
