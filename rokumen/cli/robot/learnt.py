"""`rokumen robot learnt`: what a robot has learnt of its times and its jams, or to forget it."""

from __future__ import annotations

import click

from files.records import record_table
from files.wording import counted
from rokumen import exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.errors import InputError
from rokumen.show.fitted import aligned
from rokumen.storage.learnt_times import (
    LearntDuration,
    LearntTimes,
    forget_learnt_times,
    load_learnt_times,
)
from rokumen.storage.robots import load_robot


@click.command("learnt")
@click.argument("name")
@click.option("--forget", is_flag=True, help="Remove it: the robot learns anew.")
@json_option()
def learnt(name: str, forget: bool, as_json: bool) -> int:
    """Show what the robot NAME has learnt in its runs: seconds of its motions, and its jams.

    Runs plan with these seconds, which are never shorter than was safe, and avoid what jams.
    """
    if forget:
        if not forget_learnt_times(name):
            raise InputError(f"the robot {name!r} has learnt nothing yet")
        click.echo(f"{name} has forgotten its times", err=True)
        return exit_status.DONE
    found = load_learnt_times(name)
    if not found.runs:
        load_robot(name)  # raises now if it does not exist
    if as_json:
        print_json(_as_json(found))
    elif not found.runs:
        click.echo(f"{name} has learnt nothing yet", err=True)
    else:
        click.echo(f"{counted(found.runs, 'run')} with the {found.rig} rig")
        click.echo(aligned(_rows(found)))
    return exit_status.DONE


def _rows(found: LearntTimes) -> list[tuple[str, str]]:
    times = [
        (each.duration, f"{each.value:.3f} s, {_compared(each)}")
        for each in found.durations.values()
    ]
    settling = [
        (f"after {kind}", f"still moves for {each.value:.3f} s")
        for kind, each in found.settling.items()
        if each.value
    ]
    jams = [
        (
            f"{each.axis} by {each.degrees:+d}°, with {each.load}",
            f"{counted(each.jams, 'jam')} in {counted(each.motions, 'motion')}",
        )
        for each in found.jams.values()
        if each.jams
    ]
    return [*times, *settling, *jams]


def _compared(each: LearntDuration) -> str:
    return (
        "as without learning"
        if each.value == each.base
        else f"of {each.base:.3f} s without learning"
    )


def _as_json(found: LearntTimes) -> dict[str, object]:
    return {
        "robot": found.robot,
        "rig": found.rig,
        "runs": found.runs,
        "durations": {
            name: {**record_table(each), "value": each.value}
            for name, each in found.durations.items()
        },
        "settling": {kind: each.value for kind, each in found.settling.items()},
        "jams": [record_table(each) for each in found.jams.values()],
    }
