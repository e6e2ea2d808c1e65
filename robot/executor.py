"""Carries out plans on a robot: one command after the other, each in the journal before it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot.errors import CaughtOftenError, JamError, MotionError, SlipError, StoppedError
from robot.gate import Gate
from robot.journal import Journal
from robot.link import Link
from robot.motion import Action, Holding, Plan, holding_at_home
from robot.protocol import command_to_fields
from robot.recovery import Rung, back_off, perform_with_retries, settle, stands_at

# More turns of a plan that catch than these, and something is wrong that trying again cannot mend:
# so many within a time that is so many times as long as the turn (45 s for hands that take a second
# for one), or so many in all.
MOST_CAUGHT_TOGETHER = 3
TOGETHER_TURNS = 45
MOST_CAUGHT_IN_ALL = 8


@dataclass(frozen=True, slots=True)
class Began:
    """A command is about to go out: the `number`-th of the `total` of its plan."""

    action: Action
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A command has ended as told, after `seconds` by the robot's clock."""

    action: Action
    seconds: float


@dataclass(frozen=True, slots=True)
class Caught:
    """A command failed; `rung` of the ladder is tried next, None where there is none left."""

    action: Action
    error: MotionError
    rung: Rung | None


Happening = Began | Ended | Caught


@dataclass(slots=True)
class Tally:
    """What went wrong so far, and how often it was tried again."""

    jams: int = 0
    slips: int = 0
    retries: int = 0


class Executor:
    """Carries out plans over one link."""

    def __init__(
        self, link: Link, journal: Journal, tell: Callable[[Happening], None] = lambda _: None
    ) -> None:
        self.tally = Tally()
        self.gate = Gate()
        self._link = link
        self._journal = journal
        self._tell = tell
        self._holding: Holding = holding_at_home(link.rig)
        self._failed: Action | None = None
        self._caught_at: list[float] = []

    def carry_out(self, plan: Plan) -> Holding:
        """Do every command of a plan and say how the cube is held in the end.

        Raises GaveUpError where one turn failed as often as the ladder allows, CaughtOftenError
        where too many turns caught, and any other MotionError or LinkError as it came.
        """
        self._holding = plan.start
        self._caught_at = []
        for number, action in enumerate(plan.actions, start=1):
            self.gate.pass_through(self._link)
            self._tell(Began(action, number, len(plan.actions)))
            self._failed = action
            jam = self._do(action, self._holding)
            self._holding, self._failed = action.after, None
            if action.turns and jam:
                self._bound(jam, TOGETHER_TURNS * action.seconds)
        return self._holding

    def retreat(self) -> Holding:
        """Go back to where the command that was given up began, or home if that cannot be.

        Says how the cube is held then. Raises what `settle` does.
        """
        if self._failed is None:
            return self._holding
        try:
            back_off(self._link, self._failed.command, self._holding.pose)
            is_back = stands_at(self._link.pose(), self._holding.pose)
        except (JamError, SlipError, StoppedError):
            if self._link.stopped_on_purpose:
                raise
            is_back = False
        if is_back:
            return self._holding
        settle(self._link)
        return holding_at_home(self._link.rig)

    def _do(self, action: Action, before: Holding) -> JamError | None:
        """Have a command done; gives the last jam on the way, if there was any."""
        verb, fields = command_to_fields(action.command)
        turn = " ".join(map(str, action.turns)) or None
        self._journal.write("command", verb=verb, fields=dict(fields), turn=turn)

        caught: list[MotionError] = []

        def on_failure(error: MotionError, rung: Rung | None) -> None:
            caught.append(error)
            self._count(error, rung)
            self._journal.write("caught", error=str(error), trying=rung.words if rung else None)
            self._tell(Caught(action, error, rung))

        arrival = perform_with_retries(self._link, action.command, before.pose, on_failure)
        self._journal.write("done", turn=turn, seconds=arrival.seconds)
        self._tell(Ended(action, arrival.seconds))
        jams = [error for error in caught if isinstance(error, JamError)]
        return jams[-1] if jams else None

    def _bound(self, jam: JamError, window: float) -> None:
        """Note that a turn has caught, though it was made in the end; too many are too many."""
        self._caught_at.append(self._link.traffic.motion_seconds)
        now, caught = self._caught_at[-1], self._caught_at
        together = sum(now - at <= window for at in caught)
        if together >= MOST_CAUGHT_TOGETHER or len(caught) >= MOST_CAUGHT_IN_ALL:
            many = (
                f"{together} turns within {window:.3g} s"
                if together >= MOST_CAUGHT_TOGETHER
                else f"{len(caught)} turns of one plan"
            )
            raise CaughtOftenError(f"{many} have caught, the last one by {jam.axis}", jam.axis)

    def _count(self, error: MotionError, rung: Rung | None) -> None:
        self.tally.slips += isinstance(error, SlipError)
        self.tally.jams += isinstance(error, JamError)
        if rung is not None:
            self.tally.retries += 1
