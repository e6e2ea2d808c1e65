"""The whole job: scan, solve, drive, and look again until the camera itself says solved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from robot.errors import CaughtOftenError, GaveUpError, RobotError
from robot.executor import Ended, Executor, Happening
from robot.journal import Journal
from robot.link import Link
from robot.motion import Holding, Plan, holding_at_home
from robot.recovery import settle
from robot.scan import ScanStop, plan_scan
from robot.wary import DISLIKED, SHUNNED, plan_avoiding
from rokumen.choice import Choice
from rokumen.errors import SafeStopError, UnreadableError
from rokumen.eyes import Looking
from rokumen.output import moves_text
from solver.cube import Cube
from solver.engine import Solution
from solver.errors import CubeError
from solver.fault import Fault
from solver.legality import faults_of
from solver.turn import Turn
from vision.errors import PhotographsError, PictureError, VisionError
from vision.reading import Reading

MOST_REPLANS = 2
# A blurred or shadowed picture is often better the next time.
SCANS_BEFORE_GIVING_UP = 3


@dataclass(frozen=True, slots=True)
class Looked:
    """The camera has taken the picture of one face of a scan, the `number`-th."""

    stop: ScanStop
    number: int


@dataclass(frozen=True, slots=True)
class Read:
    """A scan was read, with certainty or not."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class Planned:
    """A solution was found and planned as motion."""

    solution: Solution
    plan: Plan


@dataclass(frozen=True, slots=True)
class Replanning:
    """The plan was given up; the cube is scanned again and solved from where it is.

    `avoided` are the axes that the next plan would rather not turn with.
    """

    why: str
    avoided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookingAgain:
    """A scan came to nothing, or to something that nobody expected, and is made again."""

    why: str


Event = Looked | Read | Planned | Replanning | LookingAgain | Happening


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job came to. `facelets` are the cube as it was first read, or empty."""

    solved: bool
    facelets: str
    moves: tuple[Turn, ...]
    motion_seconds: float
    jams: int
    slips: int
    retries: int
    replans: int
    outcome: str


class Job:
    """One cube on one robot, from whatever state it is in to solved."""

    def __init__(
        self,
        link: Link,
        eyes: Looking,
        choice: Choice,
        journal: Journal,
        tell: Callable[[Event], None] = lambda _: None,
    ) -> None:
        self._link = link
        self._eyes = eyes
        self._choice = choice
        self._journal = journal
        self._tell = tell
        self._executor = Executor(link, journal, self._hear)
        self._facelets = ""
        self._moves: list[Turn] = []
        self._plans = 0
        self._avoided: dict[str, float] = {}
        self._why = ""

    def stop(self) -> None:
        """Stop the hands at once, for good; may be called from any thread. `resume` goes on."""
        self._link.stop()
        self._executor.gate.open()

    def pause(self) -> None:
        """Begin no further command; may be called from any thread. The link is kept alive."""
        self._executor.gate.close()

    def go_on(self) -> None:
        """End a pause; may be called from any thread."""
        self._executor.gate.open()

    def run(self) -> JobResult:
        """Do the job; the result says solved only where the camera saw it.

        Raises SafeStopError where the robot had to stop, holding the cube.
        """
        try:
            self._solve_until_seen_solved()
        except (RobotError, VisionError, CubeError, UnreadableError) as error:
            # After an emergency stop or a lost link the hands must stay as they are.
            if isinstance(error, GaveUpError) or not isinstance(error, RobotError):
                self._take_hold()
            self._journal.write_durably("stopped", why=str(error))
            raise SafeStopError(str(error)) from error
        except BaseException as error:
            # Ctrl-C or a bug: the hands must not go on by themselves.
            self._link.hold()
            self._journal.write_durably("stopped", why=type(error).__name__)
            raise
        result = self.result(solved=True, outcome="solved")
        self._journal.write_durably("finished", outcome=result.outcome)
        return result

    def result(self, *, solved: bool, outcome: str) -> JobResult:
        """Sum up what was done so far."""
        tally = self._executor.tally
        return JobResult(
            solved=solved,
            facelets=self._facelets,
            moves=tuple(self._moves),
            motion_seconds=self._link.traffic.motion_seconds,
            jams=tally.jams,
            slips=tally.slips,
            retries=tally.retries,
            replans=max(self._plans - 1, 0),
            outcome=outcome,
        )

    def _hear(self, happening: Happening) -> None:
        if isinstance(happening, Ended):
            self._moves += happening.action.turns
        self._tell(happening)

    def _take_hold(self) -> None:
        """Stop with the cube in all hands where that can be had: at home."""
        with suppress(RobotError):
            settle(self._link)

    def _solve_until_seen_solved(self) -> None:
        settle(self._link)
        holding = holding_at_home(self._link.rig)
        expected_solved = False
        while True:
            cube, holding = self._scan(holding)
            if cube.is_solved and expected_solved:
                return
            if cube.is_solved:
                # One look may be wrong, and nothing else says so yet.
                self._tell(LookingAgain("the cube looks solved, and one look is not enough"))
                expected_solved = True
                continue
            if self._plans > MOST_REPLANS:
                raise GaveUpError(
                    f"the cube is still not solved after {MOST_REPLANS} new plans; {self._why}",
                    " and ".join(sorted(self._avoided)),
                )
            expected_solved, holding = self._drive(cube, holding)

    def _scan(self, holding: Holding) -> tuple[Cube, Holding]:
        """Look at all six faces, again where the reading is not certain or a hand has caught."""
        trouble: Exception | None = None
        for _ in range(SCANS_BEFORE_GIVING_UP):
            if trouble is not None:
                self._tell(LookingAgain(str(trouble)))
            try:
                holding, reading = self._look_at_all(holding)
            except (GaveUpError, PhotographsError, PictureError) as error:
                trouble = error
                holding = self._executor.retreat()
            else:
                if reading.certain:
                    self._facelets = self._facelets or reading.facelets
                    return Cube.from_facelets(reading.facelets), holding
                trouble = UnreadableError(doubts(reading))
        assert trouble is not None
        raise trouble

    def _look_at_all(self, holding: Holding) -> tuple[Holding, Reading]:
        shots = []
        for number, leg in enumerate(plan_scan(self._link.rig, holding), start=1):
            holding = self._executor.carry_out(leg.plan)
            shots.append(self._eyes.look(leg.stop))
            self._tell(Looked(leg.stop, number))
        reading, holding = self._eyes.read(shots, holding)
        self._tell(Read(reading))
        self._journal.write_durably("scan", facelets=reading.facelets, certain=reading.certain)
        return holding, reading

    def _drive(self, cube: Cube, holding: Holding) -> tuple[bool, Holding]:
        """Solve and turn; says whether all turns were made, and how the cube is held then."""
        solution = self._choice.solution(cube, self._link.rig, holding)
        plan = plan_avoiding(self._link.rig, solution.moves, holding, self._avoided)
        self._plans += 1
        self._why = "every turn of the last one was made, and yet it is not solved"
        self._journal.write_durably("plan", moves=moves_text(plan.turns), seconds=plan.seconds)
        self._tell(Planned(solution, plan))
        try:
            return True, self._executor.carry_out(plan)
        except GaveUpError as error:
            self._why = f"of the last one {error}"
            if error.axis:
                penalty = DISLIKED if isinstance(error, CaughtOftenError) else SHUNNED
                self._avoided[error.axis] = max(penalty, self._avoided.get(error.axis, 0.0))
            hands = tuple(sorted(self._avoided))
            self._journal.write("replanning", why=str(error), avoiding=list(hands))
            self._tell(Replanning(str(error), hands))
        return False, self._executor.retreat()


def doubts(reading: Reading) -> str:
    """Say why a reading is not certain: what is wrong with the cube, or what to show again."""
    initials = {face: colour[:1].upper() for face, colour in reading.scheme.items()}
    try:
        faults = faults_of("".join(initials.get(face, face) for face in reading.stickers))
    except CubeError:
        faults = ()
    if not faults:
        return f"the camera cannot read the cube with certainty: {reading.advice}"
    wrong = "; ".join(_with_colours(fault, reading) for fault in faults)
    return f"the cube cannot be as the camera sees it: {wrong}. {reading.advice}".rstrip()


def _with_colours(fault: Fault, reading: Reading) -> str:
    """Say a fault of one piece with its colours, whichever way the cube is held by now."""
    if len(fault.facelets) not in (2, 3):
        return str(fault)
    letters = [reading.stickers[facelet] for facelet in fault.facelets]
    return f"{fault} (it is {'-'.join(reading.scheme.get(face, face) for face in letters)})"
