"""`rokumen robot history` and `journal`: past runs, and the commands of one with their times."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from robot.errors import JournalError
from robot.execution.journal import command_times, read_journal
from rokumen import exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import WholeNumber
from rokumen.errors import InputError
from rokumen.storage.history import history_file, list_runs
from rokumen.storage.runs import newest_journal


@click.command("history")
@click.option("--last", type=WholeNumber(1), metavar="N", help="The newest N [all].")
@json_option("Print one JSON object a run.")
def history(last: int | None, as_json: bool) -> int:
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
        click.echo("`rokumen verify RUN` checks one of them by its number", err=True)
    else:
        click.echo("no runs yet", err=True)
    return exit_status.DONE


@click.command("journal")
@click.argument("journal", type=click.Path(path_type=Path), required=False)
@json_option("Print one JSON object a command.")
def journal(journal: Path | None, as_json: bool) -> int:
    """Show when each command of a run began, and how long it took.

    The run is the newest one, finished or not, or that of JOURNAL. "took" is by the clock of this
    computer, from sending the command to its end; "motion" by that of the robot.
    """
    try:
        path = newest_journal() if journal is None else journal
        commands = command_times(read_journal(path))
    except JournalError as error:
        raise InputError(str(error)) from error
    if as_json:
        for command in commands:
            print_json(asdict(command))
        return exit_status.DONE
    # Imported here: a table needs more than JSON does.
    from rokumen.show.run_tables import print_commands

    print_commands(path, commands)
    return exit_status.DONE
