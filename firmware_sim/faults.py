"""What can be made to go wrong, when, and whether it does so now.

A `Fault` is a wish, written `kind`, `kind@number`, `kind@numberxtimes` or `kind~probability`, or as
a table of a TOML file; `Faults` decides from a seed. The mechanics, the cable, the power supply
and the camera each ask about their own kinds, so that adding one kind never changes what another
one does. What struck is logged, for whoever wants to know afterwards.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from firmware_sim.errors import FaultError
from firmware_sim.fault_kinds import KINDS
from robot.clock import Clock

_FAULT = re.compile(
    r"(?P<kind>[a-z_]+)(?:@(?P<at>[1-9][0-9]*)(?:x(?P<times>[1-9][0-9]*))?"
    r"|[~=](?P<probability>[01]|[01]?\.[0-9]+))?"
)
_KEYS = ("kind", "at", "times", "probability")


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault: from number `at` on `times` times, or by probability."""

    kind: str
    at: int = 1
    times: int = 1
    probability: float | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise FaultError(f"no fault is called {self.kind!r}; there are {', '.join(KINDS)}")
        if self.at < 1 or self.times < 1:
            raise FaultError(f"{self.kind}@{self.at}x{self.times}: numbers begin with 1")
        if self.probability is not None and not 0 <= self.probability <= 1:
            raise FaultError(f"{self.kind}~{self.probability} is no probability; use 0 to 1")

    @classmethod
    def parse(cls, text: str) -> Fault:
        """Read jam~0.05, jam_once@3, jam_n@3x2 and the like. Raises FaultError for others."""
        match = _FAULT.fullmatch(text)
        if match is None:
            raise FaultError(
                f"{text!r} is no fault; write kind, kind@number, kind@numberxtimes "
                f"or kind~probability, such as jam~0.05, jam_n@3x2 or drop_reply~0.1"
            )
        probability = match["probability"]
        return cls(
            match["kind"],
            int(match["at"] or 1),
            int(match["times"] or 1),
            None if probability is None else float(probability),
        )


def read_faults(text: str) -> tuple[Fault, ...]:
    """Read faults with commas between them, or the TOML file of that name, a [[fault]] each.

    Raises FaultError, which quotes what is wrong and says where.
    """
    path = Path(text)
    if text.endswith(".toml") or ("@" not in text and "~" not in text and path.is_file()):
        return _read_file(path)
    return tuple(Fault.parse(part.strip()) for part in text.split(",") if part.strip())


def _read_file(path: Path) -> tuple[Fault, ...]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FaultError(f"cannot read the faults in {str(path)!r}: {error}") from error
    tables = content.pop("fault", None)
    if content or not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        strange = f", not {', '.join(content)}" if content else ""
        raise FaultError(f"{str(path)!r} must hold [[fault]] tables with a kind each{strange}")
    return tuple(_from_table(path, number, table) for number, table in enumerate(tables, start=1))


def _from_table(path: Path, number: int, table: dict[str, Any]) -> Fault:
    where = f"[[fault]] number {number} of {str(path)!r}"
    strange = [key for key in table if key not in _KEYS]
    if strange or not isinstance(table.get("kind"), str):
        said = f"has {', '.join(map(repr, strange))}" if strange else "has no kind in quotes"
        raise FaultError(f"{where} {said}; its keys are {', '.join(_KEYS)}")
    for key, kinds in (("at", int), ("times", int), ("probability", (int, float))):
        value = table.get(key, 1)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise FaultError(f"{where}: {key} = {value!r} is no number")
    if "probability" in table and ("at" in table or "times" in table):
        raise FaultError(f"{where} has a probability and a number; use one of them")
    try:
        return Fault(**table)
    except FaultError as error:
        raise FaultError(f"{where}: {error}") from error


@dataclass(frozen=True, slots=True)
class Injection:
    """A fault that struck: `when`, in seconds since it was wished for, and at which number."""

    when: float
    kind: str
    number: int

    def __str__(self) -> str:
        kind = KINDS[self.kind]
        return f"{self.when:8.2f} s  {self.kind}, {kind.counts} {self.number}: {kind.words}"


class Faults:
    """Decides, reproducibly for a seed, whether a fault strikes; `log` tells what did."""

    def __init__(
        self, faults: Iterable[Fault] = (), seed: int = 0, clock: Clock | None = None
    ) -> None:
        self.log: list[Injection] = []
        self._clock = clock
        self._began = clock.now() if clock else 0.0
        self._random = {kind: Random(f"{seed} {kind}") for kind in KINDS}
        self._wishes: dict[str, list[_Wish]] = {}
        for fault in faults:
            self._wishes.setdefault(fault.kind, []).append(_Wish(fault, fault.times))
        self._lasting: set[tuple[str, ...]] = set()

    def strikes(self, kind: str, number: int) -> bool:
        """Tell whether `kind` strikes now, at the turn or line of this number."""
        # All are asked, so that one fault's striking does not shift another one's chances.
        struck = [self._asked(wish, number) for wish in self._wishes.get(kind, ())]
        if any(struck):
            self._note(kind, number)
        return any(struck)

    def strikes_times(self, kind: str, number: int) -> int:
        """Say how often in a row `kind` strikes from now on, which uses it up; 0 for not at all."""
        times = 0
        for wish in self._wishes.get(kind, ()):
            if self._asked(wish, number):
                times, wish.left = max(times, wish.left + 1), 0
        if times:
            self._note(kind, number)
        return times

    def lasts(self, kind: str, number: int, *what: str) -> bool:
        """Tell whether `kind` strikes now, or has struck before: it stays until it is lifted.

        `what` says of which part.
        """
        if self.strikes(kind, number):
            self._lasting.add((kind, *what))
        return (kind, *what) in self._lasting

    def lasting(self, kind: str, *what: str) -> bool:
        """Tell whether `kind` has struck before, and has not been lifted."""
        return (kind, *what) in self._lasting

    def jams(self, number: int, axis: str, face: str) -> bool:
        """Tell whether turn `number`, of the cube's `face` by `axis`, catches this time."""
        stuck = self.lasts("jam_forever", number, axis, face)
        struck = [self.strikes(kind, number) for kind in ("jam", "jam_once", "jam_n")]
        return any(struck) or stuck

    def numbered(self, kind: str, number: int) -> bool:
        """Tell whether `kind` strikes now because of its number, chance apart."""
        for wish in self._wishes.get(kind, ()):
            if wish.fault.probability is None and self._asked(wish, number):
                self._note(kind, number)
                return True
        return False

    def by_chance(self, kind: str, number: int) -> bool:
        """Tell whether `kind` strikes now by chance, as it may each byte of line `number`."""
        for wish in self._wishes.get(kind, ()):
            if wish.fault.probability is not None and self._asked(wish, number):
                self._note(kind, number)
                return True
        return False

    def are_wished(self, kinds: Collection[str]) -> bool:
        """Tell whether any of these kinds may strike, or lasts."""
        return not self._wishes.keys().isdisjoint(kinds)

    def lift(self) -> None:
        """Put everything right that was made to go wrong, and inject nothing any more."""
        self._wishes.clear()
        self._lasting.clear()

    def draw(self, kind: str) -> Random:
        """Give the source of chance of one kind, for where and how much."""
        return self._random[kind]

    def _asked(self, wish: _Wish, number: int) -> bool:
        if wish.fault.probability is not None:
            return self._random[wish.fault.kind].random() < wish.fault.probability
        if number < wish.fault.at or not wish.left:
            return False
        wish.left -= 1
        return True

    def _note(self, kind: str, number: int) -> None:
        now = self._clock.now() if self._clock else 0.0
        self.log.append(Injection(now - self._began, kind, number))


@dataclass(slots=True)
class _Wish:
    """A fault, and how often it is still to strike."""

    fault: Fault
    left: int
