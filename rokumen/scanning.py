"""Scanning with a camera: its frames one after the other, and the file that outlives a crash."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rokumen.errors import InputError
from rokumen.settings import state_folder
from vision.camera import Camera, Frame, LiveCamera
from vision.errors import EndOfStreamError
from vision.face import FaceView
from vision.frozen import FreezeWatch
from vision.picture import Picture
from vision.scan import Scan, Sight
from vision.take import Take


@dataclass(frozen=True, slots=True)
class HalfDone:
    """A scan that did not come to its end: its camera, and the faces that it took."""

    camera: str
    takes: tuple[Take, ...]


def scan_file() -> Path:
    """Give the path of the file that keeps a scan until it is done."""
    return state_folder() / "scan.json"


def sights(camera: Camera, scan: Scan, *, mirrored: bool = False) -> Iterator[tuple[Frame, Sight]]:
    """Show a camera's frames to a scan until it is done or the video ends.

    `mirrored`: the camera shows what a mirror does. Raises CameraError where no frame comes, or
    always the same.
    """
    watch = FreezeWatch() if isinstance(camera, LiveCamera) else None
    while not scan.is_done:
        try:
            frame = camera.read()
        except EndOfStreamError:
            if watch is not None:
                raise
            return
        if watch is not None:
            watch.watch(frame)
        if mirrored:
            frame = replace(frame, image=np.asarray(cv2.flip(frame.image, 1), np.uint8))
        yield frame, scan.see(frame)


def keep(path: Path, camera: str, takes: Sequence[Take]) -> None:
    """Write what a scan has taken so far, durably. Raises InputError where that cannot be."""
    document = {"camera": camera, "takes": [_take_as_json(take) for take in takes]}
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8") as file:
            json.dump(document, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise InputError(
            f"cannot keep the scan in {str(path)!r}: {error}. Make the folder writable, or set "
            "ROKUMEN_STATE to another one"
        ) from error


def half_done(path: Path) -> HalfDone:
    """Read the scan that was not finished. Raises InputError where there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return HalfDone(
            document["camera"], tuple(_take_of_json(entry) for entry in document["takes"])
        )
    except FileNotFoundError:
        raise InputError(
            f"there is no scan to continue: nothing is kept in {str(path)!r}. Leave --continue out"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"cannot continue the scan in {str(path)!r}: {error!r}. Leave --continue out to begin "
            "a new one"
        ) from error


def forget(path: Path) -> None:
    """Remove a scan that is done."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _take_as_json(take: Take) -> dict[str, Any]:
    return {
        "name": take.name,
        "views": [_view_as_json(view) for view in take.picture.views],
        "glances": [_view_as_json(view) for view in take.glances],
    }


def _take_of_json(entry: dict[str, Any]) -> Take:
    views = tuple(_view_of_json(view) for view in entry["views"])
    glances = tuple(_view_of_json(view) for view in entry["glances"])
    if not views:
        raise ValueError(f"{entry['name']!r} without a view")
    return Take(entry["name"], Picture(entry["name"], views), glances)


def _view_as_json(view: FaceView) -> dict[str, Any]:
    return {
        "homography": view.homography.tolist(),
        "colours": view.colours.tolist(),
        "visible": view.visible.tolist(),
        "score": float(view.score),
        "surroundings": view.surroundings.tolist(),
    }


def _view_of_json(entry: dict[str, Any]) -> FaceView:
    return FaceView(
        3,
        _array(entry["homography"], (3, 3)),
        _array(entry["colours"], (3, 3, 3)),
        _array(entry["visible"], (3, 3)),
        float(entry["score"]),
        _array(entry["surroundings"], (3,)),
    )


def _array(values: Any, shape: tuple[int, ...]) -> Any:
    array = np.array(values, float)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(f"{shape} finite numbers are due, not {array.shape}")
    return array
