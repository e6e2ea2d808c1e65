"""Prints the rules of robot/rules.py and of rest for C; `make -C firmware rules` writes rules.h."""

from __future__ import annotations

from collections.abc import Iterator

from robot.rigs.actuators import KEPT_PERCENT, LEAST_KEPT_MICROSECONDS
from robot.rules import Rule


def header() -> Iterator[str]:
    """Return the lines of the header."""
    yield "// The rules of docs/protocol.md, by write_rules.py: do not edit."
    yield "#ifndef RULES_H"
    yield "#define RULES_H"
    yield ""
    yield "enum rule {"
    yield "    NO_RULE,"
    yield from (f"    RULE_{rule.name}, // {rule.words}" for rule in Rule)
    yield "};"
    yield ""
    yield "// Their names on the wire, from the first on."
    yield "#define RULE_NAMES \\"
    lines = [f'    "{rule.wire_name}"' for rule in Rule]
    yield ", \\\n".join(lines)
    longest = max(len(rule.wire_name) for rule in Rule)
    yield f"enum {{ RULE_NAME_SIZE = {longest + 1} }};"
    yield ""
    yield "// What jaws keep at rest of the way from contact to closed: a part, so much at least."
    yield f"enum {{ KEPT_PERCENT = {KEPT_PERCENT}, LEAST_KEPT_US = {LEAST_KEPT_MICROSECONDS} }};"
    yield ""
    yield "#endif"


if __name__ == "__main__":
    print("\n".join(header()))
