"""Runs a motion controller as time passes: in a thread of its own, or step by virtual time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from robot.clock import Clock, SystemClock
from robot.control.controller import EndedMotion, MotionController
from robot.errors import CommandRejectedError, PortError, RobotError, StoppedError
from robot.link.connection import MOTION_TIMEOUT_SECONDS, endless_motion
from robot.link.protocol import StopLevel

T = TypeVar("T")
# What a controller refuses without an end to its use.
_REFUSALS = (CommandRejectedError, StoppedError)
# Longest time between two looks at what is to be done, in seconds.
_MAX_WAIT_SECONDS = 0.5
# Virtual time goes on by this at least, and in a motion by that at most, in seconds.
_LEAST_STEP_SECONDS, _LONGEST_STEP_SECONDS = 0.001, 0.05


class ControlLoop(ABC):
    """Does what is asked of a controller, one thing after the other, until the drive fails.

    `explain` returns the error that users see of one that ends its use; each later call raises it.
    """

    def __init__(
        self, url: str, controller: MotionController, explain: Callable[[Exception], RobotError]
    ) -> None:
        self._url = url
        self._controller = controller
        self._explain = explain
        # What is to be done next; None is the end.
        self._jobs: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        # How motions end that were begun, or wait for their beginning, in their order.
        self._moving: deque[Future[EndedMotion]] = deque()

    def stop(self, level: StopLevel) -> None:
        """Stop all motions once what is done now is done; from any thread and signal handler."""
        self._jobs.put(lambda: self._controller.stop(level))

    @property
    @abstractmethod
    def clock(self) -> Clock:
        """Return the clock by which whoever uses the robot waits."""

    @abstractmethod
    def ask(self, action: Callable[[], T]) -> T:
        """Return what an action returns, done while nothing else is."""

    def begin(self, start: Callable[[], None]) -> Future[EndedMotion]:
        """Return how a motion will end that an action starts, or lets wait for its beginning."""
        ending: Future[EndedMotion] = Future()

        def begin() -> None:
            start()
            self._moving.append(ending)

        self.ask(begin)
        return ending

    @abstractmethod
    def wait_for(self, ending: Future[EndedMotion]) -> EndedMotion:
        """Return how a motion ends."""

    def move(self, start: Callable[[], None]) -> EndedMotion:
        """Return how a motion ends that an action starts."""
        return self.wait_for(self.begin(start))

    @abstractmethod
    def close(self) -> None:
        """Let jaws rest, and release the drive."""

    def _tell_outcomes(self) -> None:
        """Tell who waits how motions have ended."""
        for ended in self._controller.outcomes():
            self._moving.popleft().set_result(ended)

    def _finish(self) -> None:
        """End the use of the controller without an error of the drive."""
        self._controller.rest_now()
        self._controller.servos.finish_relaxing()

    def _release(self) -> None:
        # A device that is gone is released as well as it can be.
        with suppress(OSError):
            self._controller.servos.close()

    def _closed(self) -> PortError:
        return PortError(f"port {self._url!r} was closed")


class ControlThread(ControlLoop):
    """Runs a controller in a thread of its own, by the computer's clock.

    So jaws rest, and drives with a watchdog hear of this program, whatever else it does.
    """

    def __init__(
        self, url: str, controller: MotionController, explain: Callable[[Exception], RobotError]
    ) -> None:
        super().__init__(url, controller, explain)
        self._clock = SystemClock()
        self._lock = Lock()
        self._failure: RobotError | None = None
        # What was asked.
        self._waiting: set[Future[Any]] = set()
        self._thread = Thread(target=self._run, name="motion controller", daemon=True)
        self._thread.start()

    @property
    def clock(self) -> Clock:
        """See `ControlLoop`."""
        return self._clock

    def ask(self, action: Callable[[], T]) -> T:
        """See `ControlLoop`."""
        answer: Future[T] = self._await_new()

        def answer_it() -> None:
            with self._refusals_to(answer):
                result = action()
                self._waiting.discard(answer)
                answer.set_result(result)

        self._jobs.put(answer_it)
        return answer.result()

    def wait_for(self, ending: Future[EndedMotion]) -> EndedMotion:
        """See `ControlLoop`."""
        try:
            return ending.result(MOTION_TIMEOUT_SECONDS)
        except TimeoutError:
            if ending.done():
                raise
        self.stop(StopLevel.HOLD)
        raise endless_motion(self._url)

    def close(self) -> None:
        """See `ControlLoop`."""
        self._jobs.put(None)
        self._thread.join()

    def _await_new(self) -> Future[Any]:
        """Return what will be answered. Raises what has ended the thread."""
        with self._lock:
            if self._failure is not None:
                raise self._failure
            answer: Future[Any] = Future()
            self._waiting.add(answer)
        return answer

    @contextmanager
    def _refusals_to(self, answer: Future[Any]) -> Iterator[None]:
        """Answer with what the controller refuses in the block."""
        try:
            yield
        except _REFUSALS as refusal:
            self._waiting.discard(answer)
            answer.set_exception(refusal)

    def _run(self) -> None:
        try:
            while (job := self._next_job()) is not None:
                job()
                self._controller.advance()
                self._tell_outcomes()
            self._finish()
            self._end(self._closed())
        except Exception as error:
            # Any error is passed on to the thread that waits for the robot.
            self._end(self._explain(error))
        finally:
            self._release()

    def _next_job(self) -> Callable[[], object] | None:
        """Return what is asked for next, or what does nothing once the controller has to go on."""
        wait = self._controller.next_wakeup() - self._controller.clock.now()
        try:
            return self._jobs.get(timeout=min(max(wait, 0.0), _MAX_WAIT_SECONDS))
        except Empty:
            return lambda: None

    def _end(self, failure: RobotError) -> None:
        with self._lock:
            self._failure = failure
            waiting, self._waiting = self._waiting, set()
        for answer in (*waiting, *self._moving):
            answer.set_exception(failure)


class ControlSteps(ControlLoop):
    """Runs a controller in the threads that use it, by a virtual clock that it lets go on.

    It is the clock of whoever uses the robot: while they sleep, the controller goes on.
    """

    is_virtual = True

    def __init__(
        self, url: str, controller: MotionController, explain: Callable[[Exception], RobotError]
    ) -> None:
        super().__init__(url, controller, explain)
        self._time = controller.clock
        self._lock = Lock()
        self._failure: RobotError | None = None

    @property
    def clock(self) -> Clock:
        """See `ControlLoop`."""
        return self

    def now(self) -> float:
        """See `Clock`."""
        return self._time.now()

    def sleep(self, seconds: float) -> None:
        """See `Clock`. An error of the drive is raised at the next use."""
        end = self.now() + seconds
        while self._failure is None:
            with suppress(RobotError):
                self.ask(self._controller.advance)
            if self.now() >= end:
                return
            self._sleep_until(end)
        self._time.sleep(end - self.now())

    def ask(self, action: Callable[[], T]) -> T:
        """See `ControlLoop`. What other threads have asked for is done before."""
        with self._lock:
            if self._failure is not None:
                raise self._failure
            try:
                with suppress(Empty):
                    while job := self._jobs.get_nowait():
                        job()
                result = action()
                self._tell_outcomes()
            except _REFUSALS:
                raise
            except Exception as error:
                self._failure = self._explain(error)
                self._release()
                raise self._failure from error
            return result

    def wait_for(self, ending: Future[EndedMotion]) -> EndedMotion:
        """See `ControlLoop`."""
        deadline = self.now() + MOTION_TIMEOUT_SECONDS
        while not ending.done():
            if self.now() >= deadline:
                self.stop(StopLevel.HOLD)
                raise endless_motion(self._url)
            # Somebody who looks may stop it meanwhile.
            self._sleep_until(min(deadline, self.now() + _LONGEST_STEP_SECONDS))
            self.ask(self._controller.advance)
        return ending.result()

    def close(self) -> None:
        """See `ControlLoop`."""
        if self._failure is None:
            with suppress(RobotError):
                self.ask(self._finish)
            self._failure = self._failure or self._closed()
            self._release()

    def _sleep_until(self, end: float) -> None:
        wakeup = min(self._controller.next_wakeup(), self.now() + _MAX_WAIT_SECONDS, end)
        self._time.sleep(max(wakeup - self.now(), _LEAST_STEP_SECONDS))
