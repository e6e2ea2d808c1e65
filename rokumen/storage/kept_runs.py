"""Which runs are kept: the newest; an older one goes with its rows, its journal and its pictures.

They go in this order, so that wherever that ends, `rokumen verify` refuses nothing that is left: a
journal has its pictures, and what has no journal any more goes with the next run.
"""

from __future__ import annotations

import logging
import re
import shutil
from contextlib import suppress
from pathlib import Path

from files.access import visible
from files.locks import is_locked
from files.wording import reason
from robot.execution.journal import order_of
from rokumen.errors import HistoryError
from rokumen.storage.history import forget_runs, history_file
from rokumen.storage.runs import runs_folder

_log = logging.getLogger(__name__)

# A run takes about 1 MB with a camera of 640 x 480, nearly all of it pictures.
MOST_RUNS = 200

# What a run has in its folder (rokumen.storage.runs); other files are none of ours.
_FILES = re.compile(r"(\d{8}-\d{6}-\d{6}-\d+)\.(jsonl|pictures|robot\.json|robot\.faults\.log)")
_JOURNAL = ".jsonl"


def drop_old_runs(most: int = MOST_RUNS) -> None:
    """Remove all runs but the newest `most` and those that are active.

    What cannot be removed stays, with a warning in the log.
    """
    try:
        found = [path for path in visible(runs_folder().glob("*")) if _FILES.fullmatch(path.name)]
        journals = sorted((p for p in found if p.suffix == _JOURNAL), key=order_of)
        old = [path for path in journals[:-most] if not is_locked(path)]
        if old:
            forget_runs(history_file(), {path.name for path in old})
        for path in old:
            path.unlink(missing_ok=True)
        for path in found:
            if not _journal_of(path).exists():
                _remove(path)
    except (OSError, HistoryError) as error:
        _log.warning("old runs take their space still: %s", reason(error))


def _journal_of(path: Path) -> Path:
    """Return the journal of the run that a file or folder is of."""
    return path.with_name(path.name.partition(".")[0] + _JOURNAL)


def _remove(path: Path) -> None:
    # Another process may remove the same.
    with suppress(FileNotFoundError):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
