"""Under which conditions cubes are solved on a rig, and what is wanted of these solves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from benchmarks.robot.paced_plans import MOTIONS
from benchmarks.robot.solves import (
    Solve,
    at_a_pace,
    before_a_camera,
    behind_a_weak_supply,
    on_ideal_servos,
    on_usual_servos,
    resumed,
)
from robot.rigs.registry import DEFAULT_RIG, load_rig

# What may happen at any turn, line or picture of the hours of one robot.
FAULTS = (
    "jam~0.05,bit_flip~0.0005,drop_cmd~0.01,drop_reply~0.01,jam_silent~0.001,under_turn~0.001,"
    "grip_miss~0.002,rescan_wrong~0.01,reboot_mid_turn~0.0005,servo_offline~0.0003,"
    "jam_forever~0.0005,camera_lost~0.0005,unplug~0.00001"
)
# A turn of the plan that every solution of two-phase has.
_TURNS = 14
_PACES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)


@dataclass(frozen=True, slots=True)
class JobTrial:
    """One cube: its solve under a condition, and perhaps a calm one to compare it with."""

    calm: Solve | None
    disturbed: Solve


@dataclass(frozen=True, slots=True)
class Condition:
    """How the robot of a trial is made, by rig and seed, and what is wanted of all trials.

    `name` is that of the row; `cubes` and `rigs` are the usual ones. `least_solved` and
    `least_at_once` (of the faults, found before another command was done) are shares; `most_alarms`
    are false ones in 30,000 commands of the calm solves; `most_growth` is that of memory. None is
    not judged.
    """

    name: str
    try_one: Callable[[str, int], JobTrial]
    cubes: int
    rigs: tuple[str, ...]
    least_solved: float | None = 1.0
    least_at_once: float | None = None
    most_alarms: float | None = None
    most_growth: float | None = None
    is_harm_judged: bool = True
    in_one_process: bool = False


def _try_with_fault(
    solve: Callable[[str, int, str], Solve], fault: str, word: str, rig: str, seed: int
) -> JobTrial:
    """Solve a cube undisturbed, and then with a fault at a random turn of its solution."""
    calm = solve(rig, seed, "")
    number = Random(f"{seed} {word}").randint(1, max(calm.turns, 1))
    return JobTrial(calm, solve(rig, seed, f"{fault}@{number}"))


def _try_usual_servos(rig: str, seed: int) -> JobTrial:
    return JobTrial(on_ideal_servos(rig, seed), on_usual_servos(rig, seed))


def _try_interrupted(fault: str, rig: str, seed: int) -> JobTrial:
    turn = Random(f"{seed} {fault}").randint(1, _TURNS)
    return JobTrial(None, behind_a_weak_supply(rig, seed, f"{fault}@{turn}"))


def _try_hours(rig: str, seed: int) -> JobTrial:
    return JobTrial(None, resumed(rig, seed, FAULTS))


def _try_pace(motions: str, pace: float, rig: str, seed: int) -> JobTrial:
    return JobTrial(None, at_a_pace(rig, seed, motions, pace))


def _pace_of(motions: str, pace: float) -> Condition:
    """Return a condition that is promised for motions by distance at the pace of their servos."""
    is_promised = motions != "constant times" and pace <= 1
    grippers = ("two-gripper", "two-gripper-plain", "four-gripper")
    return Condition(
        f"{motions} at pace {pace:g}",
        partial(_try_pace, motions, pace),
        cubes=20,
        rigs=tuple(
            rig for rig in grippers if motions != "overlapping" or load_rig(rig).can_overlap
        ),
        least_solved=1.0 if is_promised else None,
        is_harm_judged=is_promised,
    )


# Each is a row of the table, or several.
CONDITIONS: dict[str, tuple[Condition, ...]] = {
    "silent-jams": (
        Condition(
            "a turn reported but not made",
            partial(_try_with_fault, on_ideal_servos, "jam_silent", "silent"),
            cubes=200,
            rigs=("two-gripper", "flipper"),
            least_solved=None,
            most_alarms=0.0,
            # Grippers may collide where the robot does not know what it has done.
            is_harm_judged=False,
        ),
    ),
    "stalls": (
        Condition(
            "a stall before a camera",
            partial(_try_with_fault, before_a_camera, "jam_once", "stall"),
            cubes=200,
            rigs=("two-gripper", "two-gripper-plain", "four-gripper", "cubotino"),
            least_solved=0.98,
            least_at_once=0.98,
            most_alarms=3.0,
        ),
    ),
    "servos": (
        Condition(
            "usual servos, beside ideal ones",
            _try_usual_servos,
            cubes=500,
            rigs=("two-gripper", "two-gripper-plain", "flipper", "four-gripper"),
        ),
    ),
    "weak-supply": tuple(
        Condition(
            f"behind 0.5 ohm, {name}",
            partial(_try_interrupted, fault),
            cubes=100,
            rigs=("two-gripper", "two-gripper-plain", "four-gripper", "cubotino"),
        )
        for name, fault in (("a stall", "jam_once"), ("a brown-out", "reboot_mid_turn"))
    ),
    "hours": (
        Condition(
            "hours of one robot with faults",
            _try_hours,
            cubes=430,  # some 24 hours
            rigs=(DEFAULT_RIG,),
            most_growth=0.05,
            is_harm_judged=False,
            in_one_process=True,
        ),
    ),
    "pace": tuple(_pace_of(motions, pace) for motions in MOTIONS for pace in _PACES),
}
