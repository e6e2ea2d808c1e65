"""Does a job on a robot and a camera and shows it: what `run`, `resume` and `demo` share."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from robot.journal import Journal
from robot.link import Link
from robot.motion import holding_at_home
from robot.rig import Rig
from robot.scan import plan_scan
from rokumen import exit_status
from rokumen.choice import Choice
from rokumen.errors import ApplicationError, InputError, InterruptedRunError, SafeStopError
from rokumen.eyes import Eyes
from rokumen.job import Job, JobResult
from rokumen.output import print_json
from rokumen.show.progress import JobProgress
from rokumen.show.summary import print_summary, result_as_json
from vision.camera import open_camera


@contextmanager
def robot_and_eyes(port: str, camera: str) -> Iterator[tuple[Link, Eyes]]:
    """Open a robot's port and a camera; a `sim://` robot has a camera of its own.

    Raises RobotError or CameraError where one is not there.
    """
    if port.startswith("sim://"):
        with _in_process(port) as opened:
            yield opened
    else:
        with Link(port) as link, open_camera(camera) as source:
            yield link, Eyes(source)


@contextmanager
def _in_process(port: str) -> Iterator[tuple[Link, Eyes]]:
    from rokumen.in_process import InProcessCamera, named, register

    register()
    url = named(port)
    with Link(url) as link, InProcessCamera(url) as camera:
        yield link, Eyes(camera)


def do_job(link: Link, eyes: Eyes, choice: Choice, journal: Journal, *, as_json: bool) -> int:
    """Solve the cube that the robot holds, and print what came of it.

    Raises SafeStopError or InterruptedRunError, which say how to go on, where it did not come to
    its end.
    """
    began = time.monotonic()
    _check_camera(link.rig)
    with JobProgress() as progress:
        progress.greet(link.greeting, link.url, eyes.name)
        job = Job(link, eyes, choice, journal, progress.tell)
        try:
            result = job.run()
        except SafeStopError as error:
            stopped: ApplicationError = SafeStopError(_how_to_go_on(str(error)))
        except KeyboardInterrupt:
            stopped = InterruptedRunError(_how_to_go_on("stopped by you"))
        else:
            _print(result, journal, began, as_json=as_json)
            return exit_status.DONE
    if as_json:
        outcome = "interrupted" if isinstance(stopped, InterruptedRunError) else "stopped"
        print_json(result_as_json(job.result(solved=False, outcome=outcome), journal.path))
    raise stopped


def _check_camera(rig: Rig) -> None:
    """Raise InputError for a rig that shows its faces on several sides: one camera reads them."""
    sides = {leg.stop.position for leg in plan_scan(rig, holding_at_home(rig))}
    if len(sides) > 1:
        raise InputError(
            f"the {rig.name} rig needs cameras on {len(sides)} sides of the cube, and one is all "
            "that can be used so far; `rokumen plan` and `rokumen simulate` know it"
        )


def _print(result: JobResult, journal: Journal, began: float, *, as_json: bool) -> None:
    if as_json:
        print_json(result_as_json(result, journal.path))
    else:
        print_summary(result, time.monotonic() - began)


def _how_to_go_on(why: str) -> str:
    return (
        f"{why}\n"
        "The robot stands still and holds the cube. Look at what catches or is loose; leave the "
        "cube in the hands.\nThen: rokumen resume"
    )
