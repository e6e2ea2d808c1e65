"""The result of reading a cube, and its assembly from a decoded cube."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from solver.core.errors import CubeError, Fault
from solver.core.geometry import FACES
from solver.core.legality import faults_of, numbers_from_colours
from solver.core.numbers import colours_from_facelets
from solver.cube import Cube
from vision.advice import MIRROR_ADVICE, retake_advice
from vision.arrays import FloatArray
from vision.decode.joint_estimation import FittedCube
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS, DecodedCube
from vision.decode.observations import NO_IMAGE, Observations
from vision.facelet_indices import CORNER_CELLS

# The colours of U R F D L B on most cubes as a mirror shows them.
MIRRORED_SCHEME = ("white", "orange", "green", "yellow", "red", "blue")

# The probability that a reading is wrong is a logistic function of its total loss (natural
# logarithm of odds): 0.5 at EVEN_ODDS_LOSS, with the scale LOSS_SCALE. Fitted to cube-photos with
# changed brightness and white balance.
EVEN_ODDS_LOSS = 18.0
LOSS_SCALE = 2.5


@dataclass(frozen=True, slots=True)
class FoundFace:
    """Where one face of the cube was found.

    `face`: its letter; `image_name`; `image_index`: of the photo; `corners`: four (x, y) in
    pixels, clockwise from the face's own top left; `colour`: the name of its centre's colour.
    """

    face: str
    image_name: str
    image_index: int
    corners: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class SeenCube:
    """The state of a cube of n x n x n, as photos show it.

    `facelets`: 6 n n face letters in the order U R F D L B; `certain`: whether the margin over
    every other legal cube is large enough; `confidence` (6 n n, 0..1): the probability that each
    facelet is right; `ambiguous`: indices of the uncertain facelets; `scheme`: face letter ->
    colour name; `faces`: in the order U R F D L B, each in every photo that shows it; `advice`:
    what to photograph again and why, "" if certain.
    """

    facelets: str
    certain: bool
    confidence: tuple[float, ...]
    ambiguous: tuple[int, ...]
    scheme: Mapping[str, str]
    faces: tuple[FoundFace, ...]
    advice: str

    @property
    def size(self) -> int:
        """Return n, the number of stickers per side."""
        return math.isqrt(len(self.facelets) // len(FACES))

    @property
    def unseen_faces(self) -> tuple[str, ...]:
        """Return the letters of the faces that are in no photo, and follow from the others."""
        return tuple(face for face in FACES if all(each.face != face for each in self.faces))

    @property
    def is_solved(self) -> bool:
        """Return whether each face has one letter."""
        size = self.size**2
        faces = [self.facelets[i : i + size] for i in range(0, len(self.facelets), size)]
        return all(len(set(face)) == 1 for face in faces)


@dataclass(frozen=True, slots=True)
class Reading(SeenCube):
    """The state of a 3x3x3, as photos show it.

    The facelets have white up and green in front if the cube has these colours, or are in the
    orientation in which the robot held it. `unconstrained_facelets`: the most probable letter of
    each facelet by itself, which is not a legal cube if a piece was removed or twisted.
    """

    unconstrained_facelets: str = ""

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the list of 48 colours (u l f r b d), without the centres (mmays 2014)."""
        return colours_from_facelets(self.facelets)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the 48 numbers that the corners and edges of the list of colours match.

        Raises IllegalCubeError, which names each corner and edge that no piece matches.
        """
        return numbers_from_colours(self.colours)

    @property
    def cube(self) -> Cube:
        """Return the cube of the numbers, certain or not. Raises IllegalCubeError."""
        return Cube.from_numbers(self.numbers)

    @property
    def faults_as_seen(self) -> tuple[Fault, ...]:
        """Return what is wrong with the cube if each sticker is read by itself, in colour names.

        Empty where nothing is, and where the centres do not show six colours.
        """
        initials = {face: colour[:1].upper() for face, colour in self.scheme.items()}
        letters = (initials.get(face, face) for face in self.unconstrained_facelets)
        try:
            return faults_of("".join(letters))
        except CubeError:
            return ()


@dataclass(frozen=True, slots=True)
class Placement:
    """The face that a robot showed, and its clockwise rotation in quarter turns.

    A face with 0 quarter turns looks as in the usual unfolded cube: U above F, R right of F and
    so on (F below U, and above D).
    """

    face: str
    quarter_turns: int = 0


def assemble_reading(observations: Observations, fitted: FittedCube) -> Reading:
    """Return the reading that a decoded cube gives."""
    decoded, names = fitted.decoded, fitted.colour_names
    scheme = tuple(names[colour] for colour in decoded.arrangement.position_colours)
    is_mirrored = scheme == MIRRORED_SCHEME
    certain = decoded.is_certain and not is_mirrored
    margins = decoded.facelet_margins - MARGIN_PER_LOSS * decoded.losses
    uncertain = (margins < CERTAIN_MARGIN) | (margins == margins.min())
    reading = Reading(
        facelets=decoded.facelets,
        certain=certain,
        confidence=facelet_confidence(decoded.losses, decoded.margin, decoded.facelet_margins),
        ambiguous=() if certain else tuple(np.flatnonzero(uncertain).tolist()),
        scheme=MappingProxyType(dict(zip(FACES, scheme, strict=True))),
        faces=_found_faces(observations, decoded, scheme),
        advice="",
        unconstrained_facelets="".join(FACES[i] for i in decoded.facelet_log_probs.argmax(1)),
    )
    if certain:
        return reading
    if is_mirrored:
        return replace(reading, advice=MIRROR_ADVICE)
    names = observations.image_names
    return replace(reading, advice=retake_advice(decoded, observations.views, names, scheme))


def facelet_confidence(
    losses: FloatArray, margin: float, facelet_margins: FloatArray
) -> tuple[float, ...]:
    """Return the probability that each facelet is right; the smallest is that of the whole cube.

    `losses` and `facelet_margins`: the log-odds of each facelet; `margin`: of the whole cube.
    """
    wrong_by_loss = 1 / (1 + np.exp((EVEN_ODDS_LOSS - losses.sum()) / LOSS_SCALE))
    wrong_by_margin = 1 / (1 + np.exp(margin))
    doubt = 1 - (1 - wrong_by_loss) * (1 - wrong_by_margin)
    margins = facelet_margins - MARGIN_PER_LOSS * losses
    return tuple((1 - doubt * np.exp(margins.min() - margins)).tolist())


def _found_faces(
    observations: Observations, decoded: DecodedCube, scheme: tuple[str, ...]
) -> tuple[FoundFace, ...]:
    """Return where each face was found, in the order of the faces."""
    faces = []
    facelets = decoded.arrangement.facelets
    for view in np.argsort(facelets[:, 4], kind="stable").tolist():
        if observations.image_index[view] == NO_IMAGE:
            continue
        position = int(facelets[view, 4] // 9)
        first = int(np.flatnonzero(facelets[view, list(CORNER_CELLS)] == 9 * position)[0])
        corners = np.roll(observations.views[view].corners, -first, axis=0)
        faces.append(
            FoundFace(
                FACES[position],
                observations.image_names[view],
                observations.image_index[view],
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
                scheme[position],
            )
        )
    return tuple(faces)
