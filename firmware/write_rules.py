"""Prints the table of robot/rules.py for C; `make -C firmware rules` writes it into rules.h."""

from __future__ import annotations

from collections.abc import Iterator

from robot.rules import Rule


def header() -> Iterator[str]:
    """Return the lines of the header."""
    yield "// The rules of docs/protocol.md, from robot/rules.py by write_rules.py: do not edit."
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
    yield "#endif"


if __name__ == "__main__":
    print("\n".join(header()))
