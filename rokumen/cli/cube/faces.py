"""`rokumen faces`: print the colours of every face in photographs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import rokumen
from rokumen import Face, exit_status
from rokumen.api.seeing import SURE
from rokumen.cli.output import print_json
from rokumen.errors import InputError, UncertainError
from rokumen.show.terminal.picture_progress import picture_progress
from vision.errors import UnreadablePictureError, VisionError


@click.command("faces")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME|FILE", help="The six colours [from the pictures].")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(images: tuple[Path, ...], profile: str | None, as_json: bool) -> int:
    """Print the colours of every face in photographs of one cube, row by row as photographed.

    Each of IMAGES is a photograph or a folder of them. One face is enough; more photographs in the
    same light make the colours more certain, and so does a profile of this cube's colours. A
    doubtful sticker is marked with a question mark, and the exit status is then 3.
    """
    try:
        with picture_progress() as on_progress:
            faces = rokumen.faces(images, profile=profile, on_progress=on_progress)
    except UnreadablePictureError as error:
        raise InputError(str(error)) from error
    except VisionError as error:
        raise UncertainError(str(error)) from error
    if as_json:
        print_json({"faces": [_to_json(face) for face in faces]})
    else:
        for face in faces:
            click.echo("\n".join(_lines(face)))
    doubtful = sum(likely < SURE for face in faces for likely in face.confidence)
    if doubtful:
        raise UncertainError(
            f"{doubtful} doubtful sticker(s): add photographs of other faces of this cube in "
            "the same light, or tilt it until it reflects no lamp"
        )
    return exit_status.DONE


def _to_json(face: Face) -> dict[str, Any]:
    return {
        "image": face.picture,
        "corners": face.corners,
        "colours": face.colours,
        "confidence": face.confidence,
    }


def _lines(face: Face) -> Iterator[str]:
    """Yield the photograph's name and the face's position in it, then a line for each row."""
    x, y = (sum(each) / 4 for each in zip(*face.corners, strict=True))
    yield f"{face.picture}, about pixel {x:.0f}, {y:.0f}"
    names = [
        colour if likely >= SURE else f"{colour}?"
        for colour, likely in zip(face.colours, face.confidence, strict=True)
    ]
    for first in range(0, len(names), 3):
        yield "  " + " ".join(f"{name:<8}" for name in names[first : first + 3]).rstrip()
