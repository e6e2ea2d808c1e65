"""Solves and scrambles that were watched, as lines of text and as values for JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from files.wording import counted
from solver.notation.printing import moves_text
from solver.reconstruction import Reconstruction, TimedStep
from solver.scramble_check import ScrambleCheck


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
