"""Where a gripper holds and where it lets go, searched for between limits that are never overrun.

Places are parts of the way from the settings' closed pulse (0) to their open one (1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rokumen.maestro.errors import MaestroSettingsError

STEP = 0.03  # how closely the place is found from which a hand holds
WIDENING = 0.05  # how much wider a hand is opened at once
BEYOND = 0.15  # how much tighter or wider than the settings say a hand is ever sent
FIRM = 0.03  # how much tighter than needed closed is to be
CLEAR = 0.1  # how much wider than needed open is to be at least

Try = Callable[[float], bool]


@dataclass(frozen=True, slots=True)
class FoundJaws:
    """What was found of a gripper: the places to store, and the widest one at which it held."""

    closed: float
    open: float
    held: float


def find_open(lets_go: Try) -> float:
    """Find an opening that lets go: the settings' own, or the first one of small steps wider.

    Raises MaestroSettingsError where none does.
    """
    for step in range(int(BEYOND / WIDENING + 1e-9) + 1):
        if lets_go(1 + step * WIDENING):
            return 1 + step * WIDENING
    raise MaestroSettingsError(
        f"it does not let go where open is, nor up to {BEYOND:.0%} of its way wider, and it is "
        "never sent farther. Or the camera does not see the cube when the other hand shows it. "
        "Put the jaws on their servo anew, or write a wider pulse for open"
    )


def find_closed(holds: Try, opening: float) -> FoundJaws:
    """Find where a gripper that lets go at `opening` closes.

    From the tightest place that is allowed by small steps to the first one that does not hold, so
    that the layer never lags far behind jaws that are too wide for it; a hand that holds when it is
    all but open need not be followed so far. Raises MaestroSettingsError where the tightest place
    does not hold.
    """
    held = opening - STEP if holds(opening - STEP) else _loosest(holds, opening)
    wider = opening if opening == 1 else opening + WIDENING
    return FoundJaws(
        closed=max(held - FIRM, -BEYOND),
        open=min(max(wider, held + STEP + CLEAR), 1 + BEYOND),
        held=held,
    )


def _loosest(holds: Try, opening: float) -> float:
    place = -BEYOND
    if not holds(place):
        raise MaestroSettingsError(
            f"it does not hold where closed is, nor {BEYOND:.0%} of its way tighter, and it is "
            "never sent farther. Put the jaws on their servo anew, or write a tighter pulse for "
            "closed"
        )
    while place + STEP < opening and holds(place + STEP):
        place = round(place + STEP, 6)
    return place
