"""The last check of a job: a turn is made, seen, and taken back (challenge and response).

A solved cube is also seen by a camera at another robot, and in a stream that shows an old run. What
they show does not change with a turn that nobody knew before: a random layer of the cube. Several
are made, each together with taking back the one before, so that one picture shows both.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from robot.errors import RigError
from robot.execution.events import GaveUp, RunEvent
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.planning.penalties import Penalties, plan_with_penalties
from robot.planning.planner import plan_turns, rests
from robot.planning.robot_state import RobotState, ScanView
from robot.planning.scan_planner import ScanLeg, plan_view
from robot.rigs.camera_places import with_cameras
from rokumen.devices.scanner import Scanner
from rokumen.jobs.events import Challenge
from rokumen.jobs.missing_turns import DOUBTFUL, MIN_CONTRADICTIONS, contradictions, letters_of
from rokumen.jobs.scan_cube import CubeScanner
from solver.core.geometry import FACES
from solver.core.turn import Turn
from solver.cube import Cube
from vision.errors import OTHER_CUBE, VisionError

_log = logging.getLogger(__name__)

_SOLVED = Cube.solved()
# A quarter turn either way and a half turn of each layer.
CHALLENGES = tuple(Turn(face, quarters) for face in FACES for quarters in (1, 2, 3))
# So many turns are made and seen before a cube is called solved: an old picture shows one of them
# by chance once in some hundreds.
ANSWERS = 2
# A camera that has shown nothing of so many turns shows another cube.
MAX_UNANSWERED = 3
# The stickers that change on a face, and of these so many must be seen as they should be.
_LEAST_SEEN = 2
# So many faces are looked at for each picture that is wanted: jaws may be in the way of one.
_MOST_LOOKS = 2


@dataclass(frozen=True, slots=True)
class Answered:
    """What was to be seen was seen; `state` of the robot afterwards."""

    state: RobotState


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A picture did not show `turn`, or that it was taken back; `state` of the robot afterwards."""

    state: RobotState
    turn: Turn


_Outcome = Answered | Unanswered | GaveUp


def changed_stickers(turn: Turn, face: str) -> frozenset[int]:
    """Return the stickers of a face (0 to 8) whose colour a turn of a solved cube changes."""
    before, after = letters_of(_SOLVED, face), letters_of(_SOLVED.turn(turn), face)
    return frozenset(i for i in range(9) if before[i] != after[i])


class Challenger:
    """Challenges the cameras of one robot that holds a solved cube."""

    def __init__(
        self,
        link: Link,
        executor: Executor,
        scanner: CubeScanner,
        cameras: Scanner,
        journal: Journal,
        rng: Random,
    ) -> None:
        """Take what a job uses; `rng` draws the turns, which nobody must be able to tell."""
        self._link = link
        self._executor = executor
        self._cameras = cameras
        self._scanner = scanner
        self._journal = journal
        self._rng = rng
        self._answered = self._unanswered = 0
        # The turn that was seen, and not to be taken back yet.
        self._made: Turn | None = None

    @property
    def is_answered(self) -> bool:
        """Return whether ANSWERS turns were seen, and one more for each that was not.

        The last one may still have to be taken back.
        """
        return self._answered + (self._made is not None) >= ANSWERS + self._unanswered

    def count(self, outcome: _Outcome) -> None:
        """Count a turn that was not seen. Raises VisionError or its own error at MAX_UNANSWERED."""
        if isinstance(outcome, Answered):
            return
        self._unanswered += 1
        if self._unanswered < MAX_UNANSWERED:
            return
        if isinstance(outcome, GaveUp):
            raise outcome.error
        raise VisionError(
            f"{self._cameras.name} shows a solved cube that does not change with the turns "
            f"of this robot, {outcome.turn} at last: it sees another cube, or old pictures",
            code=OTHER_CUBE,
        )

    def challenge(
        self, state: RobotState, penalties: Penalties
    ) -> Generator[RunEvent, None, _Outcome]:
        """Take back the turn before, make a random one, and look at the cube.

        Yields what happens, and returns whether the camera saw it as it should be. Where not, the
        turn is taken back. Raises what `Executor.execute`, `CubeScanner.scan` and `Scanner.see`
        raise.
        """
        turn = self._rng.choice(CHALLENGES)
        begun = Challenge(turn)
        self._journal.write_durably(**begun.record())
        yield begun
        before, self._made = self._made, None
        cube = _SOLVED.turn(turn)
        if before is None:
            shown = yield from self._show((turn,), cube, (turn,), state, penalties)
        else:
            due = before.inverse(), turn
            shown = yield from self._show(due, cube, (turn, before), state, penalties)
        if isinstance(shown, GaveUp):
            return shown
        is_seen, state = shown
        if before is not None:
            self._note_answer(before, is_seen)
        if is_seen:
            self._made = turn
            return Answered(state)
        self._note_answer(turn, is_seen)
        back = yield from self._turn((turn.inverse(),), state, penalties)
        if isinstance(back, GaveUp):
            return back
        closed = yield from self._close(back)
        return closed if isinstance(closed, GaveUp) else Unanswered(closed, turn)

    def end(self, state: RobotState, penalties: Penalties) -> Generator[RunEvent, None, _Outcome]:
        """Take back the last turn, look at the cube, and close all jaws; return as `challenge`.

        Jaws that close on a layer which stopped short align it, or find that they cannot.
        """
        assert self._made is not None
        turn, self._made = self._made, None
        shown = yield from self._show((turn.inverse(),), _SOLVED, (turn,), state, penalties)
        if isinstance(shown, GaveUp):
            return shown
        is_seen, state = shown
        self._note_answer(turn, is_seen)
        closed = yield from self._close(state)
        if isinstance(closed, GaveUp):
            return closed
        return Answered(closed) if is_seen else Unanswered(closed, turn)

    def _note_answer(self, turn: Turn, is_seen: bool) -> None:
        """Note whether a turn was seen, and that it was taken back."""
        self._answered += is_seen
        _log.info("the turn %s was %s", turn, "seen" if is_seen else "not seen")
        self._journal.write_durably("answer", turn=str(turn), seen=is_seen)

    def _turn(
        self, turns: Sequence[Turn], state: RobotState, penalties: Penalties
    ) -> Generator[RunEvent, None, RobotState | GaveUp]:
        plan = plan_with_penalties(self._link.planning_rig, turns, state, penalties)
        made = yield from self._executor.execute(plan)
        return made if isinstance(made, GaveUp) else made.state

    def _close(self, state: RobotState) -> Generator[RunEvent, None, RobotState | GaveUp]:
        rig = self._link.planning_rig
        closed = yield from self._executor.execute(plan_turns(rig, (), state, rests(rig)))
        return closed if isinstance(closed, GaveUp) else closed.state

    def _show(
        self,
        due: Sequence[Turn],
        cube: Cube,
        judged: Sequence[Turn],
        state: RobotState,
        penalties: Penalties,
    ) -> Generator[RunEvent, None, tuple[bool, RobotState] | GaveUp]:
        """Make the turns that are due; return what `_look` does."""
        made = yield from self._turn(due, state, penalties)
        if isinstance(made, GaveUp):
            return made
        return (yield from self._look(cube, judged, made))

    def _look(
        self, cube: Cube, judged: Sequence[Turn], state: RobotState
    ) -> Generator[RunEvent, None, tuple[bool, RobotState] | GaveUp]:
        """Return whether the cameras see the cube as it should be where each turn would change it.

        One face shows that of all turns that are `judged`, the one which is shown soonest. Where
        that is not recognised another one is looked at; where that is not either, or one looks
        otherwise, a whole scan decides.
        """
        faces = list(FACES)
        for _ in range(_MOST_LOOKS):
            views = {face: stop for face in faces if (stop := self._view(state, judged, face))}
            if not views:
                break
            face = min(views, key=lambda each: views[each].plan.seconds)
            faces.remove(face)
            moved = yield from self._executor.execute(views[face].plan)
            if isinstance(moved, GaveUp):
                return moved
            state = moved.state
            expected = letters_of(cube, face)
            seen = self._cameras.see(_view_of(views[face], face), expected)
            changed = [changed_stickers(turn, face) for turn in judged]
            if seen is not None and all(_agrees(seen, expected, each) for each in changed):
                return True, state
            if seen is not None:
                break
        reading, state = yield from self._scanner.scan(state)
        return reading.cube == cube, state

    def _view(self, state: RobotState, judged: Sequence[Turn], face: str) -> ScanLeg | None:
        """Return the motion that shows what each turn changes on a face, None if there is none."""
        rig = with_cameras(self._link.planning_rig, self._cameras.places)
        changed = [changed_stickers(turn, face) for turn in judged]
        for stickers in changed:
            with suppress(RigError):
                stop = plan_view(rig, state, face, stickers, _LEAST_SEEN)
                hidden = _view_of(stop, face).hidden_facelets
                if all(len(each - hidden) >= _LEAST_SEEN for each in changed):
                    return stop
        return None


def _view_of(stop: ScanLeg, face: str) -> ScanView:
    return next(view for view in stop.views if view.face == face)


def _agrees(seen: Sequence[str], expected: Sequence[str], changed: frozenset[int]) -> bool:
    """Return whether a face is as expected where it changes, and nowhere clearly otherwise."""
    if sum(seen[i] != DOUBTFUL for i in changed) < _LEAST_SEEN:
        return False
    wrong = contradictions([seen[i] for i in changed], [expected[i] for i in changed])
    return not wrong and contradictions(seen, expected) < MIN_CONTRADICTIONS
