"""`rokumen read`: photographs to a cube."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.errors import InputError, UnreadableError
from rokumen.output import print_json
from rokumen.photographs import load_photographs
from rokumen.profiles import named_profile
from rokumen.show.reading import print_reading, reading_as_json
from vision.camera import Frame
from vision.errors import VisionError
from vision.reading import Reading, read_cube


@click.command("read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME|FILE", help="What the six colours look like [learnt].")
@click.option("--explain", type=click.Path(path_type=Path), help="Draw what was found here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    images: tuple[Path, ...], profile: str | None, explain: Path | None, as_json: bool
) -> int:
    """Read a cube from photographs: its six faces in any order and turn, or two opposite corners.

    Prints the 54 facelets with the white centre up and the green one in front; exit status 3 and
    words about what to photograph again where the answer is not certain.
    """
    began = time.perf_counter()
    colours = named_profile(profile)
    frames = load_photographs(images)
    try:
        reading = read_cube(frames, colours)
    except VisionError as error:
        raise UnreadableError(str(error)) from error
    if explain is not None:
        _explain(frames, reading, explain)
    if as_json:
        print_json(reading_as_json(reading, time.perf_counter() - began))
    else:
        print_reading(reading)
    if not reading.certain:
        raise UnreadableError(f"the reading is not certain: {reading.advice}")
    return exit_status.DONE


def _explain(frames: list[Frame], reading: Reading, path: Path) -> None:
    import cv2

    from vision.explain import explain as draw

    try:
        written = cv2.imwrite(str(path), draw(frames, reading))
    except cv2.error as error:
        raise InputError(f"cannot draw into {str(path)!r}: name a .png or .jpg file") from error
    if not written:
        raise InputError(f"cannot write {str(path)!r}: is there such a folder?")
    click.echo(f"what was found is drawn in {path}", err=True)
