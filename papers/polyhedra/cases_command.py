"""`rokumen paper cases`: the cases of the polyhedra paper's methods, listed and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from files.wording import counted
from papers.polyhedra.cases_drawing import draw_cases, paints_of_pieces, paints_of_stickers
from papers.polyhedra.lbl.engine import PaperCase, paper_cases
from papers.polyhedra.lbl.middle_layers import with_middle_layers
from papers.polyhedra.tsukuda.case_lists import StepCase, step_cases, steps_with_cases
from papers.polyhedra.tsukuda.quarter_turns import count_quarters
from rokumen.extend.commands import (
    DONE,
    InputError,
    WholeNumber,
    draw_option,
    json_option,
    print_json,
)
from solver.core.turn import inverse, layer_quarters
from solver.notation.wca import print_move
from solver.puzzles.nxn.notation import write, write_paper

_ROTATIONS = ("", "y ", "y2 ", "y' ")


@dataclass(frozen=True, slots=True)
class Listed:
    """A case as it is printed and drawn."""

    stage: str
    where: str
    name: str
    moves: str
    quarters: int
    paints: Callable[[], list[str]]

    @property
    def title(self) -> str:
        """Return the stage and what is seen."""
        return f"{self.stage}: {self.where}"


@click.command("cases")
@click.argument("method", type=click.Choice(["lbl-paper", "tsukuda-paper"]))
@click.option(
    "--step", type=WholeNumber(1), help="Only this of the sixteen steps of tsukuda-paper."
)
@click.option(
    "--stage",
    type=click.Choice(["cross", "corner", "pair", "OLL", "PLL"]),
    help="Only this stage of lbl-paper.",
)
@click.option("--wca", is_flag=True, help="Write turns as the WCA does, not as the paper.")
@draw_option("Draw the cube before each case: .svg or .png.")
@json_option()
def command(
    method: str, step: int | None, stage: str | None, wca: bool, draw: Path | None, as_json: bool
) -> int:
    """List the cases of one of the polyhedra paper's methods, with the turns for each.

    Turns are written as in its section: xn' ynd in 14.1, and R M' U2 in 14.2. Quarter turns are
    counted as in the paper, one of a middle layer as one.
    """
    if method == "lbl-paper":
        if step is not None:
            raise InputError(f"--step {step} is for tsukuda-paper; lbl-paper has --stage")
        found = [_of_lbl(case) for case in paper_cases() if stage in (None, case.stage)]
    else:
        if stage is not None:
            raise InputError(f"--stage {stage} is for lbl-paper; tsukuda-paper has --step")
        steps = steps_with_cases() if step is None else (step,)
        found = [_of_step(case, wca) for each in steps for case in step_cases(each)]
    if draw is not None:
        draw_cases([(each.title, each.name, each.paints(), each.moves) for each in found], draw)
    if as_json:
        print_json({"method": method, "cases": [_as_json(each) for each in found]})
    else:
        click.echo("\n".join(_lines(found)))
    return DONE


def _of_lbl(case: PaperCase) -> Listed:
    moves = " ".join(map(print_move, with_middle_layers(case.algorithm)))
    before = inverse(case.algorithm)
    return Listed(
        case.stage,
        case.where,
        case.name,
        (_ROTATIONS[case.rotation] + moves).strip(),
        layer_quarters(case.algorithm),
        lambda: paints_of_pieces(before, case.pieces, case.rotation),
    )


def _of_step(case: StepCase, wca: bool) -> Listed:
    if wca:
        moves = " ".join(write(turn, case.model) for turn in case.turns)
    else:
        # The layers of a model stand for those of any L.
        words = (write_paper(turn, case.model) for turn in case.turns)
        moves = " ".join(words).replace("l1", "l").replace("r1", "r")
    return Listed(
        f"step {case.step}",
        case.where,
        "",
        moves,
        count_quarters(case.turns),
        lambda: paints_of_stickers(case),
    )


def _as_json(case: Listed) -> dict[str, object]:
    return {
        "stage": case.stage,
        "where": case.where,
        "name": case.name,
        "moves": case.moves,
        "quarters": case.quarters,
    }


def _lines(found: list[Listed]) -> Iterator[str]:
    where, name = (max(len(getattr(each, part)) for each in found) for part in ("where", "name"))
    for stage in dict.fromkeys(each.stage for each in found):
        cases = [each for each in found if each.stage == stage]
        longest = max(each.quarters for each in cases)
        yield f"{stage}: {counted(len(cases), 'case')}, at most {counted(longest, 'quarter turn')}"
        for number, each in enumerate(cases):
            named = f"  {each.name:<{name}}" if name else ""
            what = f"{number:>3}  {each.where:<{where}}{named}"
            yield f"  {what}  {each.quarters:>2}  {each.moves or '-'}"
