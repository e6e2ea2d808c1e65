"""Calibrating a camera: its board, its lens, and what it holds still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from rich.console import Console

from calibration.camera import (
    BoardView,
    CameraProfile,
    draw_board,
    find_board,
    load_camera,
    measure_lens,
    save_camera,
)
from rokumen.cameras import camera_file
from rokumen.errors import InputError
from vision.camera import Camera, LiveCamera, load_image, open_camera
from vision.controls import Held
from vision.errors import EndOfStreamError, NotAnImageError
from vision.lens import Lens

ENOUGH_VIEWS = 15
NOTHING_HELD = Held({}, ())


@dataclass(frozen=True, slots=True)
class MeasuredCamera:
    """What came of calibrating: the lens and its error (pixels), and what the camera holds."""

    path: Path
    views: int
    lens: Lens | None
    error: float
    held: Held

    def as_json(self) -> dict[str, Any]:
        """Give it as one JSON object."""
        lens = self.lens
        return {
            "profile": str(self.path),
            "views": self.views,
            "error_pixels": round(self.error, 3),
            "focal": list(lens.focal) if lens else None,
            "centre": list(lens.centre) if lens else None,
            "distortion": list(lens.distortion) if lens else None,
            "held": dict(self.held.values),
            "refused": list(self.held.refused),
        }

    def lines(self) -> Iterator[str]:
        """Say it to a person."""
        if self.lens is not None:
            yield (
                f"lens: measured on {self.views} views, {self.error:.2f} pixels off; "
                f"focal length {self.lens.focal[0]:.0f} pixels, k1 {self.lens.distortion[0]:+.3f}"
            )
        for name, value in self.held.values.items():
            yield f"held: {name.replace('_', ' ')} at {value:g}"
        for words in self.held.refused:
            yield f"refused: {words}"
        yield f"stored in {self.path}"


def draw_board_into(path: Path) -> None:
    """Draw the board that is to be printed. Raises InputError where that cannot be."""
    try:
        written = cv2.imwrite(str(path), draw_board())
    except cv2.error as error:
        raise InputError(f"cannot draw into {str(path)!r}: name a .png file") from error
    if not written:
        raise InputError(f"cannot write {str(path)!r}: is there such a folder?")


def measure_camera(images: Sequence[Path], source: str, *, only_hold: bool) -> MeasuredCamera:
    """Measure a camera by photographs, or by what it shows, and store what was found.

    Raises CameraError, UnclearBoardError, ProfileError, and InputError for no photograph.
    """
    path = camera_file(source)
    held, views = NOTHING_HELD, _in_photographs(images)
    if not images:
        with open_camera(source) as camera:
            if isinstance(camera, LiveCamera):
                camera.read()
                held = camera.hold()
            if not only_hold:
                views = _shown_to(camera)
    if only_hold:
        lens, error = _known_lens(path), 0.0
    else:
        lens, error = measure_lens(views)
    save_camera(path, CameraProfile(source, lens, held.values))
    return MeasuredCamera(path, len(views), lens, error, held)


def _known_lens(path: Path) -> Lens | None:
    return load_camera(path).lens if path.exists() else None


def _in_photographs(images: Sequence[Path]) -> list[BoardView]:
    try:
        found = [find_board(load_image(image).image) for image in images]
    except NotAnImageError as error:
        raise InputError(str(error)) from error
    return [view for view in found if view is not None]


def _shown_to(camera: Camera) -> list[BoardView]:
    """Take views of the board that differ, until there are enough or the video ends."""
    views: list[BoardView] = []
    console = Console(stderr=True, highlight=False)
    console.print("Show the board: near, far, tilted, and in every corner of the picture.")
    while len(views) < ENOUGH_VIEWS:
        try:
            view = find_board(camera.read().image)
        except EndOfStreamError:
            break
        if view is not None and view.is_elsewhere(views):
            views.append(view)
            console.print(f"{len(views)} of {ENOUGH_VIEWS} views")
    return views
