"""The order of the tests in which all workers end at about the same time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

END_TO_END = Path(__file__).parent.parent / "end_to_end"
# So many workers open pages, each with a browser and servers of its own, which begin slowly.
BROWSERS = 2


def dealt(items: list[pytest.Item], workers: int) -> Iterator[pytest.Item]:
    """Yield tests in an order in which each worker begins with pages, or other tests that wait.

    The workers get parts of equal length, one after the other. Begun last, tests that wait for
    devices, browsers and other processes would keep the whole run waiting.
    """
    pages = [item for item in items if _opens_pages(item)]
    waiting = [item for item in items if _waits(item) and not _opens_pages(item)]
    others = iter([item for item in items if not _waits(item) and not _opens_pages(item)])
    browsers = min(BROWSERS, workers)
    beside = max(workers - browsers, 1)
    first = [*_parts(pages, browsers), *(waiting[number::beside] for number in range(beside))]
    for own in first:
        yield from own
        yield from islice(others, max(0, len(items) // len(first) - len(own)))
    yield from others


def _parts(items: list[pytest.Item], count: int) -> Iterator[list[pytest.Item]]:
    """Yield `count` parts of about equal length, one after the other."""
    for number in range(count):
        yield items[len(items) * number // count : len(items) * (number + 1) // count]


def _waits(item: pytest.Item) -> bool:
    return item.get_closest_marker("waits") is not None or item.path.is_relative_to(END_TO_END)


def _opens_pages(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None
