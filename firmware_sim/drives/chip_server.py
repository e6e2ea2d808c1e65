"""A chip in software: serves any drive by version 2 of the protocol (docs/protocol.md).

What moves, and what is measured, is the drive's; the chip numbers segments, watches over its host,
stops and relaxes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from random import Random, SystemRandom

from firmware_sim.drives.chip_segments import (
    MICROSECONDS,
    NUMBERS,
    ChipSegments,
    integer_lists,
    time_of,
    whole,
)
from firmware_sim.drives.chip_session import ChipSession
from robot.drives.drive import ChannelKind, ChannelState, Drive, Feedback
from robot.errors import DriveError, FrameError, UnsupportedError
from robot.link.protocol import CHIP_VERSION, Message, StopLevel

_USUAL_WATCHDOG_MS, _LEAST_WATCHDOG_MS, _MOST_WATCHDOG_MS = 2000, 100, 60_000
_LEAST_RELAX_US, _MOST_RELAX_US = 1000, 10_000_000
_MOST_DETENT = 1_000_000
# A motion whose host is not understood any more goes on for so long, in seconds.
_STRANGE_SECONDS = 0.03
_WRAP = 1 << 32
_MOVES = ("START", "ADD", "ENABLE")
# A greeting, and the errors of eight channels, fit into a line with as many letters.
_NAME_LETTERS, _ERROR_LETTERS = 12, 8

Field = tuple[str, str]


class Restart(IntEnum):
    """Why a chip restarts."""

    LOST_POWER = 0
    WAS_RESET = 1
    WAS_HUNG = 2


class ChipServer:
    """A chip over a drive, with the drive's clock; it has the interface of `EmulatedChip`.

    `rng` draws the epoch of each start.
    """

    def __init__(self, drive: Drive, rng: Random | None = None) -> None:
        self.drive = drive
        self._rng = rng or SystemRandom()
        self._clock = drive.info.clock
        self._began = self._clock.now()
        self._epoch = 0
        # How many times it has begun to move after a rest.
        self.motions = 0
        self._commands: dict[str, Callable[[Message], None]] = {
            "HELLO": self._greet,
            "READ": self._read,
            "ENABLE": self._enable,
            "START": self._take_segments,
            "ADD": self._take_segments,
            "LIMIT": self._set_limits,
            "DETENT": self._set_detent,
            "RELAX": self._set_relaxing,
            "WATCHDOG": self._set_watchdog,
            "BEAT": lambda command: self._session.answer("done", *self._state()),
            "CLEAR": self._clear,
        }
        self._start()

    @property
    def _has_motors(self) -> bool:
        return self.drive.info.kind is ChannelKind.STEPPER

    @property
    def seconds(self) -> float:
        """See `EmulatedChip`."""
        return self._clock.now() - self._began

    def send(self, data: bytes) -> None:
        """See `EmulatedChip`."""
        self._session.receive(data)

    def run(self, seconds: float) -> bool:
        """Do what is due: the drive's clock is there already. See `EmulatedChip`."""
        for command in self._session.commands():
            self._execute(command)
        now, session = self._clock.now(), self._session
        if session.was_fed:
            self._heard_at, self._is_silent, session.was_fed = now, False, False
        if not self._is_silent and now - self._heard_at >= self._watchdog_ms / 1000:
            self._is_silent = True
            session.stop.request(self._on_silence, "silence")
        if session.is_understood or not self._segments.are_pending():
            self._understood_at = now
        elif now - self._understood_at >= _STRANGE_SECONDS:
            session.stop.request(StopLevel.HOLD, "silence")
        if session.stop.is_due:
            self._enforce_stop()
        try:
            self.drive.beat()
        except DriveError:
            session.stop.request(StopLevel.HOLD, "fault")
        if session.status_is_wanted:
            session.status_is_wanted = False
            self._send_status()
        return True

    def read_output(self) -> bytes:
        """See `EmulatedChip`."""
        return self._session.read_output()

    def press_button(self) -> None:
        """Press the stop button."""
        self._session.stop.request(StopLevel.HOLD, "button")

    def reset(self) -> None:
        """Press the reset button."""
        self.restart(Restart.WAS_RESET)

    def hold_in_reset(self) -> None:
        """Take the pulses from all channels."""
        self.restart(Restart.LOST_POWER)

    def restart(self, why: Restart) -> None:
        """Restart the chip. Servos at rest keep their pulses unless the power was lost."""
        was_moving = self._segments.are_pending()
        keeps = why is Restart.WAS_HUNG or (why is Restart.WAS_RESET and not was_moving)
        with suppress(DriveError):
            self.drive.stop(StopLevel.HOLD if keeps and not self._has_motors else StopLevel.OFF, {})
        self._start()

    def _start(self) -> None:
        """Begin as after a restart."""
        self._epoch = (self._epoch + self._rng.randrange(1, 1 << 16)) % (1 << 16)
        self._session = ChipSession()
        self._segments = ChipSegments(self.drive)
        self._watchdog_ms, self._on_silence = _USUAL_WATCHDOG_MS, StopLevel.RELAX
        self._relaxing: dict[int, int] = {}
        self._relax_us = 0
        self._detents: dict[int, int] = {}
        with suppress(UnsupportedError):
            self.drive.set_detents({})
        self._heard_at = self._understood_at = self._clock.now()
        self._is_silent = False
        self._send_status()

    def _execute(self, command: Message) -> None:
        stop = self._session.stop
        act = self._commands.get(command.verb)
        if act is None or (command.verb == "DETENT" and not self._has_motors):
            self._answer_error("UNKNOWN")
            return
        if command.verb in _MOVES and (stop.in_force or stop.is_due):
            self._segments.drop_batch()
            self._answer_stopped()
            return
        try:
            act(command)
        except FrameError:
            self._answer_error("ARGUMENT")
        except DriveError as error:
            wrong = (("channel", str(error.channel)), ("value", str(round(error.value or 0))))
            if error.refusal:
                self._answer_error(error.refusal, *wrong)
            else:
                self._answer_error("FAULT")

    def _answer_error(self, code: str, *fields: Field) -> None:
        self._session.answer("err", ("code", code), *fields)

    def _answer_stopped(self) -> None:
        self._answer_error("STOPPED", ("why", self._session.stop.why))

    def _greet(self, command: Message) -> None:
        if whole(_field(command, "proto")) != CHIP_VERSION:
            self._answer_error("PROTO", ("proto", str(CHIP_VERSION)))
            return
        self._segments.drop_batch()
        info = self.drive.info
        name = re.sub(r"[^A-Za-z0-9._/+-]+", "-", info.name)[:_NAME_LETTERS]
        self._session.answer(
            "done",
            ("proto", str(CHIP_VERSION)),
            ("board", name),
            ("epoch", f"{self._epoch:04X}"),
            ("kind", info.kind.value),
            ("channels", str(len(info.channels))),
            ("depth", str(info.depth)),
            ("period", str(round(info.period_s * MICROSECONDS))),
            ("watchdog", str(self._watchdog_ms)),
            ("silence", self._on_silence.word),
            ("taken", str(self._segments.taken)),
            self._time(),
        )

    def _read(self, command: Message) -> None:
        asked, feedback = _field(command, "of"), self.drive.info.feedback
        if asked is None:
            states = self.drive.read()
            places = ("at", ",".join(_rounded(state.commanded) for state in states))
        elif asked == "feedback":
            places = (asked, ",".join(each for each in Feedback if each in feedback))
        elif asked == "turns" and self._has_motors:
            turns = self.drive.turns()
            places = (asked, ",".join(str(turns[each.number]) for each in self.drive.info.channels))
        elif asked in feedback:
            kind = Feedback(asked)
            places = (asked, ",".join(_measured(state, kind) for state in self.drive.read()))
        else:
            raise FrameError(f"{asked!r} is not measured")
        self._session.answer("done", *self._state(), places)

    def _enable(self, command: Message) -> None:
        channel, target = (whole(_field(command, key)) for key in ("channel", "target"))
        self._segments.check_enabling(channel, target)
        try:
            self.drive.enable(self._segments.number_of(channel), target)
        except DriveError as error:
            raise self._segments.translated(error) from error
        self._session.answer("done")

    def _take_segments(self, command: Message) -> None:
        segments, text = self._segments, _field(command, "s") or ""
        try:
            number = whole(_field(command, "n"), 0, NUMBERS - 1)
            begin = time_of(_field(command, "t"))
        except FrameError:
            segments.drop_batch()
            raise
        if not segments.were_taken(number, text):
            if number != (expected := segments.expected):
                segments.drop_batch()
                self._answer_error("NUMBER", ("expected", str(expected)))
                return
            segments.draft(begin, text)
            if command.verb == "START":
                rested = not segments.are_pending()
                segments.commit()
                self.motions += rested
        self._session.answer("done")

    def _set_limits(self, command: Message) -> None:
        channel = whole(_field(command, "channel"), 0, len(self.drive.info.channels) - 1)
        low, high = (whole(_field(command, key)) for key in ("low", "high"))
        self._segments.set_limits(channel, low, high)
        self._session.answer("done")

    def _set_detent(self, command: Message) -> None:
        channel = whole(_field(command, "channel"), 0, len(self.drive.info.channels) - 1)
        self._detents[channel] = whole(_field(command, "every"), 0, _MOST_DETENT)
        by_number = self._segments.number_of
        self.drive.set_detents({by_number(each): n for each, n in self._detents.items()})
        self._session.answer("done")

    def _set_relaxing(self, command: Message) -> None:
        time = whole(_field(command, "time"), _LEAST_RELAX_US, _MOST_RELAX_US)
        targets: dict[int, int] = {}
        for channel, target in integer_lists(_field(command, "s") or "", 2):
            whole(str(channel), 0, len(self.drive.info.channels) - 1)
            if not self._segments.allows(channel, target):
                raise FrameError(f"channel {channel} does not take {target}")
            targets[channel] = target
        self._relaxing, self._relax_us = targets, time
        self._session.answer("done")

    def _set_watchdog(self, command: Message) -> None:
        time = whole(_field(command, "time"), _LEAST_WATCHDOG_MS, _MOST_WATCHDOG_MS)
        levels = {level.word: level for level in StopLevel}
        if (level := levels.get(_field(command, "silence") or "")) is None:
            raise FrameError("silence is hold, relax or off")
        self._watchdog_ms, self._on_silence = time, level
        self._session.answer("done")

    def _clear(self, command: Message) -> None:
        stop = self._session.stop
        if stop.is_due:
            self._enforce_stop()
        was_stopped = stop.in_force is not None
        if not self._segments.are_ending() and stop.clear():
            self._session.answer("done", *[("why", stop.why)] * was_stopped)
        else:
            self._answer_stopped()

    def _enforce_stop(self) -> None:
        stop = self._session.stop
        before, level = stop.in_force, stop.enforce()
        try:
            if before is None:
                self.drive.stop(StopLevel.HOLD, {})
                self._segments.end_turns(self._detents)
            if level is StopLevel.OFF:
                self.drive.stop(StopLevel.OFF, {})
                self._segments.drop()
            elif level is StopLevel.RELAX:
                self._segments.go(self._relaxing, self._relax_us)
        except DriveError:
            # The electronics are at fault, and say so when they are asked.
            self._segments.drop()

    def _state(self) -> tuple[Field, ...]:
        return (*self._stop_state(), ("taken", str(self._segments.taken)))

    def _stop_state(self) -> tuple[Field, ...]:
        stop = self._session.stop
        if stop.in_force is None:
            return (self._time(), ("stop", "none"))
        return (self._time(), ("stop", stop.in_force.word), ("why", stop.why))

    def _time(self) -> Field:
        return ("clock", str(self._segments.clock() % _WRAP))

    def _send_status(self) -> None:
        self._session.send_status(
            *self._stop_state(),
            ("moving", str(int(self._segments.are_pending()))),
            ("taken", str(self._segments.taken)),
            ("epoch", f"{self._epoch:04X}"),
        )


def _field(command: Message, key: str) -> str | None:
    """Return the first field of a name, None without one."""
    return next((value for name, value in command.fields if name == key), None)


def _rounded(target: float | None) -> str:
    return "-" if target is None else str(round(target))


def _measured(state: ChannelState, kind: Feedback) -> str:
    """Return what is measured of a channel as it is on the line, "-" where it is unknown."""
    if kind is Feedback.ERRORS:
        if state.errors is None:
            return "-"
        words = "+".join(re.sub(r"[^A-Za-z0-9]+", "_", each) for each in state.errors)
        return words[:_ERROR_LETTERS]
    value: float | None = getattr(state, kind.value)
    return "-" if value is None else f"{value:.2f}"
