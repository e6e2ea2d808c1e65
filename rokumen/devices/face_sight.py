"""Looks at single faces of a cube that was scanned: its colours and the camera's view are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from robot.planning.robot_state import RobotState, ScanView, face_rotation
from robot.rigs.command import Pose
from rokumen.devices.camera_colours import ReadStickers
from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.capture.frame import Frame
from vision.detect.face import FaceView, mean_side, sample_at
from vision.detect.photograph import detect_all_faces
from vision.errors import NoFaceError
from vision.live.turn_recognition import ScannedColours
from vision.reading_result import Reading

# The largest loss (natural logarithms) of a face that shows the expected letters: half of that of
# one clearly visible sticker of another colour, which is 8.
MAX_FIT_LOSS = 4.0
# A sticker is recognised if any other letter would add so much.
STICKER_MARGIN = 6.0
# A face that is found further from where the scan saw it is another thing: in mean sides.
MAX_SHIFT = 0.25
_N = 3


@dataclass(frozen=True, slots=True, eq=False)
class FaceSight:
    """What a scan showed of a cube: its `colours`, and where each pose had faces in the pictures.

    `corners`, of each pose and position: pixels (4 x 2), clockwise from the corner that is the top
    left one of a face that is not rotated there.
    """

    colours: ScannedColours
    corners: Mapping[tuple[Pose, str], FloatArray]

    @classmethod
    def of_scan(
        cls,
        holdings: Sequence[RobotState],
        reading: Reading,
        stickers: ReadStickers,
        before: FaceSight | None = None,
    ) -> FaceSight:
        """Return the sight of a scan from its reading and the stickers of this.

        `holdings`: how the cube was held for each image of the reading. Each face of a solved cube
        shows one colour, in the light of its own picture: the colours stay those of the scan
        `before`, which showed them in several.
        """
        corners = {}
        for found in reading.places:
            holding = holdings[found.picture_index]
            position = holding.orientation.position_of(found.letter)
            turns = face_rotation(holding.orientation, position)
            corners[holding.pose, position] = np.roll(np.array(found.corners), turns, axis=0)
        if before is not None and reading.certain and reading.cube.is_solved():
            return cls(before.colours, corners)
        return cls(ScannedColours.fit(*stickers), corners)

    def fits(self, frame: Frame, stop: ScanView, letters: str) -> bool:
        """Return whether a picture shows nine letters where the scan saw that pose's face."""
        expected = self._corners_at(stop)
        if expected is None:
            return False
        view = sample_at(frame.image, _own_corners(expected, stop))
        view = view.with_hidden(stop.hidden_facelets)
        return float(self.colours.pattern_losses(view, _indices(letters)[None])[0]) <= MAX_FIT_LOSS

    def letters(self, frame: Frame, stop: ScanView, start: str) -> str | None:
        """Return the nine letters of the face in a picture, `?` for what is in doubt.

        `start`: letters that are like it. None where no face is found, or none that fits.
        """
        expected = self._corners_at(stop)
        if expected is None:
            return None
        try:
            views = detect_all_faces(frame).views
        except NoFaceError:
            return None
        corners = min(
            (np.roll(view.corners, turns, axis=0) for view in views for turns in range(4)),
            key=lambda each: float(np.abs(each - expected).max()),
        )
        if np.hypot(*(corners - expected).T).max() > MAX_SHIFT * mean_side(expected):
            return None
        view = sample_at(frame.image, _own_corners(corners, stop)).with_hidden(stop.hidden_facelets)
        return self._most_probable(view, _indices(start))

    def _corners_at(self, stop: ScanView) -> FloatArray | None:
        """Return the corners in this pose, or in another one of the scan; None if in none."""
        elsewhere = (
            corners for (_, position), corners in self.corners.items() if position == stop.position
        )
        return self.corners.get((stop.holding.pose, stop.position), next(elsewhere, None))

    def _most_probable(self, view: FaceView, letters: IntArray) -> str | None:
        """Return the letters that fit best, found by changing one after the other."""
        best = float(self.colours.pattern_losses(view, letters[None])[0])
        while True:
            changed = _single_changes(letters)
            losses = self.colours.pattern_losses(view, changed)
            if losses.min() >= best:
                break
            letters, best = changed[int(losses.argmin())], float(losses.min())
        if best > MAX_FIT_LOSS:
            return None
        margins = (losses - best).reshape(_N * _N, len(FACES) - 1).min(1)
        return "".join(
            FACES[letter] if margin >= STICKER_MARGIN else "?"
            for letter, margin in zip(letters, margins, strict=True)
        )


def _indices(letters: str) -> IntArray:
    return np.array([FACES.index(letter) for letter in letters], np.int64)


def _single_changes(letters: IntArray) -> IntArray:
    """Return the patterns (45 x 9) with one other letter, those of each sticker together."""
    patterns = []
    for sticker, letter in enumerate(letters):
        for other in range(len(FACES)):
            if other != letter:
                pattern = letters.copy()
                pattern[sticker] = other
                patterns.append(pattern)
    return np.stack(patterns)


def _own_corners(corners: FloatArray, stop: ScanView) -> FloatArray:
    """Return corners in the picture's order, clockwise from the top left of the face itself."""
    return np.roll(corners, -stop.quarter_turns, axis=0)
