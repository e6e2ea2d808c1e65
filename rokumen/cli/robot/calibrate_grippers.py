"""`rokumen calibrate grippers`: measure durations, wrist angles and gripper pulses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from robot.rigs.camera_places import parse_places
from robot.rigs.command import gripper_name, wrist_words
from rokumen import exit_status
from rokumen.cli.options import REQUIRED, RunOptions, run_options
from rokumen.cli.output import draw_option, json_option, print_json
from rokumen.cli.parameters import LongCommand, WholeNumber
from rokumen.errors import InputError

if TYPE_CHECKING:
    from rokumen.devices.robot_connection import RobotAddress
    from rokumen.jobs.calibrate_grippers import GripperMeasurement


@click.command("grippers", cls=LongCommand)
@run_options(
    *("robot", "port", "camera", "rig", "camera_at", "trace"),
    port=REQUIRED,
    camera={"help": "As for `run`: measure the wrists by camera."},
)
@click.option("--jaws", is_flag=True, help="Maestro: find the gripper pulses first.")
@click.option(
    "--repeats",
    type=WholeNumber(1, 20),
    default=3,
    show_default=True,
    help="How often each motion is measured.",
)
@click.option("--output", type=click.Path(path_type=Path), help="Store the profile here.")
@draw_option("Draw the wrist angles here.")
@json_option()
def command(
    options: RunOptions,
    jaws: bool,
    repeats: int,
    output: Path | None,
    draw: Path | None,
    as_json: bool,
) -> int:
    """Measure how long each motion of a robot takes, and where its wrists stop.

    The grippers move: insert a cube that may be turned. Every motion that the rig allows is made.
    The measured durations become the rig's profile. With --camera the wrist angles and the cube
    are checked by the camera and a Maestro's wrist pulses are corrected; --jaws also finds its
    gripper pulses.
    """
    from calibration.gripper_timings import save_rig_profile
    from files.folders import config_file
    from rokumen.devices import serial_schemes
    from rokumen.jobs.calibrate_grippers import measure_by_camera, measure_by_clock

    address = options.address()
    _check_camera_options(address, jaws=jaws)
    serial_schemes.register(address.port)
    with Console(stderr=True).status("moving") as status:
        found = _jaws(address, status.update) if jaws else {}
        measured = (
            measure_by_camera(address, repeats, status.update, lambda seen: _draw(draw, seen, seen))
            if address.camera
            else measure_by_clock(address, repeats, status.update)
        )
    profile = measured.profile
    path = output or config_file().parent / "durations" / f"{profile.rig}.toml"
    save_rig_profile(path, profile)
    _draw(draw, profile.angles, measured.seen)
    if as_json:
        print_json(_grippers_as_json(path, measured, found))
    else:
        _print_grippers(path, measured)
    return exit_status.DONE


def _draw(picture: Path | None, angles: Mapping[str, float], seen: Collection[str]) -> None:
    from drawing.picture_file import write_picture
    from rokumen.show.drawings.wrist_dials import draw_wrist_angles

    if picture is not None:
        write_picture(picture, draw_wrist_angles(angles, seen))


def _check_camera_options(address: RobotAddress, *, jaws: bool) -> None:
    """Raise InputError for options of the camera that do not fit together."""
    camera_at = address.camera_at
    if jaws and not (address.camera and address.port.startswith("maestro://")):
        raise InputError(
            "--jaws needs a Maestro and --camera. Other robots store the gripper positions in "
            "their firmware; change them there"
        )
    if camera_at and not address.camera:
        raise InputError(f"--camera-at {camera_at!r} needs --camera")
    if jaws and "" in parse_places(camera_at or "U"):
        raise InputError(
            f"--camera-at {camera_at!r}: --jaws needs a camera whose place is known; "
            "`rokumen run --camera-at unknown` finds it"
        )


def _grippers_as_json(
    path: Path, measured: GripperMeasurement, found: Mapping[str, tuple[float, float]]
) -> dict[str, object]:
    profile = measured.profile
    return {
        "profile": str(path),
        "rig": profile.rig,
        "motions": profile.motions,
        "durations": dict(profile.durations),
        "settling": dict(profile.settling.by_kind),
        "angles": dict(profile.angles),
        "seen": dict(measured.seen),
        "pulses": {place: list(each) for place, each in measured.pulses.items()},
        "jaws": {place: list(each) for place, each in found.items()},
    }


def _print_grippers(path: Path, measured: GripperMeasurement) -> None:
    profile = measured.profile
    table = Table("", "seconds", title=f"{profile.rig}, measured on {profile.motions} motions")
    for name, seconds in profile.durations.items():
        table.add_row(name.replace("_", " "), f"{seconds:.3f}")
    output = Console(highlight=False)
    output.print(table)
    stops = ", ".join(f"{wrist_words(place)} at {at:+.1f}°" for place, at in profile.angles.items())
    output.print(f"wrists: {stops}")
    if profile.settling.by_kind:
        times = (f"{kind} {seconds:.2f} s" for kind, seconds in profile.settling.by_kind.items())
        output.print(f"servos arrive after the reported end: {', '.join(times)}")
    if measured.seen:
        output.print(f"measured by the camera: {', '.join(map(wrist_words, measured.seen))}")
    for place, (before, after) in measured.pulses.items():
        output.print(f"pulse of the {wrist_words(place)}: {after:g} µs, was {before:g}")
    click.echo(f"stored in {path}", err=True)


def _jaws(
    address: RobotAddress, on_progress: Callable[[str], None]
) -> Mapping[str, tuple[float, float]]:
    """Find, store and print a Maestro's gripper pulses, before later measurements may fail."""
    from rokumen.jobs.calibrate_grip import find_jaws

    found = find_jaws(address, on_progress)
    for place, (before, after) in found.items():
        gripper, position = place.split()
        click.echo(f"{gripper_name(gripper)} {position}: {after:g} µs, was {before:g}", err=True)
    return found
