"""Moves one robot by single commands between its runs, and shows its pose and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock

from files.wording import capital
from robot.errors import CommandRejectedError, RobotError, StoppedError
from robot.link.protocol import StopLevel
from robot.link.session import Link
from robot.rigs.command import actuator_name
from rokumen import Robot
from rokumen.api.connecting import open_robot
from rokumen.devices.robot_connection import RobotAddress, open_link, restart_words
from rokumen.errors import ApplicationError
from rokumen.jobs.events import MayJump
from rokumen.show.table_progress import describe_building
from rokumen.storage.runs import RunSettings, new_run_path
from rokumen.web.event_encoding import can_do, encode_pose, robot_message
from rokumen.web.robot_settings import AttachedRobot
from rokumen.web.run_messages import (
    ACTIVE_STATES,
    HAND_STATES,
    Broadcaster,
    Message,
    RunState,
    RunStatus,
)
from rokumen.web.sessions.serving import write_jpeg
from rokumen.web.stop_levels import HELD, StopInForce
from solver.engines.registry import prepare
from vision.errors import CameraError, VisionError

# How often the words change while tables are built.
WORDS_SECONDS = 1.0
STOPPED_BY_HAND = "Stopped. Connect the robot again, or press Start."
_CONNECTED = "Connected. Where its grippers are is not known: move them home."
_ARMED = "The grippers are home and closed. Press Start."
_HELD = "a servo is moved by itself only while it holds no cube: press Open the grippers first"
_UNPOWERED = "the servo has no power: press Open the grippers first, which gives it to all servos"
_LOADED = "Put a cube in, then move the grippers home: they close on it."
_OPEN = "The grippers are open. Move them home: they close on the cube."
_NO_ROBOT = (
    "No robot is attached to this server. Try one that is simulated: everything on this page works "
    "with it. For one of yours, start the server by `rokumen serve --robot NAME`."
)


class HandControl:
    """Control of one robot between runs. Every method is thread-safe."""

    def __init__(self, attached: AttachedRobot) -> None:
        """Prepare to connect `attached`, without opening anything."""
        self.broadcaster = Broadcaster()
        self._attached = attached
        self._lock = Lock()
        self._robot: Robot | None = None
        self._stop = StopInForce()
        self._last_pose: Sequence[Message] = ()
        self._pictures: tuple[bytes, ...] = ()
        self._status = RunStatus(RunState.READY, "")
        # What goes on once people stand clear; None while nobody is asked to.
        self._go_on: Callable[[], None] | None = None

    @property
    def status(self) -> RunStatus:
        """Return the current status."""
        return self._status

    def connect(self) -> None:
        """Connect the robot, without moving it, unless it is connected or runs."""
        with self._lock:
            if self._status.state in ACTIVE_STATES | HAND_STATES | {RunState.NONE}:
                return
            self._stop.end()
            self._set_between_runs(RunState.STARTING, "")
        try:
            settings = self._settings()
            self._prepare_to_connect(settings)
            robot = open_robot(settings, self._attached.opened_by)
        except (RobotError, VisionError, ApplicationError) as error:
            self._show(RunState.READY, f"{capital(str(error))}.")
            return
        self.broadcaster.publish(robot_message(robot))
        with self._lock:
            self._robot = robot
            if self._status.state == RunState.STOPPING:
                self._let_go(STOPPED_BY_HAND)
            else:
                self._keep_pose(robot)
                self._set_between_runs(RunState.CONNECTED, _CONNECTED)

    def _prepare_to_connect(self, run: RunSettings) -> None:
        """Load what a run needs, and then say that the robot is connected.

        A board that this restarts may be limp until its first motion. Raises StoppedError.
        """
        engine = run.choice.engine
        prepare(engine, describe_building(engine, self._show_building, WORDS_SECONDS))
        words = f"Connecting to {self._attached.description}. {restart_words(run.port)}"
        self._set_starting(words.rstrip())

    def _show_building(self, words: str) -> None:
        self._set_starting(f"{capital(words)}. The robot does not move yet.")

    def _set_starting(self, words: str) -> None:
        """Show what is done before the robot moves. Raises StoppedError once it was stopped."""
        with self._lock:
            if self._status.state == RunState.STOPPING:
                raise StoppedError("stopped before the robot was connected")
            self._set_between_runs(RunState.STARTING, words)

    def check(self) -> None:
        """Look whether the port and the cameras of a robot are there now, where they were not."""
        with self._lock:
            if self._status.state is RunState.ABSENT:
                words = f"{capital(self._attached.description)} is there. {self._start_advice()}"
                self._set_between_runs(RunState.READY, words)

    def _start_advice(self) -> str:
        """Return, in words, which button starts a run."""
        return "Press Start."

    def disconnect(self) -> None:
        """Close the connection of a robot that is moved by hand; its grippers stay as they are."""
        with self._lock:
            if self._status.state in HAND_STATES:
                self._let_go("Disconnected. Press Start, or connect it again.")

    def home(self) -> None:
        """Bring every actuator home, as `Robot.home`."""
        self._move_once_clear("Moving the grippers home.", Robot.home, RunState.ARMED, _ARMED)

    def load(self) -> None:
        """Open all grippers for a cube, as `Robot.load`."""
        # A simulated cube is in its grippers already.
        done = _LOADED if self._attached.demo is None else _OPEN
        self._move_once_clear("Opening the grippers.", Robot.load, RunState.CONNECTED, done)

    def clear(self) -> None:
        """Go on with the motion before which people were asked to stand clear, if there is one."""
        with self._lock:
            go_on, self._go_on = self._go_on, None
        if go_on is not None:
            go_on()

    def relax(self) -> None:
        """Let the jaws of a stopped robot press the cube less, 2 s after the stop or later."""
        if self._stop.level:
            self._raise_stop(StopLevel.RELAX)

    def power_off(self) -> None:
        """Take the power from all servos, as `Robot.off`; of a stopped robot too."""
        if self._stop.level:
            self._raise_stop(StopLevel.OFF)
            return
        words = "The servos have no power. Moving the grippers home turns them on."
        self._move("Turning the servos off.", Robot.off, RunState.CONNECTED, words)

    def jog(self, actuator: str, step: int) -> None:
        """Change the pulse of one servo by `step` microseconds, as `Robot.jog`."""

        def jog(robot: Robot) -> str:
            if robot.pulse(actuator) is None:
                raise ValueError(_UNPOWERED)
            try:
                pulse = robot.jog(actuator, step=step)
            except CommandRejectedError as error:
                raise ValueError(f"{_HELD} ({error})") from error
            name = actuator_name(actuator, robot.rig.grippers)
            return f"{capital(name)} ({actuator}): {pulse} µs."

        self._move("Moving one servo.", jog, RunState.CONNECTED, "")

    def pictures(self) -> tuple[bytes, ...]:
        """Return the latest picture of each camera as JPEG; none before the first."""
        robot = self._robot
        if robot is not None:
            with suppress(CameraError):
                if images := robot.pictures():
                    self._pictures = tuple(map(write_jpeg, images))
        return self._pictures

    def use_camera(self, source: str) -> None:
        """Look through another camera of this computer from the next connection on."""
        with self._lock:
            if self._status.state not in ACTIVE_STATES | {RunState.NONE}:
                self._close_robot()
                self._attached = self._attached.with_camera(source)
                words = f"Camera {source} is used from now on. Press Start."
                self._set_between_runs(RunState.READY, words)

    def _settings(self) -> RunSettings:
        return self._attached.settings(new_run_path(), 0)

    def _move_once_clear(
        self, words: str, move: Callable[[Robot], str | None], then: RunState, done: str
    ) -> None:
        """Make a motion as `_move`; where servos have no power, `clear` makes it."""
        with self._lock:
            robot = self._robot
            if robot is None or self._status.state not in HAND_STATES:
                return
            if self._may_jump(robot):
                self._ask(self._status.state, lambda: self._move(words, move, then, done))
                return
        self._move(words, move, then, done)

    def _may_jump(self, robot: Robot) -> bool:
        """Return whether servos of a real robot may jump; a demo's robot hurts nobody."""
        return self._attached.demo is None and robot.may_jump()

    def _ask(self, state: RunState, go_on: Callable[[], None]) -> None:
        """Ask people to stand clear; `clear` calls `go_on`, any other button drops it."""
        self._set(state, MayJump.warning, resumable=self._status.resumable, go_on=go_on)

    def _move(
        self, words: str, move: Callable[[Robot], str | None], then: RunState, done: str
    ) -> None:
        """Make one motion of a connected robot; what fails is said, and it stays connected."""
        with self._lock:
            robot = self._robot
            if robot is None or self._status.state not in HAND_STATES:
                return
            before = self._status.state
            self._set_between_runs(RunState.MOVING, words)
        try:
            said = move(robot) or done
        except StoppedError:
            with self._lock:
                self._hold(STOPPED_BY_HAND)
            return
        except ValueError as error:
            # Nothing has moved.
            then, said = before, f"{capital(str(error))}."
        except RobotError as error:
            then, said = RunState.CONNECTED, f"{capital(str(error))}."
        self._keep_pose(robot)
        self._show(then, said)

    def _raise_stop(self, level: StopLevel) -> None:
        before = self._stop.level
        words = self._stop.raise_to(level, self._open_link)
        if self._stop.level != before:
            self._record_level(self._stop.level)
        with self._lock:
            now = self._status
            self._set(now.state, words, resumable=now.resumable, is_unsure=now.is_unsure)

    def _open_link(self) -> Link:
        settings = self._settings()
        return open_link(
            RobotAddress(settings.port, rig=settings.rig, opened_by=self._attached.opened_by)
        )

    def _record_level(self, level: str) -> None:
        """Record the level of a stop where a run was stopped."""

    def _note_stop(self, robot: Robot) -> str:
        """Let the stop of a robot be in force; return what to say of it, "" for nothing.

        The simulator of a demo ends with its run.
        """
        if self._attached.demo is not None or not can_do(robot, "relax"):
            return ""
        self._stop.begin()
        return HELD

    def _hold(self, words: str) -> None:
        """Close the connection of a robot that was stopped."""
        robot = self._robot
        held = self._note_stop(robot) if robot is not None else ""
        self._let_go(f"{words}\n{held}".rstrip())

    def _let_go(self, words: str) -> None:
        self._close_robot()
        self._set_between_runs(RunState.READY, words)

    def _close_robot(self) -> None:
        robot, self._robot = self._robot, None
        if robot is not None:
            with suppress(RobotError):
                robot.close()

    def _keep_pose(self, robot: Robot) -> None:
        """Read the pose of a robot; none is kept where it does not say it."""
        with suppress(RobotError):
            self._last_pose = encode_pose(robot.pose)

    def _show(self, state: RunState, words: str) -> None:
        with self._lock:
            self._set_between_runs(state, words)

    def _can_let_go(self) -> bool:
        """Return whether somebody can be given the cube; that of a demo stays where it is."""
        robot = self._robot
        return self._attached.demo is None and robot is not None and can_do(robot, "load")

    def _set_between_runs(self, state: RunState, words: str) -> None:
        """Set a state in which a run that could be resumed can still be."""
        self._set(state, words, resumable=self._status.resumable)

    def _set(
        self,
        state: RunState,
        words: str,
        *,
        resumable: bool = False,
        is_unsure: bool = False,
        go_on: Callable[[], None] | None = None,
    ) -> None:
        self._go_on = go_on
        absence = self._attached.absence if state is RunState.READY else ""
        if self._attached.is_none:
            state, words = RunState.NONE, words or _NO_ROBOT
        elif absence:
            state, words = RunState.ABSENT, absence
        simulator = self._attached.simulator
        self._status = RunStatus(
            state,
            words,
            resumable,
            self._last_pose,
            is_unsure=is_unsure,
            can_let_go=self._can_let_go(),
            asks_first=go_on is not None,
            stop_level=self._stop.level,
            simulator=simulator.as_fields() if simulator else None,
        )
        self.broadcaster.publish(self._status.as_message())
