"""Gives the turns of a schedule to a drive of motors: all of them before the first one begins.

What a drive cannot keep is given while it turns. A batch has whole turns, so that one that comes
too late, or not at all, leaves all layers at their detents: the turns after it are given again
then, with new times. The drive counts the turns that it has begun: the first ones were made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from robot.control.turn_segments import TurnSegments, quarter_steps, segments_of
from robot.drives.drive import TURN_NUMBERS, ChannelKind, Drive
from robot.drives.segments import Refusal
from robot.errors import DriveError, RigError
from robot.link.protocol import StopLevel
from robot.planning.turn_schedule import Schedule
from robot.rigs.mechanisms.six_axis import SixAxis

# A turn and its answer take so long on a line; the first turn begins later by so much (seconds).
_SECONDS_A_TURN, _LEAD_SECONDS = 0.03, 0.1
# While it turns, the queue is looked after so often, in seconds.
_BEAT_SECONDS = 0.002
# After so many lines that came too late, or did not come, in a row, it is given up.
_MOST_FAILURES = 100
# Where the motors are, and what they have made, is asked again so many times.
_READS = 50
# Layers have come to rest so long after a stop, in seconds.
_REST_SECONDS = 0.2

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LateTurn:
    """A turn of which the line came too late or was lost, by its number from 1, and why."""

    number: int
    name: str
    why: str

    def __str__(self) -> str:
        return f"turn {self.number} ({self.name}) waited at its detent: {self.why}"


class TurnQueue:
    """The turns that are to be made, and those that a drive has taken.

    `late` are those whose line came too late: the queue had run dry.
    """

    def __init__(self, drive: Drive, rig: SixAxis) -> None:
        """Have a drive with a channel for each motor, which have power, at detents.

        Raises RigError for a drive of something else, DriveError where a stop cannot end turns.
        """
        info = drive.info
        if info.kind is not ChannelKind.STEPPER or len(info.channels) < len(rig.axes):
            raise RigError(
                f"{info.name} has {len(info.channels)} channels of the kind {info.kind}: the "
                f"{rig.name} rig needs {len(rig.axes)} steppers"
            )
        self._drive, self._rig, self._clock = drive, rig, info.clock
        self._quarter = quarter_steps(rig)
        drive.set_detents(dict.fromkeys(range(len(rig.axes)), self._quarter))
        self.late: tuple[LateTurn, ...] = ()
        self._turns: list[TurnSegments] = []
        # How many were given, and how many were made before the first of `_turns`; where motors
        # were before that one, and how many turns each of them had begun.
        self._given = self._made = 0
        self._origin: dict[str, int] = {}
        self._counted: dict[int, int] = {}
        self._slowness = 1.0
        # So many turns are given ahead: fewer over a line that loses them.
        self._ahead, self._failures, self._lead = 1, 0, _LEAD_SECONDS

    @property
    def is_empty(self) -> bool:
        """Return True if every turn was taken, and has ended."""
        now = self._clock.now()
        return self._given == len(self._turns) and all(
            each.segments[-1].end <= now for each in self._turns
        )

    @property
    def begin(self) -> float:
        """Return when the first turn begins that is not made yet, by the drive's clock."""
        return self._turns[0].start

    def places(self) -> dict[str, int]:
        """Return where each motor is, in steps. Raises DriveError for one between two detents."""
        places = {}
        states = self.ask(self._drive.read)
        for axis, state in zip(self._rig.axes, states, strict=False):
            at = state.commanded
            if at is None:
                raise DriveError(f"the motor of {axis} has no power")
            if at % self._quarter:
                raise DriveError(f"the motor of {axis} is at {at:g} steps, which is no detent")
            places[axis] = int(at)
        return places

    def ask(self, question: Callable[[], T]) -> T:
        """Return what the drive answers; over a bad line it is asked several times.

        Raises DriveError for what it refuses, and where no answer comes.
        """
        for _ in range(_READS):
            try:
                return question()
            except DriveError as error:
                if error.refusal:
                    raise
        return question()

    def load(self, schedule: Schedule, speed: int = 100) -> None:
        """Give the drive as many turns as it keeps, all acknowledged before the first one begins.

        `speed` is a percentage of that of the schedule. Raises DriveError where that does not
        succeed.
        """
        self._slowness = 100 / speed
        self.late = ()
        self._failures, self._made, self._ahead = 0, 0, max(len(schedule), 1)
        self._lead = _LEAD_SECONDS
        self._plan(schedule, self.places())
        while self._given < self._first_load():
            try:
                self._drive.start(self._turns[self._given].segments)
                self._given += 1
            except DriveError as error:
                self._recover(error)
            if self._clock.now() >= self.begin:
                self._lead *= 2
                self._recover(DriveError("the line is too slow to give all turns before the first"))

    def advance(self) -> None:
        """Feed the drive, and give it further turns."""
        try:
            self._drive.beat()
            while self._given < len(self._turns) and self._fits(self._turns[self._given]):
                self._drive.start(self._turns[self._given].segments)
                self._given += 1
        except DriveError as error:
            # What has ended is kept a little longer by a drive whose steps are late.
            if error.refusal != Refusal.FULL:
                self._recover(error)

    def run(self, is_halted: Callable[[], bool] = lambda: False) -> int:
        """Make all turns that are waiting; return how many were made when the last one has ended.

        Once `is_halted` those that have begun end, and no other begins. Raises DriveError where
        that does not succeed, and where a button stops the drive.
        """
        halted = False
        while self._turns:
            while not (self.is_empty or halted):
                self.advance()
                self._clock.sleep(_BEAT_SECONDS)
                halted = is_halted()
            if halted:
                self.abort()
            left = self._turns_left(self._places_ended())
            if halted or not left:
                return self._made + len(self._turns) - len(left)
            # Noise on the line was taken for a stop, which none of the lines has met.
            self._recover(DriveError("the drive has stopped"))
        return self._made

    def abort(self) -> None:
        """End the turns that have begun, and make no other. Raises DriveError."""
        self.ask(lambda: self._drive.stop(StopLevel.HOLD, {}))

    def _plan(self, schedule: Schedule, places: dict[str, int]) -> None:
        """Plan turns from places at detents on, at rest; none of them is given yet."""
        self._counted = self.ask(self._drive.turns)
        lead = self._lead + _SECONDS_A_TURN * min(len(schedule), self._ahead)
        first = min((each.start for each in schedule), default=0.0)
        begin = self._clock.now() + lead - first * self._slowness
        self._turns = list(segments_of(self._rig, schedule, places, begin, self._slowness))
        self._origin, self._given = places, 0

    def _first_load(self) -> int:
        """Return how many turns are given before the first one begins."""
        kept = Counter[int]()
        for number, turn in enumerate(self._turns[: self._ahead]):
            channel = turn.segments[0].channel
            kept[channel] += len(turn.segments)
            if kept[channel] > self._drive.info.depth:
                return number
        return min(self._ahead, len(self._turns))

    def _fits(self, turn: TurnSegments) -> bool:
        """Return whether the drive keeps all segments of a further turn."""
        now, channel = self._clock.now(), turn.segments[0].channel
        given = [each for each in self._turns[: self._given] if each.segments[-1].end > now]
        kept = sum(
            each.end > now and each.channel == channel for other in given for each in other.segments
        )
        return len(given) < self._ahead and kept + len(turn.segments) <= self._drive.info.depth

    def _recover(self, error: DriveError) -> None:
        """Plan those turns again that were not made, once all layers rest at their detents.

        Raises the error after too many in a row.
        """
        self._failures += 1
        is_late = error.refusal in (Refusal.PAST, Refusal.OVERLAP)
        late = self._turns[min(self._given, len(self._turns) - 1)] if self._turns else None
        is_hopeless = late is None or (error.refusal and not is_late)
        if self._failures > _MOST_FAILURES or is_hopeless or self._drive.stopped_by == "button":
            raise error
        assert late is not None
        if not is_late:
            self._ahead = max(self._ahead // 2, 1)
        places = self._places_at_rest(error)
        left = self._turns_left(places)
        made = len(self._turns) - len(left)
        if made:
            self._failures = 0
        number = self._made + self._given + 1
        turn = late.scheduled.turn
        if self._clock.now() > self.begin and self._given < len(self._turns):
            name = f"{turn.axis} by {turn.degrees:+.0f}"
            self.late += (LateTurn(number, name, error.message),)
        self._made += made
        self._plan(tuple(each.scheduled for each in left), places)

    def _places_ended(self) -> dict[str, int]:
        """Return where the motors are after the last turn, whose steps may be a little late."""
        end = self._clock.now() + _REST_SECONDS
        while self._clock.now() < end:
            try:
                return self.places()
            except DriveError:
                self._clock.sleep(_BEAT_SECONDS)
        return self.places()

    def _places_at_rest(self, error: DriveError) -> dict[str, int]:
        """Stop, and return where the motors are once turns have ended."""
        for _ in range(_MOST_FAILURES):
            try:
                self._drive.stop(StopLevel.HOLD, {})
                self._clock.sleep(_REST_SECONDS)
                return self.places()
            except DriveError:
                continue
        raise error

    def _turns_left(self, places: dict[str, int]) -> list[TurnSegments]:
        """Return the turns that were not made, by the drive's count, which is at rest.

        Raises DriveError where motors are not where the others lead.
        """
        counts = self.ask(self._drive.turns)
        made = {
            axis: (counts[number] - self._counted[number]) % TURN_NUMBERS
            for number, axis in enumerate(self._rig.axes)
        }
        reached, left = dict(self._origin), list[TurnSegments]()
        for turn in self._turns:
            axis = turn.scheduled.turn.axis
            # Turns begin in their order.
            if made[axis] and not (left and left[0].start < turn.start):
                made[axis] -= 1
                reached[axis] = int(turn.segments[-1].target)
            else:
                left.append(turn)
        if reached != places or any(made.values()):
            raise DriveError(f"the motors are where no turn has led them: {places}")
        return left
