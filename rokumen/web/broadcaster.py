"""Publishes job events to all connected browsers, with a replay log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any

Message = dict[str, Any]

# A browser this many messages behind is disconnected; it reconnects and starts from the log.
MAX_QUEUED = 2000
# Length limit of the replay log for browsers that connect later.
MAX_LOG_LENGTH = 500
# Events that are removed from the log by a new plan.
_TRANSIENT_EVENTS = frozenset({"began", "ended", "looked"})


@dataclass(frozen=True, slots=True, eq=False)
class Subscriber:
    """Message queue of one browser; None at its end disconnects the browser."""

    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[Message | None]

    def put(self, message: Message) -> None:
        """Append a message; must be called in the event loop's thread."""
        if self.queue.qsize() < MAX_QUEUED:
            self.queue.put_nowait(message)
        elif self.queue.qsize() == MAX_QUEUED:
            self.queue.put_nowait(None)


class Broadcaster:
    """Subscribers to the messages of a job, and the replay log for later ones."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._subscribers: set[Subscriber] = set()
        self._log: list[Message] = []

    def publish(self, message: Message) -> None:
        """Send a message, with its time, to all subscribers; from any thread, without waiting."""
        message = {"time": round(time.time(), 1), **message}
        with self._lock:
            self._append_to_log(message)
            for subscriber in self._subscribers:
                # The subscriber's event loop may just have closed.
                with suppress(RuntimeError):
                    subscriber.loop.call_soon_threadsafe(subscriber.put, message)

    def clear_log(self) -> None:
        """Clear the log at the start of a run."""
        with self._lock:
            self._log.clear()

    @contextmanager
    def subscribe(self) -> Iterator[tuple[list[Message], asyncio.Queue[Message | None]]]:
        """Yield the log so far and a queue of all later messages; call it in the event loop."""
        subscriber = Subscriber(asyncio.get_running_loop(), asyncio.Queue())
        with self._lock:
            self._subscribers.add(subscriber)
            log = list(self._log)
        try:
            yield log, subscriber.queue
        finally:
            with self._lock:
                self._subscribers.discard(subscriber)

    def _append_to_log(self, message: Message) -> None:
        what = message["what"]
        if what == "planned":
            self._log = [
                earlier
                for earlier in self._log
                if earlier["what"] not in {"planned", *_TRANSIENT_EVENTS}
            ]
        elif what in ("read", "state"):
            self._log = [earlier for earlier in self._log if earlier["what"] != what]
        self._log.append(message)
        if len(self._log) > MAX_LOG_LENGTH and what == "failed":
            self._log.remove(next(earlier for earlier in self._log if earlier["what"] == "failed"))
