"""The motion plans of random cubes on rigs of grippers and on flippers, and their commands."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from benchmarks.sprint.qphase import PUBLISHED_MOTIONS, qphase_motions
from benchmarks.sprint.rows import SprintRow, Trials
from robot.planning.fastest_solution import TIME_LIMIT
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.registry import PRESETS, RIGS, load_rig
from robot.rigs.rig import Rig, with_all_motions
from robot.rigs.servo_speeds import with_servos
from rokumen.jobs.solution_choice import choose_solution
from rokumen.storage.runs import SolutionPolicy
from solver.cube import Cube

_SERVOS = "ds3218"
_CUBES, _QUICK_CUBES = 20, 2
_CHUNK = 2
# Seconds of the plans of two-phase's solutions before plans were chosen by their time, and the
# share of them that is wanted.
_FLIPPERS = {
    "cubotino": 80.3,
    "cubotino-tuned": 42.5,
    "flipper": 85.1,
    "mindcuber": 30.1,
    "otvinta": 31.7,
}
_WANTED_SHARE = 0.9
_LIMITED_CUBES, _WANTED_SEARCH = 3, 1.6
_FOUR_COMMANDS, _FOUR_SECONDS = 25, 20
_HOW = "--fastest at 1.5 s of a processor, from home to a pose of rest; mean of {} random cubes"


@dataclass(frozen=True, slots=True)
class PlannedCube:
    """A cube, by its seed, to plan on a rig as `run` does."""

    rig: Rig
    seed: int


@dataclass(frozen=True, slots=True)
class PlanFigures:
    """The commands and the seconds of a plan."""

    commands: int
    seconds: float


def plan_of(job: PlannedCube) -> PlanFigures:
    """Return the figures of the plan that solves a cube from home."""
    start = home_state(job.rig)
    cube, policy = Cube.random(job.seed), SolutionPolicy(fastest=True)
    chosen = choose_solution(policy, cube, job.rig, start, time.process_time)
    plan = plan_turns(job.rig, chosen.turns, start, job.rig.may_end)
    return PlanFigures(len(plan.commands), plan.seconds)


def plan_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield the mean commands and seconds of plans, rig by rig."""
    four = with_servos(with_all_motions(load_rig("four-gripper")), _SERVOS)
    found = _plans(trials, "four-gripper, overlapping", four)
    how = f"durations of {_SERVOS}, motions overlap; {_HOW.format(len(found))}"
    commands, seconds = fmean(each.commands for each in found), _seconds(found)
    yield SprintRow.at_most("four-gripper, commands", commands, _FOUR_COMMANDS, how)
    yield SprintRow.at_most("four-gripper, motion (s)", seconds, _FOUR_SECONDS, how)
    yield from _qphase_rows(trials)
    for name, before in _FLIPPERS.items():
        found = _plans(trials, name, with_all_motions(load_rig(name)))
        yield SprintRow.at_most(
            f"{name}, motion (s)",
            _seconds(found),
            _WANTED_SHARE * before,
            f"the rig's own durations; {_HOW.format(len(found))}",
        )


@dataclass(frozen=True, slots=True)
class Motions:
    """How many motions a plan has."""

    count: int


def _motions(seed: int) -> Motions:
    return Motions(qphase_motions(Cube.random(seed)))


def _qphase_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield the mean motions of plans by the rules of qphase, beside those of its author."""
    jobs = {seed: seed for seed in trials.seeds(_CUBES, _QUICK_CUBES)}
    found = trials.work.results("plan, qphase's rules", Motions, _motions, jobs, _CHUNK)
    yield SprintRow.at_most(
        "four-gripper by qphase's rules, motions",
        fmean(each.count for each in found),
        PUBLISHED_MOTIONS,
        "wanted is what its author published, found within milliseconds: wrists without limits, "
        "each turn, tilt or regrip by itself counts one, and regrips meanwhile nothing, from all "
        f"wrists upright to any pose; {TIME_LIMIT:g} s of search; mean of {len(found)} random "
        "cubes",
    )


@dataclass(frozen=True, slots=True)
class SearchTime:
    """What the search for a solution took, in seconds of a processor."""

    seconds: float


def search_time(job: PlannedCube) -> SearchTime:
    """Return what the search for the fastest motion takes on one processor, tables being there."""
    start = home_state(job.rig)
    policy = SolutionPolicy(fastest=True, time_limit=TIME_LIMIT)
    # Loads tables and compiles, which is done once for all robots.
    for warm in map(load_rig, ("flipper", "six-axis")):
        untimed = replace(policy, time_limit=0.0)
        choose_solution(untimed, Cube.random(1), warm, home_state(warm))
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})
    try:
        began = time.process_time()
        choose_solution(policy, Cube.random(job.seed), job.rig, start, time.process_time)
        return SearchTime(time.process_time() - began)
    finally:
        os.sched_setaffinity(0, processors)


def time_limit_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield the longest that the search for the fastest motion takes on any rig."""
    rigs = {name: with_all_motions(load_rig(name)) for name in (*RIGS, *PRESETS)}
    seeds = trials.seeds(_LIMITED_CUBES, 1)
    longest, slowest = 0.0, ""
    for name, rig in rigs.items():
        jobs = {seed: PlannedCube(rig, seed) for seed in seeds}
        for each in trials.work.results(f"time limit, {name}", SearchTime, search_time, jobs):
            if each.seconds > longest:
                longest, slowest = each.seconds, name
    how = (
        f"processor seconds of a search with a limit of {TIME_LIMIT:g} s, on one processor; the "
        f"longest of {len(seeds)} cubes on each of {len(rigs)} rigs, with all their motions: on "
        f"{slowest}; the tables of the engine are loaded before"
    )
    yield SprintRow.at_most("--fastest, search (s)", longest, _WANTED_SEARCH, how)


def _plans(trials: Trials, name: str, rig: Rig) -> Sequence[PlanFigures]:
    seeds = trials.seeds(_CUBES, _QUICK_CUBES)
    jobs = {seed: PlannedCube(rig, seed) for seed in seeds}
    return trials.work.results(f"plan, {name}", PlanFigures, plan_of, jobs, _CHUNK)


def _seconds(plans: Sequence[PlanFigures]) -> float:
    return fmean(each.seconds for each in plans)
