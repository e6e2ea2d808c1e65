"""Whole jobs of the fault scenarios: what the host claims of each, and what is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.harness.records import Record
from benchmarks.harness.work import USUAL_WORK, Work
from benchmarks.robot.soak_assertions import Assertion, Checks
from benchmarks.support.simulated_job import virtual_robot
from robot.execution.events import CommandDone, RunEvent
from robot.execution.journal import Journal
from rokumen.errors import InputError

# One job in this many is read from the pictures of the rendered camera.
PHOTOGRAPHED = 100
_CHUNK = 8
# So many jobs are made over the line of a chip, of which each line takes its time here.
_AT_LINE = 60


@dataclass(frozen=True, slots=True)
class Scenario:
    """Faults of `count` jobs, in the notation of firmware_sim.faults.

    {turn}, {command}, {line} and {picture} are replaced by random numbers for each job. Jobs of a
    `hard` scenario must stop safely within `max_stop_seconds` (robot time from the fault to the
    stop), and be solved after the fault is removed. In an `exact` scenario no turn may be repeated
    or skipped and no job abandoned. With `has_undetectable_faults` the grippers may collide, since
    the host cannot detect the fault.
    """

    name: str
    faults: str = ""
    count: int = 1000
    exact: bool = False
    hard: bool = False
    has_undetectable_faults: bool = False
    max_stop_seconds: float = 0.0


def _written(chances: dict[str, float]) -> str:
    return ",".join(f"{kind}~{chance:f}" for kind, chance in chances.items())


# Fault options of each kind in the scenario "anything".
_ANYTHING = {
    "jam": 0.03,
    "jam_on_backoff": 0.005,
    "false_jam": 0.003,
    "jam_silent": 0.002,
    "under_turn": 0.002,
    "over_turn": 0.002,
    "drag_neighbour": 0.002,
    "grip_slip": 0.002,
    "grip_miss": 0.005,
    "cube_drop": 0.0005,
    "piece_pop": 0.0005,
    "corner_twist": 0.0005,
    "jam_forever": 0.001,
    "servo_offline": 0.0005,
    "brownout": 0.0005,
    "collision": 0.001,
    "home_fail": 0.005,
    "reboot_mid_turn": 0.0005,
    "busy_forever": 0.0005,
    "rescan_wrong": 0.02,
    "rescan_unreadable": 0.005,
    "camera_lost": 0.001,
    "unplug": 0.0005,
}

# What a bad cable does to lines and bytes, so seldom that a host that asks four times gets through.
_NOISE = _written(
    {
        "bit_flip": 0.0001,
        "drop_cmd": 0.005,
        "drop_reply": 0.005,
        "truncate": 0.002,
        "merge_lines": 0.002,
        "dup_line": 0.01,
        "late_ack": 0.002,
        "garbage": 0.002,
        "echo": 0.01,
    }
)
_SILENT = "jam_silent~0.005,under_turn~0.005,grip_slip~0.005,false_jam~0.005,rescan_wrong~0.05"


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("undisturbed", exact=True),
        Scenario("line", _NOISE, _AT_LINE, exact=True),
        Scenario("jams", "jam~0.05"),
        Scenario("many-jams", "jam~0.1"),
        Scenario("jams-and-line", f"jam~0.05,{_NOISE}", _AT_LINE),
        Scenario("silent", _SILENT, count=10_000, has_undetectable_faults=True),
        Scenario("anything", _written(_ANYTHING), has_undetectable_faults=True),
        Scenario(
            "jam_forever", "jam_forever@{turn},jam_forever~0.2", hard=True, max_stop_seconds=900
        ),
        Scenario("servo_offline", "servo_offline@{turn}", hard=True, max_stop_seconds=5),
        Scenario("unplug", "unplug@{command}", hard=True, max_stop_seconds=5),
        Scenario("mute", "mute@{line}", _AT_LINE, hard=True, max_stop_seconds=5),
        Scenario("lost_banner", "lost_banner@{turn}", _AT_LINE, hard=True, max_stop_seconds=5),
        Scenario("reboot_mid_turn", "reboot_mid_turn@{turn}", hard=True, max_stop_seconds=5),
        Scenario("brownout", "brownout@{turn}", hard=True, max_stop_seconds=5),
        Scenario("camera_lost", "camera_lost@{picture}", hard=True, max_stop_seconds=5),
    )
}


def chosen(names: Sequence[str]) -> list[Scenario]:
    """Return the scenarios of these names (all if empty), after the undisturbed one.

    Raises InputError for an unknown name.
    """
    strange = [name for name in names if name not in SCENARIOS]
    if strange:
        raise InputError(f"unknown scenario {strange[0]!r}; scenarios: {', '.join(SCENARIOS)}")
    return [s for s in SCENARIOS.values() if not names or s.name in ("undisturbed", *names)]


def faults_of(scenario: Scenario, seed: int) -> str:
    """Return the faults of one job of a scenario as text."""
    chance = Random(f"{seed} when")
    return scenario.faults.format(
        turn=chance.randint(1, 25),
        command=chance.randint(2, 60),
        line=chance.randint(100, 3000),
        picture=chance.randint(1, 12),
    )


@dataclass(frozen=True, slots=True)
class JobOutcome(Record):
    """One job: its outcome, the host's claims, and the ground truth at the end.

    `elapsed` and `motion` are seconds of robot time; `stopped_after` are those from the first fault
    to the safe stop, None without either; `resumed`: whether the cube was solved after the faults
    were removed.
    """

    key = "jobs"

    scenario: str
    seed: int
    solved: bool
    truly_solved: bool
    turns_told: int
    turns_made: int
    motion: float
    elapsed: float
    jams: int
    new_plans: int
    accidents: int
    injected: int
    stopped_after: float | None
    resumed: bool
    cpu_seconds: float
    why: str

    @property
    def is_false_claim(self) -> bool:
        """Return whether the cube was called solved and was not."""
        return self.solved and not self.truly_solved

    @property
    def is_exact(self) -> bool:
        """Return whether every acknowledged turn was made exactly once."""
        return self.truly_solved and self.turns_made == self.turns_told


def checks_of(scenario: Scenario, outcome: JobOutcome) -> Checks:
    """Return what is asserted of a job of a scenario, and whether it held."""
    checks = {Assertion.TRUE_CLAIM: not outcome.is_false_claim}
    if not scenario.has_undetectable_faults:
        checks[Assertion.NO_ACCIDENT] = not outcome.accidents
    if scenario.exact:
        checks[Assertion.EVERY_TURN_ONCE] = outcome.is_exact
        checks[Assertion.NO_PLAN_GIVEN_UP] = not outcome.new_plans
    elif not outcome.solved:
        checks[Assertion.RESUMED] = outcome.resumed
        if scenario.hard:
            after = outcome.stopped_after
            checks[Assertion.SOON_STOPPED] = (
                after is not None and after <= scenario.max_stop_seconds
            )
    return checks


def failed(scenario: Scenario, outcome: JobOutcome) -> bool:
    """Return whether a job violates an assertion."""
    return not all(checks_of(scenario, outcome).values())


def do_jobs(
    scenario: Scenario, count: int, seed: int, work: Work = USUAL_WORK
) -> Sequence[JobOutcome]:
    """Return the outcomes of `count` whole jobs of a scenario."""
    jobs = {number: (number, scenario) for number in range(seed, seed + count)}
    return work.results(scenario.name, JobOutcome, _do_job, jobs, _CHUNK)


def _do_job(job: tuple[int, Scenario]) -> JobOutcome:
    seed, scenario = job
    began = process_time()
    with (
        TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        virtual_robot(seed, faults_of(scenario, seed)) as virtual,
    ):
        scanner = virtual.scanner(photographed=seed % PHOTOGRAPHED == 0)
        events: list[RunEvent] = []
        result = virtual.do_job(scanner, journal, events.append)
        robot, now = virtual.robot, virtual.clock.now()
        first_fault = robot.injections[0].seconds if robot.injections else None
        outcome = JobOutcome(
            scenario=scenario.name,
            seed=seed,
            solved=result.solved,
            truly_solved=robot.state().is_solved(),
            turns_told=sum(len(e.action.turns) for e in events if isinstance(e, CommandDone)),
            turns_made=robot.turns_made,
            motion=result.motion_seconds,
            elapsed=now,
            jams=result.jams,
            new_plans=result.replans,
            accidents=len(robot.accidents),
            injected=len(robot.injections),
            stopped_after=None if result.solved or first_fault is None else now - first_fault,
            resumed=False,
            cpu_seconds=0.0,
            why=virtual.why.partition("\n")[0],
        )
        resumed = not result.solved and virtual.repair_and_resume(scanner, journal)
    return replace(outcome, resumed=resumed, cpu_seconds=process_time() - began)
