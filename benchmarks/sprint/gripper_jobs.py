"""Whole jobs of two grippers on pushing servos: scan, solve and last check, by default options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory

from benchmarks.sprint.job_phases import PhaseClock, PhaseSeconds
from benchmarks.sprint.rows import SprintRow, Trials
from firmware_sim.named_robots import find_robot, unregister_robot
from robot.execution.journal import Journal
from rokumen.api.connecting import connect
from rokumen.errors import SafeStopError
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube

_SERVOS = "ds3218"
# Degrees of error at which a servo gives all of its torque: nobody has measured a DS3218's.
_STIFFNESSES = (3.0, 6.0, 9.0, 12.0, 15.0)
_CUBES, _QUICK_CUBES = 100, 2
# What is wanted of the median, in seconds.
_WANTED = {"two-gripper": 60.0, "two-gripper-plain": 75.0}
# A layer may stand a little askew at the end, as in any cube.
_ASKEW_DEGREES = 10.0


@dataclass(frozen=True, slots=True)
class TimedJob:
    """What a job took by the robot's clock, from the first motion to the last picture."""

    seconds: float
    phases: PhaseSeconds
    is_solved: bool
    accidents: int


def timed_job(job: tuple[str, int]) -> TimedJob:
    """Solve the cube of a seed on a rig as `run` does of a robot that is set up."""
    rig, seed = job
    name = f"sprint-{rig}-{seed}"
    stiffness = _STIFFNESSES[seed % len(_STIFFNESSES)]
    url = (
        f"sim://{rig}?ideal=false&feedback=false&servos={_SERVOS}&stiffness={stiffness:g}"
        f"&cube=stiff&seed={seed}&scramble={Cube.random(seed).facelets}&name={name}"
    )
    try:
        with TemporaryDirectory() as folder, connect(url, servos=_SERVOS) as robot:
            port = find_robot(robot.url)
            says_solved = False
            with Journal(Path(folder) / "run.jsonl") as journal, suppress(SafeStopError):
                began, phases = port.clock.now(), PhaseClock(port.clock)
                policy = SolutionPolicy(fastest=True)
                result = robot.run_job(policy, journal, on_event=phases.take)
                says_solved = result.solved
            seconds = port.clock.now() - began
            state = port.robot.state().with_layers_aligned(_ASKEW_DEGREES)
            accidents = len(port.robot.accidents)
            return TimedJob(seconds, phases.seconds(), says_solved and state.is_solved(), accidents)
    finally:
        unregister_robot(name)


def job_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield the median seconds of whole jobs, how many did harm, and how many solved no cube."""
    for rig, most in _WANTED.items():
        seeds = trials.seeds(_CUBES, _QUICK_CUBES)
        jobs = {seed: (rig, seed) for seed in seeds}
        done = trials.work.results(f"job, {rig}", TimedJob, timed_job, jobs)
        how = (
            f"{_SERVOS}, a stiff cube, stiffness {_STIFFNESSES[0]:g} to {_STIFFNESSES[-1]:g} "
            f"degrees, pictures drawn and read, 0.15 s each; {len(done)} random cubes"
        )
        seconds = median(each.seconds for each in done)
        yield SprintRow.at_most(
            f"{rig}, scan, solve and last check, median (s)", seconds, most, how
        )
        for phase in fields(PhaseSeconds):
            shares = [getattr(each.phases, phase.name) for each in done]
            name = phase.name.replace("_", " ")
            yield SprintRow.part(f"{rig}, of it {name}, mean (s)", fmean(shares), how)
        harmed = sum(each.accidents > 0 for each in done)
        yield SprintRow.at_most(f"{rig}, jobs with an accident", harmed, 0, how)
        unsolved = sum(not each.is_solved for each in done)
        yield SprintRow.at_most(f"{rig}, jobs that stopped safely, unsolved", unsolved, 0, how)
