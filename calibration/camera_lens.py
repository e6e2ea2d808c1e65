"""Calibrate a lens with a ChArUco board (Zhang 2000) and store camera profiles as TOML."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError, CalibrationFileError
from files.access import replace_text
from files.bounds import entry
from files.documents import read_toml
from files.records import read_record
from files.toml_writing import toml_text
from files.wording import reason
from vision.arrays import FloatArray, Image, IntArray
from vision.capture.frame import Lens

SQUARES = (8, 6)
MARKER = 0.72  # of a square's side
MIN_CORNERS = 12
MIN_VIEWS = 5
MAX_RMS_ERROR = 1.0  # pixels: a larger error means a bent board or blurred pictures
MIN_VIEW_SHIFT = 0.12  # of the picture's width: a view this far from another shows something new


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board in a picture: `corners` (count x 2, pixels), the board's `ids` of them, the size."""

    corners: FloatArray
    ids: IntArray
    size: tuple[int, int]

    def differs_from(self, others: Sequence[BoardView]) -> bool:
        """Return whether the board's place in the picture differs from all other views."""
        return all(
            self._max_corner_shift(other) > MIN_VIEW_SHIFT * self.size[0] for other in others
        )

    def _max_corner_shift(self, other: BoardView) -> float:
        common = np.intersect1d(self.ids, other.ids)
        if len(common) < MIN_CORNERS // 2:
            return math.inf
        ours = self.corners[np.isin(self.ids, common)]
        theirs = other.corners[np.isin(other.ids, common)]
        return float(np.hypot(*(ours - theirs).T).max())


@dataclass(frozen=True, slots=True)
class CameraProfile:
    """Profile of a camera: its lens, if measured, and its fixed controls."""

    camera: str
    lens: Lens | None = entry(None, help="pixels; distortion: k1, k2, p1, p2, k3")
    controls: Mapping[str, float] = entry({}, key="held", help="in the driver's own units")


def charuco_board() -> cv2.aruco.CharucoBoard:
    """Return the board; lens distortion needs no scale, so it may be printed in any size."""
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard(SQUARES, 1.0, MARKER, markers)


def draw_board(square: int = 250) -> Image:
    """Draw the board to be printed, `square` pixels a square and half a square of margin."""
    size = (SQUARES[0] * square + square, SQUARES[1] * square + square)
    return np.asarray(charuco_board().generateImage(size, marginSize=square // 2), np.uint8)


def detect_board(image: Image) -> BoardView | None:
    """Find the board in a picture (H x W x 3 uint8 BGR); None where too little of it is seen."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(grey)
    if ids is None or len(ids) < MIN_CORNERS:
        return None
    height, width = image.shape[:2]
    return BoardView(
        np.asarray(corners, float).reshape(-1, 2),
        np.asarray(ids, np.int64).ravel(),
        (width, height),
    )


def calibrate_lens(views: Sequence[BoardView]) -> tuple[Lens, float]:
    """Measure a lens by views of the board; gives the error too (pixels, root mean square).

    Z. Zhang, "A flexible new technique for camera calibration" (2000), as OpenCV has it. Raises
    CalibrationError for too few views, of different sizes, or that do not fit together.
    """
    if len(views) < MIN_VIEWS:
        raise CalibrationError(
            f"the board was found in {len(views)} pictures that differ; {MIN_VIEWS} are needed "
            "at least. Show it near and far, tilted, and in every corner of the picture"
        )
    sizes = {view.size for view in views}
    if len(sizes) > 1:
        raise CalibrationError(
            f"the pictures have different sizes ({sorted(sizes)}); take all with one camera"
        )
    places = [_matched_points(view) for view in views]
    error, matrix, bent, _, _ = cv2.calibrateCamera(
        [place[0] for place in places], [place[1] for place in places], views[0].size, None, None
    )
    if error > MAX_RMS_ERROR:
        raise CalibrationError(
            f"the pictures do not fit together: {error:.1f} pixels off. Keep the board flat (glue "
            "it to something stiff) and hold it still"
        )
    k1, k2, p1, p2, k3 = np.ravel(bent)[:5].tolist()
    lens = Lens(
        views[0].size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, k3),
    )
    return lens, float(error)


def _matched_points(view: BoardView) -> tuple[FloatArray, FloatArray]:
    """Return the corners' places on the board (count x 3) and in the picture (count x 2)."""
    corners = view.corners.reshape(-1, 1, 2).astype(np.float32)
    ids = view.ids.reshape(-1, 1).astype(np.int32)
    on_board, in_picture = charuco_board().matchImagePoints(corners, ids)  # type: ignore[call-overload]
    return np.asarray(on_board, np.float32), np.asarray(in_picture, np.float32)


def save_camera_profile(path: Path, profile: CameraProfile) -> None:
    """Write the profile of a camera; raises CalibrationFileError."""
    try:
        text = toml_text(profile, "A camera, measured by `rokumen calibrate camera`.")
    except ValueError as error:
        raise CalibrationFileError(
            f"cannot write {str(path)!r}: {profile.camera!r} cannot be the name of a camera"
        ) from error
    try:
        replace_text(path, text)
    except OSError as error:
        raise CalibrationFileError(
            f"cannot write {str(path)!r}: {reason(error)}; name another folder"
        ) from error


def load_camera_profile(path: Path) -> CameraProfile:
    """Return the profile of a camera. Raises CalibrationFileError for a file without one."""
    try:
        return read_record(CameraProfile, read_toml(path))
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot read a camera profile from {str(path)!r}: {reason(error)}; "
            "`rokumen calibrate camera` measures it"
        ) from error
