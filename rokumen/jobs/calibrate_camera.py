"""Camera calibration: lens measurement with a printed board, and fixed exposure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.camera_lens import (
    BoardView,
    CameraProfile,
    calibrate_lens,
    detect_board,
    load_camera_profile,
    save_camera_profile,
)
from rokumen.errors import InputError
from rokumen.storage.settings import camera_file
from vision.capture.files import load_image
from vision.capture.frame import Camera, Lens
from vision.capture.open import open_camera
from vision.capture.stream import LiveCamera, LockedControls
from vision.errors import EndOfStreamError, UnreadablePictureError

REQUIRED_VIEWS = 15
NO_FIXED_CONTROLS = LockedControls({}, ())


@dataclass(frozen=True, slots=True)
class MeasuredCamera:
    """Result of calibrating: the lens and its error (pixels), and what the camera holds."""

    path: Path
    views: int
    lens: Lens | None
    error: float
    held: LockedControls


def measure_camera(
    images: Sequence[Path], source: str, tell: Callable[[str], None], *, only_hold: bool
) -> MeasuredCamera:
    """Measure a camera by photographs, or by what it shows, and store what was found.

    `tell` is called with what to show the camera, and with each view that was taken. Raises
    CameraError, CalibrationError, CalibrationFileError, and InputError for no photograph.
    """
    path = camera_file(source)
    held, views = NO_FIXED_CONTROLS, _in_photographs(images)
    if not images:
        with open_camera(source) as camera:
            if isinstance(camera, LiveCamera):
                camera.read()
                held = camera.lock_controls()
            if not only_hold:
                views = _collect_views(camera, tell)
    if only_hold:
        lens, error = _known_lens(path), 0.0
    else:
        lens, error = calibrate_lens(views)
    save_camera_profile(path, CameraProfile(source, lens, held.values))
    return MeasuredCamera(path, len(views), lens, error, held)


def _known_lens(path: Path) -> Lens | None:
    return load_camera_profile(path).lens if path.exists() else None


def _in_photographs(images: Sequence[Path]) -> list[BoardView]:
    try:
        found = [detect_board(load_image(image).image) for image in images]
    except UnreadablePictureError as error:
        raise InputError(str(error)) from error
    return [view for view in found if view is not None]


def _collect_views(camera: Camera, tell: Callable[[str], None]) -> list[BoardView]:
    """Take views of the board that differ, until there are enough or the video ends."""
    views: list[BoardView] = []
    tell("Show the board: near, far, tilted, and in every corner of the picture.")
    while len(views) < REQUIRED_VIEWS:
        try:
            view = detect_board(camera.read().image)
        except EndOfStreamError:
            break
        if view is not None and view.differs_from(views):
            views.append(view)
            tell(f"{len(views)} of {REQUIRED_VIEWS} views")
    return views
