"""What can be made to go wrong, when, and whether it does so now.

A `Fault` is a wish, written `kind`, `kind@number`, `kind@numberxtimes` or `kind=probability`;
`Faults` decides from a seed. The mechanics, the cable and the power supply each ask about their
own kinds, so that adding one kind never changes what another one does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from firmware_sim.errors import FaultError

# Numbers count turns for the mechanics and the power, and lines for the cable; both from 1.
KINDS = {
    "jam": "a face turn catches between two detents; the next try is as likely to",
    "jam_once": "turn @N catches once",
    "jam_n": "turn @NxM catches M times, then goes through",
    "jam_forever": "turn @N catches, and that face in that hand does so ever after",
    "reboot_mid_turn": "the firmware restarts during turn @N",
    "bit_flip": "line @N, of those that travel either way, has one bit wrong",
    "drop_cmd": "the host's line @N is lost",
    "drop_reply": "the robot's line @N is lost",
    "mute": "the robot's line @N and all later ones are lost",
    "unplug": "the port goes away when the host's line @N arrives",
}

_FAULT = re.compile(
    r"(?P<kind>[a-z_]+)(?:@(?P<at>[1-9][0-9]*)(?:x(?P<times>[1-9][0-9]*))?"
    r"|=(?P<probability>[01]|[01]?\.[0-9]+))?"
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault: at the turn or line of number `at`, `times` times, or by probability."""

    kind: str
    at: int = 1
    times: int = 1
    probability: float | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise FaultError(f"no fault is called {self.kind!r}; there are {', '.join(KINDS)}")
        if self.probability is not None and not 0 <= self.probability <= 1:
            raise FaultError(f"{self.kind}={self.probability} is no probability; use 0 to 1")

    @classmethod
    def parse(cls, text: str) -> Fault:
        """Read jam=0.05, jam_once@3, jam_n@3x2 and the like. Raises FaultError for others."""
        match = _FAULT.fullmatch(text)
        if match is None:
            raise FaultError(
                f"{text!r} is no fault; write kind, kind@number, kind@numberxtimes "
                f"or kind=probability, such as jam=0.05, jam_n@3x2 or drop_reply=0.1"
            )
        probability = match["probability"]
        return cls(
            match["kind"],
            int(match["at"] or 1),
            int(match["times"] or 1),
            None if probability is None else float(probability),
        )


class Faults:
    """Decides, reproducibly for a seed, whether a fault strikes."""

    def __init__(self, faults: Iterable[Fault] = (), seed: int = 0) -> None:
        self._faults = tuple(faults)
        self._left = [fault.times for fault in self._faults]
        self._random = {kind: Random(f"{seed} {kind}") for kind in KINDS}
        self._stuck: set[tuple[str, str]] = set()

    def strikes(self, kind: str, number: int) -> bool:
        """Tell whether `kind` strikes now, at the turn or line of this number."""
        # All are asked, so that one fault's striking does not shift another one's chances.
        answers = [self._asked(i, number) for i, f in enumerate(self._faults) if f.kind == kind]
        return any(answers)

    def jams(self, number: int, axis: str, face: str) -> bool:
        """Tell whether turn `number`, of the cube's `face` by `axis`, catches this time."""
        if self.strikes("jam_forever", number):
            self._stuck.add((axis, face))
        struck = [self.strikes(kind, number) for kind in ("jam", "jam_once", "jam_n")]
        return any(struck) or (axis, face) in self._stuck

    def draw(self, kind: str) -> Random:
        """Give the source of chance of one kind, for where and how much."""
        return self._random[kind]

    def _asked(self, index: int, number: int) -> bool:
        fault = self._faults[index]
        if fault.probability is not None:
            return self._random[fault.kind].random() < fault.probability
        if fault.at != number or not self._left[index]:
            return False
        self._left[index] -= 1
        return True
