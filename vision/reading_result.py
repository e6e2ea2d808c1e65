"""The result of reading a cube, and its assembly from a decoded cube."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from drawing.palette import PAINT
from solver.core.errors import CubeError, Fault
from solver.core.facelets import FACELET_INDICES, facelet_name
from solver.core.geometry import FACES
from solver.core.legality import faults_of, numbers_from_colours
from solver.core.numbers import colours_from_facelets
from solver.cube import Cube
from vision.advice import MIRROR_ADVICE, retake_advice
from vision.arrays import FloatArray
from vision.capture.frame import Frame
from vision.decode.joint_estimation import FittedCube
from vision.decode.map_decoder import CERTAIN_MARGIN, MARGIN_PER_LOSS, DecodedCube
from vision.decode.observations import NO_IMAGE, Observations
from vision.detect.face import Corners, FacePlace
from vision.errors import UncertainError
from vision.facelet_indices import CORNER_CELLS

# The colours of U R F D L B on most cubes as a mirror shows them.
MIRRORED_SCHEME = ("white", "orange", "green", "yellow", "red", "blue")

# The probability that a reading is wrong is a logistic function of its total loss (natural
# logarithm of odds): 0.5 at EVEN_ODDS_LOSS, with the scale LOSS_SCALE. Fitted to cube-photos with
# changed brightness and white balance.
EVEN_ODDS_LOSS = 18.0
LOSS_SCALE = 2.5


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a cube in a picture.

    `picture`: its name; `corners`: four (x, y) in pixels, clockwise from the face's own top left;
    `colours`: the names of its stickers, row by row; `confidence`: how likely each of them is right
    (0 to 1); `certain`: whether all are right with a probability of at least 0.99; `alternatives`:
    for each sticker of a face read by itself how likely each colour is, the most probable first;
    `letter`: of a face of a reading; `picture_index`.
    """

    picture: str
    corners: Corners
    colours: tuple[str, ...]
    confidence: tuple[float, ...]
    certain: bool
    alternatives: tuple[Mapping[str, float], ...] = ()
    letter: str = ""
    picture_index: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The state of a cube of n x n x n, 2 to 7, as pictures show it.

    `facelets`: 6 n n face letters in the order U R F D L B, with white up and green in front if the
    cube has these colours (of even sizes, with the corner of white, red and green at its place), or
    as a robot held it; `certain`: whether the margin over every other legal cube is large enough;
    `confidence` (6 n n, 0..1): the probability that each facelet is right; `ambiguous`: indices of
    the uncertain facelets; `scheme`: face letter -> colour name; `places`: where the faces were
    found, in the order U R F D L B, each in every picture that shows it; `advice`: what to
    photograph again and why, "" if certain. `unconstrained_facelets`: the most probable letter of
    each facelet of a 3x3x3 by itself, which is not a legal cube if a piece was removed or twisted;
    `as_given`: whether pictures of another size are U R F D L B as they are, none rotated;
    `seconds`: how long the reading took; `frames`: the pictures, if they were kept.
    """

    facelets: str
    certain: bool
    confidence: tuple[float, ...]
    ambiguous: tuple[int, ...]
    scheme: Mapping[str, str]
    places: tuple[FacePlace, ...]
    advice: str
    unconstrained_facelets: str = ""
    as_given: bool = False
    seconds: float = 0.0
    frames: tuple[Frame, ...] = field(default=(), repr=False, compare=False)

    @property
    def size(self) -> int:
        """Return n, the number of stickers per side."""
        return math.isqrt(len(self.facelets) // len(FACES))

    @property
    def faces(self) -> tuple[Face, ...]:
        """Return where each face was found, in the order of the faces, and what it shows."""
        return tuple(self._face(place) for place in self.places)

    @property
    def unseen_faces(self) -> tuple[str, ...]:
        """Return the letters of the faces that are in no picture, and follow from the others."""
        seen = {place.letter for place in self.places}
        return tuple(face for face in FACES if face not in seen)

    @property
    def is_solved(self) -> bool:
        """Return whether each face has one letter."""
        return all(len(set(self.facelets[self._of(face)])) == 1 for face in FACES)

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the list of 48 colours (u l f r b d), without the centres (mmays 2014).

        Raises ValueError for another size than 3x3x3.
        """
        self._check_is_3x3x3()
        return colours_from_facelets(self.facelets)

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """Return the 48 numbers that the corners and edges of the list of colours match.

        None where the reading is not certain, and for another size than 3x3x3.
        """
        return numbers_from_colours(self.colours) if self.certain and self.size == 3 else None

    @property
    def cube(self) -> Cube:
        """Return the cube. Raises UncertainError where the reading is not certain.

        And ValueError for another size than 3x3x3: `puzzle("4x4x4")` takes its facelets.
        """
        self._check_is_3x3x3()
        if not self.certain:
            raise UncertainError(f"the reading is not certain: {self.advice}")
        return Cube.from_numbers(numbers_from_colours(self.colours))

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

    def of_pictures(self, frames: Sequence[Frame], seconds: float) -> Reading:
        """Return the reading with its pictures, and corners in pixels of their files."""
        places = tuple(
            replace(place, corners=corners_in_file(place.corners, frames[place.picture_index]))
            for place in self.places
        )
        return replace(self, places=places, frames=tuple(frames), seconds=seconds)

    def corrected(self, stickers: Mapping[str, str]) -> Reading:
        """Return a 3x3x3 with stickers of other colours: {"R7": "red"} names the seventh of R.

        It is certain where no other sticker is in doubt and the cube can exist. Raises ValueError
        for a name that no sticker or colour has, and for another size.
        """
        self._check_is_3x3x3()
        letters = {colour: face for face, colour in self.scheme.items()}
        facelets, confidence = list(self.facelets), list(self.confidence)
        for name, colour in stickers.items():
            if name not in FACELET_INDICES or colour not in letters:
                raise ValueError(
                    f"{name!r}: {colour!r} is not a sticker with a colour; stickers are U1 to B9, "
                    f"colours {', '.join(letters)}"
                )
            index = FACELET_INDICES[name]
            facelets[index], confidence[index] = letters[colour], 1.0
        text = "".join(facelets)
        in_doubt = tuple(i for i in self.ambiguous if facelet_name(i) not in stickers)
        faults = "; ".join(map(str, faults_of(text)))
        return replace(
            self,
            facelets=text,
            certain=not (in_doubt or faults),
            confidence=tuple(confidence),
            ambiguous=in_doubt,
            advice=faults or (self.advice if in_doubt else ""),
        )

    def draw(self, path: str | Path) -> None:
        """Draw the pictures with what was found in them into a .png or .jpg file.

        A reading of a camera keeps no pictures: the cube alone is drawn, into .svg or .png, if it
        is a 3x3x3. Raises DrawingError for another file, and for one that cannot be written.
        """
        if self.frames or self.size != 3:
            from drawing.picture_file import write_picture
            from vision.explanation import draw_reading

            write_picture(Path(path), draw_reading(self.frames, self))
        else:
            from solver.cube_drawing import draw_cube_into

            draw_cube_into(Path(path), [PAINT[self.scheme[letter]] for letter in self.facelets])

    def _face(self, place: FacePlace) -> Face:
        own = self._of(place.letter)
        return Face(
            place.picture,
            place.corners,
            tuple(self.scheme[letter] for letter in self.facelets[own]),
            self.confidence[own],
            self.certain,
            letter=place.letter,
            picture_index=place.picture_index,
        )

    def _of(self, face: str) -> slice:
        """Return the facelets of a face."""
        count = len(self.facelets) // len(FACES)
        return slice(count * FACES.index(face), count * (FACES.index(face) + 1))

    def _check_is_3x3x3(self) -> None:
        if self.size != 3:
            n = self.size
            raise ValueError(
                f"this is a {n}x{n}x{n}, not a 3x3x3; puzzle('{n}x{n}x{n}') takes its facelets"
            )


def corners_in_file(corners: Corners, frame: Frame) -> Corners:
    """Return corners in pixels of the file that a frame was loaded from, perhaps reduced."""
    return tuple((x * frame.reduction, y * frame.reduction) for x, y in corners)


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
        places=_face_places(observations, decoded),
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


def _face_places(observations: Observations, decoded: DecodedCube) -> tuple[FacePlace, ...]:
    """Return where each face was found, in the order of the faces."""
    places = []
    facelets = decoded.arrangement.facelets
    for view in np.argsort(facelets[:, 4], kind="stable").tolist():
        if observations.image_index[view] == NO_IMAGE:
            continue
        position = int(facelets[view, 4] // 9)
        first = int(np.flatnonzero(facelets[view, list(CORNER_CELLS)] == 9 * position)[0])
        corners = np.roll(observations.views[view].corners, -first, axis=0)
        places.append(
            FacePlace(
                FACES[position],
                observations.image_names[view],
                observations.image_index[view],
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
            )
        )
    return tuple(places)
