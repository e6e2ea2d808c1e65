"""The last check of a job: a turn is made, seen, and taken back (challenge and response).

A solved cube is also seen by a camera at another robot, and in a stream that shows an old run. What
they show does not change with a turn that nobody knew before: a random layer of the cube.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random

from robot.errors import RigError
from robot.execution.events import GaveUp, RunEvent
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.planning.penalties import Penalties, plan_with_penalties
from robot.planning.planner import plan_turns, rests
from robot.planning.robot_state import RobotState
from robot.planning.scan_planner import plan_view
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
    """The turn was seen, and that it was taken back; `state` of the robot afterwards."""

    state: RobotState


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A picture did not show `turn`, or that it was taken back; `state` of the robot afterwards."""

    state: RobotState
    turn: Turn


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

    @property
    def is_answered(self) -> bool:
        """Return whether ANSWERS turns were seen, and one more for each that was not."""
        return self._answered >= ANSWERS + self._unanswered

    def count(self, outcome: Answered | Unanswered | GaveUp) -> None:
        """Count what came of a turn. Raises VisionError or its own error at MAX_UNANSWERED."""
        if isinstance(outcome, Answered):
            self._answered += 1
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
    ) -> Generator[RunEvent, None, Answered | Unanswered | GaveUp]:
        """Make a random turn, look, take it back, look again, and close all jaws.

        Yields what happens, and returns whether the turn was seen. Raises what `Executor.execute`,
        `CubeScanner.scan` and `Scanner.see` raise.
        """
        turn = self._rng.choice(CHALLENGES)
        begun = Challenge(turn)
        self._journal.write_durably(**begun.record())
        yield begun
        is_seen = True
        for due, cube in ((turn, _SOLVED.turn(turn)), (turn.inverse(), _SOLVED)):
            plan = plan_with_penalties(self._link.planning_rig, (due,), state, penalties)
            made = yield from self._executor.execute(plan)
            if isinstance(made, GaveUp):
                return made
            state = made.state
            if is_seen:
                looked = yield from self._look(cube, turn, state)
                if isinstance(looked, GaveUp):
                    return looked
                is_seen, state = looked
        # Jaws that close on a layer which stopped short align it, or find that they cannot.
        closed = yield from self._executor.execute(
            plan_turns(self._link.planning_rig, (), state, rests(self._link.planning_rig))
        )
        if isinstance(closed, GaveUp):
            return closed
        state = closed.state
        _log.info("the turn %s was %s", turn, "seen" if is_seen else "not seen")
        self._journal.write_durably("answer", turn=str(turn), seen=is_seen)
        return Answered(state) if is_seen else Unanswered(state, turn)

    def _look(
        self, cube: Cube, turn: Turn, state: RobotState
    ) -> Generator[RunEvent, None, tuple[bool, RobotState] | GaveUp]:
        """Return whether the cameras see the cube as it should be on a random face that it shows.

        Where that face is not recognised another one is looked at; where that is not either, or one
        looks otherwise, a whole scan decides.
        """
        rig = with_cameras(self._link.planning_rig, self._cameras.places)
        faces = [face for face in FACES if changed_stickers(turn, face)]
        self._rng.shuffle(faces)
        looks = 0
        for face in faces:
            changed = changed_stickers(turn, face)
            try:
                stop = plan_view(rig, state, face, changed, _LEAST_SEEN)
            except RigError:
                continue
            moved = yield from self._executor.execute(stop.plan)
            if isinstance(moved, GaveUp):
                return moved
            state = moved.state
            view = next(view for view in stop.views if view.face == face)
            expected = letters_of(cube, face)
            seen = self._cameras.see(view, expected)
            if seen is not None and _agrees(seen, expected, changed):
                return True, state
            looks += 1
            if seen is not None or looks == _MOST_LOOKS:
                break
        reading, state = yield from self._scanner.scan(state)
        return reading.cube == cube, state


def _agrees(seen: Sequence[str], expected: Sequence[str], changed: frozenset[int]) -> bool:
    """Return whether a face is as expected where it changes, and nowhere clearly otherwise."""
    if sum(seen[i] != DOUBTFUL for i in changed) < _LEAST_SEEN:
        return False
    wrong = contradictions([seen[i] for i in changed], [expected[i] for i in changed])
    return not wrong and contradictions(seen, expected) < MIN_CONTRADICTIONS
