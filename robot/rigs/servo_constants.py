"""The constants of a robot with hobby servos that its firmware keeps: names, order, limits.

The order is that of `enum constant` in firmware/constants.h; VERSION is the version of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

VERSION = "1"
# The largest value that a constant can be given.
MAX_VALUE = 9999

_WRISTS = tuple(f"wrist_{name}_{at}" for name in "LR" for at in ("minus_90", "0", "plus_90"))
_GRIPS = tuple(f"grip_{name}_{at}" for name in "LR" for at in ("closed", "open", "loading"))
_OTHERS = (
    *("lowest_us", "highest_us"),
    *("turn_ms", "open_ms", "close_ms", "settle_ms", "first_home_percent", "silence_ms"),
)
# Pulses are in microseconds, other times in milliseconds.
NAMES = (*_WRISTS, *_GRIPS, *_OTHERS)

DEFAULTS = (
    *(500, 1500, 2500) * 2,
    *(1000, 2000, 2000) * 2,
    *(500, 2500),
    *(1000, 1250, 1000, 0, 25, 2000),
)

_LIMITS = {
    "lowest_us": (500, 2500),
    "highest_us": (500, 2500),
    "turn_ms": (20, 9999),
    "open_ms": (20, 9999),
    "close_ms": (20, 9999),
    "settle_ms": (0, 2000),
    "first_home_percent": (1, 100),
    "silence_ms": (500, 9999),
}
_MAX_HOMING_MS = 30_000

# The constant of each place of an actuator, such as `axis:L -90`.
PLACES: Mapping[str, str] = {
    **{
        f"axis:{name} {place}": f"wrist_{name}_{at}"
        for name in "LR"
        for place, at in (("-90", "minus_90"), ("0", "0"), ("90", "plus_90"))
    },
    **{
        f"gripper:{name} {place}": f"grip_{name}_{place}"
        for name in "LR"
        for place in ("closed", "open", "loading")
    },
}


@dataclass(frozen=True, slots=True)
class ConstantFault:
    """Why constants cannot be stored: the number of the first one that is wrong, and the rule."""

    number: int
    why: str

    def __str__(self) -> str:
        return f"{NAMES[self.number]}: {self.why}"


def find_fault(values: Sequence[int]) -> ConstantFault | None:
    """Return what is wrong with the values of all constants, None for nothing."""
    table = dict(zip(NAMES, values, strict=True))
    pulses = (table["lowest_us"], table["highest_us"])
    for number, (name, value) in enumerate(table.items()):
        low, high = _LIMITS.get(name, pulses)
        if not low <= value <= high:
            return ConstantFault(number, "out-of-range")
    for first in range(0, len(_WRISTS) + len(_GRIPS), 3):
        start, middle, end = values[first : first + 3]
        # A gripper that is open as far as it goes has one pulse for open and loading.
        may_be_equal = first >= len(_WRISTS) and middle == end
        rises, falls = start < middle < end, start > middle > end
        if not (rises or falls or (may_be_equal and start != middle)):
            return ConstantFault(first, "not-monotonic")
    slow = 2 * (table["turn_ms"] + table["close_ms"]) * 100 // table["first_home_percent"]
    if table["open_ms"] + slow >= _MAX_HOMING_MS:
        return ConstantFault(NAMES.index("first_home_percent"), "slow-HOME-too-long")
    return None
