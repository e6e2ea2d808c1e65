"""Whole jobs on robots whose servos lag and measure nothing, beside the same cubes on ideal ones.

Each rig is measured first, as `rokumen calibrate grippers --camera` does. The robot's clock is
virtual; its scans take the true stickers, once nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import click

from benchmarks.harness.options import CORES, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import in_processes
from benchmarks.support.simulated_job import VirtualRobot
from calibration.gripper_timings import RigProfile, measure_motions
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.state import DROPPED
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.rigs.registry import PRESETS, RIGS
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.simulated_camera import InProcessCamera
from vision.held.placed_views import CameraPlace

USUAL_RIGS = ("two-gripper", "two-gripper-plain", "flipper", "four-gripper")
_REPEATS = 2
_CHUNK = 4


@dataclass(frozen=True, slots=True)
class ServoTrial:
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


@dataclass(frozen=True, slots=True)
class ServoTrials(Record):
    """The trials of one rig, with its longest settling time as measured; times in seconds."""

    key = "trials"
    title = "solves on usual servos without feedback"
    caption = "seconds by the robot's clock, from the first command to the last picture"
    is_column = True

    rig: str = column("")
    settling_seconds: float = column("longest settling time", "{settling_seconds:.2f} s")
    cubes: int = column("cubes")
    solved: int = column("solved")
    falsely: int = column("falsely called solved")
    dropped: int = column("dropped")
    with_accident: int = column("with an accident")
    ideal_seconds: float = column("ideal servos, median", "{ideal_seconds:.0f} s")
    usual_seconds: float = column("usual servos, median", "{usual_seconds:.0f} s")
    longer: float = column("longer by", "+.1%")

    @property
    def is_good(self) -> bool:
        """Return whether every cube was solved, and no harm done."""
        harm = self.with_accident or self.dropped or self.falsely
        return self.solved == self.cubes and not harm

    @classmethod
    def of(cls, rig: str, trials: Sequence[ServoTrial], profile: RigProfile) -> ServoTrials:
        """Return the record of the trials of a rig with what was measured of it."""
        ideal, usual = median(t.ideal for t in trials), median(t.usual for t in trials)
        return cls(
            rig,
            max(profile.settling.by_kind.values(), default=0.0),
            len(trials),
            sum(trial.solved for trial in trials),
            sum(trial.falsely for trial in trials),
            sum(trial.dropped for trial in trials),
            sum(trial.accidents > 0 for trial in trials),
            ideal,
            usual,
            usual / ideal - 1,
        )


def servos(
    progress: Progress,
    cubes: Cubes = 500,
    rigs: Annotated[
        tuple[str, ...],
        Option(
            f"Only this [{', '.join(USUAL_RIGS)}].",
            click.Choice((*RIGS, *PRESETS)),
            flag="--rig",
        ),
    ] = (),
    seed: Seed = 0,
    processes: Processes = CORES,
) -> Iterator[ServoTrials]:
    """Solve cubes on servos that lag and measure nothing, at the durations that a camera measured,
    and compare with ideal servos.

    The exit status is 1 if a cube is not solved, or is called solved and is not, or if there is an
    accident.
    """
    for rig in rigs or USUAL_RIGS:
        profile = learn(rig)
        trials = measure(rig, profile, cubes, seed, processes, progress)
        yield ServoTrials.of(rig, trials, profile)


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


def _try(job: tuple[str, int, RigProfile]) -> ServoTrial:
    rig, seed, profile = job
    ideal = VirtualRobot(seed, rig_name=rig)
    _solve(ideal)
    usual = VirtualRobot(seed, rig_name=rig, servo=HOBBY_SERVO, jaws=USUAL_CONTACT, profile=profile)
    solved = _solve(usual)
    robot = usual.robot
    return ServoTrial(
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
    progress: Progress = QUIET,
) -> tuple[ServoTrial, ...]:
    """Return a trial of each of `cubes` cubes, the same ones for any number of processes."""
    jobs = [(rig, number, profile) for number in range(seed, seed + cubes)]
    return tuple(progress.each(rig, in_processes(_try, jobs, processes, _CHUNK), cubes))
