"""Searches the jaw openings at which a gripper holds and releases the cube, within fixed limits.

Places are parts of the way from the settings' closed pulse (0) to their open one (1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot.boards.maestro_settings import MaestroSettingsError

CLOSING_STEP = 0.03  # how closely the place is found from which a gripper holds
OPENING_STEP = 0.05  # how much wider a gripper is opened at once
MAX_OVERTRAVEL = 0.15  # how much tighter or wider than the settings say a gripper is ever sent
CLOSED_MARGIN = 0.03  # how much tighter than needed closed is to be
OPEN_MARGIN = 0.1  # how much wider than needed open is to be at least

JawTest = Callable[[float], bool]


@dataclass(frozen=True, slots=True)
class JawLimits:
    """What was found of a gripper: the places to store, and the widest one at which it held."""

    closed: float
    open: float
    widest_holding: float


def find_open(releases: JawTest) -> float:
    """Find an opening that lets go: the settings' own, or the first one of small steps wider.

    Raises MaestroSettingsError where none does.
    """
    for step in range(int(MAX_OVERTRAVEL / OPENING_STEP + 1e-9) + 1):
        if releases(1 + step * OPENING_STEP):
            return 1 + step * OPENING_STEP
    raise MaestroSettingsError(
        f"it does not let go where open is, nor up to {MAX_OVERTRAVEL:.0%} of its way wider, and "
        "it is "
        "never sent farther. Or the camera does not see the cube when the other gripper shows it. "
        "Put the jaws on their servo anew, or write a wider pulse for open"
    )


def find_closed(holds: JawTest, opening: float) -> JawLimits:
    """Find where a gripper that lets go at `opening` closes.

    From the tightest place that is allowed by small steps to the first one that does not hold, so
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
            f"it does not hold where closed is, nor {MAX_OVERTRAVEL:.0%} of its way tighter, and "
            "it is "
            "never sent farther. Put the jaws on their servo anew, or write a tighter pulse for "
            "closed"
        )
    while place + CLOSING_STEP < opening and holds(place + CLOSING_STEP):
        place = round(place + CLOSING_STEP, 6)
    return place
