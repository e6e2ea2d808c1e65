"""Cube orientation from cameras that each see a corner."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from solver.core.geometry import FACES, FRAMES
from solver.core.orientation import ORIENTATIONS, Orientation
from vision.errors import MissingFacesError
from vision.reading_result import FoundFace


def orientation_seen(faces: Sequence[FoundFace], cameras: Sequence[str]) -> Orientation:
    """Return which of the cube's faces is at each position of space.

    `cameras` are the positions that each camera sees; `faces` were found in a picture of each. The
    cameras are upright. Raises MissingFacesError if a picture does not show three faces, or if no
    orientation of the cube matches.
    """
    at: dict[str, str] = {}
    for frame, seen in enumerate(cameras):
        found = [face for face in faces if face.image_index == frame]
        if len(found) != len(seen):
            raise MissingFacesError(
                f"camera {frame + 1} shows {len(found)} faces of the cube where {len(seen)} are "
                "due; let it look at a corner, so that all three are whole in its picture"
            )
        at.update(_positions(found, seen))
    held = Orientation(tuple(at[position] for position in FACES))
    if held not in ORIENTATIONS:
        raise MissingFacesError(
            "the cameras' pictures do not fit together; let the first look at the corner "
            f"{cameras[0]} and the second at {cameras[-1]}, both upright"
        )
    return held


def _positions(found: Sequence[FoundFace], seen: str) -> dict[str, str]:
    """Return which face is at which of the positions that meet at a corner."""
    upright = next(position for position in seen if position in "UD")
    by_height = sorted(found, key=lambda face: fmean(y for _, y in face.corners))
    first = by_height[0 if upright == "U" else -1]
    sides = [face for face in by_height if face is not first]
    sides.sort(key=lambda face: fmean(x for x, _ in face.corners))
    from_left = sorted((p for p in seen if p != upright), key=lambda p: _screen_x(p, seen))
    return {upright: first.face, **dict(zip(from_left, (s.face for s in sides), strict=True))}


def _screen_x(position: str, seen: str) -> float:
    """Return how far to the right a face is seen by a camera at the corner of `seen`."""
    x, _, z = (sum(FRAMES[face].normal[axis] for face in seen) for axis in range(3))
    along, _, towards = FRAMES[position].normal
    # Horizontal, and to the right of a viewer at (x, z) who looks at the centre.
    return z * along - x * towards
