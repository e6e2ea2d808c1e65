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
from files.documents import read_json
from files.folders import state_folder
from files.records import read_record, record_table
from files.wording import reason
from rokumen.errors import InputError
from vision.detect.face import FaceView
from vision.detect.lattice_finder import SIZES
from vision.detect.photograph import ImageFaces
from vision.live.captured_cube import CapturedFace


@dataclass(frozen=True, slots=True)
class _SavedView:
    """A `FaceView` of n x n stickers; lists as `_array` reads them."""

    homography: tuple[tuple[float, ...], ...]
    colours: tuple[tuple[tuple[float, ...], ...], ...]
    visible: tuple[tuple[float, ...], ...]
    score: float
    surroundings: tuple[float, ...]

    @classmethod
    def of(cls, view: FaceView) -> _SavedView:
        return cls(
            view.homography.tolist(),
            view.colours.tolist(),
            view.visibility.tolist(),
            float(view.detection_score),
            view.background.tolist(),
        )

    def view(self) -> FaceView:
        """Return the view. Raises ValueError for arrays of other shapes."""
        n = len(self.visible)
        if n not in SIZES:
            raise ValueError(f"no face has {n} x {n} stickers")
        return FaceView(
            n,
            _array(self.homography, (3, 3)),
            _array(self.colours, (n, n, 3)),
            _array(self.visible, (n, n)),
            self.score,
            _array(self.surroundings, (3,)),
        )


@dataclass(frozen=True, slots=True)
class _SavedFace:
    """A `CapturedFace`; `glances`: its views beside the first ones."""

    name: str
    views: tuple[_SavedView, ...]
    glances: tuple[_SavedView, ...]

    @classmethod
    def of(cls, take: CapturedFace) -> _SavedFace:
        return cls(
            take.name,
            tuple(map(_SavedView.of, take.image_faces.views)),
            tuple(map(_SavedView.of, take.extra_views)),
        )

    def captured(self) -> CapturedFace:
        """Return the face. Raises ValueError for one that cannot have been captured."""
        if not self.views:
            raise ValueError(f"{self.name!r} without a view")
        if not re.fullmatch(r"face [1-9]", self.name):
            raise ValueError(f"{self.name!r} is not the name of a captured face")
        views = tuple(view.view() for view in self.views)
        glances = tuple(view.view() for view in self.glances)
        return CapturedFace(self.name, ImageFaces(self.name, views), glances)


@dataclass(frozen=True, slots=True)
class _ScanFile:
    """The file of an unfinished scan."""

    camera: str
    takes: tuple[_SavedFace, ...]


@dataclass(frozen=True, slots=True)
class SavedScan:
    """Unfinished scan: its camera, and the faces captured. Raises ValueError for several sizes."""

    camera: str
    takes: tuple[CapturedFace, ...]

    def __post_init__(self) -> None:
        if len({take.view.n for take in self.takes}) > 1:
            raise ValueError("the faces are not all of one size")

    @property
    def size(self) -> int | None:
        """Return the stickers per side, None where no face was captured."""
        return self.takes[0].view.n if self.takes else None


def scan_file() -> Path:
    """Return the path of the file that stores an unfinished scan."""
    return state_folder() / "scan.json"


def save_scan(path: Path, camera: str, takes: Sequence[CapturedFace]) -> None:
    """Store the faces captured so far, durably. Raises InputError if that fails."""
    document = _ScanFile(camera, tuple(map(_SavedFace.of, takes)))
    try:
        replace_text(path, json.dumps(record_table(document)))
    except OSError as error:
        raise InputError(
            f"cannot store the scan in {str(path)!r}: {reason(error)}. "
            "Make the folder writable, or set "
            "ROKUMEN_STATE to another folder"
        ) from error


def load_scan(path: Path) -> SavedScan:
    """Return the unfinished scan. Raises InputError if there is none."""
    try:
        found = read_record(_ScanFile, read_json(path))
        return SavedScan(found.camera, tuple(each.captured() for each in found.takes))
    except FileNotFoundError:
        raise InputError(f"no unfinished scan in {str(path)!r}; omit --continue") from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot continue the scan in {str(path)!r}: {reason(error)}. "
            "Omit --continue to start a "
            "new scan"
        ) from error


def delete_scan(path: Path) -> None:
    """Remove the file of a finished scan."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _array(values: Any, shape: tuple[int, ...]) -> Any:
    array = np.array(values, float)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(f"expected {shape} finite numbers, not {array.shape}")
    return array
