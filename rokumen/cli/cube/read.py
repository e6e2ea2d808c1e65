"""`rokumen read`: read a cube from photographs."""

from __future__ import annotations

from pathlib import Path

import click

import rokumen
from rokumen import exit_status
from rokumen.cli.number_types import WholeNumber
from rokumen.cli.output import print_json
from rokumen.errors import InputError, UncertainError
from rokumen.show.encoding import nxn_reading_as_json, reading_as_json
from rokumen.show.terminal.picture_progress import picture_progress
from rokumen.show.terminal.reading import print_nxn_reading, print_reading
from vision.errors import CameraError, UnreadablePictureError, VisionError


@click.command("read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME|FILE", help="The six colours [from the pictures].")
@click.option("--size", type=WholeNumber(2, 7), help="Stickers per side [found].")
@click.option(
    "--in-order",
    is_flag=True,
    help="The photographs are U R F D L B, each upright as in the unfolded cube.",
)
@click.option(
    "--explain", type=click.Path(path_type=Path), help="Draw the found faces into this file."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    images: tuple[Path, ...],
    profile: str | None,
    size: int | None,
    in_order: bool,
    explain: Path | None,
    as_json: bool,
) -> int:
    """Read a cube from photographs of its six faces, in any order and rotation, or a 3x3x3 of two
    opposite corners.

    Each of IMAGES is a photograph or a folder of them; or give one video in which the faces of a
    3x3x3 are shown one after the other, each held still for half a second.

    Prints the 54 facelets with white up and green in front; of a 2x2x2 to 7x7x7, those that
    `rokumen solve --puzzle NxNxN` takes. If the reading is not certain, the exit status is 3 and a
    message names what to photograph again.
    """
    try:
        with picture_progress() as on_progress:
            reading = rokumen.read_any_size(
                images, size=size, in_order=in_order, profile=profile, on_progress=on_progress
            )
    except (CameraError, UnreadablePictureError) as error:
        raise InputError(str(error)) from error
    except VisionError as error:
        raise UncertainError(str(error)) from error
    if explain is not None:
        reading.draw(explain)
        click.echo(f"the found faces are drawn in {explain}", err=True)
    _print(reading, as_json=as_json)
    if not reading.certain:
        raise UncertainError(f"the reading is not certain: {reading.advice}")
    return exit_status.DONE


def _print(reading: rokumen.Reading | rokumen.NxNReading, *, as_json: bool) -> None:
    if isinstance(reading, rokumen.NxNReading):
        if as_json:
            print_json(nxn_reading_as_json(reading))
        else:
            print_nxn_reading(reading)
    elif as_json:
        print_json(reading_as_json(reading))
    else:
        print_reading(reading)
