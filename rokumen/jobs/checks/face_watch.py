"""Compares each face that a plan shows to the camera anyway with what it should show."""

from __future__ import annotations

import logging

from robot.execution.journal import Journal
from robot.planning.face_views import ScanView, views_from
from robot.planning.robot_state import PlannedCommand
from robot.rigs.camera_places import with_cameras
from robot.rigs.rig import Rig
from rokumen.devices.scanner import Scanner
from rokumen.jobs.checks.unseen_turns import (
    MissingTurn,
    UnseenTurns,
    contradictions,
    letters_of,
)
from solver.cube import Cube

_log = logging.getLogger(__name__)

# One sticker of another colour may be a highlight or a shadow.
MIN_CONTRADICTIONS = 2
# A picture that no missing turn explains may be a bad one; so many in a row are not, if a turn was
# made between them.
MAX_UNEXPLAINED = 2


class FaceWatch:
    """The check of one plan, from `cube` on; `suspects` are the turns of which one is missing.

    `suspects` is empty before a contradiction, and after one that no single missing turn explains.
    """

    def __init__(self, cameras: Scanner, rig: Rig, journal: Journal, cube: Cube) -> None:
        self.suspects: tuple[MissingTurn, ...] = ()
        self.turns = UnseenTurns(cube)
        self._cameras = cameras
        self._rig = with_cameras(rig, cameras.places)
        self._journal = journal
        self._unexplained_after: list[int] = []

    def is_as_expected(self, done: PlannedCommand) -> bool:
        """Return False once a face shows for certain that not all turns were made.

        Takes a picture only where it can show that. Raises CameraError.
        """
        self.turns = self.turns.after(done.turns)
        return all(self._is_right(view) for view in views_from(self._rig, done.after))

    def _is_right(self, view: ScanView) -> bool:
        if not self.turns.would_show(view.face):
            return True
        expected = letters_of(self.turns.cube, view.face)
        seen = self._cameras.see(view, expected)
        if seen is None:
            return True
        wrong = contradictions(seen, expected)
        if not wrong:
            self.turns = self.turns.confirmed_by(view.face, seen)
            self._unexplained_after.clear()
        if wrong < MIN_CONTRADICTIONS:
            return True
        self.suspects = self.turns.explained_by(view.face, seen)
        self._note(view, seen, expected)
        return not self.suspects and not self._is_persistent()

    def _is_persistent(self) -> bool:
        """Return whether pictures that nothing explains have come often enough."""
        if self.turns.made not in self._unexplained_after:
            self._unexplained_after.append(self.turns.made)
        return len(self._unexplained_after) >= MAX_UNEXPLAINED

    def _note(self, view: ScanView, seen: str, expected: str) -> None:
        missing = [suspect.number for suspect in self.suspects]
        _log.info("%s shows %s, not %s; missing: %s", view.face, seen, expected, missing)
        self._journal.write(
            "contradiction", face=view.face, seen=seen, expected=expected, missing=missing
        )
