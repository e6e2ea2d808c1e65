"""A person who follows a solution before a camera: each turn is looked for on the faces shown.

Like a `Scan` it is fed with frames and knows the time from them alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.turn import Turn
from vision.arrays import Image
from vision.camera import Frame
from vision.face import FaceView
from vision.find import find_faces
from vision.follow import follow_face
from vision.picture import with_neighbours
from vision.scan import BLURRED, UNSURE, Phase, Sight
from vision.sharpness import sharpness
from vision.steady import Seen, Track
from vision.turn_check import Finding, TurnCheck, Verdict

SHOW = "hold any face of the cube up to the camera"
SHOW_ANOTHER = "show another one"
NOT_FOUND = (
    "this face does not look like one of the cube as it should be now: keep fingers and highlights "
    "off it, or show another. If none does, scan the cube anew"
)
# What more faces than the one held to the camera may settle.
OPEN = frozenset({Finding.SAME, Finding.ASTRAY})


class TurnWatch:
    """Tells from the frames of a camera which turns of a solution are done."""

    def __init__(self, check: TurnCheck, at: int = 0) -> None:
        """Start where `at` turns should be done; IndexError where there are not so many."""
        self._check = check
        self._track = Track()
        self.go(at)

    @property
    def at(self) -> int:
        """How many turns are done, as far as is known."""
        return self._at

    @property
    def verdict(self) -> Verdict | None:
        """What the last look came to; None before one."""
        return self._verdict

    @property
    def words(self) -> str:
        """What the last look came to, and what the person is to do now."""
        if self._verdict is None:
            return SHOW
        return _words(self._verdict, self._before, self._check.turns)

    def go(self, at: int) -> None:
        """Believe the person that so many turns are done; IndexError for too many."""
        if not 0 <= at <= len(self._check.turns):
            raise IndexError(f"{at} of {len(self._check.turns)} turns")
        self._at = self._before = at
        self._known = at == 0
        self._verdict: Verdict | None = None
        self._alone: Verdict | None = None

    def see(self, frame: Frame) -> Sight:
        """Take the next frame into account; `took` where it showed that a turn is done."""
        view = self._follow(frame.image)
        if view is None:
            return Sight(Phase.SEARCHING, None, 0.0, self.words)
        self._track = self._track.longer(Seen(frame.time, view, sharpness(frame.image, view)))
        progress = self._track.progress
        if progress < 1:
            return Sight(Phase.FOLLOWING, view, progress, self.words)
        if not self._track.is_sharp:
            return Sight(Phase.FOLLOWING, view, progress, BLURRED)
        if not self._track.is_sure:
            return Sight(Phase.FOLLOWING, view, progress, UNSURE)
        took = self._judge(frame, self._track.vote())
        return Sight(Phase.TAKEN, view, progress, self.words, took)

    def _follow(self, image: Image) -> FaceView | None:
        """Find the face that is followed again, or else a new one."""
        if self._track.seen:
            followed = follow_face(image, self._track.newest)
            if followed is not None:
                return followed
            self._track, self._alone = Track(), None
        return next(iter(find_faces(image)), None)

    def _judge(self, frame: Frame, voted: FaceView) -> bool:
        """Judge the face that is held up, and say whether it shows that a turn is done."""
        alone = self._look([voted])
        if alone == self._alone:
            return False
        self._alone = verdict = alone
        if alone.finding in OPEN:
            views = with_neighbours(frame, voted).views
            together = self._look(views) if len(views) > 1 else alone
            verdict = alone if together.finding is Finding.UNKNOWN else together
        self._verdict, self._before = verdict, self._at
        if verdict.finding is Finding.HERE:
            self._known = True
        if verdict.finding is not Finding.DONE:
            return False
        self._at, self._known, self._alone = verdict.at, True, None
        # What was seen before the turn is no longer looked at.
        self._track = Track()
        return True

    def _look(self, views: Sequence[FaceView]) -> Verdict:
        return self._check.look(views, self._at, known=self._known)


def _words(verdict: Verdict, before: int, turns: Sequence[Turn]) -> str:
    """Say a verdict; `before`: how many turns should have been done."""
    due = str(turns[before]) if before < len(turns) else ""
    last = str(turns[before - 1]) if before else ""
    match verdict.finding:
        case Finding.UNKNOWN:
            return NOT_FOUND
        case Finding.HERE if not due:
            return "solved: all turns are done"
        case Finding.HERE:
            return f"right so far{'' if verdict.surely else ', as this face tells'}. Next: {due}"
        case Finding.DONE:
            done = " ".join(str(turn) for turn in turns[before : verdict.at])
            left = turns[verdict.at :]
            return f"{done} is done. {f'Next: {left[0]}' if left else 'The cube is solved'}"
        case Finding.BEHIND:
            return f"this looks as it did one turn ago: {last} is not done yet"
        case Finding.WRONG if verdict.turned is not None:
            return _wrong(verdict.turned, turns[verdict.at : verdict.at + 1])
        case Finding.ASTRAY:
            return f"another turn was made than it should be: {SHOW_ANOTHER}, to tell which"
        case _ if verdict.at == before:
            return f"next: {due}. Whether it is done this face cannot tell: {SHOW_ANOTHER}"
        case _:
            return f"whether {last} is done this face cannot tell: {SHOW_ANOTHER}"


def _wrong(turned: Turn, due: Sequence[Turn]) -> str:
    """Say how to put a wrong turn right."""
    back = f"To go back turn {turned.inverse()}"
    if not due:
        return f"{turned} was turned, though the cube was solved. {back}"
    (wanted,) = due
    way = "turned the wrong way" if turned == wanted.inverse() else "another turn was made"
    said = f"{way}: {turned}, where {wanted} is due. {back}"
    quarters = (wanted.quarter_turns - turned.quarter_turns) % 4
    if turned.face != wanted.face:
        return said
    return f"{said}, or {Turn(turned.face, quarters)} to go on"
