"""Measured colours of a cube's stickers -> the cube: the door for robots with their own eyes.

The faces' places are known, as when a robot shows them to a colour sensor; cubes of 2 to 7
stickers a side. Odd cubes learn their scheme of colours from the centres, even ones from the
corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType

import numpy as np

from solver.geometry import FACES
from vision.arrays import Floats, Ints
from vision.colours import ColourModel, Samples, fit_colours
from vision.decode import CERTAIN_LEAD, MISTRUST
from vision.names import name_colours
from vision.orbits import Filled, corner_scores, fill
from vision.pieces import marginals
from vision.places import holding
from vision.profile import ColourProfile
from vision.starts import Guess, first_guesses

SIZES = range(2, 8)
GUESSES = 4
ROUNDS = 4
AGREED = 1.5  # as in interpret: a filling that costs no more needs no other colours


@dataclass(frozen=True, slots=True)
class StickerReading:
    """A cube as measured colours show it.

    `facelets`: 6 n n face letters in the order U R F D L B; on even cubes, which have no centres,
    white is U and green F. `costs` (6 n n): how much each sticker's colour (natural logarithms)
    speaks against its letter; `scheme`: face letter -> colour name. `certain`: whether no other
    legal cube comes near; `ambiguous`: the facelets in doubt, none if certain.
    """

    facelets: str
    certain: bool
    ambiguous: tuple[int, ...]
    costs: tuple[float, ...]
    scheme: Mapping[str, str]


def read_stickers(colours: Floats, profile: ColourProfile | None = None) -> StickerReading:
    """Read a cube from its stickers' colours (6 x n x n x 3, BGR 0..255, faces U R F D L B).

    Raises ValueError for another shape.
    """
    if colours.ndim != 4 or colours.shape != (6, *colours.shape[1:2] * 2, 3):
        raise ValueError(f"colours of the shape {colours.shape}: give 6 x n x n x 3")
    n = colours.shape[1]
    if n not in SIZES:
        raise ValueError(f"a cube with {n} stickers a side: 2 to 7 can be read")
    fits: list[_Fit] = []
    for samples in (_in_one_light(colours), _each_face_in_its_light(colours)):
        for guess in first_guesses(samples, profile)[:GUESSES]:
            fits.append(_converged(guess, samples, n))
            if fits[-1].costs.sum() < AGREED:
                return _reading(fits, n)
    return _reading(fits, n)


def _each_face_in_its_light(colours: Floats) -> Samples:
    n = colours.shape[1]
    return Samples(
        colours.reshape(6, -1, 3).astype(float),
        np.ones((6, n * n)),
        np.arange(6 * n * n).reshape(6, -1),
        (0,) * 6,
        np.full((6, 3), 128.0),
    )


def _in_one_light(colours: Floats) -> Samples:
    """Take all stickers as those of one view, with one gain."""
    count = colours.size // 3
    return Samples(
        colours.reshape(1, -1, 3).astype(float),
        np.ones((1, count)),
        np.arange(count)[None],
        (0,),
        np.full((1, 3), 128.0),
    )


@dataclass(frozen=True, slots=True)
class _Fit:
    model: ColourModel
    scores: Floats  # facelets x colours
    centres: Ints  # which colour is at each of U R F D L B
    filled: Filled

    @property
    def labels(self) -> Ints:
        return self.centres[self.filled.letters]

    @property
    def costs(self) -> Floats:
        chosen = self.scores[np.arange(len(self.scores)), self.labels]
        return np.asarray(self.scores.max(1) - chosen, float)


def _converged(guess: Guess, samples: Samples, n: int) -> _Fit:
    labels = guess.labels
    for _ in range(ROUNDS):
        model = fit_colours(samples, guess.expected, labels)
        scores = model.scores(samples.colours, samples.shares).reshape(-1, 6)
        centres = np.arange(6) if n % 2 else _scheme(scores, n)
        found = _Fit(model, scores, centres, fill(scores[:, centres], n))
        if (found.labels == labels.ravel()).all():
            break
        labels = found.labels.reshape(labels.shape)
    return found


def _scheme(scores: Floats, n: int) -> Ints:
    """Return which colour belongs on each face, so that the corners fit best.

    Up to the way the cube is held: the first colour is on U.
    """
    return max(_schemes(), key=lambda centres: _corners_score(scores, centres, n))


def _corners_score(scores: Floats, centres: Ints, n: int) -> float:
    return float(marginals(corner_scores(scores[:, centres], n)).best.max())


def _schemes() -> Iterator[Ints]:
    """Yield all schemes that differ by more than the way the cube is held."""
    for opposite in range(1, 6):
        front, *rest = (c for c in range(1, 6) if c != opposite)
        for right, back, left in permutations(rest):
            yield np.array([0, right, front, opposite, left, back])


def _reading(fits: list[_Fit], n: int) -> StickerReading:
    found = max(fits, key=lambda fit: fit.filled.score)
    leads = np.minimum(found.filled.leads, _lead_over_others(found, fits))
    if n % 2 == 0:
        leads = np.minimum(leads, _lead_over_schemes(found, n))
    certain = bool(leads.min() >= CERTAIN_LEAD + MISTRUST * found.costs.sum())
    doubtful = (leads - MISTRUST * found.costs < CERTAIN_LEAD) | (leads == leads.min())
    names = name_colours(found.model.shades)
    at = [names[colour] for colour in found.centres]
    faces = list(FACES) if n % 2 else _faces_by_name(at)
    letters = "".join(faces[i] for i in found.filled.letters)
    scheme = dict(sorted(zip(faces, at, strict=True), key=lambda item: FACES.index(item[0])))
    return StickerReading(
        letters,
        certain,
        () if certain else tuple(np.flatnonzero(doubtful).tolist()),
        tuple(found.costs.tolist()),
        MappingProxyType(scheme),
    )


def _lead_over_others(found: _Fit, fits: list[_Fit]) -> Floats:
    """Return the lead over other fits that differ at each facelet (6 n n)."""
    leads = np.full(len(found.labels), np.inf)
    for other in fits:
        differs = found.centres[found.filled.letters] != other.centres[other.filled.letters]
        lead = found.filled.score - other.filled.score
        leads = np.where(differs, np.minimum(leads, lead), leads)
    return leads


def _lead_over_schemes(found: _Fit, n: int) -> float:
    """Return the lead over the same stickers on a cube with another scheme of colours."""
    best = _corners_score(found.scores, found.centres, n)
    return min(
        best - _corners_score(found.scores, centres, n)
        for centres in _schemes()
        if (centres != found.centres).any()
    )


def _faces_by_name(at: list[str]) -> list[str]:
    """Return each position's letter if the usual colours are to be up and in front."""
    up = at.index("white")
    front = next(
        at.index(name)
        for name in ("green", "red", "blue", "orange", "yellow")
        if at.index(name) != (up + 3) % 6
    )
    held = holding(up, front)
    return [FACES[held[9 * position + 4] // 9] for position in range(6)]
