"""The beginner's course: steps, cases, sequences and words, read from beginner_course.toml.

The patterns of a case say what is seen of a cube that is held in some way. A sticker is named by
its face and number, U1 to B9, as they are seen; its colour by the face whose centre has that
colour, as it is seen too: F6=D is a sticker in front, in the colour of the bottom.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from solver.core.facelets import FACELET_BY_NAME, FACELET_INDICES, STICKER_NAMES
from solver.core.geometry import FACES
from solver.core.orientation import Orientation
from solver.core.turn import TURN_PERMUTATIONS, Turn
from solver.engines.lbl.viewpoints import viewpoint
from solver.notation import Move, parse


@dataclass(frozen=True, slots=True)
class Pattern:
    """Stickers that have a colour, stickers that have not, and places with a twisted piece.

    `equal` and `different` are facelets (0 to 53) with a face letter; each of `placed` are the
    facelets of a place, whose piece is there however it is twisted.
    """

    equal: tuple[tuple[int, str], ...]
    different: tuple[tuple[int, str], ...]
    placed: tuple[tuple[int, ...], ...]

    def matches(self, seen: str) -> bool:
        """Return whether 54 face letters, as seen, fit the pattern."""
        return (
            all(seen[at] == colour for at, colour in self.equal)
            and all(seen[at] != colour for at, colour in self.different)
            and all({seen[at] for at in place} == _colours(place) for place in self.placed)
        )

    def followed_by(self, other: Pattern) -> Pattern:
        """Return the pattern of both."""
        return Pattern(
            self.equal + other.equal,
            self.different + other.different,
            self.placed + other.placed,
        )


EMPTY = Pattern((), (), ())


def parse_pattern(text: str) -> Pattern:
    """Read a pattern: F6=D (has the colour), F6!D (has not), =URF (solved), ~URF (in its place).

    Raises ValueError, which quotes the word that is none of these.
    """
    pattern = EMPTY
    for word in text.split():
        pattern = pattern.followed_by(_parse_word(word))
    return pattern


def _parse_word(word: str) -> Pattern:
    sign = "=" if "=" in word else "!" if "!" in word else "~"
    left, _, right = word.partition(sign)
    if not left and right in FACELET_BY_NAME and sign != "!":
        place = tuple(at for at, name in STICKER_NAMES.items() if sorted(name) == sorted(right))
        if sign == "~":
            return Pattern((), (), (place,))
        return Pattern(tuple((at, FACES[at // 9]) for at in place), (), ())
    if left in FACELET_INDICES and right in FACES and len(right) == 1 and sign != "~":
        sticker = ((FACELET_INDICES[left], right),)
        return Pattern(sticker, (), ()) if sign == "=" else Pattern((), sticker, ())
    raise ValueError(f"{word!r} is no pattern; write F6=D, F6!D, =URF or ~URF")


def _colours(place: tuple[int, ...]) -> set[str]:
    return {FACES[at // 9] for at in place}


def seen_facelets(facelets: str, held: Orientation) -> str:
    """Return 54 face letters as the person sees them who holds the cube so.

    Places and colours are both named as they are seen: the front's centre is always F.
    """
    return "".join(held.position_of(facelets[at]) for at in viewpoint(held).to_cube)


def turn_seen(seen: str, turn: Turn) -> str:
    """Return 54 face letters after a turn of a face."""
    return "".join(TURN_PERMUTATIONS[turn].act(seen))


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
class CourseCase:
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
class CoursePart:
    """A part of a step: look for its cases until its goal is reached.

    `goal` includes the goals of all steps before, `before`. `may_turn` says what is turned until a
    case is seen: "cube", "top" or both. `view` is what a picture of a case shows: "cube" or "top".
    """

    question: str
    before: Pattern
    goal: Pattern
    may_turn: frozenset[str]
    view: str
    cases: tuple[CourseCase, ...]


@dataclass(frozen=True, slots=True)
class CourseStep:
    """One of the seven steps; most have one part."""

    name: str
    short: str
    aim: str
    why: str
    parts: tuple[CoursePart, ...]

    @property
    def goal(self) -> Pattern:
        """Return what is seen when the step is done."""
        return self.parts[-1].goal

    @property
    def cases(self) -> tuple[CourseCase, ...]:
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
    text = (files("solver.engines") / "beginner_course.toml").read_text(encoding="utf-8")
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


def _part(table: Mapping[str, Any], before: Pattern) -> CoursePart:
    own = parse_pattern(table["goal"])
    # The first part of a step has a goal of its own, which the next part does not keep.
    return CoursePart(
        table["question"],
        before,
        before.followed_by(own),
        frozenset(table["may_turn"]),
        table["view"],
        tuple(_case(case) for case in table["cases"]),
    )


def _case(table: Mapping[str, Any]) -> CourseCase:
    words = {key: table[key] for key in ("id", "name", "moves", "setup", "do", "why")}
    sees = tuple(parse_pattern(text) for text in table["see"])
    return CourseCase(**words, sees=sees, times=table.get("times", 1))
