"""The sequences and the example in docs/beginner.md are those of the course."""

from __future__ import annotations

import re
from pathlib import Path

from solver.engines.beginner_course import load_course

DOC = (Path(__file__).parents[3] / "docs" / "beginner.md").read_text(encoding="utf-8")


def test_the_table_has_the_steps_and_their_sequences() -> None:
    rows = re.findall(r"^\| (\d)\. (.+?) \| .+? \| (.+) \|$", DOC, re.MULTILINE)
    steps = load_course().steps
    assert [(int(number), name) for number, name, _ in rows] == [
        (number, step.name) for number, step in enumerate(steps, start=1)
    ]
    shown = [sequence for *_, cells in rows for sequence in re.findall("`(.+?)`", cells)]
    assert sorted(shown) == sorted(load_course().sequences)
