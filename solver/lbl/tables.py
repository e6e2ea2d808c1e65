"""The case tables: text files that pair what a person sees with what to do.

A line is `case | name | algorithm, algorithm...`, the shortest first; lines that start with # are
remarks. `solver.lbl.generate` writes the files, and the tests check every line. Algorithms are
read when their case is met, since one cube meets few.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solver.turn import ALL_TURNS, Turn

Algorithm = tuple[Turn, ...]

_TURNS = {str(turn): turn for turn in ALL_TURNS}


@dataclass(frozen=True, slots=True)
class Case:
    """What is seen (`key`), what people call it (`name`, may be empty), and what solves it."""

    key: str
    name: str
    text: str

    @property
    def algorithms(self) -> tuple[Algorithm, ...]:
        """Give all algorithms of the case."""
        return tuple(
            tuple([_TURNS[word] for word in algorithm.split()])
            for algorithm in self.text.split(",")
        )

    @property
    def algorithm(self) -> Algorithm:
        """Give the first algorithm."""
        return self.algorithms[0]


def parse(line: str) -> Case:
    """Read one line of a table. Raises ValueError for anything else."""
    key, name, text = (part.strip() for part in line.split("|"))
    return Case(key, name, text)


@cache
def load(table: str) -> dict[str, Case]:
    """Read the table of a step by its file's name as key -> case."""
    text = read_bytes(f"{table}.txt").decode("utf-8")
    cases = [parse(line) for line in text.splitlines() if not line.startswith("#")]
    return {case.key: case for case in cases}


def read_bytes(name: str) -> bytes:
    """Read a file of the tables."""
    return (files("solver.lbl") / "data" / name).read_bytes()
