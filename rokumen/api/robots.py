"""Robots: found, connected, scanned, run and resumed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Self

from robot.errors import RigError, StoppedError
from robot.execution.executor import Executor, GaveUp
from robot.execution.journal import Journal
from robot.execution.retreat import clear_and_home
from robot.link.handshake import TIMEOUT_SECONDS, RobotInfo
from robot.link.port import open_port
from robot.link.session import Link
from robot.link.trace import LineTrace
from robot.planning.motion_plan import Plan as MotionPlan
from robot.planning.motion_plan import RobotState, home_state
from robot.planning.planner import plan_turns
from robot.rigs.rig import Rig
from rokumen.api.planning import Plan
from rokumen.api.seeing import Reading
from rokumen.devices.discovery import find_ports
from rokumen.devices.robot_connection import open_link, open_scanner
from rokumen.devices.serial_schemes import register
from rokumen.devices.simulated_robot import simulated_robot
from rokumen.errors import InterruptedRunError
from rokumen.jobs.cube_job import Job, JobResult
from rokumen.jobs.events import JobEvent
from rokumen.jobs.operator_advice import operator_advice
from rokumen.jobs.recorded_job import run_and_record
from rokumen.jobs.scan_cube import CubeScanner
from rokumen.storage.runs import (
    Choice,
    RunSettings,
    absolute_name,
    create_journal,
    find_unfinished_run,
    new_run_path,
)
from solver.engines.registry import DEFAULT_METHOD
from solver.notation.printing import moves_text

_log = logging.getLogger(__name__)

OnEvent = Callable[[JobEvent], None]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where every actuator of a robot is: angles in degrees, and positions of its grippers."""

    angles: Mapping[str, float]
    grips: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run.

    `solved`: what the camera saw at the end; `facelets`: the cube as it was first read; `moves`
    (WCA): what was turned; `motion_seconds`: by the robot's clock; `jams`, `slips`, `retries` and
    `replans`: how often; `outcome`: "solved"; `journal`: the file that tells the run step by step.
    """

    solved: bool
    facelets: str
    moves: str
    htm: int
    motion_seconds: float
    jams: int
    slips: int
    retries: int
    replans: int
    outcome: str
    journal: Path

    @classmethod
    def of(cls, result: JobResult, journal: Path) -> Result:
        """Return the result of a job as a value of the API."""
        return cls(
            solved=result.solved,
            facelets=result.facelets,
            moves=moves_text(result.moves),
            htm=len(result.moves),
            motion_seconds=result.motion_seconds,
            jams=result.jams,
            slips=result.slips,
            retries=result.retries,
            replans=result.replans,
            outcome=result.outcome,
            journal=journal,
        )


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port: its URL, what the system calls it, and the robot behind it.

    `robot` is None where none answers; `answer` says in words what answered, or why nothing did.
    """

    url: str
    description: str
    robot: RobotInfo | None
    answer: str


class Robot:
    """A robot on a port; a context manager around its connection. Made by `connect`."""

    def __init__(self, link: Link, rig_profile: Path | None, on_event: OnEvent) -> None:
        self._link = link
        self._rig_profile = rig_profile
        self._on_event = on_event
        self._state: RobotState | None = None
        self._pause: Callable[[], None] = lambda: None
        self._go_on: Callable[[], None] = lambda: None
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the robot holds what it holds."""
        self._closing.close()

    @property
    def info(self) -> RobotInfo:
        """Return the rig, the firmware, its feedback, and the epoch, which is new at each start."""
        return self._link.info

    @property
    def rig(self) -> Rig:
        """Return the description of the robot's rig."""
        return self._link.rig

    @property
    def pose(self) -> Pose:
        """Ask where every actuator stands. Raises RobotError where the robot does not answer."""
        pose, rig = self._link.pose(), self._link.rig
        return Pose(
            dict(zip(rig.axes, pose.angles, strict=True)),
            dict(zip(rig.grippers, pose.grips, strict=True)),
        )

    def home(self) -> None:
        """Bring every actuator home, holding the cube throughout.

        What the robot did since it was connected is undone without turning a layer; from an
        unknown pose the shortest way is taken, which may turn one. Raises JamError and SlipError
        where that fails, and StoppedError once `stop` was called.
        """
        state, rig = self._known_state(), self._link.rig
        self._execute(plan_turns(rig, (), state, lambda pose: pose == rig.home))

    def run(self, plan: Plan) -> float:
        """Make the moves of a plan; return the seconds of motion by the robot's clock.

        At home the commands are those of the plan, elsewhere they are planned anew. One that fails
        is tried again in the ways of docs/recovery.md. Raises RigError for a plan of another rig,
        and RobotError where a command failed as often as that allows.
        """
        rig = self._link.rig
        if plan.rig != rig.name:
            raise RigError(f"the plan is for a {plan.rig} rig; the robot is a {rig.name} rig")
        state = self._known_state()
        motion = plan.motion
        if state != motion.start:
            motion = plan_turns(rig, motion.turns, state, rig.may_end)
        before = self._link.statistics.motion_seconds
        self._execute(motion)
        return self._link.statistics.motion_seconds - before

    def scan(self, camera: str | None = None) -> Reading:
        """Show all six faces to a camera, and return the cube as the robot holds it.

        `camera`: a number, URL or video, several parted by commas where the rig has several;
        simulated robots have their own. Raises UncertainError where no scan of three is certain,
        CameraError and RobotError.
        """
        with (
            open_scanner(self._link, camera) as scanner,
            self._unrecorded() as (executor, journal),
        ):
            cube_scanner = CubeScanner(self._link, executor, scanner, journal, self._on_event)
            state, self._state = self._known_state(), None
            began = perf_counter()
            found, self._state = cube_scanner.scan(state)
            return Reading(found, perf_counter() - began)

    def solve_cube(
        self,
        camera: str | None = None,
        *,
        method: str | None = DEFAULT_METHOD,
        fastest: bool = False,
        on_event: OnEvent | None = None,
    ) -> Result:
        """Scan the cube that the robot holds, solve it, and look whether it is solved.

        With `fastest` the rig's time chooses among the solutions of `method`, or among all where
        that is None. `camera` as for `scan`; `on_event` is called with what happens. Raises
        SafeStopError where the robot had to stop: it holds the cube, and `resume` goes on.
        """
        choice = Choice(method, fastest)
        port = self._link.url
        settings = RunSettings(
            choice, port, camera or "0", rig_profile=absolute_name(self._rig_profile)
        )
        with (
            open_scanner(self._link, camera) as scanner,
            create_journal(new_run_path(), settings) as journal,
        ):
            job = Job(self._link, scanner, choice, journal, on_event or self._on_event)
            self._state = None
            with self._pausing(job.pause, job.unpause):
                result = _run(job, self._link, journal)
            self._state = job.state
            return result

    def stop(self) -> None:
        """Stop every motion at once, for good; may be called from any thread."""
        self._link.stop()
        self.resume()

    def pause(self) -> None:
        """Begin no further command of the run that is going on; may be called from any thread."""
        self._pause()

    def resume(self) -> None:
        """End a pause; may be called from any thread."""
        self._go_on()

    def _known_state(self) -> RobotState:
        """Return how the cube is held and the pose, homing the robot where they are unknown."""
        if self._state is None:
            clear_and_home(self._link)
            self._state = home_state(self._link.rig)
        return self._state

    def _execute(self, motion: MotionPlan) -> None:
        """Carry out a plan. Raises RobotError where a command failed on every attempt."""
        self._state = None
        with self._unrecorded() as (executor, _):
            outcome = executor.execute(motion)
        if isinstance(outcome, GaveUp):
            raise outcome.error
        self._state = outcome.state

    @contextmanager
    def _unrecorded(self) -> Iterator[tuple[Executor, Journal]]:
        """An executor with a journal that is not kept: nothing could be resumed from it."""
        with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.jsonl") as journal:
            executor = Executor(self._link, journal, self._on_event)
            with self._pausing(executor.pause.pause, executor.pause.resume):
                yield executor, journal

    @contextmanager
    def _pausing(self, pause: Callable[[], None], go_on: Callable[[], None]) -> Iterator[None]:
        self._pause, self._go_on = pause, go_on
        try:
            yield
        finally:
            self._pause = self._go_on = lambda: None


def connect(
    url: str,
    *,
    rig: str | Path | None = None,
    on_event: OnEvent | None = None,
    trace: str | Path | None = None,
) -> Robot:
    """Connect to a robot and return it; it is a context manager.

    `url`: "/dev/ttyUSB0", "COM3", "tcp://host:port", "maestro:///dev/ttyACM0?...", or the simulator
    in this process, "sim://two-gripper?scramble=R U F&jam=0.1&seed=1". `rig`: a file of measured
    durations; `on_event` is called with what happens in runs; `trace`: a file to which every byte
    on the line is appended. Raises PortError (it says who holds a busy port), SilentError where
    nothing answers, VersionError and RigError.
    """
    with ExitStack() as opened:
        opener = opened.enter_context(LineTrace(Path(trace))).open_port if trace else open_port
        profile = None if rig is None else Path(rig)
        link = opened.enter_context(open_link(url, profile, opener))
        robot = Robot(link, profile, on_event or (lambda event: None))
        robot._closing = opened.pop_all()
        return robot


def resume(
    journal: str | Path | None = None,
    *,
    camera: str | None = None,
    on_event: OnEvent | None = None,
) -> Result:
    """Go on with a run that stopped safely, was interrupted or crashed; the cube is scanned anew.

    `journal`: the file of the run, by default the newest that is unfinished; `camera`: another one
    than at its start. Raises JournalError where there is nothing to resume, and what `connect` and
    `Robot.solve_cube` raise.
    """
    path, run = find_unfinished_run(None if journal is None else Path(journal))
    profile = None if run.rig_profile is None else Path(run.rig_profile)
    with ExitStack() as opened:
        if run.simulated is not None:
            link, scanner = opened.enter_context(simulated_robot(run.simulated, profile, open_port))
        else:
            link = opened.enter_context(open_link(run.port, profile, open_port))
            scanner = opened.enter_context(open_scanner(link, camera or run.camera))
        records = opened.enter_context(Journal(path))
        records.write("resumed")
        job = Job(link, scanner, run.choice, records, on_event or (lambda event: None))
        return _run(job, link, records)


def _run(job: Job, link: Link, journal: Journal) -> Result:
    """Do a job to its end. Raises SafeStopError, or InterruptedRunError at Ctrl-C."""
    try:
        return Result.of(run_and_record(job, link, journal.path, _log.warning), journal.path)
    except KeyboardInterrupt:
        advice = operator_advice(StoppedError(""))
        raise InterruptedRunError("stopped by you", advice, journal.path) from None


def ports(urls: Sequence[str] = (), *, patience: float = TIMEOUT_SECONDS) -> list[Port]:
    """Ask at every serial port of this computer, or at those named, which robot is behind it.

    `patience`: seconds to wait for an answer. Nothing moves.
    """
    for url in urls:
        register(url)
    return [Port(p.url, p.description, p.greeting, p.status) for p in find_ports(urls, patience)]
