"""Follow a user who executes a solution in front of a camera, turn by turn.

Like a `FaceScanner` it gets frames and takes the time from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.core.turn import Turn
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.face_finder import find_faces
from vision.detect.face_tracker import track_face
from vision.live.scanner import BLURRED, STICKERS_UNCLEAR, FrameResult, Phase
from vision.live.stability import Observation, Track, add_neighbour_faces, sharpness
from vision.live.turn_recognition import TurnChecker, TurnCheckResult, TurnStatus

SHOW_ANY_FACE = "hold any face of the cube up to the camera"
SHOW_OTHER_FACE = "show another face"
NOT_FOUND = (
    "this face does not match the expected cube: keep fingers and highlights off it, or show "
    "another face. If none matches, scan the cube again"
)
# Statuses that views of further faces may resolve.
UNRESOLVED = frozenset({TurnStatus.INDISTINGUISHABLE, TurnStatus.UNIDENTIFIED_TURN})


class SolutionFollower:
    """Follows from camera frames which turns of a solution have been made."""

    def __init__(self, check: TurnChecker, at: int = 0) -> None:
        """Start where `at` turns should have been made. Raises IndexError if there are fewer."""
        self._check = check
        self._track = Track()
        self.set_turns_done(at)

    @property
    def turns_done(self) -> int:
        """The number of turns made, as far as is known."""
        return self._at

    @property
    def verdict(self) -> TurnCheckResult | None:
        """The result of the last check; None before one."""
        return self._verdict

    @property
    def instruction(self) -> str:
        """A text with the result of the last check and the next instruction."""
        if self._verdict is None:
            return SHOW_ANY_FACE
        return _instruction_for(self._verdict, self._turns_before, self._check.turns)

    def set_turns_done(self, at: int) -> None:
        """Set the number of turns done, as entered by the user. Raises IndexError."""
        if not 0 <= at <= len(self._check.turns):
            raise IndexError(
                f"{at} turns done is out of range: the solution has {len(self._check.turns)} turns"
            )
        self._at = self._turns_before = at
        self._known = at == 0
        self._verdict: TurnCheckResult | None = None
        self._single_face_result: TurnCheckResult | None = None

    def process_frame(self, frame: Frame) -> FrameResult:
        """Return the result of the next frame; `captured` if it showed that a turn is done."""
        view = self._follow(frame.image)
        if view is None:
            return FrameResult(Phase.SEARCHING, None, 0.0, self.instruction)
        self._track = self._track.appended(
            Observation(frame.time, view, sharpness(frame.image, view))
        )
        progress = self._track.stillness
        if progress < 1:
            return FrameResult(Phase.TRACKING, view, progress, self.instruction)
        if not self._track.is_sharp:
            return FrameResult(Phase.TRACKING, view, progress, BLURRED)
        if not self._track.is_consistent:
            return FrameResult(Phase.TRACKING, view, progress, STICKERS_UNCLEAR)
        took = self._update(frame, self._track.fuse())
        return FrameResult(Phase.CAPTURED, view, progress, self.instruction, took)

    def _follow(self, image: Image) -> FaceView | None:
        """Return the tracked face in a frame, or else a new one."""
        if self._track.observations:
            followed = track_face(image, self._track.newest)
            if followed is not None:
                return followed
            self._track, self._single_face_result = Track(), None
        return next(iter(find_faces(image)), None)

    def _update(self, frame: Frame, voted: FaceView) -> bool:
        """Check the face that is held up, and return whether it shows that a turn is done."""
        alone = self._look([voted])
        if alone == self._single_face_result:
            return False
        self._single_face_result = verdict = alone
        if alone.finding in UNRESOLVED:
            views = add_neighbour_faces(frame, voted).views
            together = self._look(views) if len(views) > 1 else alone
            verdict = alone if together.finding is TurnStatus.NO_MATCH else together
        self._verdict, self._turns_before = verdict, self._at
        if verdict.finding is TurnStatus.ON_COURSE:
            self._known = True
        if verdict.finding is not TurnStatus.TURN_DONE:
            return False
        self._at, self._known, self._single_face_result = verdict.turns_done, True, None
        # Frames from before the turn are ignored.
        self._track = Track()
        return True

    def _look(self, views: Sequence[FaceView]) -> TurnCheckResult:
        return self._check.check(views, self._at, confirmed=self._known)


def _instruction_for(verdict: TurnCheckResult, before: int, turns: Sequence[Turn]) -> str:
    """Return the text for a result; `before`: the number of turns that should have been done."""
    due = str(turns[before]) if before < len(turns) else ""
    last = str(turns[before - 1]) if before else ""
    match verdict.finding:
        case TurnStatus.NO_MATCH:
            return NOT_FOUND
        case TurnStatus.ON_COURSE if not due:
            return "solved: all turns are done"
        case TurnStatus.ON_COURSE:
            hedge = "" if verdict.is_conclusive else " (as far as this face shows)"
            return f"correct so far{hedge}. Next: {due}"
        case TurnStatus.TURN_DONE:
            done = " ".join(str(turn) for turn in turns[before : verdict.turns_done])
            left = turns[verdict.turns_done :]
            return f"{done} is done. {f'Next: {left[0]}' if left else 'The cube is solved'}"
        case TurnStatus.TURN_NOT_DONE:
            return f"{last} has not been made yet: this face looks as before it"
        case TurnStatus.WRONG_TURN if verdict.wrong_turn is not None:
            return _undo_instruction(
                verdict.wrong_turn, turns[verdict.turns_done : verdict.turns_done + 1]
            )
        case TurnStatus.UNIDENTIFIED_TURN:
            return f"a wrong turn was made: {SHOW_OTHER_FACE} to identify it"
        case _ if verdict.turns_done == before:
            return f"next: {due}. This face looks the same before and after it: {SHOW_OTHER_FACE}"
        case _:
            return f"this face looks the same with and without {last}: {SHOW_OTHER_FACE}"


def _undo_instruction(turned: Turn, due: Sequence[Turn]) -> str:
    """Return the text that says how to undo a wrong turn."""
    back = f"Undo it with {turned.inverse()}"
    if not due:
        return f"{turned} was made although the cube was solved. {back}"
    (wanted,) = due
    way = "wrong direction" if turned == wanted.inverse() else "wrong turn"
    said = f"{way}: {turned} instead of {wanted}. {back}"
    quarters = (wanted.quarter_turns - turned.quarter_turns) % 4
    if turned.face != wanted.face:
        return said
    return f"{said}, or make {Turn(turned.face, quarters)} to continue"
