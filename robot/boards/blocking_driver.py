"""The servo driver of a board whose motions block: each motion runs in a thread of its own."""

from __future__ import annotations

from threading import Thread

from robot.boards.board import Board
from robot.clock import Clock
from robot.errors import JamError, ServoOfflineError, SlipError, StoppedError
from robot.rigs.actuators import Completed, MotionOutcome, Offline, ServoReading, Slipped, Stalled
from robot.rigs.command import Arrival, Enable, Grip, Jog, MotionCommand, Move, Regrip

_OPTIONAL = ("load", "off", "jog", "enable", "relax")

# How often a motion is polled, in seconds.
POLL_SECONDS = 0.005


class BlockingDriver:
    """The motors of a `Board`; see `robot.rigs.actuators.ServoDriver`.

    What a board raises, other than a jam, a slip, a servo that is offline or a stop, is raised by
    `poll`.
    """

    def __init__(self, board: Board, clock: Clock) -> None:
        self._board = board
        self._clock = clock
        self._motion: _Motion | None = None
        # Nothing has moved since the last stop.
        self._halted = True
        self._failed = False
        self._has_power = True

    @property
    def can(self) -> tuple[str, ...]:
        """Return which of `load`, `off`, `jog`, `enable` and `relax` the board can do."""
        return tuple(command for command in _OPTIONAL if command in self._board.can)

    @property
    def has_power(self) -> bool:
        """Return True, but after `unpower`: the motors are taken to hold their places."""
        return self._has_power

    def unpower(self) -> None:
        """See `ServoDriver`."""
        self._board.off()
        self._has_power = False

    def pulse(self, kind: str, name: str) -> int:
        """See `ServoDriver`."""
        return self._board.pulse(kind, name)

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """See `ServoDriver`."""
        return self._board.pulse_limits

    def start(self, command: MotionCommand) -> None:
        """See `ServoDriver`. The board gives its motors power by itself."""
        assert not isinstance(command, Regrip)
        self._has_power = True
        self._begin(command)

    def relax(self) -> bool:
        """See `ServoDriver`. The board presses the cube again by itself in the next motion."""
        self._board.relax()
        return True

    def jog(self, jog: Jog) -> None:
        """See `ServoDriver`."""
        self._begin(jog)

    def enable(self, enable: Enable) -> None:
        """See `ServoDriver`."""
        self._begin(enable)

    def _begin(self, command: Move | Grip | Jog | Enable) -> None:
        if self._halted or self._failed:
            self._board.clear()
            self._halted = self._failed = False
        self._motion = _Motion(self._board, command)
        self._motion.start()

    def find_home(self) -> None:
        """Return None: a board finds its own reference positions."""

    def halt(self) -> None:
        """See `ServoDriver`."""
        self._halted = True
        self._board.stop()

    def is_stopped(self) -> bool:
        """See `ServoDriver`."""
        return self._motion is None or not self._motion.is_alive()

    def read(self) -> ServoReading:
        """Return the board's pose; a motion counts as not begun until it has ended."""
        return ServoReading(self._board.pose(), 1.0 if self.is_stopped() else 0.0)

    def poll(self) -> MotionOutcome | None:
        """See `ServoDriver`."""
        motion = self._motion
        if motion is None or motion.is_alive():
            return None
        self._motion = None
        if motion.arrival is not None:
            return Completed(motion.arrival.seconds)
        self._failed = True
        match motion.error:
            case JamError(axis=axis, at=at):
                return Stalled(axis, 0.0 if at is None else at, 1.0)
            case SlipError(axis=axis):
                return Slipped(axis)
            case ServoOfflineError(axis=axis):
                return Offline(axis)
            case StoppedError() if self._halted:
                return None
            case error:
                assert error is not None
                raise error

    def next_wakeup(self) -> float | None:
        """See `ServoDriver`."""
        return None if self._motion is None else self._clock.now() + POLL_SECONDS


class _Motion(Thread):
    """One motion of a board: how it ended, once the thread has ended."""

    def __init__(self, board: Board, command: Move | Grip | Jog | Enable) -> None:
        super().__init__(name="board motion", daemon=True)
        self.arrival: Arrival | None = None
        self.error: Exception | None = None
        self._board = board
        self._command = command

    def run(self) -> None:
        try:
            self.arrival = _execute(self._board, self._command)
        except Exception as error:
            # Any error is passed on to the thread that waits for the motion.
            self.error = error


def _execute(board: Board, command: Move | Grip | Jog | Enable) -> Arrival:
    match command:
        case Move():
            return board.move(dict(command.targets), command.speed)
        case Grip():
            return board.grip(dict(command.targets))
        case Jog():
            return board.jog(command)
        case Enable():
            return board.enable(command)
