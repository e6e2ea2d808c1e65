"""`rokumen bench seeds`: every published figure that can be measured, and ours."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.cli.number_types import WholeNumber
from rokumen.cli.output import print_json
from rokumen.show.terminal.tables import wide_output


@click.command("seeds")
@click.option(
    "--cubes",
    type=WholeNumber(1, 10_000),
    default=100,
    show_default=True,
    help="Cubes or positions of each mean; 100 in the polyhedra paper.",
)
@click.option("--quick", is_flag=True, help="Leave out what builds tables or searches for long.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(cubes: int, quick: bool, as_json: bool) -> int:
    """Measure every figure of the five documents that rokumen began with, by their methods.

    A row is a published figure, ours, and the command that measures it alone. Every solution is
    verified; the exit status is 1 if one fails.
    """
    # Imported here, since they are slow to import and the other benchmarks do not need them.
    from rokumen.benchmarks.published import figures

    rows = [row for row in figures.ROWS if not (quick and row.is_slow)]
    with Console(stderr=True).status("starting") as status:
        measured = list(figures.measure(rows, cubes, status.update))
    if as_json:
        print_json({"cubes": cubes, "figures": [figures.as_json(each) for each in measured]})
    else:
        output = wide_output()
        output.width = max(output.width, figures.TABLE_WIDTH)
        output.print(figures.table(measured, cubes))
    return exit_status.DONE
