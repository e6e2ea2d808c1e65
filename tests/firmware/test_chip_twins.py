"""Drives of the compiled firmware that each break one of the twelve rules, which finds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from robot.conformance import drive_rules
from robot.drives.chip import ChipDrive
from robot.drives.drive import ChannelState, Segment
from robot.drives.registry import DRIVES
from robot.link.protocol import StopLevel
from tests.support.chip_bench import NativeBench


class MovesByReading(ChipDrive):
    def read(self) -> tuple[ChannelState, ...]:
        states = super().read()
        if states[0].commanded is not None:
            begin = self.info.clock.now() + 0.01
            super().start((Segment(0, begin, states[0].commanded + 1, 0.001),))
        return states


class PowersByStarting(ChipDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        if super().read()[0].commanded is None:
            super().enable(0, self.info.channels[0].middle)
        super().start(segments)


class TakesOneByOne(ChipDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        for each in segments:
            super().start((each,))


class TakesTwice(ChipDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        self._forget_segments()
        now = self.info.clock.now()
        super().start(tuple(replace(each, at=max(each.at, now)) for each in segments))


class ClampsTargets(ChipDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        clamped = (replace(each, target=min(max(each.target, 500), 2500)) for each in segments)
        super().start(tuple(clamped))


class MovesTooFast(ChipDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        super().start(tuple(replace(each, seconds=0.7 * each.seconds) for each in segments))


class StopsLater(ChipDrive):
    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        if level is StopLevel.OFF:
            super().stop(level, targets)


class EnablesAgain(ChipDrive):
    def enable(self, channel: int, target: float) -> None:
        super().enable(channel, target)
        self.enabled = (channel, target)

    def beat(self) -> None:
        super().beat()
        if hasattr(self, "enabled") and super().read()[self.enabled[0]].commanded is None:
            super().enable(*self.enabled)


class WaitsLonger(ChipDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        self._order("WATCHDOG", ("time", "60000"), ("silence", "relax"))
        super().start(segments)


class RemembersWithoutPower(ChipDrive):
    def read(self) -> tuple[ChannelState, ...]:
        states = super().read()
        known = self.__dict__.setdefault("known", {})
        known |= {each.channel: each for each in states if each.commanded is not None}
        return tuple(known.get(each.channel, each) for each in states)

    def enable(self, channel: int, target: float) -> None:
        super().enable(channel, target)
        self.read()


class GoesLimpClosed(ChipDrive):
    def close(self) -> None:
        super().stop(StopLevel.OFF, {})
        super().close()


class SaysZero(ChipDrive):
    def read(self) -> tuple[ChannelState, ...]:
        return tuple(replace(each, load=0.0) for each in super().read())


TWINS = (
    MovesByReading,
    PowersByStarting,
    TakesOneByOne,
    TakesTwice,
    ClampsTargets,
    MovesTooFast,
    StopsLater,
    EnablesAgain,
    WaitsLonger,
    RemembersWithoutPower,
    GoesLimpClosed,
    SaysZero,
)


@pytest.mark.parametrize("number", range(1, 13))
def test_each_rule_finds_the_twin_that_breaks_it(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    twin = TWINS[number - 1]
    monkeypatch.setitem(DRIVES, "chip", f"{__name__}:{twin.__name__}")
    rules = (drive_rules.DRIVE_CHECKS[number - 1],)
    monkeypatch.setattr(drive_rules, "DRIVE_CHECKS", rules)
    with closing(NativeBench(build() / "libdrive.so")) as bench:
        (result,) = drive_rules.run_drive_checks(bench.drive, bench)
    assert result.rule.startswith(f"D{number} ")
    assert result.violation
