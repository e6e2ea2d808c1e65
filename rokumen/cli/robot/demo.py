"""`rokumen demo`: a whole job on the simulator."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from firmware_sim.options import RobotOptions
from robot.link.port import PortOpener
from rokumen.cli.options import (
    planning_options,
    record_option,
    simulated_camera_at_option,
    simulated_options,
    trace_option,
)
from rokumen.cli.output import json_option
from rokumen.cli.parameters import option_of
from rokumen.cli.robot.run_display import run_simulated_job
from rokumen.devices.simulated_robot import PACES, resolve_faults
from rokumen.storage.runs import (
    RunSettings,
    SimulatedRobotSettings,
    SolutionPolicy,
    absolute_name,
    create_journal,
    new_run_path,
    state_beside,
)

if TYPE_CHECKING:
    from rokumen.api.recording import RunRecording


@click.command("demo")
@simulated_options
@simulated_camera_at_option
@planning_options
@record_option
@trace_option
@click.option("--pace", type=click.Choice(list(PACES)), default="fast", show_default=True)
@option_of(RobotOptions, "ideal")
@json_option()
def command(
    seed: int | None,
    rig: str,
    jam: float,
    faults: str,
    camera_at: str,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    durations: Path | None,
    overlap: bool,
    record: RunRecording | None,
    trace: PortOpener,
    pace: str,
    ideal: bool,
    as_json: bool,
) -> int:
    """Scan, solve and verify a scrambled cube with a simulated robot.

    The simulator is a separate process behind a pseudo-terminal (TCP where the system has none);
    the cube is read only from the pictures of its camera.
    """
    path = new_run_path()
    choice = SolutionPolicy(method, fastest, time_limit, overlap)
    robot = SimulatedRobotSettings(
        rig=rig,
        seed=SystemRandom().randrange(1_000_000) if seed is None else seed,
        jam=jam,
        pace=PACES[pace],
        state=state_beside(path),
        faults=resolve_faults(faults),
        ideal=ideal,
    )
    click.echo(f"A random cube and random jams, seed {robot.seed}", err=True)
    settings = RunSettings(
        choice, simulated=robot, durations=absolute_name(durations), camera_at=camera_at
    )
    with create_journal(path, settings) as journal:
        return run_simulated_job(settings, journal, trace, as_json=as_json, recording=record)
