"""A robot: moved, scanned, and driven through whole runs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Self

from robot.errors import RigError, RobotError
from robot.execution.events import GaveUp, RunEvent, report
from robot.execution.executor import Executor
from robot.execution.journal import Journal
from robot.execution.recovery import clear_and_home
from robot.execution.turning import PauseSwitch
from robot.link.connection import RobotInfo
from robot.link.protocol import StopLevel
from robot.link.session import Link
from robot.link.single_servos import (
    check_pulse,
    jog_servo,
)
from robot.planning.motion_plan import Plan
from robot.planning.penalties import NO_PENALTIES
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, home_state
from robot.rigs.command import Load, Pose
from robot.rigs.rig import Rig, find_servo
from rokumen.devices.recorded_scanner import RecordedScanner
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.robot_connection import SIMULATED, RobotAddress, open_scanner
from rokumen.jobs.cube_job import Job
from rokumen.jobs.events import MayJump
from rokumen.jobs.recorded_job import run_and_record
from rokumen.jobs.scan_cube import CubeScanner
from rokumen.jobs.solution_choice import prepare_choice
from rokumen.jobs.time_learning import TimeLearner, keep_learnt
from rokumen.run_result import Result
from rokumen.storage.learnt_times import load_learnt_times
from rokumen.storage.robots import change_robot, is_challenged, load_or_new_robot
from rokumen.storage.runs import RunSettings, SolutionPolicy, create_journal, new_run_path
from solver.engines.registry import DEFAULT_METHOD, prepare
from vision.arrays import Image
from vision.reading_result import Reading

_log = logging.getLogger(__name__)

OnEvent = Callable[[RunEvent], None]

# How long a person has between the words that a servo may jump and its jump, by the robot's clock.
STAND_CLEAR_SECONDS = 2.0

PRESSES_FOR_EVER = (
    "The jaws press the cube for ever: where they meet it is not known, so that they never "
    "relax, and their servos get hot. `rokumen setup` finds it out; until then take the cube out, "
    "or the power away (`rokumen robot off`), soon after the run."
)

FIRST_RUN = (
    "This robot has solved no cube yet: its wrists turn at half pace. Watch whether anything "
    "touches; the next run is at full pace."
)
_FIRST_PACE = 50  # percent


def _log_announcement(event: RunEvent) -> None:
    """Log what a person must know before the robot moves."""
    if isinstance(event, MayJump):
        _log.warning(
            "%s: the first motion comes in %g s", event.warning.removesuffix("."), event.seconds
        )


@dataclass(frozen=True, slots=True)
class NamedPose:
    """Where every actuator of a robot is: angles in degrees, and positions of its grippers."""

    angles: Mapping[str, float]
    grips: Mapping[str, str]

    @classmethod
    def of(cls, rig: Rig, pose: Pose) -> NamedPose:
        """Return a pose of a rig with the names of its actuators."""
        return cls(
            dict(zip(rig.axes, pose.angles, strict=True)),
            dict(zip(rig.grippers, pose.grips, strict=True)),
        )


class Robot:
    """A robot on a port; a context manager around its connection. Made by `connect`."""

    def __init__(
        self,
        link: Link,
        settings: RunSettings,
        opened: ExitStack,
        *,
        cameras: CameraScanner | None = None,
        on_event: OnEvent | None = None,
    ) -> None:
        """Drive the robot on `link`; `opened` holds what `close` is to close.

        `settings`: those of its runs, but for the choice of the solution; `cameras`: its own, None
        where they are opened for each scan.
        """
        self._link = link
        self._settings = settings
        self._opened = opened
        self._cameras = cameras
        # Only with its usual durations a robot learns.
        self._opened_rig = link.rig
        # Nobody stands near a simulated robot.
        is_alone = settings.port.startswith(SIMULATED)
        self._on_event = on_event or ((lambda _: None) if is_alone else _log_announcement)
        self._state: RobotState | None = None
        self._pause = PauseSwitch()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the grippers stay as they are."""
        self._opened.close()

    @property
    def info(self) -> RobotInfo:
        """Return the rig, the firmware, its feedback, and the epoch, which is new at each start."""
        return self._link.info

    @property
    def url(self) -> str:
        """Return the URL of the robot's port."""
        return self._link.url

    @property
    def rig(self) -> Rig:
        """Return the description of the robot's rig."""
        return self._link.rig

    @property
    def pose(self) -> NamedPose:
        """Ask where every actuator stands. Raises RobotError where the robot does not answer."""
        return NamedPose.of(self._link.rig, self._link.pose())

    @property
    def camera(self) -> str:
        """Return the names of the cameras that are open, as the user gave them; empty if none."""
        return "" if self._cameras is None else self._cameras.name

    def pictures(self) -> tuple[Image, ...]:
        """Return the newest picture of each live camera that is open, H x W x 3 uint8 BGR.

        May be called from any thread. Raises CameraError where none has come.
        """
        cameras = self._cameras
        return () if cameras is None else tuple(each.image for each in cameras.latest_frames())

    def home(self) -> None:
        """Bring every actuator home, holding the cube throughout.

        What the robot did since it was connected is undone without turning a layer; from an
        unknown pose the shortest way is taken, which may turn one. Raises JamError and SlipError
        where that fails, and StoppedError once `stop` was called.
        """
        state, rig = self._known_state(), self._link.rig
        self._execute(plan_turns(rig, (), state, lambda pose: pose == rig.home))

    def load(self) -> None:
        """Open all grippers, so that a cube can be put in; `home` closes them on it.

        The axes go home before. Raises UnsupportedError where the robot cannot do this, JamError,
        and StoppedError once `stop` was called.
        """
        self._link.require("load")
        if self._state is not None:
            self.home()
        self._state = None
        self._link.execute(Load())

    def release(self) -> None:
        """Let go of the cube, as `load` does: hold it before the last gripper opens."""
        self.load()

    def off(self) -> None:
        """Take the power from all servos, which no longer hold a cube.

        `home` and all that moves turns them on again. Raises UnsupportedError.
        """
        self._link.off()
        self._state = None

    def pulse(self, actuator: str) -> int | None:
        """Return the pulse that a servo gets now, in microseconds; None without power.

        Moves nothing. `actuator`: "axis:L", "gripper:L", or its name alone where only one has it.
        Raises ValueError, UnsupportedError, and CommandRejectedError during a motion.
        """
        return self._link.pulse(*find_servo(self._link.rig, actuator)) or None

    def without_power(self) -> tuple[str, ...]:
        """Return the actuators, such as "axis:L", whose servos have no power. Moves nothing.

        They may jump at the first motion. Empty for a robot that cannot tell. Raises LinkError, and
        CommandRejectedError during a motion.
        """
        if "jog" not in self.info.can:
            return ()
        return tuple(
            ":".join(servo) for servo in self.rig.actuators if not self._link.pulse(*servo)
        )

    def may_jump(self) -> bool:
        """Return whether a servo has no power. A robot that does not answer says so at its motion.

        Moves nothing.
        """
        with suppress(RobotError):
            return bool(self.without_power())
        return False

    def _presses_for_ever(self) -> bool:
        """Return whether closed jaws never relax at rest, so that their servos get hot.

        So they do where it is not known where they only touch a cube. Motors that measure where
        they stand hold with less by themselves. Moves nothing.
        """
        has_pulses = bool(self.rig.grippers) and "angle" not in self.info.feedback
        return has_pulses and not (self.info.rests and "relax" in self.info.can)

    def announce_first_motion(self, on_event: OnEvent | None = None) -> None:
        """Where servos have no power, publish a `MayJump`, and wait STAND_CLEAR_SECONDS.

        `on_event` is called with it, by default that of `connect`; without one it is logged, but
        for a robot at `sim://`. A caller of `home`, `load`, `run` or `scan` does this before a
        robot's first motion; `solve_cube` does it by itself. Moves nothing.
        """
        if self.may_jump():
            (on_event or self._on_event)(MayJump(STAND_CLEAR_SECONDS))
            self.wait(STAND_CLEAR_SECONDS)

    def jog(self, actuator: str, pulse: int | None = None, *, step: int = 0) -> int:
        """Move one servo by `step`, or until its pulse is `pulse`, in microseconds.

        It moves by 500 microseconds a second. Returns the pulse at the end, which is 500 to 2500,
        or within the robot's own limits. The robot must hold no cube: after `load` or `off`, or
        before the first homing; the servo must have power, from `enable` or any motion. Raises
        ValueError unless one of the two is given, StoppedError once `stop` was called,
        UnsupportedError and CommandRejectedError.
        `actuator` as for `pulse`.
        """
        servo = find_servo(self._link.rig, actuator)
        check_pulse(pulse)
        self._state = None
        return jog_servo(self._link, servo, pulse, step)

    def enable(self, actuator: str, pulse: int) -> int:
        """Give a servo without power its first pulse, in microseconds: it may jump there.

        Returns the pulse that it gets then; one that has power stays where it is. Raises what `jog`
        raises.
        """
        servo = find_servo(self._link.rig, actuator)
        check_pulse(pulse)
        self._state = None
        return self._link.enable(*servo, pulse)

    def wait(self, seconds: float) -> None:
        """Wait, by the robot's clock: a simulated one may have its own. Nothing moves meanwhile."""
        self._link.clock.sleep(seconds)

    def require(self, command: str) -> None:
        """Raise UnsupportedError if the robot does not know `load`, `off`, `jog` or `enable`."""
        self._link.require(command)

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
        if state != plan.start:
            plan = plan_turns(rig, plan.turns, state, rig.may_end)
        before = self._link.statistics.motion_seconds
        self._execute(plan)
        return self._link.statistics.motion_seconds - before

    def scan(self, camera: str | None = None) -> Reading:
        """Show all six faces to a camera, and return the cube as the robot holds it.

        `camera`: a number, URL or video, several separated by commas where the rig has several;
        simulated robots have their own. Raises UncertainError where no scan of three is certain,
        CameraError and RobotError.
        """
        with (
            self._seeing(camera) as cameras,
            self._unrecorded() as (executor, journal),
        ):
            cube_scanner = CubeScanner(self._link, executor, cameras, journal)
            self._link.choose_overlap(self._settings.choice.overlap)
            state, self._state = self._known_state(), None
            began = perf_counter()
            found, self._state = report(cube_scanner.scan(state), self._on_event)
            return replace(found, seconds=perf_counter() - began)

    def solve_cube(
        self,
        camera: str | None = None,
        *,
        method: str | None = DEFAULT_METHOD,
        fastest: bool = False,
        time_limit: float | None = None,
        overlap: bool | None = None,
        on_event: OnEvent | None = None,
    ) -> Result:
        """Scan the cube that the robot holds, solve it, and look whether it is solved.

        With `fastest` the rig's time chooses among the solutions of `method`, or among all where
        that is None, found within `time_limit` seconds. With `overlap` motions overlap that cannot
        touch (UnsupportedError where the robot cannot; None: where it can). `camera` as for `scan`;
        `on_event` is called with what happens. Where servos have no power, it is announced as by
        `announce_first_motion`. Raises ValueError for a time limit without `fastest`, MethodError,
        CameraError, and SafeStopError where the robot had to stop, whose `advice` says what the
        camera saw last; `resume` goes on.
        """
        if time_limit is not None and not fastest:
            raise ValueError(f"time_limit={time_limit!r} needs fastest=True")
        choice = SolutionPolicy(method, fastest, time_limit, overlap)
        settings = replace(self._settings, choice=choice).on(camera=camera)
        prepare(choice.engine, lambda share: None)
        with (
            self._seeing(camera),
            create_journal(new_run_path(), settings) as journal,
        ):
            self.announce_first_motion(on_event)
            return self.run_job(choice, journal, on_event=on_event)

    def prepare_choice(self, choice: SolutionPolicy, progress: Callable[[float], None]) -> None:
        """Compute what a run needs to choose its solution; `progress` takes the share of that."""
        self._link.choose_overlap(choice.overlap)
        prepare_choice(choice, self._link.planning_rig, progress)

    def run_job(
        self,
        choice: SolutionPolicy,
        journal: Journal,
        *,
        on_event: OnEvent | None = None,
        warn: Callable[[str], None] = _log.warning,
    ) -> Result:
        """Solve the cube as `solve_cube` does, in the journal of a run, new or reopened.

        It moves at once: `announce_first_motion` comes before.
        `warn` is called where its jaws press for ever, where the run cannot be recorded in the
        history, and in the first run of a robot of `rokumen setup`, which is at half pace. Raises
        SafeStopError, and InterruptedRunError at Ctrl-C.
        """
        if self._presses_for_ever():
            warn(PRESSES_FOR_EVER)
        name, rig = self._settings.robot, self._link.rig
        # The first run is at another pace, and teaches nothing.
        is_first = bool(name) and not load_or_new_robot(name).has_run
        is_learning = bool(name) and not is_first and rig == self._opened_rig
        pace = self._at_first_pace(warn) if is_first else nullcontext()
        penalties = load_learnt_times(name).penalties if name else NO_PENALTIES
        with pace, self._seeing(None) as cameras:
            learner = TimeLearner(self._link, cameras.take_late)
            job = Job(
                self._link,
                RecordedScanner(cameras, journal),
                choice,
                journal,
                self._pause,
                watch=self._settings.watch,
                challenge=is_challenged(name),
                penalties=penalties,
            )
            self._state = None
            tell = on_event or self._on_event

            def take(event: RunEvent) -> None:
                learner.take(event)
                tell(event)

            try:
                result = run_and_record(job, self._link, journal, take, warn)
            finally:
                # A run that stopped has measured, too.
                if is_learning:
                    keep_learnt(name, rig, learner.times)
            self._state = job.state
            return result

    @contextmanager
    def _at_first_pace(self, warn: Callable[[str], None]) -> Iterator[None]:
        """Turn at half pace, and say so; afterwards this robot has solved a cube."""
        warn(FIRST_RUN)
        self._link.use_speed(_FIRST_PACE)
        try:
            yield
        finally:
            self._link.use_speed(100)
        change_robot(self._settings.robot, lambda robot: replace(robot, has_run=True))

    def stop(self, level: str = "hold") -> None:
        """Stop every motion at once, for good; may be called from any thread.

        The jaws stay as they are; with the level "relax" they press the cube less,
        and with "off" all servos lose their power: the cube may fall. Raises ValueError for another
        level, and UnsupportedError where the robot knows none: it holds then.
        """
        self._link.stop(self._stop_level(level))
        self._pause.resume()

    @property
    def is_stopped_by_person(self) -> bool:
        """Return True once `stop` was called, or the robot's own button pressed."""
        return self._link.is_intentional_stop

    def stop_and_wait(self, level: str = "hold") -> str:
        """Stop as `stop` does, and wait until the robot stands still, or does not answer.

        Returns the level in force: "hold" too where no jaws know a place to relax to, and where
        the robot does not answer.
        """
        in_force = self._link.stop_and_wait(self._stop_level(level))
        self._pause.resume()
        return in_force.word

    def _stop_level(self, word: str) -> StopLevel:
        """Return a level by its name, after a stop if it cannot be."""
        level = next((each for each in StopLevel if each.word == word), None)
        if level is None or (level is not StopLevel.HOLD and not self._link.knows_levels):
            self._link.stop()
            self._pause.resume()
        if level is None:
            known = ", ".join(each.word for each in StopLevel)
            raise ValueError(f"level={word!r} is no level of a stop: {known}; the robot holds")
        if level is not StopLevel.HOLD:
            self._link.require("relax")
        return level

    def pause(self) -> None:
        """Begin no further turn until `resume`; may be called from any thread.

        The robot ends the turn that it prepares or makes, and in a scan shows the face that is due.
        """
        self._pause.pause()

    def resume(self) -> None:
        """End a pause; may be called from any thread."""
        self._pause.resume()

    def _known_state(self) -> RobotState:
        """Return how the cube is held and the pose, homing the robot where they are unknown."""
        if self._state is None:
            clear_and_home(self._link)
            self._state = home_state(self._link.rig)
        return self._state

    def _execute(self, plan: Plan) -> None:
        """Carry out a plan. Raises RobotError where a command failed on every attempt."""
        self._state = None
        with self._unrecorded() as (executor, _):
            outcome = report(executor.execute(plan), self._on_event)
        if isinstance(outcome, GaveUp):
            raise outcome.error
        self._state = outcome.state

    @contextmanager
    def _unrecorded(self) -> Iterator[tuple[Executor, Journal]]:
        """An executor with a journal that is not kept: nothing could be resumed from it."""
        with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.jsonl") as journal:
            yield Executor(self._link, journal, self._pause), journal

    @contextmanager
    def _seeing(self, camera: str | None) -> Iterator[CameraScanner]:
        """The cameras that are named, else those that are open, else those of the settings."""
        before = self._cameras
        if before is not None and camera is None:
            yield before
            return
        address = RobotAddress.of(self._settings.on(camera=camera))
        with open_scanner(self._link, address) as self._cameras:
            try:
                yield self._cameras
            finally:
                self._cameras = before
