"""Fault scenarios of the soak test, and their pass criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rokumen.errors import InputError


@dataclass(frozen=True, slots=True)
class Scenario:
    """Faults of `count` jobs, in the notation of firmware_sim.faults.

    {turn}, {line} and {picture} are replaced by random numbers for each job. Jobs of a `hard`
    scenario must stop safely within `max_stop_seconds` (robot time from the fault to the stop), and
    be solved after the fault is removed. In an `exact` scenario no turn may be repeated or skipped
    and no job abandoned. With `has_undetectable_faults` the grippers may collide, since the host
    cannot detect the fault.
    """

    name: str
    faults: str = ""
    count: int = 1000
    exact: bool = False
    hard: bool = False
    has_undetectable_faults: bool = False
    max_stop_seconds: float = 0.0


# Fault options of each kind in the scenario "anything".
_ANYTHING = {
    "bit_flip": 0.002,
    "drop_cmd": 0.02,
    "drop_reply": 0.02,
    "truncate": 0.01,
    "merge_lines": 0.01,
    "dup_line": 0.02,
    "late_ack": 0.02,
    "garbage": 0.01,
    "echo": 0.02,
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
    "lost_banner": 0.0005,
    "busy_forever": 0.0005,
    "bad_version": 0.005,
    "rescan_wrong": 0.02,
    "rescan_unreadable": 0.005,
    "camera_lost": 0.001,
    "mute": 0.00002,
    "unplug": 0.00002,
}

_SILENT = "jam_silent~0.005,under_turn~0.005,grip_slip~0.005,false_jam~0.005,rescan_wrong~0.05"


def _written(chances: dict[str, float]) -> str:
    return ",".join(f"{kind}~{chance:f}" for kind, chance in chances.items())


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("undisturbed", exact=True),
        Scenario("line", "bit_flip~0.01,drop_cmd~0.05,drop_reply~0.05", exact=True),
        Scenario("jams", "jam~0.05"),
        Scenario("many-jams", "jam~0.1"),
        Scenario("jams-and-line", "jam~0.05,bit_flip~0.002,drop_cmd~0.02,drop_reply~0.02"),
        Scenario("silent", _SILENT, count=10_000, has_undetectable_faults=True),
        Scenario("anything", _written(_ANYTHING), has_undetectable_faults=True),
        Scenario(
            "jam_forever", "jam_forever@{turn},jam_forever~0.2", hard=True, max_stop_seconds=900
        ),
        Scenario("servo_offline", "servo_offline@{turn}", hard=True, max_stop_seconds=5),
        Scenario("unplug", "unplug@{line}", hard=True, max_stop_seconds=5),
        Scenario("mute", "mute@{line}", hard=True, max_stop_seconds=20),
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
        turn=chance.randint(1, 25), line=chance.randint(20, 300), picture=chance.randint(1, 12)
    )
