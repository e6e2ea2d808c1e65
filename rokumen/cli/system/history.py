"""`rokumen history`: list past runs."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.cli.number_types import WholeNumber
from rokumen.cli.output import json_option, print_json
from rokumen.storage.history import history_file, list_runs


@click.command("history")
@click.option("--last", type=WholeNumber(1), metavar="N", help="The newest N [all].")
@json_option("Print one JSON object a run.")
def command(last: int | None, as_json: bool) -> int:
    """List the runs of `run`, `resume`, `demo` and the page: times, jams, retries.

    The newest is last. "running" is a run in progress; "crashed" is one that ended without an
    outcome.
    """
    runs = list_runs(history_file(), last or -1)
    if as_json:
        for run in runs:
            print_json(run.as_json())
    elif runs:
        from rokumen.show.run_tables import print_history

        print_history(runs)
    else:
        click.echo("no runs yet", err=True)
    return exit_status.DONE
