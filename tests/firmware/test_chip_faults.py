"""Faults of the line between a host and its chip: each segment is executed once, or told."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.drives import chip_line
from robot.drives.chip import ChipDrive
from robot.drives.drive import ChannelKind, Segment
from robot.errors import DriveError
from robot.link.protocol import StopLevel
from tests.support.chip_bench import MOTORS, NativeBench, ServedBench

Bench = NativeBench | ServedBench
# Of each fault of the line one that comes in the first motions.
LINES = ("drop_cmd", "drop_reply", "truncate", "merge_lines", "dup_line", "late_ack")
ONCE = (*LINES, "bit_flip", "garbage", "echo")
LASTING = ("mute", "unplug")
RESTARTS = ("reboot_mid_turn", "lost_banner")
# After so many errors in a row a host gives up: a stop, a restart, and a line that is lost.
TRIES = 6
SILENCE_SECONDS = 2.0


def motors(name: str, build: Callable[..., Path]) -> Bench:
    if name == "served":
        return ServedBench(ChannelKind.STEPPER)
    return NativeBench(build() / "libdrive-steps.so")


def places(bench: Bench) -> list[int]:
    """Return where the motors are in truth."""
    bench.wait(0)
    if isinstance(bench, NativeBench):
        return [bench.chip.steps(channel) for channel in range(MOTORS)]
    return [round(at or 0) for at in bench.outputs().values()]


class Motions:
    """Moves motors one after the other, and watches that each goes once where it is told."""

    def __init__(self, bench: Bench, seed: int = 0) -> None:
        self.bench = bench
        self.drive: ChipDrive = bench.drive()
        self.made, self.errors = 0, 0
        self._random = Random(seed)
        for channel in range(MOTORS):
            self.drive.enable(channel, 0)

    def make(self, count: int) -> None:
        """Make motions. A motion that ends with an error is given up where the motor is."""
        for _ in range(count):
            channel = self._random.randrange(MOTORS)
            self.move(channel, places(self.bench)[channel] + self._random.randrange(-300, 300))

    def move(self, channel: int, target: int) -> None:
        """Move a motor, or end with an error."""
        before = places(self.bench)
        log = len(self.bench.chip.log) if isinstance(self.bench, NativeBench) else 0
        is_told = self._is_moved(channel, target)
        after = places(self.bench)
        way = range(min(before[channel], target), max(before[channel], target) + 1)
        assert after[channel] in way
        assert [*before[:channel], *before[channel + 1 :]] == [
            *after[:channel],
            *after[channel + 1 :],
        ]
        if isinstance(self.bench, NativeBench):
            steps = len(self.bench.chip.log) - log
            assert steps == abs(after[channel] - before[channel])
        assert is_told or after[channel] == target
        self.made += after[channel] == target

    def _is_moved(self, channel: int, target: int) -> bool:
        """Give a segment; return True if an error says that it may not have been executed."""
        for _ in range(TRIES):
            begin = self.drive.info.clock.now() + 1.0
            try:
                self.drive.start((Segment(channel, begin, target, 0.1),))
            except DriveError:
                self.errors += 1
            else:
                break
            # Its error is followed by a stop, by the host or in silence: nothing moves later.
            self.bench.wait(SILENCE_SECONDS + 0.2)
            with suppress(DriveError):
                self.drive.read()
            if places(self.bench)[channel] == target:
                return True
        is_told = self._has_told(1.3)
        if places(self.bench)[channel] != target and not is_told:
            with pytest.raises(DriveError):
                self.drive.start((Segment(channel, begin + 2.0, target, 0.1),))
            is_told = True
        return is_told

    def _has_told(self, seconds: float) -> bool:
        """Wait, as long as the host has not said that anything is wrong; return whether it has."""
        try:
            self.bench.wait_with(self.drive, seconds)
        except DriveError:
            self.errors += 1
            self.bench.wait(SILENCE_SECONDS + 0.2)
            return True
        return False


def turning(bench: Bench) -> tuple[ChipDrive, float]:
    """Return a drive whose first motor turns for ten seconds, and when it began."""
    drive = Motions(bench).drive
    begin = drive.info.clock.now() + 0.1
    drive.start((Segment(0, begin, 20_000, 10),))
    bench.wait_with(drive, 0.5)
    return drive, begin


@pytest.mark.parametrize("at", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", ONCE)
@pytest.mark.parametrize("name", ["native", "served"])
def test_a_fault_that_comes_once_is_made_good(
    build: Callable[..., Path], name: str, kind: str, at: int
) -> None:
    with closing(motors(name, build)) as bench:
        motions = Motions(bench)
        bench.inject(f"{kind}@{at}")
        motions.make(4)
        assert motions.made == 4 or motions.errors
        bench.repair()
        made = motions.made
        motions.make(2)
        assert motions.made == made + 2


@pytest.mark.parametrize("kind", LASTING)
@pytest.mark.parametrize("name", ["native", "served"])
def test_a_line_that_is_cut_ends_with_an_error_and_a_stop(
    build: Callable[..., Path], name: str, kind: str
) -> None:
    with closing(motors(name, build)) as bench:
        motions = Motions(bench)
        begin = motions.drive.info.clock.now() + 0.1
        motions.drive.start((Segment(0, begin, 20_000, 10),))
        bench.wait_with(motions.drive, 0.5)
        bench.inject(f"{kind}@1")
        with pytest.raises(DriveError):
            bench.wait_with(motions.drive, 1)
        # At once where the stop reaches the chip, and else in silence.
        bench.wait(0.1 if kind == "mute" else SILENCE_SECONDS + 0.1)
        stopped = places(bench)
        assert 0 < stopped[0] < 8_000
        bench.wait(2)
        assert places(bench) == stopped
        with pytest.raises(DriveError):
            motions.drive.start((Segment(0, begin + 20, 20_000, 10),))
        bench.repair()
        motions.make(3)


@pytest.mark.parametrize("name", ["native", "served"])
def test_a_host_of_another_baud_rate_is_not_understood_which_ends_its_motion(
    build: Callable[..., Path], name: str
) -> None:
    with closing(motors(name, build)) as bench:
        drive, begin = turning(bench)
        bench.to_chip = bench.to_host = lambda data: bytes(each ^ 0x55 for each in data)
        garbled = places(bench)[0]
        with pytest.raises(DriveError):
            bench.wait_with(drive, 1)
        assert places(bench)[0] - garbled <= 0.15 * 2_000
        bench.to_chip = bench.to_host = bytes
        drive.stop(StopLevel.HOLD, {})
        drive.start((Segment(1, begin + 3, 100, 0.1),))
        bench.wait_with(drive, 3)
        assert places(bench)[1] == 100


@pytest.mark.parametrize("name", ["native", "served"])
def test_a_few_damaged_bytes_end_no_motion(build: Callable[..., Path], name: str) -> None:
    with closing(motors(name, build)) as bench:
        drive = Motions(bench).drive
        begin = drive.info.clock.now() + 0.1
        drive.start((Segment(0, begin, 1000, 0.5),))
        for _ in range(6):
            bench.send(b"7 BE\xff\x80\x01\x02*0000\n")
            bench.wait_with(drive, 0.1)
        assert places(bench)[0] == 1000


@pytest.mark.parametrize("name", ["native", "served"])
def test_a_stop_that_was_lost_comes_before_the_next_motion(
    build: Callable[..., Path], name: str
) -> None:
    with closing(motors(name, build)) as bench:
        drive, begin = turning(bench)
        bench.to_chip = lambda data: b""
        with pytest.raises(DriveError):
            drive.start((Segment(1, begin + 1, 100, 0.1),))
        bench.to_chip = bytes
        drive.start((Segment(1, begin + 3, 100, 0.1),))
        stopped = places(bench)[0]
        bench.wait_with(drive, 3)
        assert places(bench)[:2] == [stopped, 100]


@pytest.mark.parametrize("name", ["native", "served"])
def test_a_segment_that_was_taken_without_an_answer_is_not_taken_for_the_next(
    build: Callable[..., Path], name: str
) -> None:
    with closing(motors(name, build)) as bench:
        drive = Motions(bench).drive
        begin = drive.info.clock.now() + 1
        bench.inject(f"drop_reply@1x{chip_line.TRIES}")
        with pytest.raises(DriveError, match="did not answer START"):
            drive.start((Segment(0, begin, 100, 0.1),))
        drive.start((Segment(1, begin + 1, 200, 0.1),))
        bench.wait_with(drive, 3)
        assert places(bench)[:2] == [0, 200]


@pytest.mark.parametrize("kind", RESTARTS)
def test_a_chip_that_restarts_in_a_motion_is_noticed(kind: str) -> None:
    with closing(ServedBench()) as bench:
        drive = bench.drive()
        drive.enable(0, 1500)
        bench.inject(f"{kind}@1")
        begin = drive.info.clock.now() + 0.1
        drive.start((Segment(0, begin, 1800, 2),))
        bench.wait_with(drive, 1)
        assert bench.outputs()[0] is None
        with pytest.raises(DriveError, match="restarted"):
            drive.start((Segment(0, begin + 2, 1700, 1),))
        assert drive.read()[0].commanded is None
        drive.enable(0, 1500)
        drive.start((Segment(0, drive.info.clock.now() + 0.1, 1600, 0.2),))
        bench.wait_with(drive, 0.5)
        assert bench.outputs()[0] == 1600


def test_a_chip_of_another_version_is_refused() -> None:
    with closing(ServedBench()) as bench:
        bench.inject("bad_version@1")
        with pytest.raises(DriveError, match="speaks version '3'"):
            bench.drive()


def campaign(bench: Bench, motions: int, seed: int) -> Motions:
    """Return motions over a line with 1% of bytes damaged and 5% of lines lost."""
    made = Motions(bench, seed)
    bench.inject("bit_flip~0.01", "drop_cmd~0.05", "drop_reply~0.05", seed=seed)
    made.make(motions)
    return made


@pytest.mark.parametrize("name", ["native", "served"])
def test_a_bad_line_doubles_and_skips_nothing(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(chip_line, "TRIES", 50)
    with closing(motors(name, build)) as bench:
        made = campaign(bench, 30, seed=1)
        assert made.made >= 20


@pytest.mark.slow
@pytest.mark.parametrize("tries", [4, 50])
@pytest.mark.parametrize("name", ["native", "served"])
def test_a_bad_line_doubles_and_skips_nothing_for_long(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, name: str, tries: int
) -> None:
    monkeypatch.setattr(chip_line, "TRIES", tries)
    for seed in range(5):
        with closing(motors(name, build)) as bench:
            made = campaign(bench, 100, seed)
            assert made.made >= (65 if tries > 4 else 10)


FAULTS = st.lists(
    st.builds("{}@{}x{}".format, st.sampled_from(ONCE), st.integers(1, 30), st.integers(1, 6)),
    max_size=5,
    unique_by=lambda fault: fault.partition("@")[0],
)


@settings(max_examples=40, deadline=None)
@given(faults=FAULTS, seed=st.integers(0, 1000))
def test_any_faults_double_and_skip_nothing(faults: list[str], seed: int) -> None:
    with closing(ServedBench(ChannelKind.STEPPER)) as bench:
        motions = Motions(bench, seed)
        bench.inject(*faults, seed=seed)
        motions.make(4)
        bench.repair()
        made = motions.made
        motions.make(2)
        assert motions.made >= made + 1
