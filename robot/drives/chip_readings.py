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
    """Return the channels at a time, by what a chip says of their places and by its feedback.

    Raises DriveError for what is no number, and for more or fewer than there are channels.
    """
    said = dict(feedback)
    errors = _of_each(said.pop(Feedback.ERRORS, ",".join(_UNKNOWN for _ in channels)), channels)
    commanded = _numbers(places, channels)
    measured = {kind.value: _numbers(text, channels) for kind, text in said.items()}
    return tuple(
        ChannelState(
            channel.number,
            at,
            commanded[index],
            errors=_words(errors[index]),
            **{name: values[index] for name, values in measured.items()},
        )
        for index, channel in enumerate(channels)
    )


def _of_each(text: str, channels: tuple[Channel, ...]) -> list[str]:
    texts = text.split(",")
    if len(texts) != len(channels):
        raise DriveError(f"the chip says {text!r} of {len(channels)} channels")
    return texts


def _numbers(text: str, channels: tuple[Channel, ...]) -> list[float | None]:
    try:
        return [
            None if each == _UNKNOWN else number(each, -_MOST, _MOST)
            for each in _of_each(text, channels)
        ]
    except FrameError as error:
        raise DriveError(f"the chip says {text!r} of its channels") from error


def _words(text: str) -> tuple[str, ...] | None:
    if text == _UNKNOWN:
        return None
    return tuple(text.split("+")) if text else ()
