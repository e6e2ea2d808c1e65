"""Robots opened: by their port, with the settings of a run, or to resume a run."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

from robot.errors import JournalError
from robot.link.connection import ConnectionOpener
from robot.link.port import LineTrace
from robot.link.registry import open_connection
from robot.rigs.camera_places import parse_places
from robot.rigs.rig import PUBLISHED
from rokumen.api.robot import OnEvent, Robot
from rokumen.devices.robot_connection import RobotAddress, open_link, open_robot_and_cameras
from rokumen.devices.simulated_robot import simulated_robot
from rokumen.jobs.solution_choice import load_choice
from rokumen.run_result import Result
from rokumen.storage.runs import (
    RunSettings,
    SolutionPolicy,
    absolute_name,
    find_unfinished_run,
    is_own,
    reopen_journal,
)
from solver.engines.registry import prepare


def connect(
    url: str,
    *,
    rig: str | None = None,
    durations: str | Path | None = None,
    servos: str = PUBLISHED,
    on_event: OnEvent | None = None,
    trace: str | Path | None = None,
    camera_at: str = "",
    robot: str = "",
    watch: bool = True,
    method: str | None = None,
) -> Robot:
    """Connect to a robot and return it; it is a context manager.

    `url`: "/dev/ttyUSB0", "COM3", "tcp://host:port", "maestro:///dev/ttyACM0?...", or the simulator
    in this process, "sim://two-gripper?scramble=R U F&jam=0.1&seed=1". `rig`: the name or the .toml
    file of a description of the rig, in place of the one that the robot names; `durations`: a file
    of its measured durations; `servos`: those by which its motions take their time, such as
    "ds3218", where the file says nothing else; `on_event` is called with what happens in runs;
    `trace`: a file to which what passes is appended; `camera_at`: the positions that the cameras
    see, such as "URF,DLB" or "unknown"; `robot`: the name of a robot of `rokumen setup`, which
    keeps the places of its cameras, and learns its times; `watch`: whether the camera looks after
    each command of a run where a robot without feedback stands; `method`: that of
    `Robot.solve_cube`, whose tables are loaded before the port is opened, since a board that this
    restarts may be limp until its first motion.
    Raises MethodError, PortError (it says who holds a busy port), SilentError where nothing
    answers, VersionError, RigError for a rig, for servos and for `camera_at`, and InputError for a
    chip whose settings are not known.
    """
    if camera_at:
        parse_places(camera_at)
    if method is not None:
        prepare(method, lambda share: None)
    measured = None if durations is None else Path(durations)
    with ExitStack() as opened:
        opener: ConnectionOpener = open_connection
        if trace:
            opener = partial(open_connection, trace=opened.enter_context(LineTrace(Path(trace))))
        link = opened.enter_context(
            open_link(
                RobotAddress(
                    url, durations=measured, rig=rig, robot=robot, opened_by=opener, servos=servos
                )
            )
        )
        settings = RunSettings(
            SolutionPolicy(),
            link.url,
            "0",
            durations=absolute_name(measured),
            servos=servos,
            rig=rig,
            camera_at=camera_at,
            robot=robot,
            watch=watch,
        )
        return Robot(link, settings, opened.pop_all(), on_event=on_event)


def resume(
    journal: str | Path | None = None,
    *,
    camera: str | None = None,
    on_event: OnEvent | None = None,
    foreign: bool = False,
) -> Result:
    """Go on with a run that stopped safely, was interrupted or crashed; the cube is scanned anew.

    `journal`: the file of the run, by default the newest that is unfinished; `camera`: another one
    than at its start; `foreign`: whether it may be a journal that this computer has not written.
    Raises JournalError where there is nothing to resume, and what `connect` and
    `Robot.solve_cube` raise.
    """
    path, run = find_unfinished_run(None if journal is None else Path(journal), camera=camera)
    if not foreign and not is_own(path):
        raise JournalError(
            f"{str(path)!r} was not written by this computer, or has been changed; foreign=True "
            "resumes it all the same"
        )
    with (
        open_robot(run) as robot,
        reopen_journal(path) as records,
    ):
        if run.simulated is None:
            robot.announce_first_motion(on_event)
        return robot.run_job(run.choice, records, on_event=on_event)


def open_robot(run: RunSettings, opened_by: ConnectionOpener = open_connection) -> Robot:
    """Return the robot of a run with its cameras, or with a simulated one.

    What the run's method needs is loaded before the port is opened: a board that this restarts may
    be limp until its first motion. Raises MethodError, RobotError or CameraError where one does
    not answer, SimulatorError, InputError where the rig needs another number of cameras, and
    TimingProfileError.
    """
    prepare(run.choice.engine, lambda share: None)
    load_choice(run.choice)
    address = RobotAddress.of(run, opened_by)
    with ExitStack() as opened:
        link, cameras = opened.enter_context(
            open_robot_and_cameras(address)
            if run.simulated is None
            else simulated_robot(run.simulated, address)
        )
        return Robot(link, run, opened.pop_all(), cameras=cameras)
