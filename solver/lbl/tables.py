"""The case tables: text files that pair what a person sees with what to do.

A line is `case | name | algorithm`; lines that start with # are remarks. `solver.lbl.generate`
writes the files, and the tests check every line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solver.lbl.stickers import Stickers, effect_of
from solver.turn import Turn, turns


@dataclass(frozen=True, slots=True)
class Case:
    """What is seen (`key`), what people call it (`name`, may be empty), and what solves it."""

    key: str
    name: str
    algorithm: tuple[Turn, ...]
    effect: Stickers


def parse(line: str) -> Case:
    """Read one line of a table. Raises ValueError (NotationError) for anything else."""
    key, name, algorithm = (part.strip() for part in line.split("|"))
    sequence = turns(algorithm)
    return Case(key, name, sequence, effect_of(sequence))


@cache
def load(table: str) -> dict[str, Case]:
    """Read the table of a step (cross, corner, pair, oll, pll) as key -> case."""
    text = (files("solver.lbl") / "data" / f"{table}.txt").read_text(encoding="utf-8")
    cases = [parse(line) for line in text.splitlines() if line and not line.startswith("#")]
    return {case.key: case for case in cases}
