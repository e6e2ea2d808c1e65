"""Compares the faces that a plan shows anyway with what they should show: was a turn not made?

A turn that was reported but not made leaves another cube. For each turn that no picture has
confirmed this cube is kept, so that a face shows which turn is missing, and not only that one is.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from robot.execution.journal import Journal
from robot.execution.turning import Watch
from robot.planning.robot_state import PlannedCommand, ScanView, views_from
from robot.rigs.camera_places import with_cameras
from robot.rigs.rig import Rig
from rokumen.devices.scanner import Scanner
from solver.core.geometry import FACES
from solver.core.turn import Turn, Turns, cancel_turns, inverse
from solver.cube import Cube

# The letter of a sticker that was not recognised with certainty.
DOUBTFUL = "?"

_log = logging.getLogger(__name__)

# One sticker of another colour may be a highlight or a shadow.
MIN_CONTRADICTIONS = 2
# A picture that no missing turn explains may be a bad one; so many in a row are not, if a turn was
# made between them.
MAX_UNEXPLAINED = 2


@dataclass(frozen=True, slots=True)
class MissingTurn:
    """The case that turn `number` of a plan (from 0) was not made; `cube` is the cube then."""

    number: int
    cube: Cube


@dataclass(frozen=True, slots=True)
class UnseenTurns:
    """The cube after the first `made` turns of a plan, and the cases that one of them is missing.

    `suspects` has the cases that no picture has excluded.
    """

    cube: Cube
    made: int = 0
    suspects: tuple[MissingTurn, ...] = ()

    def after(self, turns: Iterable[Turn]) -> UnseenTurns:
        """Return the same after more turns, which nobody has seen yet."""
        result = self
        for turn in turns:
            suspects = tuple(
                replace(suspect, cube=suspect.cube.turn(turn)) for suspect in result.suspects
            )
            missing = MissingTurn(result.made, result.cube)
            result = UnseenTurns(result.cube.turn(turn), result.made + 1, (*suspects, missing))
        return result

    def would_show(self, face: str) -> bool:
        """Return whether a picture of a face can exclude or confirm a case."""
        expected = letters_of(self.cube, face)
        return any(letters_of(suspect.cube, face) != expected for suspect in self.suspects)

    def explained_by(self, face: str, seen: str) -> tuple[MissingTurn, ...]:
        """Return the cases in which a face looks as it was seen (nine letters)."""
        return tuple(
            suspect
            for suspect in self.suspects
            if not contradictions(seen, letters_of(suspect.cube, face))
        )

    def confirmed_by(self, face: str, seen: str) -> UnseenTurns:
        """Return the same without the cases that a face, seen as it should be, excludes."""
        return replace(self, suspects=self.explained_by(face, seen))


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """The turns of a plan, and what is known of those made so far."""

    turns: Turns
    unseen: UnseenTurns

    @property
    def rest(self) -> Turns:
        """Return the turns that have not been made."""
        return self.turns[self.unseen.made :]

    def missing(self, cube: Cube) -> MissingTurn | None:
        """Return the last turn without which the cube is `cube`; None if there is no such turn."""
        cases = (case for case in reversed(self.unseen.suspects) if case.cube == cube)
        return next(cases, None)

    def turns_to_end(self, missing: MissingTurn) -> Turns:
        """Return turns that lead to the end of the plan although one of its turns is missing.

        They undo what was made after it, except for turns that may change places with it.
        """
        due = self.turns[missing.number]
        later = list(self.turns[missing.number + 1 : self.unseen.made])
        while later and later[0].commutes_with(due):
            del later[0]
        return cancel_turns((*inverse(later), due, *later, *self.rest))


def letters_of(cube: Cube, face: str) -> str:
    """Return the nine letters of a face of a cube, in the order of its facelets."""
    first = 9 * FACES.index(face)
    return cube.facelets[first : first + 9]


def contradictions(seen: Sequence[str], expected: Sequence[str]) -> int:
    """Count the stickers that were recognised as other letters than expected."""
    return sum(letter not in (DOUBTFUL, due) for letter, due in zip(seen, expected, strict=True))


class FaceWatch(Watch):
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

    def looks_after(self, command: PlannedCommand) -> bool:
        """See `Watch`."""
        turns = self.turns.after(command.turns)
        views = views_from(self._rig, command.after)
        return any(turns.would_show(view.face) for view in views)

    def pass_over(self, command: PlannedCommand) -> None:
        """See `Watch`."""
        self.turns = self.turns.after(command.turns)

    def check_after(self, command: PlannedCommand) -> bool:
        """Look at the cube after a command; return False once it is certain that a turn is missing.

        Takes a picture only where it can show that. Raises CameraError.
        """
        self.turns = self.turns.after(command.turns)
        return all(self._look_at(view) for view in views_from(self._rig, command.after))

    def _look_at(self, view: ScanView) -> bool:
        """Take a picture of a face if that can tell anything; return False if it contradicts."""
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
        return not self.suspects and not self._count_unexplained()

    def _count_unexplained(self) -> bool:
        """Count a picture that nothing explains; return whether there were enough of them."""
        if self.turns.made not in self._unexplained_after:
            self._unexplained_after.append(self.turns.made)
        return len(self._unexplained_after) >= MAX_UNEXPLAINED

    def _note(self, view: ScanView, seen: str, expected: str) -> None:
        missing = [suspect.number for suspect in self.suspects]
        _log.info("%s shows %s, not %s; missing: %s", view.face, seen, expected, missing)
        self._journal.write(
            "contradiction", face=view.face, seen=seen, expected=expected, missing=missing
        )
