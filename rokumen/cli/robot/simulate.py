"""`rokumen simulate`: run the simulated robot until Ctrl-C."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from firmware_sim.errors import SimulatorError
from firmware_sim.options import SimulatorOptions
from firmware_sim.physics.mechanism import CORNER_CUTTING_DEGREES
from firmware_sim.simulator import SimulatorAddress, run
from robot.errors import RobotError
from rokumen import exit_status
from rokumen.cli.number_types import SEED, Number, WholeNumber
from rokumen.cli.options import rig_option, simulated_camera_at_option
from rokumen.errors import InputError
from rokumen.show.terminal.job_summary import fault_report

STANDARD_INPUT = 0  # file descriptor


@click.command("simulate")
@rig_option
@click.option("--tcp", metavar="HOST:PORT", help="Serve here instead of on a pseudo-terminal.")
@click.option("--scramble", metavar="CUBE", help="The cube: moves or a list [random].")
@click.option("--seed", type=SEED, help="Seed of the random cube and the faults.")
@click.option("--jam", type=Number(0, 1), default=0.0, help="Probability that a turn jams.")
@click.option(
    "--faults", default="", metavar="LIST|FILE", help="jam_once@12,bit_flip~0.001 or TOML."
)
@click.option(
    "--fault-log", type=click.Path(path_type=Path), help="Write the injected faults to this file."
)
@click.option("--corner-cutting", type=Number(0, 44), default=CORNER_CUTTING_DEGREES)
@click.option("--pace", type=Number(0.1, 1000), default=1.0, help="Multiple of real speed.")
@click.option(
    "--board",
    type=click.Path(path_type=Path),
    metavar="ELF",
    help="Run the firmware of this board. See docs/firmware.md.",
)
@click.option("--maestro", is_flag=True, help="Emulate a Pololu Maestro. See docs/maestro.md.")
@click.option("--ideal", is_flag=True, help="Servos, line and camera without any imperfection.")
@click.option("--no-feedback", is_flag=True, help="Motors that do not measure where they stand.")
@click.option(
    "--jaws",
    type=Number(-0.5, 1.5),
    help="With --maestro or --board: where its grippers hold, from 1000 µs (0) to 2000 µs (1).",
)
@click.option(
    "--lag",
    type=Number(0.0, 1.0),
    metavar="S",
    help="Seconds by which servos lag behind their pulses [0.04; with --ideal 0].",
)
@click.option(
    "--latency",
    type=Number(0.0, 0.255),
    metavar="S",
    help="How long the line's USB chip waits [0.016; 0.001 of a board; with --ideal 0].",
)
@click.option(
    "--factory-settings",
    is_flag=True,
    help="With --maestro: a board that was not set up, limited to 992..2000 µs.",
)
@simulated_camera_at_option
@click.option("--camera-port", type=WholeNumber(0, 65535), default=0, help="0: any free one.")
@click.option("--state", type=click.Path(path_type=Path), help="Store the cube in this file.")
@click.option("--attached", is_flag=True, help="Stop when standard input ends.")
@click.option("--json", "as_json", is_flag=True, help="Announce on one line of JSON.")
def command(
    rig: str,
    tcp: str | None,
    scramble: str | None,
    seed: int | None,
    jam: float,
    faults: str,
    fault_log: Path | None,
    corner_cutting: float,
    pace: float,
    board: Path | None,
    maestro: bool,
    ideal: bool,
    no_feedback: bool,
    jaws: float | None,
    lag: float | None,
    latency: float | None,
    factory_settings: bool,
    camera_at: str,
    camera_port: int,
    state: Path | None,
    attached: bool,
    as_json: bool,
) -> int:
    """Simulate a robot: print its serial port and camera URL, and serve both until Ctrl-C."""
    try:
        options = SimulatorOptions(
            rig=rig,
            scramble=scramble,
            seed=seed,
            jam=jam,
            faults=faults,
            corner_cutting=corner_cutting,
            pace=pace,
            board=board,
            maestro=maestro,
            ideal=ideal,
            feedback=not no_feedback,
            jaws=jaws,
            lag=lag,
            latency=latency,
            factory_settings=factory_settings,
            tcp=tcp,
            camera_port=camera_port,
            camera_at=tuple(camera_at.split(",")) if camera_at else (),
            state=state,
            fault_log=fault_log,
        )
        announce = partial(_announce, maestro=maestro, as_json=as_json)
        injections = run(options, announce, parent=STANDARD_INPUT if attached else None)
    except (SimulatorError, RobotError, OSError) as error:
        raise InputError(f"the simulator cannot start: {error}") from error
    if faults and not as_json:
        click.echo(fault_report(injections), err=True)
    return exit_status.DONE


def _announce(found: SimulatorAddress, *, maestro: bool, as_json: bool) -> None:
    if as_json:
        click.echo(found.to_json())
        return
    scheme = "maestro://" if maestro else ""
    click.echo(f"port    {found.port}")
    click.echo(f"camera  {found.camera}")
    click.echo(
        f"In another terminal: rokumen run --port {scheme}{found.port} --camera {found.camera}",
        err=True,
    )
