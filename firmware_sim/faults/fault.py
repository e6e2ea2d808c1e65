"""One injected fault: its kind, when it triggers, and reading it from text or a TOML file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from files.documents import read_toml
from files.records import check_record, entry, read_record
from firmware_sim.errors import OptionError
from firmware_sim.faults.kinds import FAULT_TYPES

_FAULT = re.compile(
    r"(?P<kind>[a-z_]+)(?:@(?P<at>[1-9][0-9]{0,8})(?:x(?P<times>[1-9][0-9]{0,8}))?"
    r"|[~=](?P<probability>[01]|[01]?\.[0-9]+))?"
)


@dataclass(frozen=True, slots=True)
class FaultSpec:
    """A fault that triggers `times` times from number `at` on, or with a probability.

    Raises OptionError for one that cannot be.
    """

    kind: str = entry(choices=tuple(FAULT_TYPES))
    at: int = entry(1, minimum=1)
    times: int = entry(1, minimum=1)
    probability: float | None = entry(None, minimum=0, maximum=1)

    def __post_init__(self) -> None:
        if self.probability is not None and (self.at, self.times) != (1, 1):
            raise OptionError(f"{self.kind} has a probability and a number; use one of them")
        try:
            check_record(self)
        except ValueError as error:
            raise OptionError(f"the fault {self.kind!r}: {error}") from error

    @classmethod
    def parse(cls, text: str) -> FaultSpec:
        """Parse a fault such as jam~0.05, jam_once@3 or jam_n@3x2. Raises OptionError."""
        match = _FAULT.fullmatch(text)
        if match is None:
            raise OptionError(
                f"{text!r} is not a fault; write kind, kind@number, kind@numberxtimes "
                f"or kind~probability, such as jam~0.05, jam_n@3x2 or drop_reply~0.1"
            )
        probability = match["probability"]
        return cls(
            match["kind"],
            int(match["at"] or 1),
            int(match["times"] or 1),
            None if probability is None else float(probability),
        )


@dataclass(frozen=True, slots=True)
class _FaultFile:
    """A TOML file with a table [[fault]] for each."""

    fault: tuple[FaultSpec, ...] = entry()


def read_faults(text: str) -> tuple[FaultSpec, ...]:
    """Read faults separated by commas, or from the TOML file of that name, a [[fault]] each.

    Raises OptionError, which quotes what is wrong and says where.
    """
    path = Path(text)
    if text.endswith(".toml") or ("@" not in text and "~" not in text and path.is_file()):
        return _read_file(path)
    return tuple(FaultSpec.parse(part.strip()) for part in text.split(",") if part.strip())


def _read_file(path: Path) -> tuple[FaultSpec, ...]:
    try:
        return read_record(_FaultFile, read_toml(path)).fault
    except (OSError, ValueError) as error:
        raise OptionError(f"cannot read the faults in {str(path)!r}: {error}") from error
