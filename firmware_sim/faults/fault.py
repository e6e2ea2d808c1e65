"""One injected fault: its kind, when it triggers, and reading it from text or a TOML file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files.documents import read_toml
from firmware_sim.errors import FaultError
from firmware_sim.faults.kinds import FAULT_TYPES

_FAULT = re.compile(
    r"(?P<kind>[a-z_]+)(?:@(?P<at>[1-9][0-9]{0,8})(?:x(?P<times>[1-9][0-9]{0,8}))?"
    r"|[~=](?P<probability>[01]|[01]?\.[0-9]+))?"
)

_KEYS = ("kind", "at", "times", "probability")


@dataclass(frozen=True, slots=True)
class FaultSpec:
    """A fault that triggers `times` times from number `at` on, or with a probability."""

    kind: str
    at: int = 1
    times: int = 1
    probability: float | None = None

    def __post_init__(self) -> None:
        if self.kind not in FAULT_TYPES:
            raise FaultError(f"unknown fault {self.kind!r}; available: {', '.join(FAULT_TYPES)}")
        if self.at < 1 or self.times < 1:
            raise FaultError(f"{self.kind}@{self.at}x{self.times}: numbers begin with 1")
        if self.probability is not None and not 0 <= self.probability <= 1:
            raise FaultError(f"{self.kind}~{self.probability}: the probability must be from 0 to 1")

    @classmethod
    def parse(cls, text: str) -> FaultSpec:
        """Parse a fault such as jam~0.05, jam_once@3 or jam_n@3x2. Raises FaultError."""
        match = _FAULT.fullmatch(text)
        if match is None:
            raise FaultError(
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


def read_faults(text: str) -> tuple[FaultSpec, ...]:
    """Read faults separated by commas, or from the TOML file of that name, a [[fault]] each.

    Raises FaultError, which quotes what is wrong and says where.
    """
    path = Path(text)
    if text.endswith(".toml") or ("@" not in text and "~" not in text and path.is_file()):
        return _read_file(path)
    return tuple(FaultSpec.parse(part.strip()) for part in text.split(",") if part.strip())


def _read_file(path: Path) -> tuple[FaultSpec, ...]:
    try:
        content = read_toml(path)
    except (OSError, ValueError) as error:
        raise FaultError(f"cannot read the faults in {str(path)!r}: {error}") from error
    tables = content.pop("fault", None)
    if content or not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
        unknown_keys = f", not {', '.join(content)}" if content else ""
        raise FaultError(f"{str(path)!r} must hold [[fault]] tables with a kind each{unknown_keys}")
    return tuple(_from_table(path, number, table) for number, table in enumerate(tables, start=1))


def _from_table(path: Path, number: int, table: dict[str, Any]) -> FaultSpec:
    where = f"[[fault]] number {number} of {str(path)!r}"
    unknown = [key for key in table if key not in _KEYS]
    if unknown or not isinstance(table.get("kind"), str):
        problem = f"has {', '.join(map(repr, unknown))}" if unknown else "has no kind in quotes"
        raise FaultError(f"{where} {problem}; its keys are {', '.join(_KEYS)}")
    for key, kinds in (("at", int), ("times", int), ("probability", (int, float))):
        value = table.get(key, 1)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise FaultError(f"{where}: {key} = {value!r} is not a number")
    if "probability" in table and ("at" in table or "times" in table):
        raise FaultError(f"{where} has a probability and a number; use one of them")
    try:
        return FaultSpec(
            table["kind"], table.get("at", 1), table.get("times", 1), table.get("probability")
        )
    except FaultError as error:
        raise FaultError(f"{where}: {error}") from error
