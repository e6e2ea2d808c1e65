"""Photographs of a cube -> the cube: the door of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

import cv2
import numpy as np

from solver.geometry import FACES
from vision.advice import MIRROR_ADVICE, advise
from vision.arrange import TURNED, Arrangement
from vision.arrays import Floats
from vision.camera import Frame
from vision.colours import expected_gains, fit_colours, refit
from vision.decode import CERTAIN_LEAD, MISTRUST, Decoded, decode_any, decode_known
from vision.errors import NoFaceError, RepeatedFaceError, TooFewFacesError, TooManyFacesError
from vision.face import FaceView
from vision.find import find_faces
from vision.names import name_colours

# The colours of U R F D L B on most cubes, and as a mirror shows them.
USUAL = ["white", "red", "green", "yellow", "orange", "blue"]
MIRRORED = ["white", "orange", "green", "yellow", "red", "blue"]

# Two photographs show one face if their stickers differ (in Lab) by less than this on average.
SAME_FACE = 9.0

ROUNDS = 3


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
    `faces`: in the order U R F D L B; `advice`: what to photograph again and why, "" if certain.
    """

    facelets: str
    certain: bool
    confidence: tuple[float, ...]
    ambiguous: tuple[int, ...]
    scheme: Mapping[str, str]
    faces: tuple[FoundFace, ...]
    advice: str


@dataclass(frozen=True, slots=True)
class Placement:
    """How a robot showed a face: which one, turned clockwise how often in the picture.

    A face with 0 quarter turns is seen as in the usual unfolded cube: U above F, R right of F and
    so on (with F below U's picture and above D's).
    """

    face: str
    quarter_turns: int = 0


def read_cube(frames: Sequence[Frame]) -> Reading:
    """Read a cube from six photographs, one of each face, in any order and any quarter turn.

    Raises NoFaceError for a photograph without a face, TooFewFacesError, TooManyFacesError, and
    RepeatedFaceError if two photographs show the same face.
    """
    _check_count(frames)
    return read_views(frames, [face_in(frame) for frame in frames])


def read_known(frames: Sequence[Frame], placements: Sequence[Placement]) -> Reading:
    """Read a cube from six pictures by somebody who knows which face each shows and how turned.

    The facelets come in the placements' own letters. Raises NoFaceError, TooFewFacesError,
    TooManyFacesError, and ValueError for placements that are not the six faces.
    """
    _check_count(frames)
    if sorted(p.face for p in placements) != sorted(FACES):
        raise ValueError(
            f"placements {[p.face for p in placements]} must name each of U R F D L B once"
        )
    views = [face_in(frame) for frame in frames]
    by_face = {p.face: i for i, p in enumerate(placements)}
    order = tuple(by_face[face] for face in FACES)
    turns = tuple(-placements[i].quarter_turns % 4 for i in order)
    arrangement = Arrangement(order, turns)
    return _read(frames, views, lambda scores, _: decode_known(scores, arrangement))


def face_in(frame: Frame) -> FaceView:
    """Return the face held to the camera; raises NoFaceError."""
    faces = find_faces(frame.image)
    if not faces:
        raise NoFaceError(
            frame.name,
            f"{frame.name!r}: no face of a cube found in this picture; hold one face towards the "
            "camera so that it fills about half of the picture, all nine stickers in view",
        )
    return faces[0]


def read_views(frames: Sequence[Frame], views: Sequence[FaceView]) -> Reading:
    """Read a cube from six faces, one found in each of six frames, in any order and turn.

    Raises RepeatedFaceError if two of them are the same face.
    """

    def decode(scores: Floats, names: Sequence[str]) -> Decoded:
        return decode_any(scores, [names.index(name) for name in USUAL])

    reading = _read(frames, views, decode)
    if not reading.certain:
        _check_repeats(frames, views)
    return reading


def _read(
    frames: Sequence[Frame],
    views: Sequence[FaceView],
    decode: Callable[[Floats, Sequence[str]], Decoded],
) -> Reading:
    """Read with one expectation of the photographs' gains after the other until it is certain."""
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    visible = np.stack([view.visible.ravel() for view in views])
    best: tuple[float, Reading] | None = None
    for start in expected_gains(np.stack([view.surroundings for view in views])):
        model, labels = fit_colours(colours, visible, start)
        names = name_colours(model.shades)
        # Fit the colours to what was decoded, decode again, and so on until nothing changes.
        for _ in range(ROUNDS):
            scores = model.scores(colours, visible)
            decoded = decode(scores, names)
            if (decoded.labels == labels).all():
                break
            labels = decoded.labels
            model = refit(model, colours, visible, labels)
        if best is None or decoded.score > best[0]:
            best = decoded.score, _reading(frames, views, decoded, scores, names)
        if best[1].certain:
            break
    assert best is not None
    return best[1]


def _check_count(frames: Sequence[Frame]) -> None:
    names = ", ".join(repr(frame.name) for frame in frames) or "none"
    if len(frames) < 6:
        raise TooFewFacesError(
            f"{len(frames)} photographs ({names}) show {len(frames)} faces of the cube; "
            "give six, one of each face"
        )
    if len(frames) > 6:
        raise TooManyFacesError(
            f"{len(frames)} photographs ({names}), but a cube has six faces; give one of each"
        )


def _reading(
    frames: Sequence[Frame],
    views: Sequence[FaceView],
    decoded: Decoded,
    scores: Floats,
    names: Sequence[str],
) -> Reading:
    leads = decoded.leads - MISTRUST * decoded.costs(scores)
    mirrored = [names[v] for v in decoded.views] == MIRRORED
    certain = decoded.is_certain(scores) and not mirrored
    doubtful = (leads < CERTAIN_LEAD) | (leads == leads.min())
    return Reading(
        facelets=decoded.facelets,
        certain=certain,
        confidence=tuple((1 / (1 + np.exp(-leads))).tolist()),
        ambiguous=() if certain else tuple(np.flatnonzero(doubtful).tolist()),
        scheme=MappingProxyType({FACES[p]: names[v] for p, v in enumerate(decoded.views)}),
        faces=tuple(_found(frames, views, decoded, names, p) for p in range(6)),
        advice=""
        if certain
        else MIRROR_ADVICE
        if mirrored
        else advise(decoded, scores, views, [f.name for f in frames], names),
    )


def _found(
    frames: Sequence[Frame],
    views: Sequence[FaceView],
    decoded: Decoded,
    names: Sequence[str],
    position: int,
) -> FoundFace:
    view = decoded.views[position]
    turn = next(q for q in range(4) if TURNED[q][0] == decoded.source[9 * position] % 9)
    corners = np.roll(views[view].corners, turn, axis=0)
    return FoundFace(
        FACES[position],
        frames[view].name,
        view,
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
        names[view],
    )


def _check_repeats(frames: Sequence[Frame], views: Sequence[FaceView]) -> None:
    """Raise RepeatedFaceError if two photographs show the same stickers, however turned."""
    hues = [_hues(view) for view in views]
    for i, j in combinations(range(len(views)), 2):
        apart = min(
            float(np.hypot(*np.moveaxis(np.rot90(hues[i], q) - hues[j], 2, 0)).mean())
            for q in range(4)
        )
        if apart < SAME_FACE:
            raise RepeatedFaceError(
                f"{frames[i].name!r} and {frames[j].name!r} show the same face; "
                "replace one of them by the face that is missing"
            )


def _hues(view: FaceView) -> Floats:
    pixels = (view.colours / 255).astype(np.float32)
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[..., 1:].astype(float)
