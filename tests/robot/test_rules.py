"""The table of rules: the same in Python, in C and in docs/protocol.md."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from robot.link.protocol import Message, decode, encode
from robot.rules import Rule, rule_named

ROOT = Path(__file__).parents[2]


def test_the_header_for_c_is_current() -> None:
    made = subprocess.run(
        [sys.executable, "write_rules.py"], cwd=ROOT / "firmware", capture_output=True, check=True
    )
    assert (ROOT / "firmware" / "rules.h").read_bytes() == made.stdout


def test_the_document_lists_every_rule() -> None:
    rows = [f"| {rule.number} | `{rule.wire_name}` | {rule.words} |" for rule in Rule]
    document = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert "|---|---|---|\n" + "\n".join(rows) + "\n\n" in document


def test_names_are_values_of_the_wire() -> None:
    for rule in Rule:
        line = Message(1, "err", (("code", "POSE"), ("why", rule.wire_name)))
        assert decode(encode(line).rstrip(b"\n")) == line
        assert rule_named(rule.wire_name) is rule
    assert rule_named("another") is None
