"""The chain of a journal: each record has a keyed digest of itself and of the record before it.

The digest (HMAC-SHA-256, RFC 2104) is the last key of a record. Without the key nobody can change a
record, remove one, put one in or exchange two without breaking the chain.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass

# At the end of a line: the last key of its record.
_LINKED = re.compile(rb'(\{.*), "chain": "([0-9a-f]{64})"\}')


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A line of a journal, counted from 1, that does not follow from the one before, and why."""

    line: int
    why: str


def link_of(key: bytes, before: str, record: bytes) -> str:
    """Return the digest of a record (a line of JSON without it) after that of the one before."""
    return hmac.new(key, before.encode() + b"\n" + record, hashlib.sha256).hexdigest()


def with_link(record: bytes, link: str) -> bytes:
    """Return a record (a JSON object as a line) with its digest."""
    return record[:-1] + f', "chain": "{link}"}}'.encode()


def last_link(data: bytes) -> str:
    """Return the digest of the last whole record of a journal's lines, "" where it has none."""
    for line in reversed(data.split(b"\n")):
        record, link = _split(line)
        if record:
            return link
    return ""


def broken_links(data: bytes, key: bytes) -> Iterator[BrokenLink]:
    """Yield the lines of a journal that are not as they were written, or not at their place.

    A line after one that was removed, put in or moved is such a line too.
    """
    before = ""
    *lines, rest = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        record, link = _split(line)
        if not record:
            yield BrokenLink(number, "it is no record: it was cut short, or edited")
        elif not hmac.compare_digest(link_of(key, before, record), link):
            yield BrokenLink(
                number, "it was edited, or a line before it was removed, put in or moved"
            )
        before = link or before
    if rest:
        yield BrokenLink(len(lines) + 1, "it is cut short")


def _split(line: bytes) -> tuple[bytes, str]:
    """Return a record without its digest, and this; both empty where a line has none."""
    found = _LINKED.fullmatch(line)
    return (found[1] + b"}", found[2].decode()) if found else (b"", "")
