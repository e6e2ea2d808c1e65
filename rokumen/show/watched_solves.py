"""Turns, solves and scrambles that were watched, as lines of text and as values for JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drawing.palette import WESTERN
from files.wording import counted
from solver.core.watched_turn import WatchedTurn
from solver.notation.printing import moves_text
from solver.reconstruction import Reconstruction, TimedStep
from solver.scramble_check import ScrambleCheck
from solver.turn_distance import Distance, TimedTurn, by_colour, distance


def solve_lines(solve: Reconstruction) -> Iterator[str]:
    """Yield a reconstruction line by line: each step with its turns and times, and the sum."""
    for step in solve.steps:
        yield f"{step.line}{_numbers(step)}"
    speed = f", {solve.count / solve.seconds:.1f} a second" if solve.seconds else ""
    end = "" if solve.is_solved else ", not solved yet"
    yield f"{counted(solve.count, 'turn')} in {solve.seconds:.2f} s{speed}{end}"
    yield f"Play it: {solve.link}"


def _numbers(step: TimedStep) -> str:
    """Return what is to be said of a step after its name."""
    if not step.count:
        return ""
    shorter = step.shortest is not None and step.shortest < step.count
    parts = [counted(step.count, "turn") + (f" ({step.shortest} would do)" if shorter else "")]
    parts.append(f"{step.seconds:.2f} s")
    if step.turns_per_second is not None:
        parts.append(f"{step.turns_per_second:.1f} a second")
    if step.pause:
        parts.append(f"{step.pause:.2f} s of it before the first turn")
    return ": " + ", ".join(parts)


def solve_values(solve: Reconstruction) -> dict[str, Any]:
    """Return a reconstruction as values for JSON."""
    return {
        "start": solve.start.facelets,
        "solved": solve.is_solved,
        "seconds": round(solve.seconds, 3),
        "count": solve.count,
        "steps": [
            {
                "name": step.name,
                "moves": step.line.partition("//")[0].strip(),
                "count": step.count,
                "pause": round(step.pause, 3),
                "seconds": round(step.seconds, 3),
                "shortest": step.shortest,
            }
            for step in solve.steps
        ],
        "text": solve.text,
        "link": solve.link,
    }


def times_csv(solves: Sequence[Reconstruction]) -> str:
    """Return the turns of all solves as CSV, with their steps and times (seconds)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, solve in enumerate(solves, start=1):
        titles, *rows = solve.table
        if number == 1:
            writer.writerow(("solve", *titles))
        writer.writerows((str(number), *row) for row in rows)
    return text.getvalue()


def check_words(before: ScrambleCheck, after: ScrambleCheck) -> str:
    """Return what is to be said of a scramble after a turn; "" if it was not a turn of a layer."""
    if after.wrong:
        undo = f"undo it with {moves_text(after.undoing)}"
        if before.wrong:
            return f"wrong: {undo}"
        if after.next is None:
            return f"wrong: the scramble was done; {undo}"
        return f"wrong: turn {after.done + 1} of the scramble is {after.next}; {undo}"
    if before.wrong:
        return f"right again: {after.done} of {len(after.scramble)}"
    if after.is_done:
        return "the scramble is done"
    return f"{after.done} of {len(after.scramble)}" if after.done > before.done else ""


def check_end(check: ScrambleCheck) -> str:
    """Return what has become of a scramble at the end."""
    if check.is_done:
        return "The scramble was done as it is written."
    if check.wrong:
        return f"The scramble is not done: {moves_text(check.undoing)} brings it back."
    return f"The scramble is not done: {check.done} of {len(check.scramble)} turns were made."


_FACES = {colour: face for face, colour in WESTERN.items()}


@dataclass(frozen=True, slots=True)
class ComparedTurns:
    """The quarter turns of a smart cube beside those of a film, named as a smart cube names them.

    That is U for the layer around the white centre, F around the green one, and so on. `told` and
    `seen` count them.
    """

    told: int
    seen: int
    found: Distance

    @classmethod
    def of(
        cls,
        told: Sequence[WatchedTurn],
        seen: Sequence[WatchedTurn],
        colours: Mapping[str, str],
    ) -> ComparedTurns:
        """Compare what a cube told with what was seen in a film.

        `colours`: of the centre of each face, as the cube was held at the start of the film.
        """
        faces = {face: _FACES[colour] for face, colour in colours.items()}
        truth = by_colour([TimedTurn(each.turn, each.end) for each in told])
        as_held = by_colour([TimedTurn(each.turn, each.end) for each in seen])
        film = by_colour(
            [TimedTurn(faces[each.turn[0]] + each.turn[1:], each.end) for each in as_held]
        )
        return cls(len(truth), len(film), distance(truth, film))

    @property
    def agrees(self) -> bool:
        """Whether the film shows what the cube told, and nothing else."""
        return not self.found.changes

    def lines(self) -> Iterator[str]:
        """Yield in words how far both agree, and each turn in which not, at seconds of the film."""
        told = f"The cube told {counted(self.told, 'quarter turn')}, the film shows {self.seen}"
        if self.agrees:
            yield f"{told}: the same. {self._clocks()}".rstrip()
            return
        yield f"{told}; {counted(self.found.changes, 'difference')}. {self._clocks()}".rstrip()
        for made, watched in self.found.differences:
            match made, watched:
                case TimedTurn(), TimedTurn():
                    words = f"{made.turn} by the cube, {watched.turn} by the film"
                case TimedTurn(), None:
                    words = f"{made.turn} by the cube only"
                case _, TimedTurn():
                    words = f"{watched.turn} by the film only"
            yield f"{self._seconds(made, watched):9.3f} s  {words}"

    def _seconds(self, made: TimedTurn | None, watched: TimedTurn | None) -> float:
        if watched is not None:
            return watched.end
        return made.end + self.found.offset if made is not None else 0.0

    def _clocks(self) -> str:
        if not self.found.delays:
            return ""
        return f"The film began {-self.found.offset:.3f} s after the connection to the cube."

    def values(self) -> dict[str, Any]:
        """Return the comparison as values for JSON."""
        return {
            "told": self.told,
            "seen": self.seen,
            "offset": self.found.offset if self.found.delays else None,
            "differences": [
                {"told": _value(made), "seen": _value(watched)}
                for made, watched in self.found.differences
            ],
        }


def _value(turn: TimedTurn | None) -> dict[str, Any] | None:
    return None if turn is None else {"turn": turn.turn, "end": turn.end}
