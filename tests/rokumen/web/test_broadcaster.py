"""The messages of a run to several browsers: one that is slow, and one that comes late."""

from __future__ import annotations

import asyncio

from rokumen.web.broadcaster import MAX_LOG_LENGTH, MAX_QUEUED, Broadcaster
from tests.support.browser import run_in_thread


def test_a_slow_browser_is_disconnected_and_does_not_block_others() -> None:
    async def lag() -> int:
        broadcaster = Broadcaster()
        with broadcaster.subscribe() as (_, queue):
            for _ in range(MAX_QUEUED + 100):
                broadcaster.publish({"what": "ended"})
            await asyncio.sleep(0)
            messages = [queue.get_nowait() for _ in range(queue.qsize())]
        assert messages.count(None) == 1
        assert messages[-1] is None
        return len(messages)

    assert run_in_thread(lag) == MAX_QUEUED + 1


def test_the_log_for_late_subscribers_is_bounded() -> None:
    async def late() -> list[str]:
        broadcaster = Broadcaster()
        for _ in range(MAX_LOG_LENGTH + 100):
            broadcaster.publish({"what": "failed"})
        broadcaster.publish({"what": "ended"})
        broadcaster.publish({"what": "planned"})
        with broadcaster.subscribe() as (log, _):
            return [message["what"] for message in log]

    kinds = run_in_thread(late)
    assert kinds.count("failed") == MAX_LOG_LENGTH
    assert kinds[-1] == "planned"
    assert "ended" not in kinds
