"""Which turns of a plan no picture has shown yet, and which of them may be missing.

A turn that was reported but not made leaves another cube. For each turn that no picture has
confirmed this cube is kept, so that a face shows which turn is missing, and not only that one is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from solver.core.geometry import FACES
from solver.core.turn import Turn, Turns, cancel_turns, inverse
from solver.cube import Cube

# The letter of a sticker that was not recognised with certainty.
DOUBTFUL = "?"


@dataclass(frozen=True, slots=True)
class MissingTurn:
    """The case that turn `number` of a plan (from 0) was not made; `cube` is the cube then."""

    number: int
    cube: Cube


@dataclass(frozen=True, slots=True)
class UnseenTurns:
    """The cube after the first `made` turns of a plan, and the cases that one of them is missing.

    `suspects` has the cases that no picture has excluded.
    """

    cube: Cube
    made: int = 0
    suspects: tuple[MissingTurn, ...] = ()

    def after(self, turns: Iterable[Turn]) -> UnseenTurns:
        """Return the same after more turns, which nobody has seen yet."""
        result = self
        for turn in turns:
            suspects = tuple(
                replace(suspect, cube=suspect.cube.turn(turn)) for suspect in result.suspects
            )
            missing = MissingTurn(result.made, result.cube)
            result = UnseenTurns(result.cube.turn(turn), result.made + 1, (*suspects, missing))
        return result

    def would_show(self, face: str) -> bool:
        """Return whether a picture of a face can exclude or confirm a case."""
        expected = letters_of(self.cube, face)
        return any(letters_of(suspect.cube, face) != expected for suspect in self.suspects)

    def explained_by(self, face: str, seen: str) -> tuple[MissingTurn, ...]:
        """Return the cases in which a face looks as it was seen (nine letters)."""
        return tuple(
            suspect
            for suspect in self.suspects
            if not contradictions(seen, letters_of(suspect.cube, face))
        )

    def confirmed_by(self, face: str, seen: str) -> UnseenTurns:
        """Return the same without the cases that a face, seen as it should be, excludes."""
        return replace(self, suspects=self.explained_by(face, seen))


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """The turns of a plan, and what is known of those made so far."""

    turns: Turns
    unseen: UnseenTurns

    @property
    def rest(self) -> Turns:
        """Return the turns that have not been made."""
        return self.turns[self.unseen.made :]

    def missing(self, cube: Cube) -> MissingTurn | None:
        """Return the last turn without which the cube is `cube`; None if there is no such turn."""
        cases = (case for case in reversed(self.unseen.suspects) if case.cube == cube)
        return next(cases, None)

    def turns_to_end(self, missing: MissingTurn) -> Turns:
        """Return turns that lead to the end of the plan although one of its turns is missing.

        They undo what was made after it, except for turns that may change places with it.
        """
        due = self.turns[missing.number]
        later = list(self.turns[missing.number + 1 : self.unseen.made])
        while later and later[0].commutes_with(due):
            del later[0]
        return cancel_turns((*inverse(later), due, *later, *self.rest))


def letters_of(cube: Cube, face: str) -> str:
    """Return the nine letters of a face of a cube, in the order of its facelets."""
    first = 9 * FACES.index(face)
    return cube.facelets[first : first + 9]


def contradictions(seen: Sequence[str], expected: Sequence[str]) -> int:
    """Count the stickers that were recognised as other letters than expected."""
    return sum(letter not in (DOUBTFUL, due) for letter, due in zip(seen, expected, strict=True))
