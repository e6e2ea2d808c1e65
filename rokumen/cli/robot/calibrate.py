"""`rokumen calibrate`: measure colours, a camera or grippers, and store the profile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from rokumen import exit_status
from rokumen.cli.output import draw_option, json_option, print_json
from rokumen.cli.robot import calibrate_grippers
from rokumen.errors import InputError
from rokumen.show.fitted import paragraph
from vision.detect.photograph import ImageFaces
from vision.errors import UncertainError

if TYPE_CHECKING:
    from calibration.colours import ColourMeasurement, Trial
    from rokumen.jobs.calibrate_camera import MeasuredCamera

_camera_option = click.option(
    "--camera", metavar="SRC", default="0", show_default=True, help="As for `scan`."
)


@click.group("calibrate")
def command() -> None:
    """Measure colours, camera or grippers, and store the result as TOML."""


command.add_command(calibrate_grippers.command)


@command.command("colours")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@_camera_option
@click.option("--solved", is_flag=True, help="The cube is solved.")
@click.option("--name", default="usual", show_default=True, help="Name of the profile.")
@draw_option("Plot the colours into this file.")
@json_option()
def colours_command(
    images: tuple[Path, ...],
    camera: str,
    solved: bool,
    name: str,
    draw: Path | None,
    as_json: bool,
) -> int:
    """Measure the six colours of a cube, in photographs or shown to a camera.

    The cube may be scrambled in any way. Prints which two colours are closest and what to change.
    From then on `rokumen scan`, `rokumen run` and the page use the profile with the same camera.
    """
    from calibration.colours import (
        colour_pairs,
        measure_colours,
        separation_warnings,
        try_to_name,
    )
    from calibration.errors import CalibrationError
    from rokumen.storage.profiles import profile_path, store_profile
    from vision.errors import ImageSetError

    profile_path(name)  # raises for a bad name before the scan
    shown = _photographs(images) if images else _scan_for_colours(camera, solved=solved)
    try:
        measured = measure_colours(shown, solved=solved)
        trial = try_to_name(measured)
    except (CalibrationError, ImageSetError) as error:
        raise UncertainError(str(error)) from error
    if draw is not None:
        _draw(measured, draw)
    stored = store_profile(name, measured.profile, "" if images else camera)
    if as_json:
        print_json(
            {
                "profile": str(stored.path),
                "replaced": stored.to_json()["replaced"],
                "colours": {name: list(lab) for name, lab in measured.profile.lab.items()},
                "pairs": [
                    [pair.first, pair.second, round(pair.separation, 2)]
                    for pair in colour_pairs(measured)
                ],
                "warnings": separation_warnings(measured),
                "named": trial
                and {
                    "right": trial.right,
                    "stickers": trial.stickers,
                    "confused": [[c.colour, c.taken_for, c.stickers] for c in trial.confusions],
                },
            }
        )
        return exit_status.DONE
    _print_colours(measured, trial)
    click.echo(stored, err=True)
    click.echo(paragraph(_what_comes_next(name, "" if images else camera)), err=True)
    return exit_status.DONE


def _what_comes_next(name: str, camera: str) -> str:
    """Return what uses a profile that was measured with a camera ("" for photographs)."""
    named = f"`rokumen read --profile {name} PHOTOGRAPHS` and `rokumen faces --profile {name}`"
    if not camera:
        return (
            f"It is used where it is named: by {named}, and by `rokumen scan --profile {name}`. "
            "Try it with photographs in the same light."
        )
    return (
        f"`rokumen scan`, `rokumen run` and the page use it with camera {camera} from now on, "
        f"photographs where it is named: {named}. Try it: rokumen scan --camera {quote(camera)}"
    )


def _print_colours(measured: ColourMeasurement, trial: Trial | None) -> None:
    """Print the colours, how far apart the closest are, how well they were named, and warnings."""
    from calibration.colours import colour_pairs, separation_warnings

    table = Table("", "L", "a", "b", title="the six colours (CIE Lab)")
    for colour, lab in measured.profile.lab.items():
        table.add_row(colour, *(f"{value:.0f}" for value in lab))
    console = Console(highlight=False)
    console.print(table)
    nearest = colour_pairs(measured)[0]
    console.print(
        f"The closest are {nearest.first} and {nearest.second}, separated by "
        f"{nearest.separation:.1f} times their scatter."
    )
    console.print(_trial_text(trial), soft_wrap=True, markup=False)
    for line in separation_warnings(measured):
        Console(stderr=True, highlight=False).print(f"[yellow]![/] {line}", soft_wrap=True)


def _trial_text(trial: Trial | None) -> str:
    """Return how many stickers the others named right, and which colours were mixed up."""
    if trial is None:
        return (
            "The colours were not tried out, which needs scikit-learn: "
            "pip install 'rokumen[calibration]'"
        )
    named = f"Named by the other stickers, {trial.right} of {trial.stickers} are right"
    mixed = ", ".join(f"{c.stickers} of {c.colour} as {c.taken_for}" for c in trial.confusions)
    return f"{named}{f'; wrong are {mixed}' if mixed else ''}."


def _photographs(images: Sequence[Path]) -> list[ImageFaces]:
    from rokumen.api.pictures import Reported, load_pictures
    from rokumen.show.progress import PHOTOGRAPHS_SEARCHED, StatusLine
    from vision.detect.photograph import detect_cube_faces
    from vision.errors import UnreadablePictureError

    try:
        with StatusLine() as display:
            frames = Reported(load_pictures(images), display.counting(PHOTOGRAPHS_SEARCHED))
            return [detect_cube_faces(frame) for frame in frames]
    except UnreadablePictureError as error:
        raise InputError(str(error)) from error


def _scan_for_colours(camera: str, *, solved: bool) -> list[ImageFaces]:
    """Return the six faces shown to a camera; those of a solved cube need no certain reading.

    In whatever order its colours are.
    """
    from rokumen.api.scanning import CameraScan
    from rokumen.show.scan_display import ScanDisplay
    from vision.colour.scheme import ANY_SCHEME
    from vision.live.captured_cube import N_FACES

    with (
        CameraScan(camera, scheme=ANY_SCHEME, learns=False) as scan,
        ScanDisplay(scan.scanner) as display,
    ):
        display.say(scan.scanner.instruction)
        for _, result in scan.results():
            display.show(result)
            if solved and len(scan.scanner.captured_faces) == N_FACES:
                break
    return [picture for take in scan.scanner.captured_faces for picture in take.all_images]


def _draw(measured: object, path: Path) -> None:
    from calibration.colours import ColourMeasurement
    from drawing.picture_file import write_picture
    from rokumen.show.drawings.colour_clouds import draw_colour_plot

    assert isinstance(measured, ColourMeasurement)
    write_picture(path, draw_colour_plot(measured))
    click.echo(f"the colours are plotted in {path}", err=True)


@command.command("camera")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@_camera_option
@click.option(
    "--board", type=click.Path(path_type=Path), help="Only write the calibration board here."
)
@click.option("--hold", "only_hold", is_flag=True, help="Only fix exposure and white balance.")
@json_option()
def camera_command(
    images: tuple[Path, ...], camera: str, board: Path | None, only_hold: bool, as_json: bool
) -> int:
    """Measure a camera's lens with a printed board, and fix its exposure and white balance.

    Print the board (--board), glue it to something flat, and show it to the camera, or take
    photographs of it with the camera: near, far, tilted, in every corner. The result is used
    whenever that camera is opened.
    """
    from calibration.camera_lens import draw_board
    from drawing.picture_file import write_picture
    from rokumen.jobs.calibrate_camera import measure_camera

    if board is not None:
        write_picture(board, draw_board())
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
