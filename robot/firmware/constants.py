"""The constants of the simulated firmware: a draft that the host sets, and what is stored."""

from __future__ import annotations

import re
from dataclasses import dataclass

from robot.errors import FrameError
from robot.rigs.command import Fields
from robot.rigs.servo_constants import DEFAULTS, NAMES, VERSION, find_fault

CONSTANT_VERBS = ("CONSTANT", "STORE")
_INTEGER = re.compile(r"\+?[0-9]{1,4}|-0{1,4}")


@dataclass(frozen=True, slots=True)
class ConstantCommand:
    """CONSTANT, which sets a value if it has one, or STORE, which has no number."""

    number: int | None
    value: int | None = None

    @property
    def changes(self) -> bool:
        """Return True if something is set or stored."""
        return self.number is None or self.value is not None


class StoredConstants:
    """Constants as the Uno keeps them: `values` are in force, and the draft becomes these."""

    version = VERSION

    def __init__(self, values: tuple[int, ...] = DEFAULTS) -> None:
        self.values = values
        self._draft = list(values)

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return the lowest and the highest pulse that are in force, in microseconds."""
        low, high = (self.values[NAMES.index(name)] for name in ("lowest_us", "highest_us"))
        return low, high

    def forget_draft(self) -> None:
        """Go back to what is in force, as after a restart."""
        self._draft = list(self.values)

    def execute(self, command: ConstantCommand) -> tuple[str, Fields]:
        """Return the verb and the fields of the reply."""
        if command.number is None:
            fault = find_fault(self._draft)
            if fault is not None:
                why = ("why", fault.rule.wire_name)
                return "err", (("code", "ARGUMENT"), why, ("n", str(fault.number)))
            self.values = tuple(self._draft)
            return "done", ()
        if command.value is not None:
            self._draft[command.number] = command.value
        return "done", (("n", str(command.number)), ("value", str(self._draft[command.number])))


def parse_constant(verb: str, fields: Fields) -> ConstantCommand:
    """Return CONSTANT or STORE. Raises FrameError for wrong fields."""
    said = dict(fields)
    if verb == "STORE":
        if fields:
            raise FrameError("STORE has no fields")
        return ConstantCommand(None)
    if len(said) != len(fields) or "n" not in said or said.keys() - {"n", "value"}:
        raise FrameError("CONSTANT needs n=NUMBER, and value=NUMBER to change it")
    for text in said.values():
        if not _INTEGER.fullmatch(text):
            raise FrameError(f"{text!r} is not a whole number from 0 to 9999")
    number = int(said["n"])
    if number >= len(NAMES):
        raise FrameError(f"n={number} is no constant")
    return ConstantCommand(number, int(said["value"]) if "value" in said else None)
