"""What was injected, kept in a file: a line of JSON for each fault that triggered."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from firmware_sim.faults.fault import FaultSpec
from firmware_sim.faults.kinds import FAULT_TYPES
from robot.clock import Clock


def write_fault_log(path: Path, injections: Iterable[Injection]) -> None:
    """Write the faults that triggered, in order. Raises OSError."""
    lines = [json.dumps(_to_json(injection)) + "\n" for injection in injections]
    path.write_text("".join(lines), encoding="utf-8")


def read_fault_log(path: Path) -> tuple[Injection, ...]:
    """Read what `write_fault_log` wrote; nothing where there is no such file."""
    if not path.exists():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_from_json(json.loads(line)) for line in lines)


def _to_json(injection: Injection) -> dict[str, Any]:
    return {"when": injection.seconds, "kind": injection.kind, "number": injection.number}


def _from_json(told: dict[str, Any]) -> Injection:
    return Injection(told["when"], told["kind"], told["number"])


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Injection:
    """A fault that triggered: `seconds`, in seconds since it was armed, and at which number."""

    seconds: float
    kind: str
    number: int

    def __str__(self) -> str:
        kind = FAULT_TYPES[self.kind]
        return f"{self.seconds:8.2f} s  {self.kind}, {kind.counted} {self.number}: {kind.words}"


class FaultSchedule:
    """Decides, reproducibly for a seed, whether a fault triggers; `log` tells what did."""

    def __init__(
        self, faults: Iterable[FaultSpec] = (), seed: int = 0, clock: Clock | None = None
    ) -> None:
        self.log: list[Injection] = []
        self._clock = clock
        self._began = clock.now() if clock else 0.0
        self._random = {kind: Random(f"{seed} {kind}") for kind in FAULT_TYPES}
        self._armed: dict[str, list[_ArmedFault]] = {}
        for fault in faults:
            self._armed.setdefault(fault.kind, []).append(_ArmedFault(fault, fault.times))
        self._latched: set[tuple[str, ...]] = set()

    def triggers(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now, at the turn or line of this number."""
        # All are asked, so that one fault's striking does not shift another one's chances.
        struck = [self._fires(wish, number) for wish in self._armed.get(kind, ())]
        if any(struck):
            self._record(kind, number)
        return any(struck)

    def trigger_count(self, kind: str, number: int) -> int:
        """Return how often in a row `kind` triggers from now on, 0 for never; that uses it up."""
        times = 0
        for wish in self._armed.get(kind, ()):
            if self._fires(wish, number):
                times, wish.remaining = max(times, wish.remaining + 1), 0
        if times:
            self._record(kind, number)
        return times

    def triggers_or_latched(self, kind: str, number: int, *what: str) -> bool:
        """Return True if `kind` triggers now, or did so before: it stays until it is cleared.

        `what` says of which part.
        """
        if self.triggers(kind, number):
            self._latched.add((kind, *what))
        return (kind, *what) in self._latched

    def is_latched(self, kind: str, *what: str) -> bool:
        """Return True if `kind` has triggered before, and has not been cleared."""
        return (kind, *what) in self._latched

    def jams(self, number: int, axis: str, face: str) -> bool:
        """Return True if turn `number`, of the cube's `face` by `axis`, jams this time."""
        stuck = self.triggers_or_latched("jam_forever", number, axis, face)
        struck = [self.triggers(kind, number) for kind in ("jam", "jam_once", "jam_n")]
        return any(struck) or stuck

    def triggers_by_number(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now because of its number, chance apart."""
        for wish in self._armed.get(kind, ()):
            if wish.fault.probability is None and self._fires(wish, number):
                self._record(kind, number)
                return True
        return False

    def triggers_by_chance(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now by chance, as it may each byte of line `number`."""
        for wish in self._armed.get(kind, ()):
            if wish.fault.probability is not None and self._fires(wish, number):
                self._record(kind, number)
                return True
        return False

    def any_armed(self, kinds: Collection[str]) -> bool:
        """Return True if any of these kinds may trigger, or lasts."""
        return not self._armed.keys().isdisjoint(kinds)

    def clear(self) -> None:
        """Put everything right that was made to go wrong, and inject nothing any more."""
        self._armed.clear()
        self._latched.clear()

    def rng(self, kind: str) -> Random:
        """Return the source of chance of one kind, for where and how much."""
        return self._random[kind]

    def _fires(self, wish: _ArmedFault, number: int) -> bool:
        if wish.fault.probability is not None:
            return self._random[wish.fault.kind].random() < wish.fault.probability
        if number < wish.fault.at or not wish.remaining:
            return False
        wish.remaining -= 1
        return True

    def _record(self, kind: str, number: int) -> None:
        now = self._clock.now() if self._clock else 0.0
        injection = Injection(now - self._began, kind, number)
        _log.info("injected %s", injection)
        self.log.append(injection)


@dataclass(slots=True)
class _ArmedFault:
    """A fault, and how often it is still to trigger."""

    fault: FaultSpec
    remaining: int
