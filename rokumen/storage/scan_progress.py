"""Saves and loads an unfinished scan."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from files.access import replace_text
from files.documents import read_json, require
from rokumen.errors import InputError
from rokumen.storage.settings import state_folder
from vision.detect.face import FaceView
from vision.detect.lattice_finder import SIZES
from vision.detect.photograph import ImageFaces
from vision.live.captured_cube import CapturedFace


@dataclass(frozen=True, slots=True)
class SavedScan:
    """Unfinished scan: its camera, and the faces captured."""

    camera: str
    takes: tuple[CapturedFace, ...]

    @property
    def size(self) -> int | None:
        """Return the stickers per side, None where no face was captured."""
        return self.takes[0].view.n if self.takes else None


def scan_file() -> Path:
    """Return the path of the file that stores an unfinished scan."""
    return state_folder() / "scan.json"


def save_scan(path: Path, camera: str, takes: Sequence[CapturedFace]) -> None:
    """Store the faces captured so far, durably. Raises InputError if that fails."""
    document = {"camera": camera, "takes": [_take_as_json(take) for take in takes]}
    try:
        replace_text(path, json.dumps(document))
    except OSError as error:
        raise InputError(
            f"cannot store the scan in {str(path)!r}: {error}. Make the folder writable, or set "
            "ROKUMEN_STATE to another folder"
        ) from error


def load_scan(path: Path) -> SavedScan:
    """Return the unfinished scan. Raises InputError if there is none."""
    try:
        document = read_json(path)
        return SavedScan(require(document, "camera", str), _takes_of_json(document))
    except FileNotFoundError:
        raise InputError(f"no unfinished scan in {str(path)!r}; omit --continue") from None
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise InputError(
            f"cannot continue the scan in {str(path)!r}: {error!r}. Omit --continue to start a "
            "new scan"
        ) from error


def delete_scan(path: Path) -> None:
    """Remove the file of a finished scan."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _take_as_json(take: CapturedFace) -> dict[str, Any]:
    return {
        "name": take.name,
        "views": [_view_as_json(view) for view in take.image_faces.views],
        "glances": [_view_as_json(view) for view in take.extra_views],
    }


def _takes_of_json(document: dict[str, Any]) -> tuple[CapturedFace, ...]:
    takes = tuple(map(_take_of_json, require(document, "takes", list)))
    if len({take.view.n for take in takes}) > 1:
        raise ValueError("the faces are not all of one size")
    return takes


def _take_of_json(entry: dict[str, Any]) -> CapturedFace:
    views = tuple(_view_of_json(view) for view in entry["views"])
    glances = tuple(_view_of_json(view) for view in entry["glances"])
    if not views:
        raise ValueError(f"{entry['name']!r} without a view")
    name = require(entry, "name", str)
    if not re.fullmatch(r"face [1-9]", name):
        raise ValueError(f"{name!r} is not the name of a captured face")
    return CapturedFace(name, ImageFaces(name, views), glances)


def _view_as_json(view: FaceView) -> dict[str, Any]:
    return {
        "homography": view.homography.tolist(),
        "colours": view.colours.tolist(),
        "visible": view.visibility.tolist(),
        "score": float(view.detection_score),
        "surroundings": view.background.tolist(),
    }


def _view_of_json(entry: dict[str, Any]) -> FaceView:
    n = len(require(entry, "visible", list))
    if n not in SIZES:
        raise ValueError(f"no face has {n} x {n} stickers")
    return FaceView(
        n,
        _array(entry["homography"], (3, 3)),
        _array(entry["colours"], (n, n, 3)),
        _array(entry["visible"], (n, n)),
        float(entry["score"]),
        _array(entry["surroundings"], (3,)),
    )


def _array(values: Any, shape: tuple[int, ...]) -> Any:
    array = np.array(values, float)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(f"expected {shape} finite numbers, not {array.shape}")
    return array
