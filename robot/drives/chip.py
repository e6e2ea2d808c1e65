"""`chip://PORT`: a microcontroller with the firmware of this project.

PORT is a serial port or a URL of pySerial's. `?channels=0-3` behind it are the channels that are
used, without it all of the chip's; `min` and `max` are their limits, by default the usual ones.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Self

from robot.drives.chip_clock import MICROSECONDS
from robot.drives.chip_line import RESTARTED, ChipLine, whole_number
from robot.drives.chip_readings import counts_said, feedback_said, states_said
from robot.drives.drive import (
    Channel,
    ChannelKind,
    ChannelState,
    Drive,
    DriveInfo,
    Feedback,
    OnSilence,
    Segment,
)
from robot.drives.drive_urls import number_option, numbers_option, parse_url
from robot.drives.segments import Refusal, check_batch, check_target, refused
from robot.errors import DriveError
from robot.link.port import open_port
from robot.link.protocol import MAX_LINE_BYTES, Message, StopLevel
from robot.link.serial_device import closed_on_error

# A beat sends nothing where the watchdog was fed within this time, in seconds: in a motion a hub
# waits once it has heard nothing for three times as long, and a chip stops by lines that are none.
BEAT_SECONDS = 0.03
# So long a line of segments and its answer take, through the chips of USB adapters too, in seconds.
_LINE_SECONDS = 0.04
# No limit is further from 0, in steps; no chip has a channel of a higher number.
MOST_LIMIT = 1e9
_HIGHEST_CHANNEL = 63
# So long the way to where channels relax takes on a chip, in seconds, of RELAX_SECONDS at most.
_RELAX_WAY_SECONDS = 0.5
# A stop ends once turns have ended that have begun: it is waited for so long, in such steps (s).
_TURN_END_SECONDS, _TURN_STEP_SECONDS = 0.5, 0.005

# The unit, the usual limits of targets, and what a line of segments needs beside them.
_UNITS = {
    ChannelKind.PULSE: ("µs", 500.0, 2500.0),
    ChannelKind.SERVO: ("µs", 500.0, 2500.0),
    ChannelKind.STEPPER: ("steps", -1e5, 1e5),
}
_FRAME_BYTES = len("65535 START n=65535 t=4294967295 s=*FFFF\n")
_REFUSALS = {
    Refusal.CHANNEL: "there is none with this number",
    Refusal.LIMIT: "the target is beyond its limits",
    Refusal.SPEED: "a segment asks for more steps than the chip can make",
    Refusal.POWER: "it has no power, or has it already",
    Refusal.TIME: "a begin or a duration is out of range",
    Refusal.PAST: "a segment would begin in the past",
    Refusal.OVERLAP: "a segment would begin before the end of another",
    Refusal.FULL: "it keeps no further segment",
}
# Those whose value is a time, in microseconds.
_OF_TIMES = (Refusal.TIME, Refusal.PAST, Refusal.OVERLAP, Refusal.FULL)


class ChipDrive(Drive):
    """A chip that makes the outputs by its own clock and watches over its host.

    A restart of the chip drops its segments: `start` raises DriveError then, until the channels
    were read or enabled.
    """

    def __init__(
        self,
        line: ChipLine,
        numbers: tuple[int, ...] = (),
        low: float | None = None,
        high: float | None = None,
    ) -> None:
        """Drive these channels of the chip at a line, or all of them without `numbers`.

        `low` and `high` are limits that are not the usual ones.
        """
        self._line = line
        self._taken = whole_number(line.greeting, "taken")
        # Whether a stop may be in force that the next order ends: a former host's may be.
        self._stopped = True
        self._stopped_by = ""
        # Whether nobody knows what the chip has taken: an answer was lost.
        self._is_unsure = False
        self._detents: Mapping[int, int] = {}
        self._info = _described(line, numbers, low, high)
        self._has_own_limits = low is not None or high is not None
        self._newest: dict[int, deque[Segment]] = {
            each.number: deque(maxlen=2 * self._info.depth) for each in self._info.channels
        }
        # A chip that does not know the question measures nothing.
        self._info = replace(self._info, feedback=feedback_said(self._reading("feedback")))
        self._tell_limits()

    @classmethod
    def open(cls, url: str) -> Self:
        """See `Drive`. Raises PortError too."""
        address, options = parse_url(url, {"channels": "", "min": "", "max": ""})
        low, high = (
            number_option(options, name, -MOST_LIMIT, MOST_LIMIT) if options[name] else None
            for name in ("min", "max")
        )
        named = options["channels"]
        numbers = numbers_option(options, "channels", _HIGHEST_CHANNEL) if named else ()
        port = open_port(address)
        with closed_on_error(port):
            return cls(ChipLine(port), numbers, low, high)

    @property
    def info(self) -> DriveInfo:
        """See `Drive`."""
        return self._info

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        places = self._order("READ").get("at")
        self._begin_again()
        now, known = self._info.clock.now(), self._info.feedback
        feedback = {kind: self._reading(kind) for kind in Feedback if kind in known}
        return states_said(self._info.channels, now, places, feedback)

    def start(self, segments: tuple[Segment, ...]) -> None:
        """See `Drive`."""
        if self._line.seconds_unfed > (self._info.watchdog_s or math.inf):
            self._order("BEAT")  # it may have stopped
        now = self._info.clock.now()
        taken = [each for queue in self._newest.values() for each in queue]
        unknown = [each for each in segments if each not in taken]
        pending = [each for each in taken if each.end > now]
        # Of a channel without power only the chip knows, which refuses it.
        powered = {each.number: each.middle for each in self._info.channels}
        new = check_batch(self._info, unknown, pending, powered, now)
        if not new:
            return
        if self._line.has_restarted:
            raise DriveError(RESTARTED)
        self._clear()
        for verb, number, time, text in self._lines(new):
            self._order(verb, ("n", str(number)), ("t", str(time)), ("s", text))
        self._taken = (self._taken + len(new)) % 0x10000
        for segment in new:
            self._newest[segment.channel].append(segment)

    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        self._stopped = True
        self._forget_segments()
        self._line.stop(StopLevel.HOLD)
        is_relaxing = self._line.level == StopLevel.RELAX.word
        if self._stopped_by or (level is StopLevel.HOLD and is_relaxing):
            # Only a stop after the end of the one before holds what relaxes, and has its cause.
            self._end_stop()
        if level is StopLevel.RELAX:
            self.set_relaxing(targets)
        self._line.stop(level)

    @property
    def stopped_by(self) -> str:
        """See `Drive`."""
        return self._stopped_by

    def set_relaxing(self, targets: Mapping[int, float]) -> None:
        """See `Drive`."""
        for number, target in targets.items():
            check_target(self._info, number, target)
        pairs = ";".join(
            f"{number},{self.on_wire(number, target)}" for number, target in targets.items()
        )
        self._order("RELAX", ("s", pairs), ("time", str(round(_RELAX_WAY_SECONDS * MICROSECONDS))))

    def set_detents(self, steps: Mapping[int, int]) -> None:
        """See `Drive`. Chips with older firmware do not know it: DriveError."""
        self._detents = dict(steps)
        self._tell_detents()

    def turns(self) -> dict[int, int]:
        """See `Drive`."""
        if not (said := self._reading("turns")):
            raise DriveError("the chip does not count turns: flash the firmware of this version")
        return counts_said(self._info.channels, said)

    def enable(self, channel: int, target: float) -> None:
        """See `Drive`."""
        check_target(self._info, channel, target)
        self._begin_again()
        self._clear()
        place = str(self.on_wire(channel, target))
        self._order("ENABLE", ("channel", str(channel)), ("target", place))

    def beat(self) -> None:
        """See `Drive`."""
        if self._line.seconds_unfed >= BEAT_SECONDS:
            self._order("BEAT")

    def close(self) -> None:
        """See `Drive`."""
        try:
            with suppress(DriveError):
                self._line.stop(StopLevel[self._info.on_silence.name])
        finally:
            self._line.close()

    def on_wire(self, channel: int, target: float) -> int:
        """Return a target of a channel as the chip takes it."""
        return round(target)

    def from_wire(self, channel: int, place: int) -> float:
        """Return a target of a channel that the chip has told."""
        return place

    def _begin_again(self) -> None:
        """Take back that the chip has restarted, and tell it anew what it has forgotten."""
        if self._line.has_restarted:
            self._line.has_restarted = False
            self._tell_limits()
            self._tell_detents()

    def _tell_detents(self) -> None:
        for number, every in self._detents.items():
            self._order("DETENT", ("channel", str(number)), ("every", str(every)))

    def _tell_limits(self) -> None:
        """Tell the chip limits that are not the usual ones."""
        if self._has_own_limits:
            for each in self._info.channels:
                lowest, highest = (
                    str(self.on_wire(each.number, at)) for at in (each.lowest, each.highest)
                )
                limits = (("low", lowest), ("high", highest))
                self._order("LIMIT", ("channel", str(each.number)), *limits)

    def _reading(self, name: str) -> str:
        return self._order("READ", ("of", name)).get(name)

    def _forget_segments(self) -> None:
        for queue in self._newest.values():
            queue.clear()

    def _clear(self) -> None:
        """End the stop that was asked for here, if any."""
        if self._is_unsure and self._line.level == "none":
            self._line.stop(StopLevel.HOLD)
        self._is_unsure = False
        if self._stopped:
            self._end_stop()
            if self._stopped_by:
                raise _stopped_error(self._stopped_by)
            self._stopped = False

    def _end_stop(self) -> None:
        """End the stop on the chip; one by a button of which nothing was known stays known."""
        known, clock = self._stopped_by, self._info.clock
        deadline = clock.now() + (_TURN_END_SECONDS if self._detents else 0.0)
        while True:
            try:
                by = self._order("CLEAR").get("why")
                break
            except DriveError:
                if clock.now() >= deadline:
                    raise
                clock.sleep(_TURN_STEP_SECONDS)
        self._line.level, self._stopped_by = "none", by if by == "button" != known else ""

    def _lines(self, segments: tuple[Segment, ...]) -> Iterator[tuple[str, int, int, str]]:
        """Yield the lines of a batch: verb, number of the first segment, time, and segments."""
        begin = segments[0].at
        texts = [
            f"{each.channel},{round((each.at - begin) * MICROSECONDS)},"
            f"{self.on_wire(each.channel, each.target)},"
            f"{math.ceil(each.seconds * MICROSECONDS - 1e-3)}"
            for each in segments
        ]
        number, time = self._taken, self._line.clock.chip_time(begin)
        while texts:
            count = len(texts)
            while len(text := ";".join(texts[:count])) > MAX_LINE_BYTES - _FRAME_BYTES:
                count -= 1
            yield ("START" if count == len(texts) else "ADD"), number, time, text
            number = (number + count) % 0x10000
            del texts[:count]

    def _order(self, verb: str, *fields: tuple[str, str]) -> Message:
        """Return the chip's answer `done`. Raises DriveError for any other, and without one."""
        try:
            reply = self._line.exchange(verb, *fields)
        except DriveError:
            self._stopped = self._is_unsure = True
            self._forget_segments()
            raise
        finally:
            if self._line.was_greeted:
                self._line.was_greeted = False
                self._taken = whole_number(self._line.greeting, "taken")
            if self._line.has_restarted:
                self._forget_segments()
        if self._line.level != "none":
            self._forget_segments()
            if not self._stopped or reply.get("why") == "button":
                self._stopped_by = reply.get("why")
        if reply.verb == "done":
            return reply
        raise self._error(reply)

    def _error(self, reply: Message) -> DriveError:
        code = reply.get("code")
        if code in _REFUSALS:
            why, channel = Refusal(code), whole_number(reply, "channel")
            value: float = whole_number(reply, "value")
            if why in _OF_TIMES:
                value /= MICROSECONDS
            elif why is not Refusal.CHANNEL:
                value = self.from_wire(channel, round(value))
            return refused(why, _REFUSALS[why], channel, value)
        if code == "FAULT":
            return DriveError("the chip reports a fault of its servos or motors")
        if code == "STOPPED":
            self._stopped, self._stopped_by = True, reply.get("why")
            return _stopped_error(self._stopped_by)
        return DriveError(f"the chip answered {reply.verb} {dict(reply.fields)}")


def _stopped_error(why: str) -> DriveError:
    """Return the error of a chip that was stopped otherwise than by `ChipDrive.stop`."""
    return DriveError(f"the chip has stopped by itself: {why}")


def _described(
    line: ChipLine, numbers: tuple[int, ...], low: float | None, high: float | None
) -> DriveInfo:
    """Return what a chip says of itself, of these channels or of all. Raises DriveError."""
    said = line.greeting
    try:
        kind = ChannelKind(said.get("kind"))
        on_silence = OnSilence(said.get("silence"))
    except ValueError as error:
        raise DriveError(f"the chip describes itself by {dict(said.fields)}") from error
    unit, lowest, highest = _UNITS[kind]
    lowest = lowest if low is None else low
    highest = highest if high is None else high
    count = whole_number(said, "channels")
    if beyond := [each for each in numbers if each >= count]:
        words = f"there is none with this number, only 0 to {count - 1}"
        raise refused(Refusal.CHANNEL, words, beyond[0])
    return DriveInfo(
        name=said.get("board"),
        channels=tuple(Channel(each, lowest, highest) for each in numbers or range(count)),
        kind=kind,
        unit=unit,
        step=1.0,
        period_s=whole_number(said, "period") / MICROSECONDS,
        depth=whole_number(said, "depth"),
        clock=line.clock,
        on_silence=on_silence,
        watchdog_s=whole_number(said, "watchdog") / 1000,
        lead_s=_LINE_SECONDS,
    )
