"""The runs that the page starts, pauses, stops and takes up again, one at a time."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from threading import Lock, Thread

import cv2

from robot.errors import RobotError
from robot.journal import Journal
from rokumen.drive import how_to_go_on
from rokumen.errors import ApplicationError, SafeStopError
from rokumen.eyes import Eyes
from rokumen.job import Job
from rokumen.recording import run_and_record
from rokumen.runs import RunSettings, begin, earlier_run, new_run_path, unfinished_run
from rokumen.serve.attached import Attached, opened
from rokumen.serve.hearers import Hearers
from rokumen.serve.telling import greeting, told
from solver.engine import prepare
from vision.arrays import Image
from vision.errors import CameraError, VisionError

QUALITY = 80  # of the camera's pictures
GOING_AWAY_SECONDS = 15.0


class State(Enum):
    """What the robot is at; the values are the page's words for it."""

    READY = "ready"
    STARTING = "starting"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPING = "stopping"
    STOPPED = "stopped"
    SOLVED = "solved"


GOING = frozenset({State.STARTING, State.RUNNING, State.PAUSED, State.STOPPING})


@dataclass(frozen=True, slots=True)
class Standing:
    """A state with what there is to say of it, and whether `resume` can take the run up."""

    state: State
    words: str
    resumable: bool = False


class Runs:
    """One robot's runs. Every method may be called from any thread."""

    def __init__(self, attached: Attached) -> None:
        """Drive `attached`; nothing is opened yet."""
        self.hearers = Hearers()
        self._attached = attached
        self._lock = Lock()
        self._journal = earlier_run(attached.is_of)
        self._standing = Standing(
            State.READY,
            f"Ready: {attached.words}. Press Start{_or_resume(self._journal)}.",
            resumable=self._journal is not None,
        )
        self._number = 0
        self._job: Job | None = None
        self._eyes: Eyes | None = None
        self._picture = b""
        self._thread: Thread | None = None
        self._say_standing()

    @property
    def standing(self) -> Standing:
        """Say what the robot is at."""
        return self._standing

    def start(self) -> None:
        """Begin a run; nothing where one is going on."""
        with self._lock:
            if self._standing.state in GOING:
                return
            path = new_run_path()
            # Two runs may begin within a second.
            path = path.with_stem(f"{path.stem}-{self._number}")
            settings = self._attached.settings(path, self._number)
            self._number += 1
            self._begin_thread(path, settings, "Starting", is_new=True)

    def resume(self) -> None:
        """Take up the run that stopped, or an earlier one, as `rokumen resume` does."""
        with self._lock:
            if self._standing.state in GOING or not self._standing.resumable:
                return
            try:
                path, settings = unfinished_run(self._journal)
            except RobotError as error:
                # It has been taken up elsewhere meanwhile.
                self._set(self._standing.state, f"{error}. Press Start")
                return
            words = "Taking the run up again: homing, then scanning anew"
            self._begin_thread(path, settings, words, is_new=False)

    def pause(self) -> None:
        """Begin no further command until `go_on`."""
        with self._lock:
            if self._job is not None and self._standing.state == State.RUNNING:
                self._job.pause()
                self._set(State.PAUSED, "Paused: no further command begins")

    def go_on(self) -> None:
        """End a pause."""
        with self._lock:
            if self._job is not None and self._standing.state == State.PAUSED:
                self._job.go_on()
                self._set(State.RUNNING, "Running")

    def stop(self) -> None:
        """Stop the hands at once, whatever else is going on."""
        # First of all, and without the lock: whoever holds it must not be waited for.
        job = self._job
        if job is not None:
            job.stop()
        with self._lock:
            if self._standing.state in GOING:
                self._set(State.STOPPING, "Stopping: the hands have been told to stand still")
                if self._job is not None:
                    self._job.stop()

    def shut(self) -> None:
        """Stop what is going on and wait until the robot has been let go."""
        self.stop()
        if self._thread is not None:
            self._thread.join(GOING_AWAY_SECONDS)

    def picture(self) -> bytes:
        """Give what the robot's cameras see now as JPEG, or saw last; empty before the first."""
        eyes = self._eyes
        if eyes is not None:
            with suppress(CameraError):
                frames = [frame.image for frame in eyes.watch()]
                if frames:
                    self._picture = _jpeg(frames)
        return self._picture

    def _begin_thread(self, path: Path, settings: RunSettings, words: str, *, is_new: bool) -> None:
        self.hearers.forget()
        self._set(State.STARTING, words)
        self._journal = path
        self._thread = Thread(
            target=self._run, args=(path, settings, is_new), name="job", daemon=True
        )
        self._thread.start()

    def _run(self, path: Path, settings: RunSettings, is_new: bool) -> None:
        try:
            with begin(path, settings) if is_new else Journal(path) as journal:
                if not is_new:
                    journal.write("resumed")
                self._drive(settings, journal)
        except SafeStopError as error:
            self._end(State.STOPPED, str(error), error.__cause__)
        except (RobotError, VisionError, ApplicationError) as error:
            self._end(State.STOPPED, str(error), error)
        except BaseException as error:
            # A bug ends the run, and is said; the hands have been told to stand still.
            self._end(State.STOPPED, f"{type(error).__name__}: {error}", error)
            raise
        else:
            self._end(State.SOLVED, "Solved, says the camera", None)

    def _drive(self, settings: RunSettings, journal: Journal) -> None:
        """Open the robot and do the job. Raises what either does."""
        prepare(settings.choice.engine, lambda share: None)
        with opened(settings) as (link, eyes):
            self.hearers.tell(greeting(link, eyes.name))
            job = Job(
                link,
                eyes,
                settings.choice,
                journal,
                lambda event: self.hearers.tell(told(event, link.rig)),
            )
            with self._lock:
                self._job, self._eyes = job, eyes
                if self._standing.state == State.STOPPING:
                    job.stop()
                else:
                    self._set(State.RUNNING, "Running")
            try:
                run_and_record(job, link, journal.path, self._warn)
            finally:
                with self._lock:
                    self._job = None
                self.picture()
                self._eyes = None

    def _warn(self, words: str) -> None:
        self.hearers.tell({"what": "warning", "words": words, "trouble": True})

    def _end(self, state: State, why: str, error: BaseException | None) -> None:
        with self._lock:
            stopped = state == State.STOPPED
            words = how_to_go_on(why, error).removesuffix("Then: rokumen resume") if stopped else ""
            words = f"{words}Then press Resume, or type: rokumen resume" if stopped else why
            self._set(state, words, resumable=stopped and self._is_kept())

    def _is_kept(self) -> bool:
        try:
            unfinished_run(self._journal)
        except RobotError:
            return False
        return True

    def _set(self, state: State, words: str, *, resumable: bool = False) -> None:
        self._standing = Standing(state, words, resumable)
        self._say_standing()

    def _say_standing(self) -> None:
        now = self._standing
        self.hearers.tell(
            {
                "what": "state",
                "state": now.state.value,
                "words": now.words,
                "resumable": now.resumable,
            }
        )


def _or_resume(journal: Path | None) -> str:
    """Say that an earlier run stands unfinished, if one does."""
    if journal is None:
        return ""
    written = datetime.fromtimestamp(journal.stat().st_mtime)
    return f", or Resume: the run of {written:%Y-%m-%d %H:%M} did not end"


def _jpeg(images: list[Image]) -> bytes:
    """Put the cameras' pictures side by side."""
    height = min(image.shape[0] for image in images)
    alike = [
        cv2.resize(image, (round(image.shape[1] * height / image.shape[0]), height))
        for image in images
    ]
    return cv2.imencode(".jpg", cv2.hconcat(alike), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[
        1
    ].tobytes()
