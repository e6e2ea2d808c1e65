"""Whole jobs before cameras that do not show this robot's cube as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.harness.records import Record, column
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.robot.fault_scenarios import SCENARIOS, faults_of
from benchmarks.robot.soak_assertions import Assertion, Checks
from benchmarks.support.simulated_job import VirtualRobot
from benchmarks.support.stub_scanner import OracleScanner, TruthSource
from firmware_sim.physics.state import PhysicalState
from robot.execution.journal import Journal
from rokumen.devices.simulated_camera import wait_for_picture
from solver.cube import Cube

_CHUNK = 8
# Pictures after which a camera begins to lie, of about 12 for a scan and a face in five commands.
_LAST_TRUE_PICTURE = 30

Seen = PhysicalState | None
Lie = Callable[[Seen], Seen]


@dataclass(frozen=True, slots=True)
class LyingCamera(Record):
    """The jobs before cameras of one kind: how many ended solved, and how many of these were not.

    A camera that begins to lie after the cube is solved changes nothing: those are solved rightly.
    """

    key = "lying_cameras"
    title = "jobs before cameras that lie, on robots that do (the faults of `silent`)"

    lie: str = column("the camera shows")
    jobs: int = column("jobs")
    solved: int = column("solved")
    false_claims: int = column("false")

    @property
    def is_good(self) -> bool:
        """Return whether no cube was called solved that was not."""
        return not self.false_claims

    @property
    def checks(self) -> list[Checks]:
        """Return what is asserted of each job, and whether it held."""
        return [{Assertion.TRUE_CLAIM: n >= self.false_claims} for n in range(self.jobs)]


@dataclass(frozen=True, slots=True)
class DeceivedJob:
    """A job: how its camera lied, whether the cube was called solved, and whether it was."""

    lie: str
    is_called_solved: bool
    is_solved: bool


@dataclass(frozen=True, slots=True)
class _View:
    """What a camera shows in place of what is there."""

    truth: TruthSource
    lie: Lie

    def camera_state(self) -> Seen:
        return self.lie(self.truth.camera_state())


def deceive(count: int, seed: int, work: Work = USUAL_WORK) -> list[LyingCamera]:
    """Run `count` jobs, each before a camera that lies in one of the ways of LIES."""
    jobs = {number: number for number in range(seed, seed + count)}
    ended = work.results("lying cameras", DeceivedJob, _do_job, jobs, _CHUNK)
    return [LyingCamera(*row) for row in rows_of(LIES, ended)]


def rows_of(
    lies: Iterable[str], ended: Sequence[DeceivedJob]
) -> Iterator[tuple[str, int, int, int]]:
    """Yield each lie with its jobs, those that were called solved, and those falsely."""
    for lie in lies:
        called_solved = [job.is_solved for job in ended if job.lie == lie and job.is_called_solved]
        count = sum(job.lie == lie for job in ended)
        yield lie, count, len(called_solved), called_solved.count(False)


def _do_job(seed: int) -> DeceivedJob:
    """Return what became of the job of a seed."""
    chance = Random(f"{seed} lie")
    lie = list(LIES)[seed % len(LIES)]
    with VirtualRobot(seed, faults_of(SCENARIOS["silent"], seed)) as virtual:
        is_called_solved = _run(virtual, LIES[lie](seed, chance))
        return DeceivedJob(lie, is_called_solved, virtual.robot.state().is_solved())


def _run(virtual: VirtualRobot, lie: Lie) -> bool:
    """Run a job before a camera, and return whether the host calls the cube solved."""
    with (
        TemporaryDirectory(prefix="rokumen-lie-") as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
    ):
        scanner = OracleScanner(
            _View(virtual.robot, lie), lambda: wait_for_picture(virtual.robot, virtual.clock)
        )
        return virtual.do_job(scanner, journal)[0].solved


def _truth(seed: int, chance: Random) -> Lie:
    return lambda seen: seen


def _another_cube(cube: Cube) -> Lie:
    """The cube of another robot, which moves as this one does but turns no layer."""
    return lambda seen: seen and replace(seen, cube=cube, layers=())


def _solved_cube(seed: int, chance: Random) -> Lie:
    return _another_cube(Cube.solved())


def _nearly_solved_cube(seed: int, chance: Random) -> Lie:
    return _another_cube(Cube.solved().apply(chance.choice(("R", "U2", "F'"))))


def _solved_cube_later(seed: int, chance: Random) -> Lie:
    """The truth at first, then a cube that is solved."""
    lie, left = _solved_cube(seed, chance), iter(range(chance.randrange(_LAST_TRUE_PICTURE)))
    return lambda seen: seen if next(left, None) is not None else lie(seen)


def _frozen(seed: int, chance: Random) -> Lie:
    """The truth at first, then the same picture for ever."""
    left = iter(range(chance.randrange(_LAST_TRUE_PICTURE)))
    last: list[Seen] = [None]

    def show(seen: Seen) -> Seen:
        if next(left, None) is not None or last[0] is None:
            last[0] = seen
        return last[0]

    return show


def _late(seed: int, chance: Random) -> Lie:
    """What was there some pictures ago."""
    kept: list[Seen] = []
    delay = chance.randint(1, 6)

    def show(seen: Seen) -> Seen:
        kept.append(seen)
        return kept[max(0, len(kept) - 1 - delay)]

    return show


def _old_run(seed: int, chance: Random) -> Lie:
    """The pictures of a run with another cube, which ended solved, one after the other."""
    recorded: list[Seen] = []

    def record(seen: Seen) -> Seen:
        recorded.append(seen)
        return seen

    other = chance.randrange(10**6, 10**9)
    with VirtualRobot(other) as before:
        _run(before, record)
    shown: Iterator[Seen] = iter(recorded)
    return lambda seen: next(shown, recorded[-1])


LIES: dict[str, Callable[[int, Random], Lie]] = {
    "what is there": _truth,
    "a solved cube": _solved_cube,
    "a cube one turn away": _nearly_solved_cube,
    "a solved cube, later on": _solved_cube_later,
    "the same picture, later on": _frozen,
    "what was there before": _late,
    "an older run": _old_run,
}
