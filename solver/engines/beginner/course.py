"""The beginner's course: steps, cases, sequences and words, read from course.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from solver.engines.beginner.patterns import EMPTY, Pattern, parse_pattern
from solver.notation import Move, parse


@dataclass(frozen=True, slots=True)
class Letter:
    """A written move, such as R', and what it means."""

    move: str
    words: str


@dataclass(frozen=True, slots=True)
class Trigger:
    """A short sequence with a name, and what it is good for."""

    name: str
    moves: str
    why: str


@dataclass(frozen=True, slots=True)
class Case:
    """What may be seen, and what to do then.

    `sees` are alternative patterns; the sequence `moves` is done `times` times. `setup` makes the
    case from a solved cube that is held with yellow on top and green in front.
    """

    id: str
    name: str
    sees: tuple[Pattern, ...]
    moves: str
    times: int
    setup: str
    do: str
    why: str

    @property
    def algorithm(self) -> tuple[Move, ...]:
        """Return all moves of the case, y and y' among them."""
        return parse(self.moves).moves() * self.times


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a step: look for its cases until its goal is reached.

    `goal` includes the goals of all steps before, `before`. `may_turn` says what is turned until a
    case is seen: "cube", "top" or both. `view` is what a picture of a case shows: "cube" or "top".
    """

    question: str
    before: Pattern
    goal: Pattern
    may_turn: frozenset[str]
    view: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class CourseStep:
    """One of the seven steps; most have one part."""

    name: str
    short: str
    aim: str
    why: str
    parts: tuple[Part, ...]

    @property
    def goal(self) -> Pattern:
        """Return what is seen when the step is done."""
        return self.parts[-1].goal

    @property
    def cases(self) -> tuple[Case, ...]:
        """Return the cases of all parts."""
        return tuple(case for part in self.parts for case in part.cases)


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step of LBL, for those who know the course; `table` is the name of its case table."""

    id: str
    name: str
    table: str
    short: str
    aim: str
    why: str


@dataclass(frozen=True, slots=True)
class Course:
    """The whole course, the mean number of turns of its solutions, and what comes after it."""

    mean_turns: int
    letters: tuple[Letter, ...]
    triggers: tuple[Trigger, ...]
    steps: tuple[CourseStep, ...]
    next_steps: tuple[NextStep, ...]

    @property
    def sequences(self) -> tuple[str, ...]:
        """Return the different sequences to learn, single turns among them, in order."""
        moves = (case.moves for step in self.steps for case in step.cases)
        return tuple(dict.fromkeys(sequence for sequence in moves if sequence))


@cache
def load_course() -> Course:
    """Return the course."""
    text = (files("solver.engines.beginner") / "course.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return Course(
        table["mean_turns"],
        tuple(Letter(**each) for each in table["letters"]),
        tuple(Trigger(**each) for each in table["triggers"]),
        _steps(table["steps"]),
        tuple(NextStep(**each) for each in table["next_steps"]),
    )


def _steps(tables: Iterable[Mapping[str, Any]]) -> tuple[CourseStep, ...]:
    steps: list[CourseStep] = []
    before = EMPTY
    for table in tables:
        parts = tuple(_part(part, before) for part in table["parts"])
        words = {key: table[key] for key in ("name", "short", "aim", "why")}
        steps.append(CourseStep(**words, parts=parts))
        before = parts[-1].goal
    return tuple(steps)


def _part(table: Mapping[str, Any], before: Pattern) -> Part:
    own = parse_pattern(table["goal"])
    # The first part of a step has a goal of its own, which the next part does not keep.
    return Part(
        table["question"],
        before,
        before.followed_by(own),
        frozenset(table["may_turn"]),
        table["view"],
        tuple(_case(case) for case in table["cases"]),
    )


def _case(table: Mapping[str, Any]) -> Case:
    words = {key: table[key] for key in ("id", "name", "moves", "setup", "do", "why")}
    sees = tuple(parse_pattern(text) for text in table["see"])
    return Case(**words, sees=sees, times=table.get("times", 1))
