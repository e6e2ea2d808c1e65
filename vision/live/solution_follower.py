"""Follow a user who executes a solution in front of a camera, turn by turn.

Like a `FaceScanner` it processes frames and uses their times. It names turns in words, for a person
who holds the cube and knows no letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.core.geometry import SIDES
from solver.core.turn import Turn
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.detect.face import FaceView
from vision.detect.photograph import find_faces
from vision.live.face_tracker import Observation, Track, add_neighbour_faces, sharpness, track_face
from vision.live.guidance import BLURRED, STICKERS_UNCLEAR, FrameResult, Phase
from vision.live.turn_recognition import TurnChecker, TurnCheckResult, TurnStatus

SHOW_ANY_FACE = "hold any face of the cube up to the camera"
SHOW_OTHER_FACE = "show another face"
NOT_FOUND = (
    "this face does not match the expected cube: keep fingers and highlights off it, or show "
    "another face. If none matches, scan the cube again"
)
# Statuses that views of further faces may resolve.
UNRESOLVED = frozenset({TurnStatus.INDISTINGUISHABLE, TurnStatus.UNIDENTIFIED_TURN})

# Where a turn clockwise leads, as the person sees it, and where one anticlockwise does.
_WAYS = {
    "U": ("to the left", "to the right"),
    "R": ("up", "down"),
    "F": ("clockwise", "anticlockwise"),
    "D": ("to the right", "to the left"),
    "L": ("down", "up"),
    "B": ("so that its top goes left", "so that its top goes right"),
}


class SolutionFollower:
    """Follows from camera frames which turns of a solution have been made."""

    def __init__(self, checker: TurnChecker, at: int = 0) -> None:
        """Start after `at` turns. Raises IndexError if the solution has fewer."""
        self._checker = checker
        self._track = Track()
        self.set_turns_done(at)

    @property
    def turns_done(self) -> int:
        """The number of turns that are known to be made."""
        return self._turns_done

    @property
    def last_result(self) -> TurnCheckResult | None:
        """The result of the last check; None before the first one."""
        return self._last_result

    @property
    def instruction(self) -> str:
        """A text with the result of the last check and the next instruction."""
        if self._last_result is None:
            return SHOW_ANY_FACE
        return _instruction_for(self._last_result, self._turns_before, self._checker.turns)

    def set_turns_done(self, at: int) -> None:
        """Set the number of turns done, as entered by the user. Raises IndexError."""
        if not 0 <= at <= len(self._checker.turns):
            raise IndexError(
                f"{at} turns done is out of range: the solution has "
                f"{len(self._checker.turns)} turns"
            )
        self._turns_done = self._turns_before = at
        self._confirmed = at == 0
        self._last_result: TurnCheckResult | None = None
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
        turn_done = self._update(frame, self._track.fuse())
        return FrameResult(Phase.CAPTURED, view, progress, self.instruction, turn_done)

    def _follow(self, image: Image) -> FaceView | None:
        """Return the tracked face in a frame, or else a new one."""
        if self._track.observations:
            tracked = track_face(image, self._track.newest)
            if tracked is not None:
                return tracked
            self._track, self._single_face_result = Track(), None
        return next(iter(find_faces(image)), None)

    def _update(self, frame: Frame, fused: FaceView) -> bool:
        """Check the face that is held up, and return whether it shows that a turn is done."""
        single_result = self._check_views([fused])
        if single_result == self._single_face_result:
            return False
        self._single_face_result = result = single_result
        if single_result.status in UNRESOLVED:
            views = add_neighbour_faces(frame, fused).views
            combined = self._check_views(views) if len(views) > 1 else single_result
            result = single_result if combined.status is TurnStatus.NO_MATCH else combined
        self._last_result, self._turns_before = result, self._turns_done
        if result.status is TurnStatus.ON_COURSE:
            self._confirmed = True
        if result.status is not TurnStatus.TURN_DONE:
            return False
        self._turns_done, self._confirmed, self._single_face_result = result.turns_done, True, None
        # Frames from before the turn are ignored.
        self._track = Track()
        return True

    def _check_views(self, views: Sequence[FaceView]) -> TurnCheckResult:
        return self._checker.check(views, self._turns_done, confirmed=self._confirmed)


def _instruction_for(result: TurnCheckResult, before: int, turns: Sequence[Turn]) -> str:
    """Return the text for a result; `before`: the number of turns that should have been done."""
    due = turn_order(turns[before]) if before < len(turns) else ""
    match result.status:
        case TurnStatus.NO_MATCH:
            return NOT_FOUND
        case TurnStatus.ON_COURSE if not due:
            return "solved: all turns are done"
        case TurnStatus.ON_COURSE:
            qualifier = "" if result.is_conclusive else " (as far as this face shows)"
            return f"correct so far{qualifier}. Next: {due}"
        case TurnStatus.TURN_DONE:
            left = turns[result.turns_done :]
            return f"done. {f'Next: {turn_order(left[0])}' if left else 'The cube is solved'}"
        case TurnStatus.TURN_NOT_DONE:
            return f"not made yet: {turn_order(turns[before - 1])}. This face looks as before it"
        case TurnStatus.WRONG_TURN if result.wrong_turn is not None:
            return _undo_instruction(
                result.wrong_turn, turns[result.turns_done : result.turns_done + 1]
            )
        case TurnStatus.UNIDENTIFIED_TURN:
            return f"a wrong turn was made: {SHOW_OTHER_FACE} to identify it"
        case _ if result.turns_done == before:
            return f"next: {due}. This face looks the same before and after it: {SHOW_OTHER_FACE}"
        case _:
            return f"this face looks the same with and without the last turn: {SHOW_OTHER_FACE}"


def _undo_instruction(turned: Turn, due: Sequence[Turn]) -> str:
    """Return the text that says how to undo a wrong turn."""
    undo = f"Take it back: {turn_order(turned.inverse())}"
    if not due:
        return f"the cube was solved, and {turn_made(turned)}. {undo}"
    (wanted,) = due
    error = "wrong direction" if turned == wanted.inverse() else "wrong turn"
    text = f"{error}: {turn_made(turned)}. {undo}"
    quarters = (wanted.quarter_turns - turned.quarter_turns) % 4
    if turned.face != wanted.face:
        return text
    return f"{text}; or, to continue, {turn_order(Turn(turned.face, quarters))}"


def turn_order(turn: Turn) -> str:
    """Return what to do: "turn the right face up"."""
    return f"turn {_face_and_way(turn)}"


def turn_made(turn: Turn) -> str:
    """Return what was done: "you turned the right face up"."""
    return f"you turned {_face_and_way(turn)}"


def _face_and_way(turn: Turn) -> str:
    clockwise, anticlockwise = _WAYS[turn.face]
    way = {1: clockwise, 2: "halfway round", 3: anticlockwise}[turn.quarter_turns]
    return f"the {SIDES[turn.face]} face {way}"
