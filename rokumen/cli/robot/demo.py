"""`rokumen demo`: a whole job on the simulator."""

from __future__ import annotations

from random import SystemRandom

import click

from rokumen.cli.number_types import PACES
from rokumen.cli.options import JAM, SIMULATED_PLACES, RunOptions, run_options
from rokumen.cli.output import json_option
from rokumen.cli.parameters import LongCommand
from rokumen.cli.robot.run_display import run_simulated_job
from rokumen.devices.simulated_robot import resolve_faults
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    absolute_name,
    create_journal,
    new_run_path,
    state_beside,
)


@click.command("demo", cls=LongCommand)
@run_options(
    *("seed", "rig", "jam", "method", "fastest", "pace", "faults", "ideal", "camera_at"),
    *("time_limit", "durations", "overlap", "record", "trace"),
    jam={"default": JAM, "help": f"Probability that a turn jams [{JAM}]."},
    pace={
        "default": PACES["fast"],
        "help": "Speed: fast, real, or how many times that of a real robot [fast].",
    },
    camera_at=SIMULATED_PLACES,
)
@json_option()
def command(options: RunOptions, as_json: bool) -> int:
    """Scan, solve and verify a scrambled cube with a simulated robot.

    The simulator is a separate process behind a pseudo-terminal (TCP where the system has none);
    the cube is read only from the pictures of its camera.
    """
    path = new_run_path()
    robot = SimulatedRobotSettings(
        rig=options.simulated_rig,
        seed=SystemRandom().randrange(1_000_000) if options.seed is None else options.seed,
        jam=options.jam or 0.0,
        pace=options.pace,
        state=state_beside(path),
        faults=resolve_faults(options.faults or ""),
        ideal=options.ideal,
    )
    settings = RunSettings(
        options.policy,
        simulated=robot,
        durations=absolute_name(options.durations),
        camera_at=options.camera_at,
    )
    recording, opened_by = options.recording(), options.opener()
    click.echo(f"A random cube and random jams, seed {robot.seed}", err=True)
    with create_journal(path, settings) as journal:
        return run_simulated_job(settings, journal, opened_by, as_json=as_json, recording=recording)
