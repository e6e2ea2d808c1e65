"""What was injected, kept in a file: a line of JSON for each fault that struck."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from firmware_sim.faults import Injection


def write_fault_log(path: Path, injections: Iterable[Injection]) -> None:
    """Write the faults that struck, in order. Raises OSError."""
    lines = [json.dumps(asdict(injection)) + "\n" for injection in injections]
    path.write_text("".join(lines), encoding="utf-8")


def read_fault_log(path: Path) -> tuple[Injection, ...]:
    """Read what `write_fault_log` wrote; nothing where there is no such file."""
    if not path.exists():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(Injection(**json.loads(line)) for line in lines)
