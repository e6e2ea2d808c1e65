"""URLs of drives: `scheme://DEVICE?option=value&...`."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from robot.drives.drive import Channel
from robot.errors import DriveError
from robot.rigs.command import USUAL_PULSES, WIDEST_PULSES


def parse_url(url: str, options: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the device of a URL, and its options with the defaults of those it does not name.

    Raises DriveError for what is no URL, and for an option that the drive has not.
    """
    try:
        split = urlsplit(url)
        query = parse_qsl(split.query, keep_blank_values=True, strict_parsing=bool(split.query))
    except ValueError as error:
        raise DriveError(f"{url!r} is not a URL: {error}") from error
    given = dict(query)
    if unknown := sorted(given.keys() - options.keys()):
        known = ", ".join(options)
        raise DriveError(f"{url!r}: unknown option {', '.join(unknown)}; there are {known}")
    return split.netloc + split.path, {**options, **given}


def number_option(options: Mapping[str, str], name: str, low: float, high: float) -> float:
    """Return a number among the options. Raises DriveError unless it is from `low` to `high`."""
    try:
        value = float(int(options[name], 16) if options[name][:2] == "0x" else options[name])
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise DriveError(f"{name}={options[name]!r} is not a number from {low:g} to {high:g}")
    return value


def numbers_option(options: Mapping[str, str], name: str, highest: int) -> tuple[int, ...]:
    """Return the numbers of "0,1,4-7", each once. Raises DriveError for what is none."""
    found: list[int] = []
    for part in options[name].split(","):
        first, dash, last = part.partition("-")
        if not (first.isdecimal() and (last.isdecimal() if dash else not last)):
            raise DriveError(f"{name}={options[name]!r} is not like 0,1,4-7")
        found += range(int(first), int(last or first) + 1)
    if not found or len(set(found)) < len(found) or max(found) > highest:
        raise DriveError(f"{name}={options[name]!r}: numbers are from 0 to {highest}, each once")
    return tuple(found)


def gear_option(options: Mapping[str, str], count: int) -> dict[int, float]:
    """Return the turns of motors for one of what they drive, by channel: "3,1" are of 0 and 1.

    Raises DriveError for what is none, and for more than `count`.
    """
    texts = options["gears"].split(",")
    try:
        gears = dict(enumerate(map(float, texts)))
    except ValueError:
        gears = {}
    if not 0 < len(gears) <= count or not all(0.1 <= gear <= 100 for gear in gears.values()):
        raise DriveError(f"gears={options['gears']!r} is not like 3,1: numbers from 0.1 to 100")
    return gears


def pulse_channels(options: Mapping[str, str], highest: int) -> tuple[Channel, ...]:
    """Return the channels of `channels`, with the lowest and highest pulse `min` and `max`, µs."""
    low, high = (number_option(options, name, *WIDEST_PULSES) for name in ("min", "max"))
    if low >= high:
        raise DriveError(f"min={low:g} is not below max={high:g}")
    return tuple(
        Channel(number, low, high) for number in numbers_option(options, "channels", highest)
    )


PULSE_OPTIONS = {"min": str(USUAL_PULSES[0]), "max": str(USUAL_PULSES[1])}
