"""Seals: by them this computer knows the journals that it has written itself.

A seal is a keyed digest (HMAC-SHA-256, RFC 2104) of a run's settings. The key is a file that only
the user can read; who does not have it cannot make a seal, nor change sealed settings. With the
same key the records of a journal are chained (robot.execution.chain).
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from files.access import FileError, open_lock_file, read_text
from files.documents import strict_json
from files.folders import state_folder
from files.locks import holding

_KEY_BYTES = 32
_MAX_KEY_FILE = 200


def seal_of(settings: Mapping[str, Any]) -> str:
    """Return the seal of some settings; the key is made where there is none. Raises OSError."""
    text = strict_json(settings).encode()
    return hmac.new(journal_key(), text, hashlib.sha256).hexdigest()


def is_sealed(settings: object, seal: object) -> bool:
    """Return whether this computer has sealed some settings of a journal."""
    if not isinstance(settings, dict) or not isinstance(seal, str) or not seal.isascii():
        return False
    try:
        return hmac.compare_digest(seal_of(settings), seal)
    except (OSError, ValueError):
        return False


def _key_file() -> Path:
    return state_folder() / "journals.key"


def journal_key() -> bytes:
    """Return the key of this user on this computer, made where there is none. Raises OSError."""
    path = _key_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with holding(path.with_name(f".{path.name}.lock")):
        if not path.exists():
            # Not to be read by others, from its beginning.
            with open_lock_file(path) as file:
                os.chmod(path, 0o600)
                file.write(os.urandom(_KEY_BYTES).hex())
    try:
        return bytes.fromhex(read_text(path, _MAX_KEY_FILE))
    except ValueError as error:
        raise FileError(f"{str(path)!r} is no key: {error}; remove it") from error
