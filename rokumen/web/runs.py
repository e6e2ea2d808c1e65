"""Starts, pauses, stops and resumes runs of one robot, one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread

from files.wording import capital
from robot.errors import JournalError, LinkError, RobotError
from robot.execution.events import Paused, RunEvent
from robot.execution.journal import Journal, read_journal
from rokumen import Robot
from rokumen.api.connecting import open_robot
from rokumen.errors import ApplicationError, InputError, SafeStopError
from rokumen.jobs.events import PlanMade
from rokumen.jobs.operator_advice import operator_advice
from rokumen.storage.run_progress import progress_of, read_progress
from rokumen.storage.runs import (
    RunSettings,
    create_journal,
    find_unfinished_run,
    new_run_path,
    newest_unfinished_run,
    open_journal,
    reopen_journal,
)
from rokumen.web.event_encoding import encode_event, robot_message
from rokumen.web.hand_control import STOPPED_BY_HAND, HandControl
from rokumen.web.robot_settings import AttachedRobot
from rokumen.web.run_messages import (
    ACTIVE_STATES,
    HAND_STATES,
    LOOK_AGAIN,
    PAUSE_STATES,
    RESUME,
    RunState,
)
from rokumen.web.stop_levels import HELD
from vision.errors import ImageSetError, PictureError, UncertainError, VisionError

SHUTDOWN_SECONDS = 15.0
# Why a stopped run has no certain reading of its cube.
UNREAD = (UncertainError, ImageSetError, PictureError)

_PAUSED = "It stands still at the end of a turn."
_LEAVE_CUBE = "Leave the cube where it is."
_SOLVED = "The camera has seen it solved."
_HOLD_CUBE = "Before the grippers let it go, hold it."
_NEW_CUBE = "Start begins with a new cube."


class RunController(HandControl):
    """Controller of one robot's runs. Every method is thread-safe."""

    def __init__(self, attached: AttachedRobot) -> None:
        """Prepare runs of `attached`, without opening anything."""
        super().__init__(attached)
        self._journal = newest_unfinished_run(attached.owns_run)
        self._set(
            RunState.READY,
            "" if attached.is_none else f"{capital(attached.description)}. {self._start_advice()}",
            resumable=self._journal is not None,
        )
        self._number = 0
        self._thread: Thread | None = None
        self._is_clear = Event()

    def start(self, fields: Mapping[str, str] | None = None) -> None:
        """Start a run, unless one is in progress. One that could be resumed still can be later.

        `fields`: which robot is simulated, where one is.
        """
        with self._lock:
            if self._status.state in ACTIVE_STATES:
                return
            try:
                self._attached = self._attached.with_simulator(fields or {})
            except InputError as error:
                self._set_between_runs(self._status.state, f"{capital(str(error))}.")
                return
            self._begin_new_run()

    def resume(self) -> None:
        """Go on with the run that stopped, or an earlier one, as `rokumen resume` does."""
        with self._lock:
            if self._status.state in ACTIVE_STATES or not self._status.resumable:
                return
            try:
                path, settings = find_unfinished_run(self._journal)
            except RobotError as error:
                # It was resumed by another process meanwhile.
                self._set(self._status.state, f"{error}. Press Start.")
                return
            run = read_progress(path, settings)
            words = f"Going on with {run}: the robot homes and scans the cube again."
            self._begin_thread(path, settings, words, is_new=False)
            self.broadcaster.publish({"what": "resuming", "words": f"Going on with {run}"})

    def pause(self) -> None:
        """Start no further turn of a face until `go_on`."""
        with self._lock:
            if self._robot is not None and self._status.state == RunState.RUNNING:
                self._robot.pause()
                self._set(RunState.PAUSING, "It ends the present turn first.")

    def go_on(self) -> None:
        """End a pause."""
        with self._lock:
            if self._robot is not None and self._status.state in PAUSE_STATES:
                self._robot.resume()
                self._set(RunState.RUNNING, "")

    def send_stop(self) -> None:
        """Send the stop to a robot that is connected, without waiting for another thread."""
        robot = self._robot
        if robot is not None:
            robot.stop()

    def stop(self) -> None:
        """Stop the robot at once, from any state."""
        # Stop first, without the lock: a thread that holds it must not delay the stop.
        self.send_stop()
        with self._lock:
            if self._status.state in HAND_STATES:
                self._hold(STOPPED_BY_HAND)
            elif self._status.state in ACTIVE_STATES:
                self._set(RunState.STOPPING, "The stop command was sent to the robot.")
                if self._robot is not None:
                    self._robot.stop()
                self._is_clear.set()

    def shut_down(self) -> None:
        """Stop the run in progress and wait until the robot's port is closed."""
        self.stop()
        if self._thread is not None:
            self._thread.join(SHUTDOWN_SECONDS)
        self._close_robot()

    def _begin_new_run(self) -> None:
        path = new_run_path()
        settings = self._attached.settings(path, self._number)
        self._number += 1
        words = f"A new run of {self._attached.description}."
        self._begin_thread(path, settings, words, is_new=True)

    def _begin_thread(self, path: Path, settings: RunSettings, words: str, *, is_new: bool) -> None:
        # A robot that is connected may hold a cube already, and might restart if it were opened
        # again; a demo has a new one for each run.
        self._stop.end()
        if not is_new or self._attached.demo is not None:
            self._close_robot()
        self.broadcaster.clear_log()
        self._last_pose = ()
        self._set(RunState.STARTING, words)
        self._journal = path
        self._thread = Thread(
            target=self._run, args=(path, settings, self._robot, is_new), name="job", daemon=True
        )
        self._thread.start()

    def _run(
        self, path: Path, settings: RunSettings, connected: Robot | None, is_new: bool
    ) -> None:
        try:
            with create_journal(path, settings) if is_new else reopen_journal(path) as journal:
                self._drive(settings, journal, connected)
        except SafeStopError as error:
            self._end_stopped(str(error), error.advice, error.__cause__)
        except (RobotError, VisionError, ApplicationError) as error:
            self._end_stopped(str(error), operator_advice(error))
        except BaseException as error:
            # An unexpected error: the job has stopped the robot; report it and end the run.
            self._end_stopped(f"{type(error).__name__}: {error}", operator_advice(error))
            raise
        else:
            with self._lock:
                self._set(RunState.SOLVED, self._said(_SOLVED, _HOLD_CUBE, _NEW_CUBE))

    def _drive(self, settings: RunSettings, journal: Journal, connected: Robot | None) -> None:
        """Open the robot, unless it is connected, and run the job. Raises the errors of both."""
        with ExitStack() as opened:
            if connected is not None:
                opened.enter_context(connected)
                opened.callback(self._forget_robot)
            if connected is None:
                self._prepare_to_connect(settings)
            robot = connected or opened.enter_context(
                open_robot(settings, self._attached.opened_by)
            )
            self.broadcaster.publish(robot_message(robot))
            with self._lock:
                self._robot = robot
            self._wait_until_clear(robot)
            with self._lock:
                if self._status.state == RunState.STOPPING:
                    robot.stop()
                else:
                    self._set(RunState.RUNNING, "")
            try:
                robot.run_job(
                    settings.choice,
                    journal,
                    on_event=lambda event: self._take(event, robot),
                    warn=self._warn,
                )
            except BaseException as error:
                # A robot that did not answer is not asked again.
                if isinstance(error, SafeStopError) and not isinstance(error.__cause__, LinkError):
                    self._keep_pose(robot)
                self.pictures()
                self._forget_robot()
                if robot.is_stopped_by_person:
                    self._note_stop(robot)
                    journal.write_last("stop", level="hold")
                raise
            self._keep_pose(robot)
            # It stays connected, so that it can let the cube go.
            opened.pop_all()

    def _forget_robot(self) -> None:
        with self._lock:
            self._robot = None

    def _wait_until_clear(self, robot: Robot) -> None:
        """Where servos have no power, wait until people stand clear, or the run is stopped."""
        with self._lock:
            if self._status.state == RunState.STOPPING or not self._may_jump(robot):
                return
            self._is_clear.clear()
            self._ask(RunState.STARTING, self._is_clear.set)
        self._is_clear.wait()

    def _take(self, event: RunEvent, robot: Robot) -> None:
        """Tell the pages of an event."""
        message = encode_event(event, robot.rig)
        if isinstance(event, PlanMade) and self._journal is not None:
            # The turns of earlier plans, those before the run was resumed included.
            message["before"] = progress_of(read_journal(self._journal)).made
        self.broadcaster.publish(message)
        if isinstance(event, Paused):
            with self._lock:
                if self._status.state == RunState.PAUSING:
                    self._set(RunState.PAUSED, self._said(_PAUSED, _LEAVE_CUBE, ""))

    def _said(self, words: str, of_real: str, of_simulated: str) -> str:
        """Return words with what is to be done with a real cube, or beside a simulated one."""
        return f"{words} {of_real if self._attached.demo is None else of_simulated}".rstrip()

    def _warn(self, words: str) -> None:
        self.broadcaster.publish({"what": "warning", "words": words, "trouble": True})

    def _end_stopped(self, reason: str, advice: str, cause: BaseException | None = None) -> None:
        resumable, is_unsure = self._is_resumable(), isinstance(cause, UNREAD)
        button = f"{(LOOK_AGAIN if is_unsure else RESUME).label}, or type: rokumen resume"
        held = f"{HELD}\n" if self._stop.level else ""
        # Beside a simulated robot there is nothing to look at, nor to take out.
        then = f"{held}{advice}\nThen" if self._attached.demo is None else "To go on,"
        words = f"{capital(reason).rstrip('.')}.\n{then} press {button if resumable else 'Start.'}"
        with self._lock:
            self._set(RunState.STOPPED, words, resumable=resumable, is_unsure=is_unsure)

    def _record_level(self, level: str) -> None:
        path = self._journal
        if path is not None and self._status.state == RunState.STOPPED:
            with suppress(JournalError), open_journal(path) as journal:
                journal.write_last("stop", level=level)

    def _start_advice(self) -> str:
        """Return, in words, which button starts a run, or resumes an earlier one."""
        if self._journal is None:
            return "Press Start."
        run = read_progress(*find_unfinished_run(self._journal))
        return (
            f"Press Resume to take up {run}; Start a new run begins anew, and leaves it as it is."
        )

    def _is_resumable(self) -> bool:
        try:
            find_unfinished_run(self._journal)
        except RobotError:
            return False
        return True
