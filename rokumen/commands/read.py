"""`rokumen read`: photographs to a cube."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console

from calibration.errors import ProfileError
from rokumen import exit_status
from rokumen.errors import InputError, UnreadableError
from rokumen.output import print_json
from rokumen.profiles import chosen_profile
from rokumen.show.net import net
from solver.cube import Cube
from solver.facelets import facelet_name
from solver.numbers import numbers_from_cube
from vision.camera import Frame, load_image
from vision.errors import NotAnImageError, VisionError
from vision.profile import ColourProfile
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
    colours = _colours(profile)
    frames = _load(images)
    try:
        reading = read_cube(frames, colours)
    except VisionError as error:
        raise UnreadableError(str(error)) from error
    if explain is not None:
        _explain(frames, reading, explain)
    if as_json:
        print_json(_as_json(reading, time.perf_counter() - began))
    else:
        _show(reading)
    if not reading.certain:
        raise UnreadableError(f"the reading is not certain: {reading.advice}")
    return exit_status.DONE


def _colours(profile: str | None) -> ColourProfile | None:
    """Load the profile that is named; raises InputError."""
    try:
        return chosen_profile(profile, camera="") if profile is not None else None
    except ProfileError as error:
        raise InputError(str(error)) from error


def _load(images: tuple[Path, ...]) -> list[Frame]:
    try:
        return [load_image(image) for image in images]
    except NotAnImageError as error:
        raise InputError(str(error)) from error


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


def _show(reading: Reading) -> None:
    console = Console(stderr=True, highlight=False)
    console.print(net(reading.facelets, reading.scheme))
    if reading.certain:
        click.echo(reading.facelets)
    else:
        doubtful = ", ".join(facelet_name(facelet) for facelet in reading.ambiguous)
        console.print(f"most likely {reading.facelets}; in doubt: {doubtful}")


def _as_json(reading: Reading, seconds: float) -> dict[str, object]:
    return {
        "facelets": reading.facelets,
        "certain": reading.certain,
        "numbers": _numbers(reading),
        "confidence": [round(value, 4) for value in reading.confidence],
        "ambiguous": list(reading.ambiguous),
        "faces": [
            {"face": face.face, "image": face.image, "corners": face.corners, "colour": face.colour}
            for face in reading.faces
        ],
        "advice": reading.advice,
        "seconds": round(seconds, 3),
    }


def _numbers(reading: Reading) -> list[int] | None:
    """Give the cube as the 48 numbers of seed 001, where it is certain."""
    if not reading.certain:
        return None
    return list(numbers_from_cube(Cube.from_facelets(reading.facelets)))
