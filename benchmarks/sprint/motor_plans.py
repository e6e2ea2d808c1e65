"""The motion plans of random cubes on rigs with a motor at each face, idea by idea.

Beside them published robots: hmn1990's three steppers by his own profile, and the figures of MIT's.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import fmean, median

from benchmarks.sprint import hmn1990
from benchmarks.sprint.rows import SprintRow, Trials
from robot.planning.fastest_solution import fastest_solution, paying_seconds
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.mechanisms.six_axis import SixAxis, SixAxisDurations, motor_durations
from robot.rigs.motors import CuttingTable, Motors
from robot.rigs.rig import Rig
from solver.core.turn import Turn
from solver.cube import Cube
from solver.engines.registry import solve
from solver.engines.two_phase.search import two_phase_search
from solver.search.solution_pool import Limits

_CUBES, _QUICK_CUBES, _CHUNK = 100, 3, 5
_SEARCH_SECONDS = 1.0
_QUARTER = 0.010
_HALF = _QUARTER * math.sqrt(2)
# The published machine waits between turns: a move each 15 ms, of which a quarter turn takes 10.
_MIT_PAUSE, _MIT_TURNS, _MIT_SECONDS = 0.005, 21, 0.335

_LINEAR = SixAxis()
_OWN = SixAxis(durations=SixAxisDurations(_QUARTER, _HALF))
# An input, not what a given cube allows.
_TABLE = CuttingTable(((20.0, 45.0),), ((20.0, 45.0),))
_CUTTING = replace(_OWN, motors=Motors(cutting=_TABLE))
_NEMA = Motors(motor="nema17-0.3")
_STEPPERS = SixAxis(motors=_NEMA, durations=motor_durations(_NEMA))
RIGS = {"linear": _LINEAR, "own": _OWN, "cutting": _CUTTING, "nema17": _STEPPERS}


@dataclass(frozen=True, slots=True)
class MotorCube:
    """A cube, by its seed, to plan on all rigs of this file."""

    seed: int


@dataclass(frozen=True, slots=True)
class MotorFigures:
    """Seconds of the plans of one cube, and of processor time until the first plan.

    `soonest`: a search for as long as it pays, and its plan;
    `first`: of the first solution of two-phase, a half turn as two quarters; `halves`: of the same
    turns with half turns at their own time; the others of the fastest found in that time.
    """

    first: float
    halves: float
    apart: float
    linear: float
    own: float
    cutting: float
    nema17: float
    soonest: float
    planning: float


def figures_of(job: MotorCube) -> MotorFigures:
    """Return the figures of one cube."""
    cube = Cube.random(job.seed)
    turns = solve(cube, "two-phase").turns
    found = {name: _fastest(rig, cube) for name, rig in RIGS.items()}
    began = time.thread_time()
    fastest_solution(_OWN, cube, home_state(_OWN), 0.0)
    planning = time.thread_time() - began
    paying = paying_seconds(_OWN, cube, home_state(_OWN))
    soonest = paying + _seconds(_OWN, fastest_solution(_OWN, cube, home_state(_OWN), paying))
    apart = sum(_HALF if turn.quarter_turns == 2 else _QUARTER for turn in found["own"])
    seconds = {name: _seconds(RIGS[name], turns) for name, turns in found.items()}
    first, halves = _seconds(_LINEAR, turns), _seconds(_OWN, turns)
    return MotorFigures(first, halves, apart, **seconds, soonest=soonest, planning=planning)


def _fastest(rig: Rig, cube: Cube) -> tuple[Turn, ...]:
    return fastest_solution(rig, cube, home_state(rig), _SEARCH_SECONDS)


def _seconds(rig: Rig, turns: tuple[Turn, ...]) -> float:
    return plan_turns(rig, turns, home_state(rig)).seconds


def motor_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield milliseconds of plans of six motors, idea by idea, and of published robots."""
    jobs = {seed: MotorCube(seed) for seed in trials.seeds(_CUBES, _QUICK_CUBES)}
    found = trials.work.results("plans of motors", MotorFigures, figures_of, jobs, _CHUNK)

    def mean(name: str) -> float:
        return 1000 * fmean(getattr(each, name) for each in found)

    how = f"10 ms a quarter turn, nothing overlaps but opposite faces; mean of {len(found)} cubes"
    search = f"{_SEARCH_SECONDS:g} s a cube"
    at_most = SprintRow.at_most
    yield at_most("six-axis, first solution (ms)", mean("first"), 290, f"a half turn 20 ms; {how}")
    yield at_most("the fastest found (ms)", mean("linear"), 225, f"a half turn 20 ms; {search}")
    name = "half turns in their own time, of the first solution (ms)"
    yield at_most(name, mean("halves"), 250, f"a half turn 14.1 ms; {how}")
    name = "six-axis, search in that time (ms)"
    shares = f"opposite faces one after the other: {mean('apart'):.0f}"
    yield at_most(name, mean("own"), 175, f"a half turn 14.1 ms; {search}; {shares}; {how}")
    name = "from the begin of the search to the end of its turns (ms)"
    yield at_most(
        name, mean("soonest"), 225, f"`run` searches as long as it pays; no line counted; {how}"
    )
    name = "corner cutting with 20 degrees left (ms)"
    yield at_most(name, mean("cutting"), 140, f"the table is an input, of no given cube; {search}")
    yield SprintRow.within(
        "six NEMA17 of 0.3 N m (s)",
        mean("nema17") / 1000,
        0.45,
        0.6,
        "preset nema17-0.3 at 24 V, 0.8 of its torque, a layer of 1.6e-5 kg m2 and 0.05 N m, no "
        f"corner cutting; {search}",
    )
    planning = 1000 * median(each.planning for each in found)
    yield at_most("first plan, processor time (ms)", planning, 10, "median, tables loaded")
    yield from _published(trials)


def _published(trials: Trials) -> Iterator[SprintRow]:
    deviations = [hmn1990.turning_seconds(turns) / seconds - 1 for turns, seconds in _his()]
    how = f"his profile and his {len(deviations)} solutions; the one that is furthest off"
    furthest = max(map(abs, deviations))
    yield SprintRow.at_most("hmn1990's turns, deviation (%)", 100 * furthest, 10, how)
    mean = hmn1990.scan_seconds() + fmean(hmn1990.turning_seconds(turns) for turns, _ in _his())
    how = "scan and turns, without his solver's time; measured 4.97 s"
    yield SprintRow.within("hmn1990's scan and turns (s)", mean, 0.9 * 4.97, 1.1 * 4.97, how)
    turns = [_of_length(Cube.random(seed)) for seed in trials.seeds(20, 5)]
    seconds = fmean(map(_seconds_apart, turns))
    low, high = 0.95 * _MIT_SECONDS, 1.05 * _MIT_SECONDS
    how = (
        "10 ms a quarter turn, 14.1 a half, 5 ms between: a move each 15 ms; each turn alone; "
        f"solutions of {_MIT_TURNS} turns of {len(turns)} cubes, since his cube is not published"
    )
    yield SprintRow.within("MIT's motion (s)", seconds, low, high, how)


def _his() -> tuple[tuple[tuple[Turn, ...], float], ...]:
    return hmn1990.measured()


def _of_length(cube: Cube) -> tuple[Turn, ...]:
    """Return a solution of as many turns as the published one has, or about."""
    found = two_phase_search(cube, Limits(0.3, count=200))
    return min(found, key=lambda turns: abs(len(turns) - _MIT_TURNS))


def _seconds_apart(turns: tuple[Turn, ...]) -> float:
    ways = sum(_HALF if turn.quarter_turns == 2 else _QUARTER for turn in turns)
    return ways + _MIT_PAUSE * (len(turns) - 1)
