"""The rules of a drive: a good one keeps all, and each is found broken in a twin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from robot.conformance.drive_rules import DRIVE_CHECKS, run_drive_checks
from robot.drives.drive import ChannelState, DriveInfo, OnSilence, Segment
from robot.errors import DriveError
from robot.link.protocol import StopLevel
from tests.support.emulated_drive import EmulatedDrive, Outputs


def broken_rules(twin: Callable[[Outputs], EmulatedDrive]) -> list[str]:
    hardware = Outputs()
    results = list(run_drive_checks(lambda: twin(hardware), hardware))
    assert len(results) == 12
    assert not any(result.skip_reason for result in results)
    return [result.rule.split()[0] for result in results if not result.passed]


def test_a_good_drive_keeps_all_rules() -> None:
    assert broken_rules(EmulatedDrive) == []


class RoundsItsTargets(EmulatedDrive):
    @property
    def info(self) -> DriveInfo:
        return replace(super().info, step=7.0)

    def enable(self, channel: int, target: float) -> None:
        super().enable(channel, target)
        self._outputs.pulses[channel] = 7.0 * round(target / 7.0)

    def beat(self) -> None:
        super().beat()
        for channel, pulse in self._outputs.pulses.items():
            self._outputs.pulses[channel] = 7.0 * round(pulse / 7.0)


def test_a_drive_with_coarse_steps_keeps_all_rules() -> None:
    assert broken_rules(RoundsItsTargets) == []


def test_without_its_hardware_a_drive_is_taken_at_its_word() -> None:
    results = list(run_drive_checks(lambda: EmulatedDrive(hardware), None))
    assert [each.rule.split()[0] for each in results if each.skip_reason] == ["D10"]
    assert all(each.passed for each in results)


hardware = Outputs()


class MovesByReading(EmulatedDrive):
    def read(self) -> tuple[ChannelState, ...]:
        for channel in self._outputs.pulses:
            self._outputs.pulses[channel] += 1.0
        return super().read()


class PowersByStarting(EmulatedDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        for each in segments:
            if each.target <= 2500 and each.channel in (3, 5):
                self._outputs.pulses.setdefault(each.channel, each.target)
        super().start(segments)


class TakesOneByOne(EmulatedDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        for each in segments:
            super().start((each,))


class TakesTwice(EmulatedDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        now = self.info.clock.now()
        begun = [each for each in segments if each.at < now - self.info.period_s]
        shifted = [replace(each, at=now) for each in begun]
        super().start((*(each for each in segments if each not in begun), *shifted))


class ClampsTargets(EmulatedDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        clamped = [
            replace(each, target=min(max(each.target, 500.0), 2500.0))
            if each.target == each.target
            else each
            for each in segments
        ]
        super().start(tuple(clamped))


class TooFast(EmulatedDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        super().start(tuple(replace(each, seconds=0.7 * each.seconds) for each in segments))


class StopsAtTheTarget(EmulatedDrive):
    def start(self, segments: tuple[Segment, ...]) -> None:
        super().start(segments)
        self._last = segments[-1]

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        is_moving = not self._queue.is_empty
        super().stop(level, targets)
        if is_moving and level is StopLevel.HOLD:
            self._outputs.pulses[self._last.channel] = self._last.target


class EnablesLater(EmulatedDrive):
    def enable(self, channel: int, target: float) -> None:
        super().enable(channel, target)
        self._enabled = {channel: target}

    def beat(self) -> None:
        self._outputs.pulses |= self.__dict__.get("_enabled", {})
        super().beat()


class GoesOnAfterSilence(EmulatedDrive):
    def beat(self) -> None:
        self._heard = self.info.clock.now()
        super().beat()


class RemembersWithoutPower(EmulatedDrive):
    def enable(self, channel: int, target: float) -> None:
        super().enable(channel, target)
        self._known = {channel: target}

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        super().stop(level, targets)
        self._known = {}

    def read(self) -> tuple[ChannelState, ...]:
        known = self.__dict__.get("_known", {})
        return tuple(
            replace(each, commanded=known.get(each.channel, each.commanded))
            if each.commanded is None
            else each
            for each in super().read()
        )


class GoesLimpClosed(EmulatedDrive):
    def close(self) -> None:
        super().close()
        self._outputs.pulses.clear()


class SaysZero(EmulatedDrive):
    def read(self) -> tuple[ChannelState, ...]:
        return tuple(replace(each, load=0.0) for each in super().read())


class AnnouncesOff(EmulatedDrive):
    @property
    def info(self) -> DriveInfo:
        return replace(super().info, on_silence=OnSilence.OFF)


@pytest.mark.parametrize(
    ("twin", "rule"),
    [
        (MovesByReading, "D1"),
        (PowersByStarting, "D2"),
        (TakesOneByOne, "D3"),
        (TakesTwice, "D4"),
        (ClampsTargets, "D5"),
        (TooFast, "D6"),
        (StopsAtTheTarget, "D7"),
        (EnablesLater, "D8"),
        (GoesOnAfterSilence, "D9"),
        (RemembersWithoutPower, "D10"),
        (GoesLimpClosed, "D11"),
        (SaysZero, "D12"),
        (AnnouncesOff, "D9"),
    ],
)
def test_a_broken_twin_is_found(twin: type[EmulatedDrive], rule: str) -> None:
    assert rule in broken_rules(twin)


def test_the_rules_are_twelve_and_numbered() -> None:
    assert [rule.split()[0] for rule, _ in DRIVE_CHECKS] == [f"D{n}" for n in range(1, 13)]


def test_a_drive_that_fails_is_reported() -> None:
    class Dead(EmulatedDrive):
        def beat(self) -> None:
            raise DriveError("no reply")

    assert len(broken_rules(Dead)) == 12
