"""Photographs of a cube -> the cube: the door of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from solver.facelets import SOLVED
from solver.geometry import FACES
from vision.advice import MIRROR_ADVICE, advise
from vision.arrange import known
from vision.arrays import Floats
from vision.camera import Frame
from vision.decode import CERTAIN_LEAD, MISTRUST, Decoded
from vision.errors import MirroredError, PhotographsError, TooFewFacesError, TooManyFacesError
from vision.interpret import (
    Evidence,
    Interpretation,
    contradiction,
    gather,
    interpret,
    interpret_known,
)
from vision.mirror import find_mirrored, mirrored_advice
from vision.picture import Picture, look, look_for_one
from vision.places import CORNER_STICKERS
from vision.plain import nearest_views
from vision.profile import ColourProfile
from vision.repeats import check_repeats

# The colours of U R F D L B on most cubes as a mirror shows them.
MIRRORED = ["white", "orange", "green", "yellow", "red", "blue"]


# A cube that belies its samples by so much (natural logarithms) is as often wrong as right, and
# how fast that changes: measured on photographs with their brightness and balance changed.
EVEN_COST = 18.0
COST_SPREAD = 2.5

# A photograph turned back from a mirror is looked at closely only if at a glance the samples then
# belie the cube by less than this, beside what they did before.
LESS_BELIED = 0.4


@dataclass(frozen=True, slots=True)
class FoundFace:
    """Where one face of the cube was found.

    `face`: its letter; `image`: the photograph's name; `frame`: its index; `corners`: four
    (x, y) in pixels, clockwise from the face's own top left; `colour`: its centre's name.
    """

    face: str
    image: str
    frame: int
    corners: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A cube as photographs show it.

    `facelets`: 54 face letters, white up and green in front when there are such (or as the robot
    held it); `certain`: whether no other legal cube comes near; `confidence` (54, 0..1): how sure
    each facelet is; `ambiguous`: the facelets in doubt; `scheme`: face letter -> colour name;
    `faces`: in the order U R F D L B, each wherever it was seen; `advice`: what to photograph
    again and why, "" if certain; `stickers`: what each facelet looks like by itself, which is no
    cube that can be where a piece has come out or been twisted.
    """

    facelets: str
    certain: bool
    confidence: tuple[float, ...]
    ambiguous: tuple[int, ...]
    scheme: Mapping[str, str]
    faces: tuple[FoundFace, ...]
    advice: str
    stickers: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """How a robot showed a face: which one, turned clockwise how often in the picture.

    A face with 0 quarter turns is seen as in the usual unfolded cube: U above F, R right of F and
    so on (with F below U's picture and above D's).
    """

    face: str
    quarter_turns: int = 0


def read_cube(frames: Sequence[Frame], profile: ColourProfile | None = None) -> Reading:
    """Read a cube from photographs that together show its six faces, in any order and turn.

    Six single faces, two opposite corners or any mix; a face may be shown more than once. Raises
    NoFaceError for a photograph without a face, TooFewFacesError if the six faces are not all
    there, TooManyFacesError if the photographs show more than one cube, MirroredError if they
    fit together only with one of them turned back from a mirror.
    """
    return read_pictures([look(frame) for frame in frames], profile)


def read_pictures(pictures: Sequence[Picture], profile: ColourProfile | None = None) -> Reading:
    """Read a cube from faces found in photographs, as `read_cube` does."""
    try:
        reading = _read_pictures(pictures, profile)
    except TooFewFacesError:
        raise
    except PhotographsError as error:
        if (mirrored := _mirrored(pictures, profile)) is not None:
            raise MirroredError(mirrored_advice(mirrored)) from error
        raise
    if reading.certain or reading.advice == MIRROR_ADVICE:
        return reading
    mirrored = _mirrored(pictures, profile)
    return reading if mirrored is None else replace(reading, advice=mirrored_advice(mirrored))


def _mirrored(pictures: Sequence[Picture], profile: ColourProfile | None) -> Picture | None:
    """Return the one photograph that is mirrored, if there is such a one."""
    is_better = _comparison(pictures, profile)

    def is_certain(changed: Sequence[Picture]) -> bool:
        try:
            return is_better(changed) and _read_pictures(changed, profile).certain
        except PhotographsError:
            return False

    return find_mirrored(pictures, is_certain)


def _comparison(
    pictures: Sequence[Picture], profile: ColourProfile | None
) -> Callable[[Sequence[Picture]], bool]:
    """Return what tells at a glance whether changed pictures are far more like a legal cube."""
    if len(pictures) < 6:
        return lambda changed: True
    try:
        before = gather([picture.front for picture in pictures])
    except PhotographsError:
        return lambda changed: True
    cost = contradiction(before, profile)
    least = LESS_BELIED * cost(before)
    return lambda changed: cost(gather([picture.front for picture in changed])) < least


def _read_pictures(pictures: Sequence[Picture], profile: ColourProfile | None) -> Reading:
    fronts = [picture.front for picture in pictures]
    if len(fronts) >= 6 and any(len(picture.views) > 1 for picture in pictures):
        # Six faces held to the camera are enough; what else is in view is seen less well.
        try:
            reading = _read_all(fronts, profile)
        except PhotographsError:
            pass
        else:
            if reading.certain:
                return reading
    return _read_all(pictures, profile)


def _read_all(pictures: Sequence[Picture], profile: ColourProfile | None) -> Reading:
    evidence = gather(pictures)
    reading = _reading(pictures, evidence, interpret(evidence, profile))
    if not reading.certain:
        check_repeats(pictures, evidence)
    return reading


def read_known(
    frames: Sequence[Frame], placements: Sequence[Placement], profile: ColourProfile | None = None
) -> Reading:
    """Read a cube from six pictures by somebody who knows which face each shows and how turned.

    The facelets come in the placements' own letters. Raises NoFaceError, TooFewFacesError,
    TooManyFacesError, and ValueError for placements that are not the six faces.
    """
    if len(frames) != 6:
        error = TooFewFacesError if len(frames) < 6 else TooManyFacesError
        names = ", ".join(repr(frame.name) for frame in frames) or "none"
        raise error(f"{len(frames)} pictures ({names}) where six are due, one of each face")
    if sorted(p.face for p in placements) != sorted(FACES):
        raise ValueError(
            f"placements {[p.face for p in placements]} must name each of U R F D L B once"
        )
    pictures = [look_for_one(frame) for frame in frames]
    places = [(FACES.index(p.face), -p.quarter_turns % 4) for p in placements]
    evidence = gather(pictures)
    return _reading(pictures, evidence, interpret_known(evidence, known(places), profile))


def _reading(pictures: Sequence[Picture], evidence: Evidence, found: Interpretation) -> Reading:
    reading = _likeliest(pictures, evidence, found)
    return _looked_at_again(reading, evidence, found) if reading.facelets == SOLVED else reading


def _looked_at_again(reading: Reading, evidence: Evidence, found: Interpretation) -> Reading:
    """Return a reading that says solved, certain only where each face is of one colour."""
    facelets = found.decoded.arrangement.facelets
    faces = facelets[:, 4] // 9
    looks_like = faces[nearest_views(evidence.samples.colours, evidence.samples.shares)]
    strange = looks_like != faces[:, None]
    if not strange.any():
        return reading
    stickers = list(SOLVED)
    for view, sticker in np.argwhere(strange):
        stickers[facelets[view, sticker]] = FACES[looks_like[view, sticker]]
    where = " and ".join(
        reading.scheme[FACES[face]] for face in np.unique(faces[strange.any(axis=1)])
    )
    return replace(
        reading,
        certain=False,
        ambiguous=tuple(np.unique(facelets[strange]).tolist()),
        stickers="".join(stickers),
        advice=f"Not all stickers of the {where} face look alike: look whether it is solved, and "
        "photograph it again.",
    )


def _likeliest(pictures: Sequence[Picture], evidence: Evidence, found: Interpretation) -> Reading:
    decoded, scores, names = found.decoded, found.scores, found.names
    leads = decoded.leads - MISTRUST * decoded.costs(scores)
    called = [names[face] for face in decoded.arrangement.centres]
    mirrored = called == MIRRORED
    certain = decoded.is_certain(scores) and not mirrored
    doubtful = (leads < CERTAIN_LEAD) | (leads == leads.min())
    images = [pictures[frame].name for frame in evidence.frames]
    return Reading(
        facelets=decoded.facelets,
        certain=certain,
        confidence=_confidence(decoded, decoded.costs(scores)),
        ambiguous=() if certain else tuple(np.flatnonzero(doubtful).tolist()),
        scheme=MappingProxyType(dict(zip(FACES, called, strict=True))),
        faces=_found(images, evidence, found),
        advice=""
        if certain
        else MIRROR_ADVICE
        if mirrored
        else advise(decoded, scores, evidence.views, images, names),
        stickers=_stickers(decoded, scores),
    )


def _stickers(decoded: Decoded, scores: Floats) -> str:
    """Return the likeliest letter of each facelet, whatever the others are."""
    return "".join(FACES[face] for face in decoded.arrangement.scores(scores).argmax(1))


def _confidence(decoded: Decoded, costs: Floats) -> tuple[float, ...]:
    """Return how likely each facelet is right; the least of them, how likely the whole cube is."""
    contradicted = 1 / (1 + np.exp((EVEN_COST - costs.sum()) / COST_SPREAD))
    outdone = 1 / (1 + np.exp(decoded.lead))
    doubt = 1 - (1 - contradicted) * (1 - outdone)
    leads = decoded.leads - MISTRUST * costs
    return tuple((1 - doubt * np.exp(leads.min() - leads)).tolist())


def _found(
    images: Sequence[str], evidence: Evidence, found: Interpretation
) -> tuple[FoundFace, ...]:
    """Return where each face was found, by faces."""
    faces = []
    facelets = found.decoded.arrangement.facelets
    for view in np.argsort(facelets[:, 4], kind="stable").tolist():
        position = int(facelets[view, 4] // 9)
        first = int(np.flatnonzero(facelets[view, list(CORNER_STICKERS)] == 9 * position)[0])
        corners = np.roll(evidence.views[view].corners, -first, axis=0)
        faces.append(
            FoundFace(
                FACES[position],
                images[view],
                evidence.frames[view],
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
                found.names[found.decoded.arrangement.centres[position]],
            )
        )
    return tuple(faces)
