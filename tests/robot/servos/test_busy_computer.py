"""A program that is held at any moment of a motion: the motion ends later, and right.

These are the drives whose steps this program makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from robot.errors import DriveError, RebootedError
from tests.support.benchmarks import (
    DriveScene,
    FeetechScene,
    GuardedPca9685Scene,
    MaestroScene,
    Pca9685Scene,
)
from tests.support.busy_computer import BusyRun, run_busy

KINDS = pytest.mark.parametrize("kind", [MaestroScene, Pca9685Scene, FeetechScene])
# How much later than by the pauses motions may end, in seconds for each.
_MOST_LATER = 0.1


@cache
def undisturbed(kind: type[DriveScene], *, from_home: bool = True) -> BusyRun:
    run = run_busy(kind(), {}, from_home=from_home)
    assert (run.error, run.accidents) == (None, ())
    return run


def check(kind: type[DriveScene], holds: Mapping[int, float], *, from_home: bool = True) -> None:
    usual = undisturbed(kind, from_home=from_home)
    run = run_busy(kind(), holds, from_home=from_home)
    assert (run.error, run.accidents, run.state) == (None, (), usual.state), holds
    later = sum(holds.values()) + _MOST_LATER * len(holds)
    assert usual.seconds <= run.seconds <= usual.seconds + later, holds


@KINDS
@pytest.mark.parametrize(("seconds", "first"), [(0.8, 0.02), (2.0, 0.06)])
def test_a_busy_computer_only_makes_motions_longer(
    kind: type[DriveScene], seconds: float, first: float
) -> None:
    moments = undisturbed(kind).moments
    shares = [first + number / 12 for number in range(11)]
    check(kind, {int(share * moments): seconds for share in shares})


@pytest.mark.thorough
@KINDS
@pytest.mark.parametrize("number", range(12))
def test_pauses_at_any_moment_only_make_motions_longer(kind: type[DriveScene], number: int) -> None:
    random = Random(number)
    from_home = bool(number % 2)
    moments = undisturbed(kind, from_home=from_home).moments
    numbers = random.sample(range(1, moments), 1 + number % 8)
    holds = {each: random.choice((0.1, 0.25, 0.5, 1.0, 2.0)) for each in numbers}
    check(kind, holds, from_home=from_home)


def test_a_pause_is_no_silence_before_the_watchdogs_time() -> None:
    moments = undisturbed(GuardedPca9685Scene).moments
    check(GuardedPca9685Scene, {int(share * moments): 0.8 for share in (0.1, 0.35, 0.6, 0.85)})


@pytest.mark.parametrize("share", [0.1, 0.35, 0.6, 0.85])
def test_a_watchdog_ends_a_motion_for_good(share: float) -> None:
    moments = undisturbed(GuardedPca9685Scene).moments
    run = run_busy(GuardedPca9685Scene(), {int(share * moments): 2.0})
    assert isinstance(run.error, RebootedError | DriveError)
    assert "lost" in str(run.error)
