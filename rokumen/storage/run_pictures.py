"""The pictures of a run: files beside its journal, whose records say what each was taken for.

They are what the cube was read from, so that `rokumen verify` can read it again.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import cv2

from files.access import read_bytes, visible
from files.records import entries_of, read_record, record_table
from files.wording import reason
from robot.execution.journal import Journal, Record
from robot.planning.robot_state import RobotState, ScanView, face_rotation
from robot.rigs.command import Pose
from rokumen.storage.robots import StoredPlace
from rokumen.storage.runs import pictures_beside
from solver.core.orientation import Orientation
from vision.capture.decoding import decode_picture
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme

R = TypeVar("R")

_log = logging.getLogger(__name__)

# Beside this JPEG leaves the colours of stickers as they are.
_QUALITY = 95
# More than a robot has cameras: of some pictures nothing comes.
_UNWRITTEN = 16
MAX_PICTURE_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadingBasis:
    """What a reading stands on beside its pictures.

    Where each camera was taken to look, the colours that were known of it, None for none, and what
    was known of their order.
    """

    places: tuple[StoredPlace, ...]
    colours: ColourProfile | None = None
    scheme: KnownScheme = USUAL_SCHEME


@dataclass(frozen=True, slots=True)
class RunPicture:
    """The record of a picture: its file, the digest of this, and how the cube was held.

    `faces`: the cube's face at each of the positions U R F D L B; `angles`, `grips`: the pose of
    the robot; `hidden`: the stickers (0 to 8) that it hid, by position. A file that could not be
    written has no digest.
    """

    file: str
    sha256: str
    camera: int
    faces: str
    angles: tuple[float, ...]
    grips: tuple[str, ...]
    hidden: Mapping[str, tuple[int, ...]]

    @property
    def holding(self) -> RobotState:
        """Return how the cube was held."""
        return RobotState(Orientation(tuple(self.faces)), Pose(self.angles, self.grips))

    def frame(self, folder: Path) -> Frame:
        """Return the picture. Raises OSError, and ValueError for what is none."""
        data = read_bytes(folder / self.file, MAX_PICTURE_BYTES)
        image, reduction = decode_picture(data)
        return Frame(image, 0.0, self.file, reduction)


@dataclass(frozen=True, slots=True)
class RunLook:
    """The record of a look at a face between scans: its picture, and the letters that it showed.

    `hidden`: the stickers of the face that a gripper hid, row by row in the picture.
    """

    picture: str
    face: str
    position: str
    hidden: tuple[int, ...]
    letters: str

    def view(self, holding: RobotState) -> ScanView:
        """Return what the camera saw of a cube that was held so."""
        turns = face_rotation(holding.orientation, self.position)
        return ScanView(self.face, self.position, turns, holding, frozenset(self.hidden))


@dataclass(frozen=True, slots=True)
class RunReading:
    """The record of a reading: its pictures, on what else it stands, and what it found."""

    pictures: tuple[str, ...]
    basis: ReadingBasis
    facelets: str
    certain: bool


def stored_record(kind: type[R], record: Record) -> R:
    """Return what a record of a journal says as a data class of this file. Raises ValueError."""
    keys = {each.key for each in entries_of(kind)}
    return read_record(kind, {key: value for key, value in record.items() if key in keys})


class RunPictures:
    """The pictures of the run with this journal, which are being written."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folder = pictures_beside(journal.path)
        self._count = len(visible(self._folder.glob("*.jpg")))
        # Pictures that are not written yet, each with the content of its file.
        self._encoded: deque[tuple[Frame, bytes]] = deque(maxlen=_UNWRITTEN)

    def as_kept(self, frame: Frame) -> Frame:
        """Return a picture as its file will show it."""
        _, encoded = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        data = encoded.tobytes()
        image, reduction = decode_picture(data)
        kept = replace(frame, image=image, reduction=frame.reduction * reduction)
        self._encoded.append((kept, data))
        return kept

    def keep(
        self, camera: int, frame: Frame, holding: RobotState, hidden: Mapping[str, Sequence[int]]
    ) -> str:
        """Write a picture that `as_kept` has returned, and its record; return its file's name.

        A disk that refuses it is logged as a warning. Raises JournalError.
        """
        self._count += 1
        name = f"{self._count:04}.jpg"
        kept = RunPicture(
            name,
            self._written(name, frame),
            camera,
            "".join(holding.orientation.faces),
            holding.pose.angles,
            holding.pose.grips,
            {position: tuple(sorted(cells)) for position, cells in hidden.items()},
        )
        self._journal.write("picture", **record_table(kept))
        return name

    def note(self, kind: str, record: RunLook | RunReading) -> None:
        """Write the record of a look or a reading. Raises JournalError."""
        self._journal.write(kind, **record_table(record))

    def _written(self, name: str, frame: Frame) -> str:
        """Return the digest of the file of a picture, "" where it could not be written."""
        data = next(data for kept, data in self._encoded if kept is frame)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            with (self._folder / name).open("xb") as file:
                file.write(data)
        except OSError as error:
            _log.warning("the picture %s of the run is not kept: %s", name, reason(error))
            return ""
        return digest_of(data)


def digest_of(data: bytes) -> str:
    """Return the digest of the content of a picture's file."""
    return hashlib.sha256(data).hexdigest()
