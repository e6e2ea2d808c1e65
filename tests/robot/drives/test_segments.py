"""Batches of segments: what is refused, and where a queue brings its channels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.clock import VirtualClock
from robot.drives.drive import Segment
from robot.drives.segments import LONGEST_SECONDS, SegmentQueue, check_batch, check_enabling
from robot.errors import REFUSED_TARGET, DriveError
from tests.support.emulated_drive import CHANNELS, EmulatedDrive, Outputs

INFO = EmulatedDrive(Outputs()).info
NOW = 10.0
POWERED: dict[int, float | None] = {3: 1500.0, 5: 1500.0}
GOOD = Segment(3, NOW + 0.1, 1600.0, 0.5)


def checked(*segments: Segment, pending: Sequence[Segment] = ()) -> tuple[Segment, ...]:
    return check_batch(INFO, segments, pending, POWERED, NOW)


@pytest.mark.parametrize(
    ("bad", "value"),
    [
        (replace(GOOD, target=math.nan), math.nan),
        (replace(GOOD, target=math.inf), math.inf),
        (replace(GOOD, target=2501.0), 2501.0),
        (replace(GOOD, target=499.0), 499.0),
        (replace(GOOD, channel=4), 4),
        (replace(GOOD, at=NOW - 0.021), NOW - 0.021),
        (replace(GOOD, at=math.nan), math.nan),
        (replace(GOOD, seconds=0.0), 0.0),
        (replace(GOOD, seconds=-1.0), -1.0),
        (replace(GOOD, seconds=math.inf), math.inf),
        (replace(GOOD, seconds=LONGEST_SECONDS + 1), LONGEST_SECONDS + 1),
        (replace(GOOD, at=NOW + LONGEST_SECONDS + 1), NOW + LONGEST_SECONDS + 1),
        (replace(GOOD, at=GOOD.at + 0.4), GOOD.at + 0.4),
    ],
)
def test_a_bad_segment_is_refused_with_channel_and_value(bad: Segment, value: float) -> None:
    for batch in ((GOOD, bad), (bad, GOOD)):
        with pytest.raises(DriveError, match=f"channel {bad.channel}") as refused:
            checked(*batch)
        assert refused.value.code == REFUSED_TARGET
        assert refused.value.channel == bad.channel
        assert repr(refused.value.value) == repr(value)


def test_a_channel_without_power_is_refused() -> None:
    with pytest.raises(DriveError, match="enable it first"):
        check_batch(INFO, (GOOD,), (), {3: None, 5: 1500.0}, NOW)
    with pytest.raises(DriveError, match="it has power, at 1500 µs"):
        check_enabling(INFO, 3, 1600.0, 1500.0)
    check_enabling(INFO, 3, 1600.0, None)


def test_a_batch_is_as_deep_as_a_channel_keeps() -> None:
    batch = [replace(GOOD, at=GOOD.at + count * GOOD.seconds) for count in range(INFO.depth + 1)]
    assert checked(*batch[:-1]) == tuple(batch[:-1])
    with pytest.raises(DriveError, match="it keeps 4 segments, not 5"):
        checked(*batch)
    with pytest.raises(DriveError, match="it keeps 4 segments, not 5"):
        checked(batch[-1], pending=batch[:-1])


SEGMENTS = st.builds(
    Segment,
    st.sampled_from([2, 3, 5]),
    st.floats(NOW - 0.1, NOW + 2),
    st.floats(400, 2600) | st.just(math.nan),
    st.floats(-0.1, 1.0),
)


@given(st.lists(SEGMENTS, max_size=6), st.randoms())
def test_a_batch_is_taken_in_any_order_or_refused(batch: list[Segment], random: object) -> None:
    def outcome(segments: Sequence[Segment]) -> object:
        try:
            return checked(*segments)
        except DriveError as error:
            return (error.code, error.channel in {each.channel for each in segments})

    taken = outcome(batch)
    assert outcome(batch[::-1]) == taken or taken == (REFUSED_TARGET, True)
    if taken == (REFUSED_TARGET, True):
        assert outcome(batch[::-1]) == taken
        return
    for each in batch:
        assert each.channel in POWERED
        assert 500 <= each.target <= 2500
        assert each.at >= NOW - INFO.period_s
        assert each.seconds > 0
    assert checked(*batch, pending=batch) == ()


@given(
    st.lists(st.tuples(st.floats(500, 2500), st.floats(0.02, 1.0)), min_size=1, max_size=4),
    st.lists(st.floats(0.0, 0.5), min_size=1, max_size=60),
)
def test_a_queue_is_never_faster_than_its_segments(
    ways: list[tuple[float, float]], pauses: list[float]
) -> None:
    clock = VirtualClock()
    info = replace(INFO, clock=clock)
    queue, at, begin, fastest = SegmentQueue(info), 0.0, 1500.0, 0.0
    segments = []
    for target, seconds in ways:
        segments.append(Segment(3, at, target, seconds))
        fastest = max(fastest, abs(target - begin) / seconds)
        at, begin = at + seconds, target
    queue.add(segments, {3: 1500.0, 5: None})
    place, passed = 1500.0, 0.0
    for pause in (*pauses, *([0.02] * 300)):
        clock.sleep(pause)
        new = queue.step().get(3, place)
        assert abs(new - place) <= fastest * min(pause, 2 * info.period_s) * (1 + 1e-6) + 1e-3
        place, passed = new, passed + pause
    assert (place, queue.is_empty) == (ways[-1][0], True)


def test_after_a_pause_channels_move_one_beside_the_other_as_they_were_told() -> None:
    clock = VirtualClock()
    queue = SegmentQueue(replace(INFO, clock=clock))
    queue.add((Segment(3, 0.0, 1600.0, 0.4),), {3: 1500.0, 5: 1500.0})
    queue.step()
    clock.sleep(1.0)
    # Told by the time of the drive, in which next to nothing has passed.
    assert queue.late_s == pytest.approx(1.0 - 2 * INFO.period_s)
    queue.add((Segment(3, 0.4, 1700.0, 0.1), Segment(5, 0.5, 1600.0, 0.1)), {3: 1500.0, 5: 1500.0})
    places: dict[int, float] = {}
    while not queue.is_empty:
        places |= queue.step()
        if 5 not in places:
            is_before = places[3] < 1700.0
        clock.sleep(0.01)
    # The second channel began at the end of the first one, which went on without a rest.
    assert is_before
    assert places == {3: 1700.0, 5: 1600.0}
    assert clock.now() == pytest.approx(1.6 - 2 * INFO.period_s, abs=0.03)
    assert queue.late_s == 0


def test_a_repeated_segment_is_taken_once_also_after_its_end() -> None:
    clock = VirtualClock()
    queue = SegmentQueue(replace(INFO, clock=clock))
    segment = Segment(3, 0.0, 1600.0, 0.02)
    for _ in range(2):
        queue.add((segment, segment), {3: 1500.0, 5: None})
        clock.sleep(0.02)
        queue.step()
    assert queue.is_empty
    clock.sleep(5.0)
    queue.add((segment,), {3: 1600.0, 5: None})
    assert queue.is_empty
    assert [each.number for each in CHANNELS] == [3, 5]
