"""`rokumen history`: the runs there have been."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.history import history_file, past_runs
from rokumen.output import print_json


@click.command("history")
@click.option("--last", type=click.IntRange(1), metavar="N", help="The newest N [all].")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a run.")
def command(last: int | None, as_json: bool) -> int:
    """List the runs of `run`, `resume`, `demo` and the page: times, jams, retries.

    The newest comes last. A run that goes on is "running"; "crashed" is one that ended without
    having said how.
    """
    runs = past_runs(history_file(), last or -1)
    if as_json:
        for run in runs:
            print_json(run.as_json())
    elif runs:
        from rokumen.show.history import print_history

        print_history(runs)
    else:
        click.echo("there have been no runs yet", err=True)
    return exit_status.DONE
