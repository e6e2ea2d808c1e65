"""Searches the jaw openings at which a gripper holds and releases the cube, within fixed limits.

Openings are fractions from the settings' closed pulse (0) to their open one (1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot.boards.maestro_settings import MaestroSettingsError

CLOSING_STEP = 0.03  # precision of the opening at which a gripper begins to hold
OPENING_STEP = 0.05  # step by which a gripper is opened wider
MAX_OVERTRAVEL = 0.15  # limit beyond the settings' closed and open pulses
CLOSED_MARGIN = 0.03  # how much tighter than required closed is stored
OPEN_MARGIN = 0.1  # how much wider than required open is stored, at least

JawTest = Callable[[float], bool]


@dataclass(frozen=True, slots=True)
class JawLimits:
    """Result for a gripper: the openings to store, and the widest one at which it held."""

    closed: float
    open: float
    widest_holding: float


def find_open(releases: JawTest) -> float:
    """Return an opening that releases: the settings' own, or the first of small steps wider.

    Raises MaestroSettingsError if none does.
    """
    for step in range(int(MAX_OVERTRAVEL / OPENING_STEP + 1e-9) + 1):
        if releases(1 + step * OPENING_STEP):
            return 1 + step * OPENING_STEP
    raise MaestroSettingsError(
        "the gripper does not release at its open pulse, nor up to "
        f"{MAX_OVERTRAVEL:.0%} of its travel wider, which is the limit. Or the camera does not see "
        "the cube when the other gripper shows it. Refit the jaws on their servo, or set a wider "
        "pulse for open"
    )


def find_closed(holds: JawTest, opening: float) -> JawLimits:
    """Return the closed opening of a gripper that releases at `opening`.

    From the tightest opening that is allowed by small steps to the first one that does not hold, so
    that the layer never lags far behind jaws that are too wide for it; a gripper that holds when
    it is
    all but open need not be followed so far. Raises MaestroSettingsError where the tightest place
    does not hold.
    """
    held = (
        opening - CLOSING_STEP if holds(opening - CLOSING_STEP) else _widest_holding(holds, opening)
    )
    wider = opening if opening == 1 else opening + OPENING_STEP
    return JawLimits(
        closed=max(held - CLOSED_MARGIN, -MAX_OVERTRAVEL),
        open=min(max(wider, held + CLOSING_STEP + OPEN_MARGIN), 1 + MAX_OVERTRAVEL),
        widest_holding=held,
    )


def _widest_holding(holds: JawTest, opening: float) -> float:
    place = -MAX_OVERTRAVEL
    if not holds(place):
        raise MaestroSettingsError(
            "the gripper does not hold at its closed pulse, nor "
            f"{MAX_OVERTRAVEL:.0%} of its travel tighter, which is the limit. Refit the jaws on "
            "their servo, or set a tighter pulse for closed"
        )
    while place + CLOSING_STEP < opening and holds(place + CLOSING_STEP):
        place = round(place + CLOSING_STEP, 6)
    return place
