"""The twelve rules of a drive, each tested on two channels that move by a part of their range."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from robot.conformance.drive_probe import (
    MOTION_SECONDS,
    SHARE,
    DriveBench,
    DriveProbe,
    Outputs,
    OutputSample,
)
from robot.conformance.probe import CheckResult, ProtocolViolationError, checked
from robot.drives.drive import RELAX_SECONDS, STOP_SECONDS, Drive, Feedback, OnSilence, Segment
from robot.drives.segments import LONGEST_SECONDS
from robot.errors import DriveError
from robot.link.protocol import StopLevel

# How long a drive without a watchdog is left alone, in seconds.
SILENT_SECONDS = 1.0
# The parts of a segment at which it is stopped.
PHASES = (0.1, 0.5, 0.9)


def reads_without_moving(probe: DriveProbe) -> None:
    """D1: read() moves nothing, without power and with it."""
    for power in ("without power", "with power"):
        if power == "with power":
            probe.enable()
        before = probe.outputs()
        for _ in range(20):
            probe.drive.read()
        probe.require_still(before, f"read() {power}")


def powers_by_enable_alone(probe: DriveProbe) -> None:
    """D2: a first pulse only by enable()."""
    probe.require_refused("a segment of a channel without power", (probe.segment(),))
    probe.require_at(probe.first.number, None, "a refused segment")
    probe.drive.enable(probe.first.number, probe.first.middle)
    probe.run(probe.settled_seconds)
    probe.require_at(probe.first.number, probe.first.middle, "enable()")
    try:
        probe.drive.enable(probe.first.number, probe.target(probe.first))
    except DriveError:
        probe.require_at(probe.first.number, probe.first.middle, "a second enable()")
    else:
        raise ProtocolViolationError("enable() of a channel that has power is not refused")


def takes_all_or_none(probe: DriveProbe) -> None:
    """D3: start() is atomic: with one bad segment none is taken."""
    probe.enable()
    for what, bad in (
        ("a target that is no number", {"target": math.nan}),
        ("an unknown channel", {"channel": 1 + max(each.number for each in probe.info.channels)}),
        ("a start in the past", {"at": probe.now() - 1 - probe.info.period_s}),
        ("a start too far ahead", {"at": probe.now() + 2 * LONGEST_SECONDS}),
        ("an endless segment", {"seconds": math.inf}),
    ):
        good = probe.segment()
        after = replace(good, at=good.end)
        (value,) = bad.values()
        _require_named(probe, f"a batch with {what}", (good, replace(after, **bad)), value)
    good = probe.segment()
    overlapping = replace(good, at=good.at + good.seconds / 2)
    what = "a batch with segments that overlap"
    _require_named(probe, what, (good, overlapping), overlapping.at)
    count = probe.info.depth + 1
    good = probe.segment(seconds=min(MOTION_SECONDS, LONGEST_SECONDS / 2 / count))
    # So late that a busy computer can say all of them in time.
    good = replace(good, at=good.at + SILENT_SECONDS)
    deep = tuple(replace(good, at=good.at + number * good.seconds) for number in range(count))
    before, what = probe.outputs(), "a batch that is too deep"
    _require_named(probe, what, deep, deep[-1].at)
    probe.run_until(good.end)
    probe.require_still(before, what)


def _require_named(probe: DriveProbe, what: str, batch: tuple[Segment, ...], value: float) -> None:
    """Raise ProtocolViolationError unless a batch is refused with its last channel and a value."""
    error, channel = probe.require_refused(what, batch), batch[-1].channel
    is_value = error.value == value or (math.isnan(value) and math.isnan(error.value or 0.0))
    if error.channel != channel or not is_value:
        raise ProtocolViolationError(
            f"{what} is refused without channel {channel} and {value:g}: channel {error.channel}, "
            f"value {error.value}"
        )


def takes_a_segment_once(probe: DriveProbe) -> None:
    """D4: a repeated segment moves once."""
    probe.enable()
    segment = probe.segment()
    probe.drive.start((segment,))
    _repeat(probe, segment)
    probe.run_until(segment.end + 2 * probe.info.period_s)
    _require_at_end(probe, segment, "a segment that was repeated")
    back = replace(segment, at=probe.now() + probe.info.period_s, target=probe.first.middle)
    probe.drive.start((back,))
    probe.run_until(back.end + 2 * probe.info.period_s)
    _require_at_end(probe, back, "the segment back")
    _repeat(probe, segment)
    probe.run(MOTION_SECONDS)
    probe.require_at(segment.channel, back.target, "a segment of before that was repeated")


def _repeat(probe: DriveProbe, segment: Segment) -> None:
    try:
        probe.drive.start((segment,))
    except DriveError:
        # Refused, which moves nothing either.
        return


def refuses_beyond_limits(probe: DriveProbe) -> None:
    """D5: a batch with a target outside of limits is refused whole, with channel and value."""
    probe.enable()
    step = max(probe.info.step, 1.0)
    for target in (probe.first.highest + step, probe.first.lowest - step):
        good = probe.segment()
        bad = replace(good, at=good.end, target=target)
        _require_named(probe, f"a target of {probe.words(target)}", (good, bad), target)


def keeps_the_speed(probe: DriveProbe) -> None:
    """D6: never faster than the segment says, and at its target at the end."""
    probe.enable()
    segment = probe.segment()
    probe.drive.start((segment,))
    samples = probe.run_until(segment.end + 3 * probe.info.period_s)
    for sample in samples:
        _require_on_the_way(probe, segment, sample)
    _require_at_end(probe, segment, "a segment")


def _require_at_end(probe: DriveProbe, segment: Segment, after: str) -> None:
    """Raise ProtocolViolationError if a channel does not come to the target of its segment."""
    # Steps that came late make a motion longer.
    for _ in range(100):
        if probe.outputs()[segment.channel] == segment.target:
            break
        probe.run(probe.info.period_s)
    probe.require_at(segment.channel, segment.target, after)


def _require_on_the_way(probe: DriveProbe, segment: Segment, sample: OutputSample) -> None:
    """Raise ProtocolViolationError if a channel is further than its segment is at a sample."""
    begin, now = probe.first.middle, sample.outputs[segment.channel]
    if now is None:
        raise ProtocolViolationError(f"channel {segment.channel} lost its power on its way")
    passed = sample.after + probe.settled_seconds - segment.at
    way = abs(segment.target - begin) * min(max(passed / segment.seconds, 0.0), 1.0)
    if abs(now - begin) > way + probe.info.step * (1 + 1e-6):
        raise ProtocolViolationError(
            f"{sample.after - segment.at:.3f} s after its begin a segment of "
            f"{segment.seconds:g} s is at {probe.words(now)}, of the way from "
            f"{probe.words(begin)} to {probe.words(segment.target)}"
        )


def stops_in_time(probe: DriveProbe) -> None:
    """D7: each stop level within its time at every phase of a segment."""
    for level in StopLevel:
        for phase in PHASES:
            probe.reset()
            probe.enable()
            segment = probe.segment()
            probe.drive.start((segment,))
            probe.run_until(segment.at + phase * segment.seconds)
            _stop(probe, level, segment, f"a stop at {level.word} in a segment")


def _stop(probe: DriveProbe, level: StopLevel, segment: Segment, what: str) -> None:
    relaxed = {segment.channel: probe.first.middle} if level is StopLevel.RELAX else {}
    others = {number: at for number, at in probe.outputs().items() if number != segment.channel}
    probe.drive.stop(level, relaxed)
    probe.run(probe.settled_seconds)
    stopped = probe.sample()
    if level is StopLevel.RELAX:
        probe.run(RELAX_SECONDS)
        probe.require_at(segment.channel, probe.first.middle, what)
        kept = {number: probe.outputs()[number] for number in others}
        if kept != others:
            raise ProtocolViolationError(f"{what} moved other channels: {others}, then {kept}")
    elif level is StopLevel.OFF:
        if any(now is not None for now in stopped.outputs.values()):
            raise ProtocolViolationError(f"{what} leaves power: {stopped.outputs}")
    else:
        _require_on_the_way(probe, segment, stopped)
    probe.require_still(probe.outputs(), what)


def stops_enabling(probe: DriveProbe) -> None:
    """D8: a stop ends enable() too: the channel stays there, or has no power."""
    number = probe.first.number
    for level in (StopLevel.OFF, StopLevel.HOLD):
        probe.reset()
        probe.drive.enable(number, probe.first.middle)
        probe.drive.stop(level, {})
        probe.run(probe.settled_seconds)
        now = probe.outputs()[number]
        may_stay = level is StopLevel.HOLD
        if now is not None and not (may_stay and probe.is_near(now, probe.first.middle)):
            raise ProtocolViolationError(
                f"after enable() and a stop at {level.word} channel {number} is at "
                f"{probe.words(now)}"
            )
        probe.require_still(probe.outputs(), f"enable() and a stop at {level.word}")


def ends_in_silence(probe: DriveProbe) -> None:
    """D9: silence ends as announced, and later beats move nothing again."""
    probe.enable()
    info = probe.info
    silent = SILENT_SECONDS if info.watchdog_s is None else info.watchdog_s
    segment = probe.segment(2 * SHARE, 10 * silent + MOTION_SECONDS)
    probe.drive.start((segment,))
    probe.run_until(segment.at + MOTION_SECONDS)
    samples = probe.run(silent + probe.settled_seconds + STOP_SECONDS, beats=False)
    for sample in samples:
        if sample.outputs[segment.channel] is not None:
            _require_on_the_way(probe, segment, sample)
    _require_announced(probe, probe.outputs(), "silence")
    if info.on_silence is not OnSilence.NOTHING:
        if info.on_silence is OnSilence.RELAX:
            probe.run(RELAX_SECONDS, beats=False)
        before = probe.outputs()
        # Long enough for a step of any drive.
        probe.run(RELAX_SECONDS, beats=False)
        if probe.outputs() != before:
            raise ProtocolViolationError(f"in silence the outputs go on: {before}, then others")
        if info.watchdog_s is not None:
            probe.require_still(probe.outputs(), "silence and a beat")


def _require_announced(probe: DriveProbe, outputs: Outputs, when: str) -> None:
    """Raise ProtocolViolationError if channels have power, or none, other than announced."""
    announced = probe.info.on_silence
    ends = announced in (OnSilence.OFF, OnSilence.DROPS_POWER)
    for channel in probe.channels:
        if (outputs[channel.number] is None) != ends:
            raise ProtocolViolationError(
                f"{announced} is announced, and after {when} channel {channel.number} has "
                f"{probe.words(outputs[channel.number])}"
            )


def forgets_without_power(probe: DriveProbe) -> None:
    """D10: power lost and back: commanded is unknown, nothing moves by itself."""
    probe.enable()
    probe.cut_power()
    commanded = probe.commanded()
    if any(now is not None for now in commanded.values()):
        raise ProtocolViolationError(f"after a loss of power the drive says {commanded}")
    probe.require_still(dict.fromkeys(commanded), "a loss of power")
    probe.require_refused("a segment after a loss of power", (probe.segment(),))


def keeps_outputs_closed(probe: DriveProbe) -> None:
    """D11: close and reopen leave what was announced."""
    probe.enable()
    before = probe.outputs()
    probe.reopen()
    probe.run(probe.settled_seconds)
    after, said = probe.outputs(), probe.commanded()
    if probe.sees_hardware or any(now is not None for now in after.values()):
        _require_announced(probe, after, "closing")
    if probe.info.on_silence is not OnSilence.RELAX:
        for number, now in after.items():
            if now is not None and now != before[number]:
                raise ProtocolViolationError(f"closing moved channel {number}")
    for number, now in said.items():
        if now is not None and after[number] is None:
            raise ProtocolViolationError(
                f"reopened, channel {number} has no power, and the drive says {probe.words(now)}"
            )


def knows_what_it_says(probe: DriveProbe) -> None:
    """D12: unknown is None, never 0."""
    _require_honest(probe)
    without = [now for now in probe.commanded().values() if now is not None]
    if without:
        raise ProtocolViolationError(f"without power the drive says {without}")
    probe.enable()
    _require_honest(probe)
    probe.require_at(probe.first.number, probe.commanded()[probe.first.number], "reading")


def _require_honest(probe: DriveProbe) -> None:
    """Raise ProtocolViolationError for a value of what the drive does not measure."""
    for state in probe.drive.read():
        for feedback in Feedback:
            value = getattr(state, feedback.value)
            if value is not None and feedback not in probe.info.feedback:
                raise ProtocolViolationError(
                    f"{feedback} is not measured, and channel {state.channel} says {value!r}"
                )


# A rule as it is printed, and its check.
DriveCheck = tuple[str, Callable[[DriveProbe], None]]
DRIVE_CHECKS: tuple[DriveCheck, ...] = (
    ("D1 read() moves nothing", reads_without_moving),
    ("D2 A first pulse only by enable()", powers_by_enable_alone),
    ("D3 start() takes all segments or none", takes_all_or_none),
    ("D4 A repeated segment moves once", takes_a_segment_once),
    ("D5 A batch with a target outside of limits is refused whole", refuses_beyond_limits),
    ("D6 Never faster than the segment says", keeps_the_speed),
    ("D7 Each stop level within its time at every phase of a segment", stops_in_time),
    ("D8 A stop ends enable() too", stops_enabling),
    ("D9 Silence ends as announced", ends_in_silence),
    ("D10 Power lost and back: nothing is known and nothing moves", forgets_without_power),
    ("D11 Close and reopen leave what was announced", keeps_outputs_closed),
    ("D12 Unknown is None, never 0", knows_what_it_says),
)


def run_drive_checks(
    opened: Callable[[], Drive],
    bench: DriveBench | None = None,
    checks: Sequence[DriveCheck] = DRIVE_CHECKS,
) -> Iterator[CheckResult]:
    """Check every rule, or some, on a drive, which `opened` opens; its first two channels move.

    They jump to the middle of their range, and move by a tenth of it. `bench`: the hardware of a
    drive that is emulated; without it the drive is taken at its word.
    """
    for rule, check in checks:
        probe = DriveProbe(opened, bench)
        try:
            yield checked(rule, partial(_check_without_power, probe, check))
        finally:
            probe.close()


def _check_without_power(probe: DriveProbe, check: Callable[[DriveProbe], None]) -> None:
    probe.reset()
    check(probe)
