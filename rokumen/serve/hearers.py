"""From the job's thread to the browsers: each hearer has a queue in the event loop's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from typing import Any

Message = dict[str, Any]

# A browser that lags so many messages behind is cut off; it asks again and starts from the log.
MOST_WAITING = 2000
# Of each sentence so many are kept for who comes later.
MOST_KEPT = 500
# What a new plan makes worthless.
_PASSING = frozenset({"began", "ended", "looked"})


@dataclass(frozen=True, slots=True, eq=False)
class Hearer:
    """One browser's queue; None at its end says that it has been cut off."""

    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[Message | None]

    def put(self, message: Message) -> None:
        """Take a message, in the event loop's thread."""
        if self.queue.qsize() < MOST_WAITING:
            self.queue.put_nowait(message)
        elif self.queue.qsize() == MOST_WAITING:
            self.queue.put_nowait(None)


class Hearers:
    """All who hear of a job, and what they have to be told if they come late."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._hearers: set[Hearer] = set()
        self._log: list[Message] = []

    def tell(self, message: Message) -> None:
        """Tell everybody; from any thread, and never waiting for a browser."""
        with self._lock:
            self._keep(message)
            for hearer in self._hearers:
                # A loop that has just closed has nobody left to tell.
                with suppress(RuntimeError):
                    hearer.loop.call_soon_threadsafe(hearer.put, message)

    def forget(self) -> None:
        """Begin a new log: another run."""
        with self._lock:
            self._log.clear()

    @contextmanager
    def hearing(self) -> Iterator[tuple[list[Message], asyncio.Queue[Message | None]]]:
        """Give what was said so far and a queue of what is said from now on, in the event loop."""
        hearer = Hearer(asyncio.get_running_loop(), asyncio.Queue())
        with self._lock:
            self._hearers.add(hearer)
            log = list(self._log)
        try:
            yield log, hearer.queue
        finally:
            with self._lock:
                self._hearers.discard(hearer)

    def _keep(self, message: Message) -> None:
        what = message["what"]
        if what == "planned":
            self._log = [kept for kept in self._log if kept["what"] not in {"planned", *_PASSING}]
        elif what in ("read", "state"):
            self._log = [kept for kept in self._log if kept["what"] != what]
        self._log.append(message)
        if len(self._log) > MOST_KEPT and what == "caught":
            self._log.remove(next(kept for kept in self._log if kept["what"] == "caught"))
