"""Decides when faults trigger, and logs them, also to a file of JSON lines."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from files.access import read_text, write_text
from files.bounds import entry
from files.documents import parse_json
from files.records import read_record, record_table
from firmware_sim.errors import OptionError
from firmware_sim.faults.fault import FAULT_TYPES, FaultSpec
from robot.clock import Clock


def write_fault_log(path: Path, injections: Iterable[Injection]) -> None:
    """Write the faults that triggered, in order. Raises OSError."""
    lines = [json.dumps(record_table(injection)) + "\n" for injection in injections]
    write_text(path, "".join(lines))


def read_fault_log(path: Path) -> tuple[Injection, ...]:
    """Read what `write_fault_log` wrote; () if there is no such file.

    Raises OptionError for a file that it did not write.
    """
    try:
        lines = read_text(path).splitlines()
        return tuple(read_record(Injection, parse_json(line)) for line in lines)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise OptionError(
            f"cannot read the injected faults in {str(path)!r}: {error}; remove the file"
        ) from error


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Injection:
    """A fault that triggered, in seconds since the start, at turn, line or picture `number`."""

    seconds: float = entry(key="when")
    kind: str = entry(choices=tuple(FAULT_TYPES))
    number: int = entry()

    def __str__(self) -> str:
        kind = FAULT_TYPES[self.kind]
        return (
            f"{self.seconds:8.2f} s  {self.kind}, {kind.counted} {self.number}: {kind.description}"
        )


class FaultSchedule:
    """Decides, reproducibly for a seed, whether a fault triggers; `log` has those that did."""

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
        # Every fault is evaluated, so that one that triggers does not change another's random
        # numbers.
        triggered = [self._fires(armed, number) for armed in self._armed.get(kind, ())]
        if any(triggered):
            self._record(kind, number)
        return any(triggered)

    def trigger_count(self, kind: str, number: int) -> int:
        """Return how often in a row `kind` triggers from now on, 0 if not; it is then spent."""
        times = 0
        for armed in self._armed.get(kind, ()):
            if self._fires(armed, number):
                times, armed.remaining = max(times, armed.remaining + 1), 0
        if times:
            self._record(kind, number)
        return times

    def triggers_or_latched(self, kind: str, number: int, *what: str) -> bool:
        """Return True if `kind` triggers now, or did so before: it stays until it is cleared.

        `what` names the affected part.
        """
        if self.triggers(kind, number):
            self._latched.add((kind, *what))
        return (kind, *what) in self._latched

    def is_latched(self, kind: str, *what: str) -> bool:
        """Return True if `kind` has triggered for `what` and has not been cleared."""
        return (kind, *what) in self._latched

    def jams(self, number: int, axis: str, face: str) -> bool:
        """Return True if turn `number`, of the cube's `face` by `axis`, jams this time."""
        stuck = self.triggers_or_latched("jam_forever", number, axis, face)
        triggered = [self.triggers(kind, number) for kind in ("jam", "jam_once", "jam_n")]
        return any(triggered) or stuck

    def triggers_by_number(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now because of its number, not by probability."""
        for armed in self._armed.get(kind, ()):
            if armed.fault.probability is None and self._fires(armed, number):
                self._record(kind, number)
                return True
        return False

    def triggers_by_chance(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now by probability, as for each byte of line `number`."""
        for armed in self._armed.get(kind, ()):
            if armed.fault.probability is not None and self._fires(armed, number):
                self._record(kind, number)
                return True
        return False

    def any_armed(self, kinds: Collection[str]) -> bool:
        """Return True if a fault of these kinds may still trigger or is latched."""
        return not self._armed.keys().isdisjoint(kinds)

    def clear(self) -> None:
        """Disarm all faults and clear the latched ones."""
        self._armed.clear()
        self._latched.clear()

    def rng(self, kind: str) -> Random:
        """Return the random generator of one kind, for the details of a fault."""
        return self._random[kind]

    def _fires(self, armed: _ArmedFault, number: int) -> bool:
        if armed.fault.probability is not None:
            return self._random[armed.fault.kind].random() < armed.fault.probability
        if number < armed.fault.at or not armed.remaining:
            return False
        armed.remaining -= 1
        return True

    def _record(self, kind: str, number: int) -> None:
        now = self._clock.now() if self._clock else 0.0
        injection = Injection(now - self._began, kind, number)
        _log.info("injected %s", injection)
        self.log.append(injection)


@dataclass(slots=True)
class _ArmedFault:
    """A fault, and how many more times it triggers."""

    fault: FaultSpec
    remaining: int
