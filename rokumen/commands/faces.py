"""`rokumen faces`: the colours on the faces in photographs, however few there are."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.errors import UnreadableError
from rokumen.output import print_json
from rokumen.photographs import load_photographs
from rokumen.profiles import named_profile
from vision.classify import FaceColours, read_faces
from vision.errors import VisionError

# A sticker that is less likely right than this is in doubt.
SURE = 0.9


@click.command("faces")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME|FILE", help="What the six colours look like [learnt].")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(images: tuple[Path, ...], profile: str | None, as_json: bool) -> int:
    """Tell the colours on every face in photographs of one cube, row by row as seen.

    One face is enough; more photographs in the same light make the colours surer, and so does a
    profile of this cube's colours. What is in doubt has a question mark, and the exit status is
    then 3.
    """
    colours = named_profile(profile)
    frames = load_photographs(images)
    try:
        faces = read_faces(frames, colours)
    except VisionError as error:
        raise UnreadableError(str(error)) from error
    if as_json:
        print_json({"faces": [dataclasses.asdict(face) for face in faces]})
    else:
        for face in faces:
            click.echo("\n".join(_lines(face)))
    doubtful = sum(likely < SURE for face in faces for likely in face.confidence)
    if doubtful:
        raise UnreadableError(
            f"{doubtful} sticker(s) in doubt: add photographs of other faces of this cube in "
            "the same light, or tilt it until no lamp is mirrored in it"
        )
    return exit_status.DONE


def _lines(face: FaceColours) -> Iterator[str]:
    """Yield a face's colours, a line a row, under its photograph's name and its place."""
    x, y = (sum(each) / 4 for each in zip(*face.corners, strict=True))
    yield f"{face.image}, about pixel {x:.0f}, {y:.0f}"
    told = [
        colour if likely >= SURE else f"{colour}?"
        for colour, likely in zip(face.colours, face.confidence, strict=True)
    ]
    for first in range(0, len(told), 3):
        yield "  " + " ".join(f"{name:<8}" for name in told[first : first + 3]).rstrip()
