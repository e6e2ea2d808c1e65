"""`rokumen read`: read a cube from photographs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rokumen import exit_status
from rokumen.cli.cube.reading_output import (
    StickerColour,
    fixed,
    print_reading,
    print_reading_as_json,
    scheme_of,
    scheme_options,
    size_option,
    solved_reading,
)
from rokumen.cli.output import draw_option, json_option
from rokumen.errors import InputError
from rokumen.show.progress import FILM_SEEN, PHOTOGRAPHS_SEARCHED, StatusLine
from vision.errors import CameraError, UncertainError, UnreadablePictureError, VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rokumen import Reading
    from vision.colour.scheme import KnownScheme


@click.command("read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME|FILE", help="The six colours [from the photographs].")
@click.option(
    "--camera",
    metavar="NAME",
    help="The camera that took them: its colours are used where need be, and learnt.",
)
@size_option
@scheme_options
@click.option(
    "--in-order",
    is_flag=True,
    help="The photographs are U R F D L B, each upright as in the unfolded cube.",
)
@draw_option("Draw the found faces: .png or .jpg.")
@click.option(
    "--fix",
    "fixes",
    multiple=True,
    type=StickerColour(),
    metavar="STICKER=COLOUR",
    help="Correct a sticker, such as R7=red; may be repeated.",
)
@click.option("--solve", "wants_solution", is_flag=True, help="Solve the cube, too.")
@json_option()
def command(
    images: tuple[Path, ...],
    profile: str | None,
    camera: str | None,
    size: int | None,
    scheme: tuple[str, ...] | None,
    not_mirrored: bool,
    in_order: bool,
    draw: Path | None,
    fixes: tuple[tuple[str, str], ...],
    wants_solution: bool,
    as_json: bool,
) -> int:
    """Read a cube from photographs of its six faces, in any order and rotation, or a 3x3x3 of two
    opposite corners.

    Each of IMAGES is a photograph or a folder of them; or give one video in which the faces are
    shown one after the other, each held still for half a second.

    Prints the 54 facelets with white up and green in front; of a 2x2x2 to 7x7x7, those that
    `rokumen solve --puzzle NxNxN` takes. If the reading is not certain, the exit status is 3 and a
    message names what to photograph again. With --solve the solution follows, as `rokumen solve`
    prints it.
    """
    said = scheme_of(scheme, not_mirrored)
    try:
        reading = _read(images, profile, camera, size, said, in_order=in_order)
    except (CameraError, UnreadablePictureError) as error:
        raise InputError(str(error)) from error
    except VisionError as error:
        raise UncertainError(str(error)) from error
    reading = fixed(reading, fixes)
    if draw is not None:
        reading.draw(draw)
        click.echo(f"the found faces are drawn in {draw}", err=True)
    solution = solved_reading(reading) if wants_solution and reading.certain else None
    if as_json:
        print_reading_as_json(reading, solution)
    else:
        print_reading(reading, solution)
    if not reading.certain:
        raise UncertainError(f"the reading is not certain: {reading.advice}")
    return exit_status.DONE


def _read(
    images: Sequence[Path],
    profile: str | None,
    camera: str | None,
    size: int | None,
    said: KnownScheme,
    *,
    in_order: bool,
) -> Reading:
    """Return the cube of pictures, of which the camera learns its colours. Raises VisionError."""
    # Imported here: the help needs none of what finds cubes in pictures.
    from rokumen.api.pictures import is_video
    from rokumen.api.seeing import read
    from rokumen.devices.camera_colours import (
        known_colours,
        known_scheme,
        stickers_of,
        teach_camera,
    )

    is_film = len(images) == 1 and is_video(images[0])
    if in_order and is_film:
        raise InputError(
            f"{str(images[0])!r} is a video, whose faces may come in any order: omit --in-order"
        )
    colours = profile if camera is None else known_colours(profile, camera)
    with StatusLine() as display:
        reading = read(
            images,
            size=size,
            in_order=in_order,
            profile=colours,
            scheme=known_scheme(said, camera or ""),
            on_progress=display.counting(FILM_SEEN if is_film else PHOTOGRAPHS_SEARCHED),
        )
    if camera and reading.size == 3 and reading.certain and reading.frames:
        views, letters = stickers_of(reading, reading.frames)
        teach_camera(camera, views, letters, reading.scheme, said)
    return reading
