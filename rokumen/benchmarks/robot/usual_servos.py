"""Whole jobs on robots whose servos lag and measure nothing, beside the same cubes on ideal ones.

Each rig is measured first, as `rokumen calibrate grippers --camera` does. The robot's clock is
virtual; its scans take the true stickers, once nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.table import Table

from calibration.gripper_timings import RigProfile, measure_motions
from firmware_sim.physics.accidents import DROPPED
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.execution.journal import Journal
from robot.link.session import Link
from rokumen.benchmarks.support.simulated_job import VirtualRobot
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.simulated_camera import InProcessCamera
from vision.held.placed_views import CameraPlace

RIGS = ("two-gripper", "two-gripper-plain", "flipper", "four-gripper")
_REPEATS = 2
_CHUNK = 4


@dataclass(frozen=True, slots=True)
class Trial:
    """One cube on ideal servos and on usual ones: the seconds of both, and what went wrong.

    `accidents` are those on usual servos, `dropped` of them a lost cube; `solved` is what the host
    says, `falsely` that it is not so.
    """

    ideal: float
    usual: float
    accidents: int
    dropped: bool
    solved: bool
    falsely: bool

    @property
    def is_good(self) -> bool:
        """Return whether the cube was solved, and no harm done."""
        return self.solved and not (self.accidents or self.dropped or self.falsely)


def learn(rig_name: str) -> RigProfile:
    """Measure a rig on usual servos with its camera: durations and settling times."""
    with VirtualRobot(0, rig_name=rig_name, servo=HOBBY_SERVO, jaws=USUAL_CONTACT) as virtual:
        rig = virtual.robot.rig
        scanner = CameraScanner([InProcessCamera(virtual.url)], rig, (CameraPlace("U"),))
        with Link(virtual.url) as link:
            return measure_motions(
                link,
                rig,
                _REPEATS,
                wait_until_still=lambda: scanner.seconds_until_still(link.clock),
            )


def _solve(virtual: VirtualRobot) -> bool:
    """Return whether a host says that it has solved the cube of a robot."""
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        virtual,
    ):
        result, _ = virtual.do_job(virtual.scanner(), journal)
        virtual.wait_until_still()
        return result.solved


def _try(job: tuple[str, int, RigProfile]) -> Trial:
    rig, seed, profile = job
    ideal = VirtualRobot(seed, rig_name=rig)
    _solve(ideal)
    usual = VirtualRobot(seed, rig_name=rig, servo=HOBBY_SERVO, jaws=USUAL_CONTACT, profile=profile)
    solved = _solve(usual)
    robot = usual.robot
    return Trial(
        ideal.clock.now(),
        usual.clock.now(),
        len(robot.accidents),
        robot.state().dropped or any(each.kind == DROPPED for each in robot.accidents),
        solved,
        solved and not robot.state().is_solved(),
    )


def measure(
    rig: str,
    profile: RigProfile,
    cubes: int,
    seed: int,
    processes: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Trial, ...]:
    """Return a trial of each of so many cubes, the same ones for any number of processes."""
    jobs = [(rig, number, profile) for number in range(seed, seed + cubes)]
    trials: list[Trial] = []
    for trial in _each(jobs, processes):
        trials.append(trial)
        progress(len(trials))
    return tuple(trials)


def _each(jobs: Sequence[tuple[str, int, RigProfile]], processes: int) -> Iterable[Trial]:
    if processes == 1:
        yield from map(_try, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_try, jobs, chunksize=_CHUNK)


def table(results: Mapping[str, Sequence[Trial]], profiles: Mapping[str, RigProfile]) -> Table:
    """Return a table of the trials of each rig, with what was measured of it."""
    shown = Table("", title="solves on usual servos without feedback")
    columns = [_figures(trials, profiles[rig]) for rig, trials in results.items()]
    for rig in results:
        shown.add_column(rig, justify="right")
    for row in columns[0]:
        shown.add_row(row, *(figures[row] for figures in columns))
    shown.caption = "seconds by the robot's clock, from the first command to the last picture"
    return shown


def _figures(trials: Sequence[Trial], profile: RigProfile) -> dict[str, str]:
    ideal, usual = median(t.ideal for t in trials), median(t.usual for t in trials)
    return {
        "longest settling time": f"{max(profile.settling.by_kind.values(), default=0.0):.2f} s",
        "cubes": str(len(trials)),
        "solved": str(sum(trial.solved for trial in trials)),
        "falsely called solved": str(sum(trial.falsely for trial in trials)),
        "dropped": str(sum(trial.dropped for trial in trials)),
        "with an accident": str(sum(trial.accidents > 0 for trial in trials)),
        "ideal servos, median": f"{ideal:.0f} s",
        "usual servos, median": f"{usual:.0f} s",
        "longer by": f"{usual / ideal - 1:+.1%}",
    }
