"""`rokumen faces`: print the colours of every face in photographs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

import rokumen
from files.wording import counted
from rokumen import Face, exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.errors import InputError
from rokumen.show.progress import PHOTOGRAPHS_SEARCHED, StatusLine
from vision.errors import UncertainError, UnreadablePictureError, VisionError

SURE = 0.9  # a sticker that is less likely right than this is in doubt
MAX_NAMED_PAIRS = 3  # of colours that cannot be told apart, in the message


@click.command("faces")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME|FILE", help="The six colours [from the photographs].")
@json_option()
def command(images: tuple[Path, ...], profile: str | None, as_json: bool) -> int:
    """Print the colours of every face in photographs of one cube, row by row as photographed.

    Each of IMAGES is a photograph or a folder of them. One face is enough; more photographs in the
    same light make the colours more certain, and so does a profile of this cube's colours. A face
    is certain if all nine stickers are right with a probability of at least 0.94; if one is not,
    the exit status is 3. A doubtful sticker is shown with its two most probable colours and a
    question mark.
    """
    try:
        with StatusLine() as display:
            watch = display.counting(PHOTOGRAPHS_SEARCHED)
            faces = rokumen.faces(images, profile=profile, on_progress=watch)
    except UnreadablePictureError as error:
        raise InputError(str(error)) from error
    except VisionError as error:
        raise UncertainError(str(error)) from error
    if as_json:
        print_json({"faces": [_to_json(face) for face in faces]})
    else:
        for face in faces:
            click.echo("\n".join(_lines(face)))
    uncertain = [face for face in faces if not face.certain]
    if uncertain:
        raise UncertainError(
            f"{len(uncertain)} of {counted(len(faces), 'face')} not certain"
            f"{_confused(uncertain)}: {_advice(uncertain)}"
        )
    return exit_status.DONE


def _advice(uncertain: Sequence[Face]) -> str:
    """Return what to do about faces that are not certain."""
    n = max(face.part_of for face in uncertain)
    if n:
        return (
            f"the rows of stickers go on, as on a {n}x{n}x{n}; photograph its six faces, and give "
            "them to `rokumen read`"
        )
    return (
        "add photographs of other faces of this cube in the same light, or tilt it until it "
        "reflects no lamp"
    )


def _confused(faces: Sequence[Face]) -> str:
    """Return in words which pairs of colours cannot be told apart, the most frequent first."""
    pairs: Counter[tuple[str, ...]] = Counter()
    for face in faces:
        for likely in face.alternatives:
            first, *others = likely
            if others and likely[first] < SURE:
                pairs[tuple(sorted((first, others[0])))] += 1
    named = [f"{one} from {other}" for (one, other), _ in pairs.most_common(MAX_NAMED_PAIRS)]
    return f" (cannot tell {', '.join(named)})" if named else ""


def _to_json(face: Face) -> dict[str, Any]:
    return {
        "image": face.picture,
        "corners": face.corners,
        "colours": face.colours,
        "confidence": face.confidence,
        "certain": face.certain,
        "alternatives": face.alternatives,
        "part_of": face.part_of,
    }


def _lines(face: Face) -> Iterator[str]:
    """Yield the photograph's name and the face's position in it, then a line for each row."""
    x, y = (sum(each) / 4 for each in zip(*face.corners, strict=True))
    state = "certain" if face.certain else "not certain"
    if face.part_of:
        state += f", part of {face.part_of} x {face.part_of}"
    yield f"{face.picture}, about pixel {x:.0f}, {y:.0f}, {state}"
    names = [_named(likely) for likely in face.alternatives]
    width = max(8, *map(len, names))
    for first in range(0, len(names), 3):
        yield "  " + " ".join(f"{name:<{width}}" for name in names[first : first + 3]).rstrip()


def _named(likely: Mapping[str, float]) -> str:
    """Return a sticker's colour; if it is in doubt, with the second most probable one."""
    first, *others = likely
    if likely[first] >= SURE:
        return first
    return f"{first}/{others[0]}?" if others else f"{first}?"
