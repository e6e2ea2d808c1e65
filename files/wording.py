"""Numbers with nouns, lists, dates, and errors of the operating system, as people write them."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from datetime import datetime

from files.errors import NumberedError

# Of a text in which a part is wrong, so much is quoted.
_MAX_QUOTED = 200
# What Python writes before the reasons of the system, also where libraries quote them.
_NUMBER = re.compile(r"\[Errno -?[0-9]+\] ")
_REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EACCES: "this user has no permission",
    errno.EPERM: "this user has no permission",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EEXIST: "it exists",
    errno.ENOSPC: "no space is left on the disk",
    errno.EROFS: "the disk is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ECONNREFUSED: "nothing answers there",
    errno.EADDRINUSE: "the address is in use",
}


def counted(number: float, noun: str, plural: str = "") -> str:
    """Return a number with its noun: 1 turn, 2 turns; `plural` where that is not noun + s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def listed(parts: Sequence[str]) -> str:
    """Return parts with commas, and "and" before the last one: a, b and c."""
    return " and ".join([*filter(None, [", ".join(parts[:-1])]), *parts[-1:]])


def quoted_part(part: str, whole: str) -> str:
    """Return a part in quotes after its whole, which is cut; once where it is all."""
    return repr(part) if part == whole.strip() else f"{whole[:_MAX_QUOTED]!r}: {part!r}"


def dated(moment: datetime) -> str:
    """Return a day and its time, to the minute: 3 Nov 2026, 14:05."""
    return f"{moment.day} {moment:%b %Y, %H:%M}"


def quoted_bytes(data: bytes) -> str:
    """Return bytes in quotes, those that are no letters as \\x00."""
    return repr(bytes(data))[1:]


def reason(error: BaseException) -> str:
    """Return why a file or a connection cannot be used, without numbers, types and paths of Python.

    For an error of another kind, what it says.
    """
    match error:
        case NumberedError():
            return error.message
        case UnicodeDecodeError():
            return "it is not text in UTF-8"
        case OSError(errno=int(number)) if number in _REASONS:
            return _REASONS[number]
        case OSError(strerror=str(words)) if words:
            plain = _NUMBER.sub("", words)
            return plain[0].lower() + plain[1:]
    return _NUMBER.sub("", str(error)) or type(error).__name__


def capital(words: str) -> str:
    """Return words with a capital at their beginning, unless they begin with an address."""
    is_address = "://" in words.partition(" ")[0]
    return words if is_address else words[:1].upper() + words[1:]
