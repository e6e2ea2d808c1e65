"""`rokumen verify`: whether a stored run proves what it claims."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json


@click.command("verify")
@click.argument("run", required=False)
@json_option()
def command(run: str | None, as_json: bool) -> int:
    """Check a stored run offline: is it as it was written, and did the cube become what it says?

    RUN is a number of `rokumen robot history`, or a journal; by default the newest. Its pictures
    are read again, and the cube is followed by the turns that the robot acknowledged. The exit
    status is 1 where something was edited, is missing, or is of another run.
    """
    # Imported here: reading pictures needs OpenCV.
    from rokumen.jobs.run_proof import verify_run

    proof = verify_run(run)
    if as_json:
        print_json(proof.as_json())
    else:
        click.echo(proof.words)
        for more in (*proof.doubts[1:], *proof.notes):
            click.echo(f"  {more}")
    return exit_status.DONE if proof.is_proved else exit_status.FAILURE
