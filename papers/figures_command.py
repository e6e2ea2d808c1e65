"""`rokumen paper figures`: every published figure that can be measured, beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import click

from papers import figures
from papers.figure import Figure, PublishedFigure
from rokumen.extend.commands import (
    DONE,
    InputError,
    StatusLine,
    WholeNumber,
    json_option,
    print_json,
    print_table,
)


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A published figure with ours; `sigmas_off` is in its standard deviations, if it has one."""

    document: str
    section: str
    what: str
    published: float
    published_sigma: float | None
    ours: float
    sigma: float | None
    sigmas_off: float | None
    command: str

    def row(self) -> tuple[str, ...]:
        """Return the cells of the table."""
        return (
            self.document,
            self.section,
            self.what,
            str(Figure(self.published, self.published_sigma)),
            str(Figure(self.ours, self.sigma)),
            "" if self.sigmas_off is None else f"{self.sigmas_off:+.1f}",
            self.command,
        )


COLUMNS = ("document", "section", "what", "published", "rokumen", "sigmas off", "alone")


@click.command("figures")
@click.option(
    "--cubes",
    type=WholeNumber(1, 10_000),
    default=100,
    show_default=True,
    help="Cubes or positions of each mean.",
)
@click.option("--quick", is_flag=True, help="Leave out what builds tables or searches for long.")
@click.option("--section", help="Only this section of a document, such as 14.2.5.")
@click.option(
    "--exact",
    is_flag=True,
    help="Instead, the lengths of the polyhedra paper's methods over all states (minutes).",
)
@json_option()
def command(cubes: int, quick: bool, section: str | None, exact: bool, as_json: bool) -> int:
    """Measure every figure of the five documents that rokumen began with, by their methods.

    A row is a published figure, ours, and a command that shows it alone. Every solution is
    verified; the exit status is 1 if one fails.
    """
    if exact:
        return _print_exact(as_json)
    chosen = [
        each
        for each in figures.FIGURES
        if not (quick and each.is_slow) and section in (None, each.section)
    ]
    if not chosen:
        raise InputError(f"no figure is of the section {section!r}; the page {_PAGE} has them all")
    rows = []
    with StatusLine() as status:
        for each in chosen:
            status.show(each.what, None)
            rows.append(compared(each, cubes))
    counts = _counts(chosen, rows)
    if as_json:
        print_json({"cubes": cubes, "figures": [asdict(row) for row in rows], "count": counts})
        return DONE
    from rich.table import Table

    table = Table(*COLUMNS)
    for row in rows:
        table.add_row(*row.row())
    print_table(table)
    click.echo(
        "{numbers:,} numbers of the documents in {rows} rows: {agree} rows agree, {explained} "
        "are explained, {means} are means".format(**counts)
    )
    return DONE


def _print_exact(as_json: bool) -> int:
    from rich.table import Table

    from papers.polyhedra.published import exact_lengths

    found = list(exact_lengths.exact())
    if as_json:
        print_json({"lengths": [each._asdict() for each in found]})
        return DONE
    table = Table(*exact_lengths.ExactLengths._fields)
    for method, stage, cases, mean, sigma, *ends in found:
        table.add_row(method, stage, f"{cases:,}", f"{mean:.4f}", f"{sigma:.4f}", *map(str, ends))
    print_table(table)
    return DONE


_PAGE = "docs/published-figures.md"


def compared(figure: PublishedFigure, cubes: int) -> ComparedFigure:
    """Return a figure with ours. Raises UnsolvedError if a solution fails."""
    ours, theirs = figure.measure(cubes), figure.published
    return ComparedFigure(
        figure.document,
        figure.section,
        figure.what,
        theirs.value,
        theirs.sigma,
        ours.value,
        ours.sigma,
        None if theirs.sigma is None else (ours.value - theirs.value) / theirs.sigma,
        figure.command,
    )


def _counts(chosen: Sequence[PublishedFigure], rows: Sequence[ComparedFigure]) -> dict[str, int]:
    means = sum(row.published_sigma is not None for row in rows)
    agree = sum(row.ours == row.published for row in rows if row.published_sigma is None)
    return {
        "numbers": sum(each.numbers for each in chosen),
        "rows": len(rows),
        "agree": agree,
        "explained": len(rows) - agree - means,
        "means": means,
    }
