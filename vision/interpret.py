"""The likeliest colours and the likeliest legal cube together, for the faces in photographs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrange import Arrangements, arrange
from vision.arrays import Floats
from vision.colours import expected_gains, fit_colours, log_light, refit
from vision.decode import Decoded, decode, decode_known
from vision.errors import TooFewFacesError, TooManyFacesError
from vision.face import FaceView
from vision.matching import Matching, match_views
from vision.names import name_colours
from vision.neighbours import group_views
from vision.picture import Picture

# The colours of U R F D L B on most cubes.
USUAL = ("white", "red", "green", "yellow", "orange", "blue")

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """The faces in photographs of one cube.

    `views`; `frames`: each one's photograph; `colours` (views x 9 x 3, BGR 0..255) and `shares`
    (views x 9, 0..1): their samples; `matching`: which of six faces each view shows;
    `arrangements`: how they can belong together.
    """

    views: tuple[FaceView, ...]
    frames: tuple[int, ...]
    colours: Floats
    shares: Floats
    matching: Matching
    arrangements: Arrangements


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A legal cube with the colours that make it the likeliest.

    `scores` (views x 9 x 6): log probabilities of each of the six faces' colours; `names`: what
    these are called.
    """

    decoded: Decoded
    scores: Floats
    names: tuple[str, ...]


def gather(pictures: Sequence[Picture]) -> Evidence:
    """Gather what photographs show; raises TooFewFacesError and TooManyFacesError."""
    views = tuple(view for picture in pictures for view in picture.views)
    frames = tuple(i for i, picture in enumerate(pictures) for _ in picture.views)
    shown = ", ".join(repr(picture.name) for picture in pictures) or "none"
    if len(views) < 6:
        raise TooFewFacesError(
            f"{len(pictures)} photographs ({shown}) show {len(views)} faces of the cube; give six "
            "single faces, or two opposite corners with three faces each"
        )
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    shares = np.stack([view.visible.ravel() for view in views])
    try:
        matching = match_views(log_light(colours), shares, frames)
    except ValueError as error:
        raise TooManyFacesError(
            f"the photographs ({shown}) show more than six different faces; give one cube's alone"
        ) from error
    arrangements = arrange(group_views(views, frames), matching)
    if not len(arrangements):
        raise TooManyFacesError(
            f"the faces in the photographs ({shown}) do not fit together on one cube; "
            "photograph two opposite corners of it again"
        )
    return Evidence(views, frames, colours, shares, matching, arrangements)


def interpret(evidence: Evidence) -> Interpretation:
    """Interpret faces that may belong together in several ways."""
    return _interpret(
        evidence,
        lambda scores, names: decode(
            scores, evidence.arrangements, [names.index(name) for name in USUAL]
        ),
    )


def interpret_known(evidence: Evidence, arrangement: Arrangements) -> Interpretation:
    """Interpret faces whose places on the cube are known."""
    return _interpret(evidence, lambda scores, _: decode_known(scores, arrangement))


def _interpret(
    evidence: Evidence, find: Callable[[Floats, Sequence[str]], Decoded]
) -> Interpretation:
    """Try one expectation of the photographs' gains after the other until one is certain."""
    found: list[Interpretation] = []
    surroundings = np.stack([view.surroundings for view in evidence.views])
    for start in expected_gains(surroundings):
        found.append(_from_start(evidence, find, start))
        if found[-1].decoded.is_certain(found[-1].scores):
            return found[-1]
    return max(found, key=lambda interpretation: interpretation.decoded.score)


def _from_start(
    evidence: Evidence, find: Callable[[Floats, Sequence[str]], Decoded], start: Floats
) -> Interpretation:
    """Fit the colours to the cube that is decoded, decode again, until nothing changes."""
    colours, shares = evidence.colours, evidence.shares
    stickers = evidence.matching.stickers
    worth = _worth(shares, evidence)
    model, labels = fit_colours(colours, shares, start, stickers)
    names = name_colours(model.shades)
    for _ in range(ROUNDS):
        scores = worth * model.scores(colours, shares)
        decoded = find(scores, names)
        if (decoded.labels == labels).all():
            break
        labels = decoded.labels
        model = refit(model, colours, shares, labels)
    return Interpretation(decoded, scores, names)


def _worth(shares: Floats, evidence: Evidence) -> Floats:
    """Return what each sample's evidence counts (views x 9 x 1).

    Several looks at one sticker are worth less than as many stickers: what misleads one of them
    (a logo, the way the light falls) misleads the others too.
    """
    looks = np.zeros(54)
    stickers = evidence.matching.stickers
    np.add.at(looks, stickers.ravel(), shares.ravel())
    return (1 / np.sqrt(np.maximum(looks, 1)))[stickers][..., None]
