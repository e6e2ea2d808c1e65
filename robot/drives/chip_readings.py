"""What a chip says of its channels: where they are, and what it measures of them."""

from __future__ import annotations

from collections.abc import Mapping

from robot.drives.drive import Channel, ChannelState, Feedback
from robot.errors import DriveError, FrameError
from robot.link.protocol import number

# No place and no measurement is further from 0.
_MOST = 1e10
_UNKNOWN = "-"


def feedback_said(text: str) -> frozenset[Feedback]:
    """Return what a chip measures, nothing for "". Raises DriveError for what nobody knows."""
    try:
        return frozenset(map(Feedback, text.split(","))) if text else frozenset()
    except ValueError as error:
        raise DriveError(f"the chip says that it measures {text}") from error


def states_said(
    channels: tuple[Channel, ...], at: float, places: str, feedback: Mapping[Feedback, str]
) -> tuple[ChannelState, ...]:
    """Return some of a chip's channels at a time, by what it says of the places of all.

    `feedback`: what else it says of all. Raises DriveError for what is no number, and where a
    channel is missing.
    """
    said = dict(feedback)
    errors = said.pop(Feedback.ERRORS, None)
    words = {} if errors is None else _of_each(errors, channels)
    commanded = _numbers(places, channels)
    measured = {kind.value: _numbers(text, channels) for kind, text in said.items()}
    return tuple(
        ChannelState(
            each.number,
            at,
            commanded[each.number],
            errors=_words(words.get(each.number, _UNKNOWN)),
            **{name: values[each.number] for name, values in measured.items()},
        )
        for each in channels
    )


def counts_said(channels: tuple[Channel, ...], text: str) -> dict[int, int]:
    """Return what a chip counts of each of its channels. Raises what `states_said` does."""
    said = _numbers(text, channels)
    return {each.number: int(said[each.number] or 0) for each in channels}


def _of_each(text: str, channels: tuple[Channel, ...]) -> dict[int, str]:
    texts = dict(enumerate(text.split(",")))
    if missing := [each.number for each in channels if each.number not in texts]:
        raise DriveError(f"the chip says {text!r}, and nothing of channel {missing[0]}", missing[0])
    return texts


def _numbers(text: str, channels: tuple[Channel, ...]) -> dict[int, float | None]:
    try:
        return {
            channel: None if each == _UNKNOWN else number(each, -_MOST, _MOST)
            for channel, each in _of_each(text, channels).items()
        }
    except FrameError as error:
        raise DriveError(f"the chip says {text!r} of its channels") from error


def _words(text: str) -> tuple[str, ...] | None:
    if text == _UNKNOWN:
        return None
    return tuple(text.split("+")) if text else ()
