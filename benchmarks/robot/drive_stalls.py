"""Whole solves on servos that measure, in virtual time, of which some turns are held fast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.harness.records import Record, column, not_shown
from benchmarks.harness.work import Work
from benchmarks.support.driven_rigs import DrivenRig
from benchmarks.support.emulated_drives import DriveScene, FeetechScene
from benchmarks.support.lego_scenes import Ev3Scene, SpikeScene
from benchmarks.support.stub_scanner import OracleScanner
from firmware_sim.physics.servo import IDEAL_SERVO
from firmware_sim.physics.state import PhysicalState
from robot.control.drive_connection import DriveConnection
from robot.errors import RobotError
from robot.execution.journal import Journal
from robot.link.session import Link
from robot.rigs.actuators import MotionOutcome, Stalled
from robot.rigs.command import CLOSED, CONTACT, GRIP_OPENINGS, USUAL_PULSE_PER_DEGREE
from robot.rigs.registry import DEFAULT_RIG
from robot.servos.drive_servos import DriveServos
from robot.servos.jam_detection import JAM_DEGREES
from rokumen.devices.simulated_camera import wait_for_picture
from rokumen.errors import SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube

_SCENES: tuple[type[DriveScene], ...] = (FeetechScene, Ev3Scene, SpikeScene)
_SHARE = 0.05
# How far a servo turns until it is held, in degrees of its axis.
_LEAST_WAY, _MOST_WAY = 10.0, 70.0
# A target that does not change for so long was reached, in seconds; jaws rest after so long.
_STILL_SECONDS, _REST_SECONDS = 0.15, 3.0
# What holds an axis lets it go that comes back so far, in microseconds; no stop is at so many.
_LET_GO_MICROSECONDS, _FAR = 10.0, 1e5
_MOST_SECONDS, _LEAST_SOLVED, _MOST_LOAD = 0.1, 0.99, 0.35


@dataclass(frozen=True, slots=True)
class StalledSolve:
    """What became of a solve: the stalls in it and the seconds after which they were felt.

    These are from when the servo gave all its torque, or was 10 degrees behind; `load`: the
    largest of a servo at rest, a share of its torque.
    """

    says_solved: bool
    is_solved: bool
    stalls: int
    felt: tuple[float, ...]
    load: float


@dataclass(frozen=True, slots=True)
class StallFigures(Record):
    """Solves with stalled turns on one drive."""

    key = "stalls"
    title = "solves with 5% of turns held fast, in virtual time"

    drive: str = column("drive")
    solves: int = column("solves", "{solves} of {wanted}")
    wanted: int = not_shown()
    solved: int = column("solved")
    falsely: int = column("falsely solved")
    stalls: int = column("stalls")
    felt: int = column("felt")
    typical: float = column("median", "{typical:.0f} ms")
    slowest: float = column("felt within", "{slowest:.0f} ms")
    load: float = column("load at rest", ".0%")

    @property
    def is_good(self) -> bool:
        """Return whether stalls are felt in time, 99% are solved, none falsely, and rest is so."""
        in_time = self.felt == self.stalls and self.slowest <= 1000 * _MOST_SECONDS
        all_of_them = self.solved >= _LEAST_SOLVED * self.solves and not self.falsely
        return in_time and all_of_them and self.load <= _MOST_LOAD


def stall_figures(count: int, wanted: int, seed: int, work: Work) -> Iterator[StallFigures]:
    """Yield what becomes of so many solves on each drive that measures."""
    for kind in _SCENES:
        jobs = {seed + number: (kind, seed + number) for number in range(count)}
        found = work.results(f"stalled solves on {kind.name}", StalledSolve, _solve, jobs)
        felt = [1000 * seconds for each in found for seconds in each.felt]
        yield StallFigures(
            kind.name,
            count,
            wanted,
            sum(each.says_solved and each.is_solved for each in found),
            sum(each.says_solved and not each.is_solved for each in found),
            sum(each.stalls for each in found),
            len(felt),
            median(felt or [0.0]),
            max(felt, default=0.0),
            max(each.load for each in found),
        )


class _WatchedServos(DriveServos):
    """Servos of which it is seen when they feel that one is held."""

    rig: _StalledRig

    def outcome(self) -> MotionOutcome | None:
        """See `DriveServos`."""
        outcome = super().outcome()
        if isinstance(outcome, Stalled):
            self.rig.feel(outcome.axis)
        return outcome


class _StalledRig(DrivenRig):
    """A rig of which some axes are held on their way, until they stop pressing."""

    def __init__(self, scene: DriveScene, seed: int) -> None:
        super().__init__(scene, DEFAULT_RIG, Cube.random(seed), IDEAL_SERVO)
        self.stalls = 0
        self.felt: list[float] = []
        self._random = Random(f"{seed} stalls")
        self._axes = {name: _Axis(self, index) for index, name in enumerate(self.rig.axes)}
        self.servos.__class__ = _WatchedServos
        assert isinstance(self.servos, _WatchedServos)
        self.servos.rig = self
        for jaws in self.servos.settings.grippers.values():
            scene.keep_between(jaws.channel, dict(jaws.pulses)[CONTACT], _FAR)
        scene.clock.devices.append(self._look)

    def state(self) -> PhysicalState:
        """Return the physical state now."""
        return self.mechanics.state()

    def camera_state(self) -> PhysicalState | None:
        """Return the state that a picture taken now shows."""
        return self.mechanics.state()

    def advance(self) -> None:
        """Do nothing: everything lives by the clock."""

    def feel(self, name: str) -> None:
        """Take note that the program knows of an axis that is held."""
        axis = self._axes[name]
        if axis.strained_at is not None:
            self.felt.append(self.scene.clock.now() - axis.strained_at)
            axis.strained_at = None

    def begins_to_stall(self) -> bool:
        """Return whether a turn that begins is to be held."""
        return self._random.random() < _SHARE

    def held_after(self) -> float:
        """Return how far an axis turns that is held."""
        return self._random.uniform(_LEAST_WAY, _MOST_WAY)

    def _look(self) -> None:
        for axis in self._axes.values():
            axis.look()


class _Axis:
    """One axis of a rig: whether it turns a face now, and where it is held."""

    # Since when it has strained, by the clock; None if it does not, or that was felt.
    strained_at: float | None = None
    _told: float | None = None
    _told_at = 0.0
    # Where it is held, in microseconds, and in which direction it turned.
    _held: tuple[float, float] | None = None
    _has_strained = False

    def __init__(self, rig: _StalledRig, index: int) -> None:
        self._rig, self._index = rig, index
        self._channel = rig.channels[index]

    def look(self) -> None:
        """See what it is told now, and hold it or let it go."""
        scene = self._rig.scene
        told, at = scene.outputs()[self._channel], scene.places()[self._channel]
        if told is None or at is None:
            return
        now = scene.clock.now()
        if told != self._told:
            if now - self._told_at > _STILL_SECONDS and self._held is None:
                self._begin(at, told)
            self._told, self._told_at = told, now
        if self._held is None:
            return
        place, direction = self._held
        if abs(told - at) >= JAM_DEGREES * USUAL_PULSE_PER_DEGREE and not self._has_strained:
            self.strained_at, self._has_strained = now, True
            self._rig.stalls += 1
        if self._has_strained and (told - place) * direction < _LET_GO_MICROSECONDS:
            self._let_go()

    def _begin(self, at: float, told: float) -> None:
        """Hold a turn that begins, of some."""
        holds = self._rig.state().openings[self._index] == GRIP_OPENINGS[CLOSED]
        if not (holds and self._told is not None and self._rig.begins_to_stall()):
            return
        direction = 1.0 if told > at else -1.0
        place = at + direction * self._rig.held_after() * USUAL_PULSE_PER_DEGREE
        self._held = place, direction
        limits = (-_FAR, place) if direction > 0 else (place, _FAR)
        self._rig.scene.keep_between(self._channel, *limits)

    def _let_go(self) -> None:
        self._held, self._has_strained = None, False
        self._rig.scene.keep_between(self._channel, -_FAR, _FAR)


def _solve(job: tuple[type[DriveScene], int]) -> StalledSolve:
    kind, seed = job
    robot = _StalledRig(kind(), seed)
    scene, servos = robot.scene, robot.servos
    says_solved = False
    with TemporaryDirectory() as folder, Journal(Path(folder) / "run.jsonl") as journal:
        try:
            url = "drive://stalled"
            with Link(url, opened_by=lambda url: DriveConnection(url, servos)) as link:
                scanner = OracleScanner(robot, lambda: wait_for_picture(robot, link.clock))
                rng = Random(f"{seed} challenge")
                job_of_cube = Job(
                    link, scanner, SolutionPolicy(), journal, challenge=False, rng=rng
                )
                with suppress(SafeStopError):
                    says_solved = job_of_cube.run(lambda event: None).solved
                link.clock.sleep(_REST_SECONDS)
                load = max(each.load or 0.0 for each in robot.drive.read())
        except RobotError:
            load = 0.0
    solved = robot.state().is_solved()
    scene.end()
    return StalledSolve(says_solved, solved, robot.stalls, tuple(robot.felt), load)
