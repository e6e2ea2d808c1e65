"""Runs on servos without feedback that a supply, a brown-out, a killed host or a cable interrupts.

The rule of brown-out is that of an Uno: below 2.7 V the board that shares the supply resets, and
its servos get no pulses; above, only the servos are weaker. The robot's clock is virtual. A scanner
that has the true stickers and angles stands for the camera, which `jobs`
measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.harness.records import Criterion
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.robot.host_kill import kill_hosts
from benchmarks.robot.replugs import Replug, replug
from benchmarks.support.simulated_job import VirtualRobot
from benchmarks.support.stub_scanner import WatchingOracle
from firmware_sim.physics.cube_forces import Forces
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import HOBBY_SERVO
from robot.execution.journal import Journal
from rokumen.devices.simulated_camera import wait_for_picture

RIGS = ("two-gripper", "two-gripper-plain", "four-gripper", "cubotino")
# A USB adapter and its cable.
_WEAK = Forces(Supply(5.0, 0.5))
_STALL, _BROWN_OUT = "jam_once", "reboot_mid_turn"
_WORDS = {
    _STALL: "behind 0.5 ohm with a stall",
    _BROWN_OUT: "with a brown-out in a turn",
}
# A turn of the plan that every solution of two-phase has.
_TURNS = 14


@dataclass(frozen=True, slots=True)
class InterruptedRun:
    """A run, resumed if it stopped: whether the cube is solved, called so and not, or was hurt.

    `hurt`: it fell, or there was another accident.
    """

    solved: bool
    falsely: bool
    hurt: bool


def interruptions(count: int, seed: int, work: Work = USUAL_WORK) -> Iterator[Criterion]:
    """Yield figures of `count` runs of each kind; all but those of cables are on RIGS in turn."""
    seeds = range(seed, seed + count)
    for fault, words in _WORDS.items():
        jobs = {number: (fault, number) for number in seeds}
        yield from figures(words, work.results(words, InterruptedRun, interrupt, jobs))
    kills = kill_hosts(count, seed, work.progress, usual_robot)
    wrong = sum(not kill.journal_is_right for kill in kills)
    yield Criterion.at_most("killed hosts with a wrong journal", wrong, 0)
    resumed = sum(kill.resumed for kill in kills)
    yield Criterion.at_least("killed hosts, resumed and solved", resumed, count)
    pulled = work.results("cables", Replug, replug, {number: number for number in seeds})
    stopped = sum(each.stopped for each in pulled)
    yield Criterion.at_least("pulled cables that end in a safe stop", stopped, count)
    solved = sum(each.solved for each in pulled)
    yield Criterion.at_least("the same on another port, resumed and solved", solved, count)


def figures(words: str, runs: Sequence[InterruptedRun]) -> Iterator[Criterion]:
    """Yield the figures of runs of one kind."""
    yield Criterion.at_most(f"runs {words}, cube or robot hurt", sum(r.hurt for r in runs), 0)
    falsely = sum(run.falsely for run in runs)
    yield Criterion.at_most(f"runs {words}, falsely called solved", falsely, 0)
    solved = sum(run.solved for run in runs)
    yield Criterion.at_least(f"runs {words}, solved or resumed and solved", solved, len(runs))


def interrupt(job: tuple[str, int]) -> InterruptedRun:
    """Return what becomes of a run with a fault at a random turn."""
    fault, seed = job
    turn = Random(f"{seed} {fault}").randint(1, _TURNS)
    virtual = usual_robot(seed, f"{fault}@{turn}")
    robot = virtual.robot
    scanner = WatchingOracle(robot, lambda: wait_for_picture(robot, virtual.clock), robot.rig)
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        virtual,
    ):
        result, _ = virtual.do_job(scanner, journal)
        virtual.wait_until_still()
        falsely = result.solved and not robot.state().is_solved()
        hurt = robot.state().dropped or bool(robot.accidents)
        solved = result.solved or virtual.repair_and_resume(scanner, journal)
    return InterruptedRun(solved and not falsely, falsely, hurt or bool(robot.accidents))


def usual_robot(seed: int, faults: str = "") -> VirtualRobot:
    """Return a robot of one of RIGS with servos without feedback behind a weak supply."""
    return VirtualRobot(
        seed,
        faults,
        rig_name=RIGS[seed % len(RIGS)],
        servo=HOBBY_SERVO,
        jaws=USUAL_CONTACT,
        forces=_WEAK,
    )
