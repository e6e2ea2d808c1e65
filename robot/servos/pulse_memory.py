"""The pulses that a drive's servos had last, in a file.

A drive forgets them without power, and hobby servos do not report where they are.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from pathlib import Path

from files.access import replace_text_at_once
from files.bounds import FieldBounds
from files.documents import read_json, strict_json
from files.folders import state_folder
from files.records import Entry
from files.wording import reason

_log = logging.getLogger(__name__)

MAX_BYTES = 4096
# By channel, in steps of the drive.
_MOST = 1 << 31
_PULSES = Entry("pulses", Mapping[str, int], bounds=FieldBounds(minimum=-_MOST, maximum=_MOST))


class PulseMemory:
    """The last pulse of each channel, in steps of the drive; in a file if there is a `path`."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file. One that is not there, or cannot be read, says nothing."""
        self._path = path
        self._pulses = {} if path is None else _read(path)

    def get(self, channel: int) -> int:
        """Return the last pulse of a channel, 0 where it is not known."""
        return self._pulses.get(channel, 0)

    def update(self, pulses: Mapping[int, int]) -> None:
        """Store pulses; channels without one (0) keep theirs."""
        changed = self._pulses | {channel: pulse for channel, pulse in pulses.items() if pulse}
        if changed == self._pulses:
            return
        self._pulses = changed
        if self._path is None:
            return
        try:
            # A motion does not wait for the disk: a file that was cut off says nothing.
            text = strict_json({str(key): now for key, now in changed.items()})
            replace_text_at_once(self._path, text)
        except OSError as error:
            _log.warning(
                "the servos' positions are not stored for the next start: %s", reason(error)
            )


def memory_path(scheme: str, device: str) -> Path:
    """Return the file of the drive on a port, in the folder of persistent data."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", device).strip("-")
    return state_folder() / scheme / f"{name}.json"


def _read(path: Path) -> dict[int, int]:
    try:
        pulses = _PULSES.read(read_json(path, MAX_BYTES))
        return {int(channel): pulse for channel, pulse in pulses.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        _log.warning("%s is left out, the servos' positions are not known: %s", path, reason(error))
        return {}
