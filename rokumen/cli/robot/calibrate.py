"""`rokumen calibrate`: measure colours, camera or grippers and store the profile."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from robot.link.port import PortOpener
from robot.rigs.camera_places import parse_places
from rokumen import exit_status
from rokumen.cli.draw_option import draw_option
from rokumen.cli.number_types import WholeNumber
from rokumen.cli.options import (
    camera_at_option,
    named_robot_option,
    robot_rig_option,
    trace_option,
)
from rokumen.cli.output import print_json
from rokumen.errors import InputError, UncertainError
from vision.arrays import Image
from vision.detect.photograph import ImageFaces

if TYPE_CHECKING:
    from rokumen.jobs.calibrate_camera import MeasuredCamera
    from rokumen.jobs.calibrate_grippers import GripperMeasurement


@click.group("calibrate")
def command() -> None:
    """Measure colours, camera or grippers, and store the result as TOML."""


@command.command("colours")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", default="0", show_default=True, help="As of `scan`.")
@click.option("--solved", is_flag=True, help="The cube is solved.")
@click.option("--name", default="usual", show_default=True, help="Name of the profile.")
@draw_option("picture", "Plot the colours into this file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def colours(
    images: tuple[Path, ...],
    camera: str,
    solved: bool,
    name: str,
    picture: Path | None,
    as_json: bool,
) -> int:
    """Measure the six colours of a cube, in photographs or shown to a camera.

    The cube may be scrambled in any way. Prints which two colours are closest and what to change.
    From then on `rokumen scan` uses the profile with the same camera.
    """
    from calibration.colour_separation import colour_pairs, separation_warnings
    from calibration.colours import measure_colours
    from calibration.errors import ColourCalibrationError
    from rokumen.storage.profiles import profile_path, store_profile
    from vision.errors import ImageSetError

    profile_path(name)  # raises for a bad name before the scan
    shown = _photographs(images) if images else _scan_for_colours(camera, solved=solved)
    try:
        measured = measure_colours(shown, solved=solved)
    except (ColourCalibrationError, ImageSetError) as error:
        raise UncertainError(str(error)) from error
    if picture is not None:
        _draw(measured, picture)
    stored = store_profile(name, measured.profile, "" if images else camera)
    closest = colour_pairs(measured)
    if as_json:
        print_json(
            {
                "profile": str(stored.path),
                "replaced": stored.to_json()["replaced"],
                "colours": {name: list(lab) for name, lab in measured.profile.lab.items()},
                "pairs": [[pair.first, pair.second, round(pair.separation, 2)] for pair in closest],
                "warnings": separation_warnings(measured),
            }
        )
        return exit_status.DONE
    table = Table("", "L", "a", "b", title="the six colours (CIE Lab)")
    for colour, lab in measured.profile.lab.items():
        table.add_row(colour, *(f"{value:.0f}" for value in lab))
    console = Console(highlight=False)
    console.print(table)
    nearest = closest[0]
    console.print(
        f"The closest are {nearest.first} and {nearest.second}, separated by "
        f"{nearest.separation:.1f} times their scatter."
    )
    for line in separation_warnings(measured):
        Console(stderr=True, highlight=False).print(f"[yellow]![/] {line}", soft_wrap=True)
    click.echo(stored, err=True)
    return exit_status.DONE


def _photographs(images: Sequence[Path]) -> list[ImageFaces]:
    from rokumen.api.pictures import load_pictures, reported
    from rokumen.show.terminal.picture_progress import picture_progress
    from vision.detect.photograph import detect_cube_faces
    from vision.errors import UnreadablePictureError

    try:
        with picture_progress() as show:
            frames = reported(load_pictures(images), show)
            return [detect_cube_faces(frame) for frame in frames]
    except UnreadablePictureError as error:
        raise InputError(str(error)) from error


def _scan_for_colours(camera: str, *, solved: bool) -> list[ImageFaces]:
    """Return the six faces shown to a camera; those of a solved cube need no certain reading."""
    from rokumen.api.scanning import CameraScan
    from rokumen.show.terminal.scan_display import ScanDisplay
    from vision.live.captured_cube import N_FACES

    with CameraScan(camera) as scan, ScanDisplay(scan.scanner) as display:
        display.say(scan.scanner.instruction)
        for _, result in scan.results():
            display.show(result)
            if solved and len(scan.scanner.captured_faces) == N_FACES:
                break
    return [picture for take in scan.scanner.captured_faces for picture in take.all_images]


def _draw(measured: object, path: Path) -> None:
    from calibration.colours import ColourMeasurement
    from rokumen.show.drawings.colour_clouds import draw_colour_plot

    assert isinstance(measured, ColourMeasurement)
    _write(draw_colour_plot(measured), path)
    click.echo(f"the colours are plotted in {path}", err=True)


def _write(picture: Image, path: Path) -> None:
    import cv2

    try:
        written = cv2.imwrite(str(path), picture)
    except cv2.error as error:
        raise InputError(f"cannot draw to {str(path)!r}: name a .png or .jpg file") from error
    if not written:
        raise InputError(f"cannot write {str(path)!r}: does the folder exist?")


@command.command("camera")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", default="0", show_default=True, help="As of `scan`.")
@click.option(
    "--board", type=click.Path(path_type=Path), help="Only write the calibration board here."
)
@click.option("--hold", "only_hold", is_flag=True, help="Only fix exposure and white balance.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def camera_(
    images: tuple[Path, ...], camera: str, board: Path | None, only_hold: bool, as_json: bool
) -> int:
    """Measure a camera's lens with a printed board, and fix its exposure and white balance.

    Print the board (--board), glue it to something flat, and show it to the camera, or take
    photographs of it with the camera: near, far, tilted, in every corner. The result is used
    whenever that camera is opened.
    """
    from rokumen.jobs.calibrate_camera import draw_board_into, measure_camera

    if board is not None:
        draw_board_into(board)
        click.echo(f"print {board} on paper of any size and glue it to something flat", err=True)
        return exit_status.DONE
    on_progress = Console(stderr=True, highlight=False).print
    measured = measure_camera(images, camera, on_progress, only_hold=only_hold)
    if as_json:
        print_json(_camera_as_json(measured))
        return exit_status.DONE
    output = Console(highlight=False)
    for line in _camera_lines(measured):
        output.print(line, soft_wrap=True)
    return exit_status.DONE


def _camera_as_json(measured: MeasuredCamera) -> dict[str, object]:
    lens = measured.lens
    return {
        "profile": str(measured.path),
        "views": measured.views,
        "error_pixels": round(measured.error, 3),
        "focal": list(lens.focal) if lens else None,
        "centre": list(lens.principal_point) if lens else None,
        "distortion": list(lens.distortion) if lens else None,
        "held": dict(measured.held.values),
        "refused": list(measured.held.refused),
    }


def _camera_lines(measured: MeasuredCamera) -> Iterator[str]:
    if measured.lens is not None:
        yield (
            f"lens: measured on {measured.views} views, error {measured.error:.2f} pixels; focal "
            f"length {measured.lens.focal[0]:.0f} pixels, k1 {measured.lens.distortion[0]:+.3f}"
        )
    for name, value in measured.held.values.items():
        yield f"fixed: {name.replace('_', ' ')} at {value:g}"
    for control in measured.held.refused:
        yield f"not supported: {control}"
    yield f"stored in {measured.path}"


@command.command("grippers")
@named_robot_option
@click.option("--port", required=True, help="The robot's: /dev/ttyUSB0, COM3, sim://RIG ...")
@click.option("--camera", metavar="SRC", help="As for `run`: measure the wrists by camera.")
@camera_at_option
@robot_rig_option
@click.option("--jaws", is_flag=True, help="Maestro: find the gripper pulses first.")
@click.option("--repeats", type=WholeNumber(1, 20), default=3, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="Store the profile here.")
@draw_option("picture", "Draw the wrist angles here.")
@trace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def grippers(
    robot: str,
    port: str,
    camera: str | None,
    camera_at: str,
    rig: str | None,
    jaws: bool,
    repeats: int,
    output: Path | None,
    picture: Path | None,
    trace: PortOpener,
    as_json: bool,
) -> int:
    """Measure how long each motion of a robot takes, and where its wrists stop.

    The grippers move: insert a cube that may be turned. Every motion that the rig allows is made.
    The measured durations become the rig's profile. With --camera the wrist angles and the cube
    are checked by the camera and a Maestro's wrist pulses are corrected; --jaws also finds its
    gripper pulses.
    """
    from calibration.gripper_timings import save_rig_profile
    from rokumen.devices import serial_schemes
    from rokumen.jobs.calibrate_grippers import measure_by_camera, measure_by_clock
    from rokumen.show.drawings.wrist_dials import draw_wrist_angles
    from rokumen.storage.settings import config_file

    def draw(angles: Mapping[str, float], seen: Collection[str]) -> None:
        if picture is not None:
            _write(draw_wrist_angles(angles, seen), picture)

    if jaws and (camera is None or not port.startswith("maestro://")):
        raise InputError(
            "--jaws needs a Maestro and --camera. Other robots store the gripper positions in "
            "their firmware; change them there"
        )
    if camera_at and camera is None:
        raise InputError(f"--camera-at {camera_at!r} needs --camera")
    if jaws and "" in parse_places(camera_at or "U"):
        raise InputError(
            f"--camera-at {camera_at!r}: --jaws needs a camera whose place is known; "
            "`rokumen run --camera-at unknown` finds it"
        )
    serial_schemes.register(port)
    with Console(stderr=True).status("moving") as status:
        found = (
            _jaws(port, camera, status.update, trace, camera_at, robot) if jaws and camera else {}
        )
        measured = (
            measure_by_clock(port, repeats, status.update, trace, rig)
            if camera is None
            else measure_by_camera(
                port,
                camera,
                repeats,
                status.update,
                lambda seen: draw(seen, seen),
                trace,
                rig,
                camera_at,
                robot,
            )
        )
    profile = measured.profile
    path = output or config_file().parent / "durations" / f"{profile.rig}.toml"
    save_rig_profile(path, profile)
    draw(profile.angles, measured.seen)
    if as_json:
        print_json(_grippers_as_json(path, measured, found))
    else:
        _print_grippers(path, measured)
    return exit_status.DONE


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
    stops = ", ".join(f"{place}° at {at:+.1f}°" for place, at in profile.angles.items())
    output.print(f"wrists: {stops}")
    if profile.settling.by_kind:
        times = (f"{kind} {seconds:.2f} s" for kind, seconds in profile.settling.by_kind.items())
        output.print(f"servos arrive after the reported end: {', '.join(times)}")
    if measured.seen:
        output.print(f"measured by the camera: {', '.join(f'{place}°' for place in measured.seen)}")
    for place, (before, after) in measured.pulses.items():
        output.print(f"pulse at {place}°: {after:g} µs, was {before:g}")
    click.echo(f"stored in {path}", err=True)


def _jaws(
    port: str,
    camera: str,
    on_progress: Callable[[str], None],
    opened_by: PortOpener,
    camera_at: str,
    robot: str,
) -> Mapping[str, tuple[float, float]]:
    """Find, store and print a Maestro's gripper pulses, before later measurements may fail."""
    from rokumen.jobs.calibrate_grip import find_jaws

    found = find_jaws(port, camera, on_progress, opened_by, camera_at, robot)
    for place, (before, after) in found.items():
        click.echo(f"gripper {place}: {after:g} µs, was {before:g}", err=True)
    return found
