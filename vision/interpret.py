"""The likeliest colours and the likeliest legal cube together, for the faces in photographs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrange import Arrangements, arrange
from vision.arrays import Floats
from vision.colours import ColourModel, Samples, fit_colours
from vision.decode import Decoded, Glimpse, decode, decode_known, glance
from vision.errors import TooFewFacesError, TooManyFacesError
from vision.face import FaceView
from vision.gains import expected_gains, log_light
from vision.matching import Matching, match_views
from vision.names import name_colours
from vision.neighbours import group_views
from vision.picture import Picture
from vision.profile import ColourProfile
from vision.starts import Guess, first_guesses

# The colours of U R F D L B on most cubes.
USUAL = ("white", "red", "green", "yellow", "orange", "blue")

GUESSES = 6
ROUNDS = 4

# A cube that belies its samples by no more than this (natural logarithms) needs no other colours.
AGREED = 1.5

# Decodes scores, given the colours' names.
_Decoder = Callable[[Floats, Sequence[str]], Decoded]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The faces in photographs of one cube.

    `views`; `frames`: each one's photograph; `samples`: their stickers;
    `matching`: which of six faces each view shows; `arrangements`: how they can belong together.
    """

    views: tuple[FaceView, ...]
    frames: tuple[int, ...]
    samples: Samples
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

    @property
    def is_certain(self) -> bool:
        """Tell whether no other legal cube comes near."""
        return self.decoded.is_certain(self.scores)


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
    surroundings = np.stack([view.surroundings for view in views])
    samples = Samples(colours, shares, matching.stickers, frames, surroundings)
    return Evidence(views, frames, samples, matching, arrangements)


def interpret(evidence: Evidence, profile: ColourProfile | None = None) -> Interpretation:
    """Interpret faces that may belong together in several ways."""

    def search(scores: Floats, names: Sequence[str]) -> Decoded:
        return decode(scores, evidence.arrangements, [names.index(name) for name in USUAL])

    return _interpret(evidence.samples, evidence.arrangements, search, profile)


def interpret_known(
    evidence: Evidence, arrangement: Arrangements, profile: ColourProfile | None = None
) -> Interpretation:
    """Interpret faces whose places on the cube are known."""
    return _interpret(
        evidence.samples, arrangement, lambda scores, _: decode_known(scores, arrangement), profile
    )


def contradiction(
    evidence: Evidence, profile: ColourProfile | None = None
) -> Callable[[Evidence], float]:
    """Return what says at a glance how far other evidence belies every cube that can exist.

    The other evidence is of the same stickers in other places, so that the colours that are first
    guessed for this evidence do for it too.
    """
    guess = first_guesses(evidence.samples, profile)[0]
    model = fit_colours(evidence.samples, guess.expected, guess.labels)

    def cost(other: Evidence) -> float:
        scores = model.scores(other.samples.colours, other.samples.shares)
        return glance(_worth(other.samples) * scores, other.arrangements).cost

    return cost


def _interpret(
    samples: Samples,
    arrangements: Arrangements,
    search: _Decoder,
    profile: ColourProfile | None,
) -> Interpretation:
    """Fit the colours from one guess after the other, and keep the likeliest.

    Colours that were measured beforehand tell what is none of them, where that settles a doubt.
    """
    fits: list[_Fit] = []
    for guess in first_guesses(samples, profile)[:GUESSES]:
        fits.append(_converged(samples, arrangements, guess))
        if fits[-1].cube.cost < AGREED:
            break
    best = max(fits, key=lambda fit: fit.cube.score)
    if best.cube.cost >= AGREED:
        for expected in expected_gains(samples.colours, samples.surroundings):
            fits.append(_converged(samples, arrangements, Guess(best.cube.labels, expected)))
    found = _likeliest(fits, search)
    if profile is not None and not found.is_certain:
        doubting = [_without_strangers(samples, arrangements, fit) for fit in fits]
        again = _likeliest(doubting, search)
        if again.is_certain:
            return again
    return found


def _likeliest(fits: Sequence[_Fit], search: _Decoder) -> Interpretation:
    """Decode the likeliest of some fits; its lead is one over the others too."""
    best = max(fits, key=lambda fit: fit.cube.score)
    # Named by the colours as they came out, not as they were at the start.
    names = name_colours(best.model.shades)
    decoded = search(best.scores, names)
    rival = max(
        (fit.cube.score for fit in fits if (fit.cube.labels != decoded.labels).any()),
        default=-np.inf,
    )
    lead = min(decoded.lead, decoded.score - rival)
    return Interpretation(replace(decoded, lead=lead), best.scores, names)


@dataclass(frozen=True, slots=True)
class _Fit:
    """Colours fitted to a cube."""

    model: ColourModel
    scores: Floats
    cube: Glimpse


def _converged(samples: Samples, arrangements: Arrangements, guess: Guess) -> _Fit:
    """Fit the colours to a guess, then to the cube that is decoded, until nothing changes."""
    worth = _worth(samples)
    labels = guess.labels
    for _ in range(ROUNDS):
        model = fit_colours(samples, guess.expected, labels)
        scores = worth * model.scores(samples.colours, samples.shares)
        cube = glance(scores, arrangements)
        if (cube.labels == labels).all():
            break
        labels = cube.labels
    return _Fit(model, scores, cube)


def _without_strangers(samples: Samples, arrangements: Arrangements, fit: _Fit) -> _Fit:
    """Judge a fit's colours anew, leaving out what looks like none of them."""
    scores = fit.model.scores_but_strangers(samples.colours, samples.shares)
    scores = _worth(samples) * scores
    return _Fit(fit.model, scores, glance(scores, arrangements))


def _worth(samples: Samples) -> Floats:
    """Return what each sample's evidence counts (views x 9 x 1).

    Several looks at one sticker are worth less than as many stickers: what misleads one of them
    (a logo, the way the light falls) misleads the others too.
    """
    looks = np.zeros(54)
    np.add.at(looks, samples.stickers.ravel(), samples.shares.ravel())
    return (1 / np.sqrt(np.maximum(looks, 1)))[samples.stickers][..., None]
