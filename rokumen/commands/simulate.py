"""`rokumen simulate`: the robot in software, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from random import Random
from threading import Thread

import click

from firmware_sim.errors import SimulatorError
from firmware_sim.faults import read_faults
from firmware_sim.mechanics import CORNER_CUTTING_DEGREES
from firmware_sim.pulsed_servos import Jaws
from firmware_sim.simulator import Announcement, SimulatorOptions, run
from firmware_sim.truth import OPENINGS
from robot.command import CLOSED
from robot.errors import RobotError
from robot.rig import DEFAULT_RIG, RIGS
from rokumen import exit_status
from rokumen.cube_argument import parse_cube
from rokumen.errors import InputError
from rokumen.show.injected import injected_text
from solver.cube import Cube
from solver.scramble import random_cube


@click.command("simulate")
@click.option("--rig", type=click.Choice(sorted(RIGS)), default=DEFAULT_RIG, show_default=True)
@click.option("--tcp", metavar="HOST:PORT", help="Serve there in place of a pseudo-terminal.")
@click.option("--scramble", metavar="CUBE", help="What it holds: moves or facelets [random].")
@click.option("--seed", type=int, help="Makes the random cube and the faults repeatable.")
@click.option("--jam", type=click.FloatRange(0, 1), default=0.0, help="Chance a turn catches.")
@click.option(
    "--faults", default="", metavar="LIST|FILE", help="jam_once@12,bit_flip~0.001 or TOML."
)
@click.option(
    "--fault-log", type=click.Path(path_type=Path), help="Write what struck to this file."
)
@click.option("--corner-cutting", type=click.FloatRange(0, 44), default=CORNER_CUTTING_DEGREES)
@click.option("--pace", type=click.FloatRange(0.1, 1000), default=1.0, help="Times real speed.")
@click.option(
    "--board",
    type=click.Path(path_type=Path),
    metavar="ELF",
    help="Run this firmware of a real board. See docs/firmware.md.",
)
@click.option("--maestro", is_flag=True, help="Be a Pololu Maestro. See docs/maestro.md.")
@click.option(
    "--jaws",
    type=click.FloatRange(-0.5, 1.5),
    default=OPENINGS[CLOSED],
    help="With --maestro: from 1000 (0) to 2000 µs (1), where its hands really hold.",
)
@click.option("--camera-port", type=click.IntRange(0, 65535), default=0, help="0: any free one.")
@click.option("--state", type=click.Path(path_type=Path), help="Keep the cube in this file.")
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
    jaws: float,
    camera_port: int,
    state: Path | None,
    attached: bool,
    as_json: bool,
) -> int:
    """Be a robot: print its serial port and its camera's URL, and serve both until Ctrl-C."""

    def announce(found: Announcement) -> None:
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

    if board and maestro:
        raise InputError("--board and --maestro are two different boards; leave one out")
    if jaws != OPENINGS[CLOSED] and not maestro:
        raise InputError(f"--jaws {jaws:g} is for the hands of a --maestro; add that")
    if attached:
        Thread(target=_stop_with_input, daemon=True).start()
    try:
        options = SimulatorOptions(
            rig=rig,
            cube=_cube(scramble, seed),
            seed=Random().randrange(2**32) if seed is None else seed,
            jam=jam,
            faults=read_faults(faults),
            corner_cutting=corner_cutting,
            pace=pace,
            board=board,
            maestro=maestro,
            jaws=Jaws(jaws),
            tcp=tcp,
            camera_port=camera_port,
            state_file=state,
            fault_log=fault_log,
        )
        injections = run(options, announce)
    except (SimulatorError, RobotError, OSError) as error:
        raise InputError(f"the simulator cannot start: {error}") from error
    if faults and not as_json:
        click.echo(injected_text(injections), err=True)
    return exit_status.DONE


def _cube(scramble: str | None, seed: int | None) -> Cube:
    return random_cube(Random(seed)) if scramble is None else parse_cube(scramble)


def _stop_with_input() -> None:
    """Stop when whoever started this is gone, however it went: its end of the pipe closes."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
