"""Reads the case tables: lines of case, name and algorithms.

A line is `case | name | algorithm, algorithm...`, the shortest first; lines that start with # are
remarks. `solver.engines.lbl.generate.__main__` writes the files, and the tests check every line.
Algorithms are
read when their case is met, since one cube meets few.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solver.core.turn import ALL_TURNS, Turn

Algorithm = tuple[Turn, ...]

_TURNS = {str(turn): turn for turn in ALL_TURNS}


@dataclass(frozen=True, slots=True)
class Case:
    """A case: its pattern (`key`), its common name (may be empty), and its algorithms."""

    key: str
    name: str
    text: str

    @property
    def algorithms(self) -> tuple[Algorithm, ...]:
        """Return all algorithms of the case."""
        return tuple(
            tuple([_TURNS[word] for word in algorithm.split()])
            for algorithm in self.text.split(",")
        )

    @property
    def algorithm(self) -> Algorithm:
        """Return the first algorithm."""
        return self.algorithms[0]


def parse(line: str) -> Case:
    """Read one line of a table. Raises ValueError for anything else."""
    key, name, text = (part.strip() for part in line.split("|"))
    return Case(key, name, text)


@cache
def load_cases(table: str) -> dict[str, Case]:
    """Read the table of a step by its file's name as key -> case."""
    text = read_bytes(f"{table}.txt").decode("utf-8")
    cases = [parse(line) for line in text.splitlines() if not line.startswith("#")]
    return {case.key: case for case in cases}


def read_bytes(name: str) -> bytes:
    """Read a file of the tables."""
    return (files("solver.engines.lbl") / "data" / name).read_bytes()
