"""What `rokumen watch` prints of turns as they come, and at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from files.access import replace_text
from files.wording import reason
from rokumen.cli.output import print_json
from rokumen.errors import InputError
from rokumen.show.watched_solves import (
    ComparedTurns,
    check_end,
    check_words,
    solve_lines,
    solve_values,
    times_csv,
)
from solver.core.errors import CubeError
from solver.core.orientation import Orientation
from solver.core.watched_turn import StartFrom, WatchedTurn
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.reconstruction import Reconstruction, reconstruct
from solver.scramble_check import ScrambleCheck


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """What is wanted of the turns: `steps` of solves, a file of times, the check of a scramble."""

    steps: bool = False
    csv: Path | None = None
    check: ScrambleCheck | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class CubeBefore:
    """The cube before the first turn, None where it is not known, and where that is from."""

    cube: Cube | None
    told_by: StartFrom


@dataclass(slots=True)
class TurnPrinter:
    """Prints turns as they come, and what is known of them at the end.

    `compared`: the turns of a film beside those that a smart cube told meanwhile.
    """

    options: WatchOptions
    turns: list[WatchedTurn] = field(default_factory=list)
    check: ScrambleCheck | None = None
    compared: ComparedTurns | None = None
    _held: Orientation = field(default_factory=Orientation.identity)
    _first_wrong: dict[str, Any] | None = None
    # After how many turns the scramble was done, None until then.
    _scrambled: int | None = None

    def __post_init__(self) -> None:
        self.check = self.options.check

    def add(self, turn: WatchedTurn) -> None:
        """Print a turn."""
        self.turns.append(turn)
        words = "" if turn.certain else "  after a gap" if turn.after_gap else "  doubtful"
        if said := self._checked(turn):
            words += f"  {said}"
        if not self.options.as_json:
            click.echo(f"{turn.end:9.3f} s  {turn.turn:<3}{words}".rstrip())

    def _checked(self, turn: WatchedTurn) -> str:
        """Return what is to be said of the scramble after a turn."""
        if self.check is None or self._scrambled is not None:
            return ""
        resolved = resolve(parse(turn.turn).moves(), self._held)
        self._held = resolved.orientation
        before, self.check = self.check, self.check.after(resolved.turns)
        if self.check.is_done:
            self._scrambled = len(self.turns)
        if self.check.wrong and self._first_wrong is None:
            self._first_wrong = {
                "turn": self.check.done + 1,
                "expected": None if self.check.next is None else str(self.check.next),
                "made": turn.turn,
                "seconds": turn.end,
            }
        return check_words(before, self.check)

    def print_end(self, start: CubeBefore, facelets: str, *, certain: bool) -> None:
        """Print what is known at the end.

        Raises InputError where steps are wanted and turns are missing.
        """
        wants_steps = self.options.steps or self.options.csv is not None
        solves = self._solves(start.cube) if wants_steps else ()
        if self.options.csv is not None:
            _write(self.options.csv, times_csv(solves))
        if self.options.as_json:
            found: dict[str, Any] = {
                "turns": [_turn_values(turn) for turn in self.turns],
                "facelets": facelets,
                "certain": certain,
                "start": None if start.cube is None else start.cube.facelets,
                "start_from": start.told_by,
            }
            if self.options.steps:
                found["solves"] = [solve_values(solve) for solve in solves]
            if self.check is not None:
                found["scramble"] = self._scramble_values(self.check)
            if self.compared is not None:
                found["compared"] = self.compared.values()
            print_json(found)
            return
        if self.check is not None:
            click.echo(check_end(self.check))
        if self.options.steps:
            for solve in solves:
                click.echo("\n" + "\n".join(solve_lines(solve)))
            click.echo("" if solves else "No solve was seen.")
        for line in () if self.compared is None else self.compared.lines():
            click.echo(line)
        click.echo(facelets)

    def _scramble_values(self, check: ScrambleCheck) -> dict[str, Any]:
        return {
            "turns": len(check.scramble),
            "done": check.done,
            "is_done": check.is_done,
            "first_wrong": self._first_wrong,
        }

    def _solves(self, start: Cube | None) -> tuple[Reconstruction, ...]:
        """Return the solves that were watched; those after a scramble that was checked."""
        if start is None:
            raise InputError(
                "there are no steps: the cube before the first turn is not known; say it with "
                "--from CUBE"
            )
        try:
            return reconstruct(start, self.turns, self._scrambled or 0)
        except CubeError as error:
            raise InputError(str(error)) from error


def _turn_values(turn: WatchedTurn) -> dict[str, Any]:
    """Return the JSON of a turn."""
    return {
        "turn": turn.turn,
        "start": turn.start,
        "end": turn.end,
        "certain": turn.certain,
        "after_gap": turn.after_gap,
    }


def _write(path: Path, text: str) -> None:
    try:
        replace_text(path, text)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {reason(error)}") from error
