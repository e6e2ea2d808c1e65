"""Motors that end the turn that they have begun after a stop, on the chip in C and in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from robot.drives.chip import ChipDrive
from robot.drives.drive import ChannelKind, Segment
from robot.errors import DriveError
from robot.link.protocol import StopLevel
from tests.support.chip_bench import NativeBench, ServedBench

Bench = NativeBench | ServedBench
QUARTER = 200


@pytest.fixture(params=["native", "served"])
def motors(request: pytest.FixtureRequest, build: Callable[..., Path]) -> Iterator[Bench]:
    bench: Bench
    if request.param == "served":
        bench = ServedBench(ChannelKind.STEPPER)
    else:
        bench = NativeBench(build() / "libdrive-steps.so")
    with closing(bench):
        yield bench


def ready(bench: Bench, detents: bool = True) -> ChipDrive:
    drive = bench.drive()
    for channel in range(3):
        drive.enable(channel, 0)
    if detents:
        drive.set_detents(dict.fromkeys(range(3), QUARTER))
    return drive


def turn(channel: int, at: float, begin: int, end: int, seconds: float = 0.04) -> list[Segment]:
    """Return a turn in three segments, which is fastest in its middle."""
    way = end - begin
    parts = ((0.25, 0.4), (0.75, 0.2), (1.0, 0.4))
    segments = []
    for share, duration in parts:
        segments.append(Segment(channel, at, begin + round(way * share), duration * seconds))
        at += duration * seconds
    return segments


def places(bench: Bench, drive: ChipDrive) -> list[float | None]:
    bench.wait(0.2)
    return [state.commanded for state in drive.read()][:3]


@pytest.mark.parametrize("after", [n / 1000 for n in range(-4, 100, 3)])
def test_the_turn_ends_that_has_begun_and_no_other_begins(motors: Bench, after: float) -> None:
    drive = ready(motors)
    begin = drive.info.clock.now() + 0.2
    # The second one begins before the first has ended, the third one later, of the first motor too.
    segments = [
        *turn(0, begin, 0, QUARTER),
        *turn(1, begin + 0.03, 0, -2 * QUARTER, 0.06),
        *turn(0, begin + 0.06, QUARTER, 0),
    ]
    drive.start(tuple(segments))
    motors.wait(begin + after - drive.info.clock.now())
    drive.stop(StopLevel.HOLD, {})
    found = places(motors, drive)
    begun = [after > 0.001, after > 0.031, after > 0.061]
    sure = [after < 0 or begun[0], after < 0.03 or begun[1], after < 0.06 or begun[2]]
    assert all(each is not None and each % QUARTER == 0 for each in found)
    if sure[0] and sure[2]:
        assert found[0] == (0 if begun[2] or not begun[0] else QUARTER)
    if sure[1]:
        assert found[1] == (-2 * QUARTER if begun[1] else 0)
    assert found[2] == 0
    # Counted is what has moved: the first motor is back at 0 after two turns.
    counts = drive.turns()
    assert counts[0] == (2 if begun[2] else 1 if found[0] else 0) or not sure[2]
    assert (counts[0] % 2, counts[1], counts[2]) == (found[0] == QUARTER, found[1] != 0, 0)


@pytest.mark.parametrize("after", [n / 1000 for n in range(32, 48)])
def test_a_turn_right_behind_another_is_one_of_its_own(motors: Bench, after: float) -> None:
    drive = ready(motors)
    begin = drive.info.clock.now() + 0.2
    second = turn(0, begin + 0.04, QUARTER, 2 * QUARTER)
    drive.start((*turn(0, begin, 0, QUARTER), *second))
    motors.wait(begin + after - drive.info.clock.now())
    drive.stop(StopLevel.HOLD, {})
    found = places(motors, drive)
    assert found[0] == drive.turns()[0] * QUARTER
    assert drive.turns()[0] == (1 if after < 0.038 else 2) or 0.038 <= after < 0.044
    # Counted are also those that come after a stop.
    at, before = int(found[0] or 0), drive.turns()[0]
    drive.start(tuple(turn(0, drive.info.clock.now() + 0.1, at, at - QUARTER)))
    motors.wait(0.4)
    assert drive.turns()[0] == before + 1


def test_the_stop_ends_once_the_turn_has_ended(motors: Bench) -> None:
    drive = ready(motors)
    begin = drive.info.clock.now() + 0.2
    drive.start(tuple(turn(0, begin, 0, QUARTER)))
    motors.wait(begin + 0.01 - drive.info.clock.now())
    drive.stop(StopLevel.HOLD, {})
    # The next order waits for the end of the turn.
    again = drive.info.clock.now() + 0.3
    drive.start(tuple(turn(0, again, QUARTER, 2 * QUARTER)))
    motors.wait(0.5)
    assert places(motors, drive)[0] == 2 * QUARTER


def test_power_is_taken_at_once(motors: Bench) -> None:
    drive = ready(motors)
    begin = drive.info.clock.now() + 0.2
    drive.start(tuple(turn(0, begin, 0, QUARTER)))
    motors.wait(begin + 0.02 - drive.info.clock.now())
    drive.stop(StopLevel.OFF, {})
    assert places(motors, drive) == [None, None, None]


def test_without_detents_a_motor_stops_where_it_is(motors: Bench) -> None:
    drive = ready(motors, detents=False)
    begin = drive.info.clock.now() + 0.2
    drive.start(tuple(turn(0, begin, 0, QUARTER)))
    motors.wait(begin + 0.02 - drive.info.clock.now())
    drive.stop(StopLevel.HOLD, {})
    (at, *_) = places(motors, drive)
    assert at is not None
    assert 0 < at < QUARTER


def test_turns_that_were_not_given_whole_end_where_their_segments_do(motors: Bench) -> None:
    drive = ready(motors)
    begin = drive.info.clock.now() + 0.2
    drive.start(tuple(turn(0, begin, 0, QUARTER)[:2]))
    motors.wait(begin + 0.005 - drive.info.clock.now())
    drive.stop(StopLevel.HOLD, {})
    assert places(motors, drive)[0] == 150
    drive.start(tuple(turn(0, drive.info.clock.now() + 0.1, 150, QUARTER)))
    assert places(motors, drive)[0] == QUARTER


def test_what_is_no_detent_is_refused(motors: Bench) -> None:
    assert motors.say("HELLO", proto=2).verb == "done"
    for fields in ({"channel": 6, "every": 200}, {"channel": 0, "every": -1}, {"channel": 0}):
        assert motors.say("DETENT", **fields).get("code") == "ARGUMENT"
    assert motors.say("DETENT", channel=0, every=0).verb == "done"


def test_servos_have_none() -> None:
    with (
        closing(ServedBench(ChannelKind.PULSE)) as bench,
        pytest.raises(DriveError, match="UNKNOWN"),
    ):
        bench.drive().set_detents({0: 200})


def test_no_turn_begins_a_millisecond_after_the_byte(build: Callable[..., Path]) -> None:
    with closing(NativeBench(build() / "libdrive-steps.so")) as bench:
        drive = ready(bench)
        ends = {0: QUARTER, 1: QUARTER}
        begun = set()
        for phase in range(40):
            begin = drive.info.clock.now() + 0.2
            logged = len(bench.chip.log)
            first = turn(0, begin, QUARTER - ends[0], ends[0])
            drive.start((*first, *turn(1, begin + 0.03, QUARTER - ends[1], ends[1])))
            bench.wait(begin + 0.02 + phase * 0.0005 - drive.info.clock.now())
            stopped = bench.chip.seconds
            drive.stop(StopLevel.HOLD, {})
            found = places(bench, drive)
            steps = {n: [at for at, c, _ in bench.chip.log[logged:] if c == n] for n in (0, 1)}
            for channel, made in steps.items():
                assert len(made) in (0, QUARTER), (phase, channel)
                assert not made or made[0] < stopped + 0.001
                if made:
                    assert found[channel] == ends[channel]
                    ends[channel] = QUARTER - ends[channel]
            begun.add(bool(steps[1]))
        assert begun == {True, False}
