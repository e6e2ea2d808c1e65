"""Does a job on a robot and a camera and shows it: what `run`, `resume` and `demo` share."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from robot.errors import StoppedError
from robot.journal import Journal
from robot.link import Link
from robot.profile import timed
from robot.rig import Rig
from rokumen import exit_status, ports
from rokumen.cameras import open_known
from rokumen.choice import Choice
from rokumen.errors import ApplicationError, InputError, InterruptedRunError, SafeStopError
from rokumen.eyes import Eyes, Looking
from rokumen.hands import what_to_do
from rokumen.job import Job, JobResult
from rokumen.output import print_json
from rokumen.recording import run_and_record
from rokumen.show.preparing import prepare_engine
from rokumen.show.progress import JobProgress
from rokumen.show.summary import print_summary, result_as_json
from rokumen.stop_key import stop_key
from vision.camera import Camera


@contextmanager
def robot_and_eyes(
    port: str, camera: str, rig_profile: Path | None = None
) -> Iterator[tuple[Link, Eyes]]:
    """Open a robot's port and its cameras, parted by commas; a `sim://` robot has its own.

    `rig_profile` holds measured durations. Raises RobotError or CameraError where one is not
    there, ProfileError for a bad profile, and InputError where the robot's rig
    needs another number of cameras.
    """
    if port.startswith("sim://"):
        with _in_process(port) as (link, eyes):
            _measured(link, rig_profile)
            yield link, eyes
    else:
        ports.register(port)
        with Link(port) as link:
            _measured(link, rig_profile)
            with open_eyes(camera, link.rig) as eyes:
                yield link, eyes


@contextmanager
def open_eyes(camera: str, rig: Rig) -> Iterator[Eyes]:
    """Open a rig's cameras, parted by commas. Raises CameraError and InputError."""
    names = camera.split(",")
    _check_cameras(rig, names)
    with ExitStack() as opened:
        yield Eyes([opened.enter_context(_calibrated(name)) for name in names], rig)


def _calibrated(name: str) -> Camera:
    camera, refused = open_known(name)
    for words in refused:
        click.echo(f"{name}: not as calibrated: {words}", err=True)
    return camera


@contextmanager
def _in_process(port: str) -> Iterator[tuple[Link, Eyes]]:
    from rokumen.in_process import InProcessCamera, named

    ports.register(port)
    url = named(port)
    with Link(url) as link:
        cameras = [InProcessCamera(url, number) for number in range(len(link.rig.cameras))]
        yield link, Eyes(cameras, link.rig)


def do_job(link: Link, eyes: Looking, choice: Choice, journal: Journal, *, as_json: bool) -> int:
    """Solve the cube that the robot holds, and print what came of it.

    Raises SafeStopError or InterruptedRunError, which say how to go on, where it did not come to
    its end.
    """
    began = time.monotonic()
    prepare_engine(choice.engine, {})
    with JobProgress() as progress:
        progress.greet(link.greeting, link.url, eyes.name)
        job = Job(link, eyes, choice, journal, progress.tell)
        try:
            with stop_key(job.stop, progress.note):
                result = run_and_record(job, link, journal.path, progress.note)
        except SafeStopError as error:
            stopped: ApplicationError = SafeStopError(how_to_go_on(str(error), error.__cause__))
        except KeyboardInterrupt:
            stopped = InterruptedRunError(how_to_go_on("stopped by you", StoppedError("")))
        else:
            _print(result, journal, began, as_json=as_json)
            return exit_status.DONE
    if as_json:
        outcome = "interrupted" if isinstance(stopped, InterruptedRunError) else "stopped"
        print_json(result_as_json(job.result(solved=False, outcome=outcome), journal.path))
    raise stopped


def _measured(link: Link, rig_profile: Path | None) -> None:
    """Let measured durations take the place of the rig's own. Raises ProfileError."""
    if rig_profile is not None:
        link.rig = timed(link.rig, rig_profile)


def _check_cameras(rig: Rig, names: Sequence[str]) -> None:
    if len(names) != len(rig.cameras):
        seen = " and ".join(rig.cameras)
        raise InputError(
            f"--camera {','.join(names)!r} names {len(names)}; the {rig.name} rig has "
            f"{len(rig.cameras)}, on {seen}: part several by commas"
        )


def _print(result: JobResult, journal: Journal, began: float, *, as_json: bool) -> None:
    if as_json:
        print_json(result_as_json(result, journal.path))
    else:
        print_summary(result, time.monotonic() - began)


def how_to_go_on(why: str, error: BaseException | None) -> str:
    """Say what stopped the robot, what to do with one's hands, and what to type then."""
    return f"{why}\n{what_to_do(error)}\nThen: rokumen resume"
