"""The constants of a robot with hobby servos that its firmware keeps: names, order, limits.

The order is that of `enum constant` in firmware/constants.h; VERSION is the version of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from robot.errors import RigError
from robot.rigs.command import USUAL_PULSES, WIDEST_PULSES
from robot.rigs.rig import Rig, reachable_poses
from robot.rules import Rule

VERSION = "3"
# The largest value that a constant can be given.
MAX_VALUE = 9999

_WRISTS = tuple(f"wrist_{name}_{at}" for name in "LR" for at in ("minus_90", "0", "plus_90"))
_GRIPS = tuple(f"grip_{name}_{at}" for name in "LR" for at in ("closed", "open", "loading"))
_OTHERS = (
    *("lowest_us", "highest_us"),
    *("turn_ms", "open_ms", "close_ms", "settle_ms", "first_home_percent", "silence_ms"),
)
_COVER = ("cover_release", "cover_low", "cover_up")
_FLIPPER_MS = (
    *("flip_ms", "lower_ms", "open_from_low_ms"),
    *("spin_ms", "spin_half_ms", "turn_half_ms"),
)
_CONTACTS = ("grip_L_contact", "grip_R_contact")
# Of wrists, where 0 is as long as turn_ms, or as with a closed gripper.
_WRIST_MS = ("half_turn_ms", "empty_turn_ms", "empty_half_turn_ms")
# What need not be known.
_MAY_BE_0 = (*_CONTACTS, *_WRIST_MS)
# Pulses are in microseconds, other times in milliseconds. A flipper's base has the pulses of the
# left wrist, and its cover those of the left gripper besides its own. Jaws whose
# pulse of contact is 0 never relax at rest.
NAMES = (
    *(*_WRISTS, *_GRIPS, *_OTHERS, "rig", *_COVER, "overshoot_0_degrees", *_FLIPPER_MS),
    *("overshoot_minus_90_degrees", "overshoot_plus_90_degrees"),
    *(*_CONTACTS, "rest_ms", *_WRIST_MS, "acceleration_ms"),
)
# By how many degrees a base turns too far at each of its places.
OVERSHOOTS: Mapping[int, str] = {
    -90: "overshoot_minus_90_degrees",
    0: "overshoot_0_degrees",
    90: "overshoot_plus_90_degrees",
}
# The rigs by the values of the constant `rig`: two grippers whose jaws draw back to open came
# last, so that a board that was told to be the first one never lets motions overlap.
RIG_NAMES = ("two-gripper-plain", "flipper", "two-gripper")
_TWO_GRIPPER, _FLIPPER = "two-gripper", "flipper"

DEFAULTS = (
    *(500, 1500, 2500) * 2,
    *(1000, 2000, 2000) * 2,
    *USUAL_PULSES,
    *(1000, 1250, 1000, 0, 25, 2000),
    0,
    *(1000, 2250, 2500),
    0,
    *(500, 500, 400, 700, 1470, 1680),
    *(0, 0),
    *(0, 0, 300),
    *(0, 0, 0, 100),
)

_LIMITS = {
    "lowest_us": WIDEST_PULSES,
    "highest_us": WIDEST_PULSES,
    "turn_ms": (20, 9999),
    "open_ms": (20, 9999),
    "close_ms": (20, 9999),
    "settle_ms": (0, 2000),
    "first_home_percent": (1, 100),
    "silence_ms": (500, 9999),
    **dict.fromkeys(OVERSHOOTS.values(), (0, 40)),
    **dict.fromkeys((*_FLIPPER_MS, *_WRIST_MS), (20, 9999)),
    "rest_ms": (0, 9999),
    "acceleration_ms": (1, 1000),
}
_MAX_HOMING_MS = 30_000
# A slow homing begins with four servos that are enabled a second apart.
_ENABLE_ALL_MS = 4000
_FLIPPER_HOMING = ("lower_ms", "open_from_low_ms", "turn_half_ms", "turn_ms", "close_ms")
_FURTHEST_DEGREES = 90

# The constant of each place of an actuator, such as `axis:L -90`.
PLACES: Mapping[str, str] = {
    **{
        f"axis:{axis} {place}": f"wrist_{name}_{at}"
        for axis, name in (("L", "L"), ("R", "R"), ("base", "L"))
        for place, at in (("-90", "minus_90"), ("0", "0"), ("90", "plus_90"))
    },
    **{
        f"gripper:{name} {place}": f"grip_{name}_{place}"
        for name in "LR"
        for place in ("closed", "contact", "open", "loading")
    },
    **{f"gripper:cover {place}": f"grip_L_{place}" for place in ("closed", "open")},
    **{f"gripper:cover {place}": f"cover_{place}" for place in ("release", "low", "up")},
}


@dataclass(frozen=True, slots=True)
class ConstantFault:
    """Why constants cannot be stored: the number of the first one that is wrong, and the rule."""

    number: int
    rule: Rule

    def __str__(self) -> str:
        return f"{NAMES[self.number]}: {self.rule.words}"


def rig_constants(rig: Rig) -> dict[str, int]:
    """Return the constants that say which rig a robot is.

    Raises RigError for one that the firmware cannot drive.
    """
    if rig.mechanism not in (_TWO_GRIPPER, _FLIPPER):
        raise RigError(
            f"the firmware cannot drive the rig {rig.name}, which is a {rig.mechanism}; it knows "
            f"{_TWO_GRIPPER} and {_FLIPPER}"
        )
    reached = {angle for pose in reachable_poses(rig) for angle in pose.angles}
    furthest = max(
        {*reached, *(angle for step in rig.steps(rig.home) for angle in step.after.angles)}
    )
    if furthest > _FURTHEST_DEGREES:
        raise RigError(
            f"the firmware cannot drive the rig {rig.name}, an axis of which turns to "
            f"{furthest:+g}°; it turns servos from -{_FURTHEST_DEGREES} to "
            f"+{_FURTHEST_DEGREES}°"
        )
    is_plain = rig.mechanism == _TWO_GRIPPER and not rig.can_overlap
    name = "two-gripper-plain" if is_plain else rig.mechanism
    return {"rig": RIG_NAMES.index(name), **overshoot_constants(rig)}


def overshoot_constants(rig: Rig) -> dict[str, int]:
    """Return the constants that say how far the base of a rig turns layers too far."""
    return {name: rig.servo_travel.overshoot_at(detent) for detent, name in OVERSHOOTS.items()}


def find_fault(values: Sequence[int]) -> ConstantFault | None:
    """Return what is wrong with the values of all constants, None for nothing."""
    table = dict(zip(NAMES, values, strict=True))
    if table["rig"] >= len(RIG_NAMES):
        return ConstantFault(NAMES.index("rig"), Rule.UNKNOWN_RIG)
    is_flipper = RIG_NAMES[table["rig"]] == _FLIPPER
    unused = (*_WRISTS[3:], *_GRIPS[3:], *_CONTACTS) if is_flipper else _COVER
    pulses = (table["lowest_us"], table["highest_us"])
    for number, (name, value) in enumerate(table.items()):
        low, high = _LIMITS.get(name, pulses)
        if name in _MAY_BE_0 and not value:
            continue
        if name not in (*unused, "rig") and not low <= value <= high:
            return ConstantFault(number, Rule.OUT_OF_RANGE)
    fault = _flipper_fault(table) if is_flipper else _two_gripper_fault(values)
    if fault is not None:
        return fault
    if is_flipper:
        slow = sum(table[name] for name in _FLIPPER_HOMING)
    else:
        slow = 2 * (table["turn_ms"] + table["close_ms"]) + table["open_ms"]
    if _ENABLE_ALL_MS + slow * 100 // table["first_home_percent"] >= _MAX_HOMING_MS:
        return ConstantFault(NAMES.index("first_home_percent"), Rule.SLOW_HOME_TOO_LONG)
    return None


def _two_gripper_fault(values: Sequence[int]) -> ConstantFault | None:
    for first in range(0, len(_WRISTS) + len(_GRIPS), 3):
        start, middle, end = values[first : first + 3]
        # A gripper that is open as far as it goes has one pulse for open and loading.
        may_be_equal = first >= len(_WRISTS) and middle == end
        rises, falls = start < middle < end, start > middle > end
        if not (rises or falls or (may_be_equal and start != middle)):
            return ConstantFault(first, Rule.NOT_MONOTONIC)
    table = dict(zip(NAMES, values, strict=True))
    for contact in _CONTACTS:
        closed = table[contact.replace("contact", "closed")]
        opened = table[contact.replace("contact", "open")]
        at = table[contact]
        if at and not (closed <= at < opened or closed >= at > opened):
            return ConstantFault(NAMES.index(contact), Rule.NOT_MONOTONIC)
    return None


def _flipper_fault(table: Mapping[str, int]) -> ConstantFault | None:
    minus, zero, plus = (table[name] for name in _WRISTS[:3])
    if not (minus < zero < plus or minus > zero > plus):
        return ConstantFault(0, Rule.NOT_MONOTONIC)
    closed, release = table["grip_L_closed"], table["cover_release"]
    further = (release, table["grip_L_open"], table["cover_low"], table["cover_up"])
    steps = [after - before for before, after in pairwise(further)]
    rises = closed <= release and all(step > 0 for step in steps)
    falls = closed >= release and all(step < 0 for step in steps)
    if not (rises or falls):
        return ConstantFault(NAMES.index("cover_release"), Rule.NOT_MONOTONIC)
    for detent, end in ((-90, minus), (90, plus)):
        away = (end - zero) * (90 + table[OVERSHOOTS[detent]])
        # Rounded towards 0, as the firmware does.
        furthest = zero + (abs(away) // 90) * (1 if away > 0 else -1)
        if not table["lowest_us"] <= furthest <= table["highest_us"]:
            return ConstantFault(NAMES.index(OVERSHOOTS[detent]), Rule.OVERSHOOT_BEYOND_LIMITS)
    return None


def presses_for_ever(constants: Mapping[str, int]) -> bool:
    """Return whether a robot with these constants has jaws, or a cover, that never relax."""
    if RIG_NAMES[constants["rig"]] == _FLIPPER:
        return constants["cover_release"] == constants["grip_L_closed"]
    return not constants["rest_ms"] or not all(constants[contact] for contact in _CONTACTS)
