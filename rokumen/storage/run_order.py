"""The order of runs: numbers that rise with each start of one, also where the clock is set back."""

from __future__ import annotations

import logging
import time

from files.access import read_text, replace_text
from files.locks import changing
from rokumen.storage.settings import state_folder

_log = logging.getLogger(__name__)

_MAX_ORDER_FILE = 100
# No clock says more; a file that does is damaged.
_MAX_ORDER = 10**12


def next_order() -> float:
    """Return a number above that of all runs that this user has started or resumed before.

    It is the seconds since 1970, or one more than the last number where the clock was set back.
    Where the last one cannot be kept it is the clock's, with a warning in the log.
    """
    path = state_folder() / "last-run"
    now = time.time()
    try:
        with changing(path):
            order = (
                max(now, _number(read_text(path, _MAX_ORDER_FILE)) + 1) if path.exists() else now
            )
            replace_text(path, f"{order:.3f}\n")
    except (OSError, ValueError) as error:
        _log.warning("the order of the runs is that of the clock: %s", error)
        return now
    return order


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if 0 <= number <= _MAX_ORDER else 0.0
