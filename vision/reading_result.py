"""The result of reading a cube from pictures, and which of several results counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from drawing.palette import PAINT
from solver.core.errors import CubeError, Fault
from solver.core.facelets import facelet_name, letter_by_face, normalise
from solver.core.geometry import FACES
from solver.core.legality import faults_so_far, numbers_from_colours
from solver.core.numbers import colours_from_facelets
from solver.cube import Cube
from vision.capture.frame import Frame
from vision.detect.face import Corners, FacePlace
from vision.errors import UncertainError, VisionError


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a cube in a picture.

    `picture`: its name; `corners`: four (x, y) in pixels, clockwise from the face's own top left;
    `colours`: the names of its stickers, row by row; `confidence`: how likely each of them is right
    (0 to 1); `certain`: whether all are right with a probability of at least 0.94; `alternatives`:
    for each sticker of a face read by itself how likely each colour is, the most probable first;
    `letter`: of a face of a reading; `picture_index`; `part_of`: where its rows of stickers go on,
    so that it is a part of a larger face, the stickers per side of that, else 0.
    """

    picture: str
    corners: Corners
    colours: tuple[str, ...]
    confidence: tuple[float, ...]
    certain: bool
    alternatives: tuple[Mapping[str, float], ...] = ()
    letter: str = ""
    picture_index: int = 0
    part_of: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A picture that was not used, its index, and why not, in words."""

    picture: str
    picture_index: int
    why: str

    def __str__(self) -> str:
        return f"{self.picture!r} is left out: {self.why}"


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
    `left_out`: pictures that were not used; `seconds`: how long the reading took; `frames`: the
    pictures, if they were kept.
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
    left_out: tuple[LeftOut, ...] = ()
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
        """Return the 48 numbers of the cube, found by matching its corners and edges (mmays 2014).

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
    def advice_to_camera(self) -> str:
        """Return the advice for pictures of a camera, which no user knows by their names."""
        advice = self.advice
        for place in self.places:
            advice = advice.replace(f" ({place.picture!r})", "")
            advice = advice.replace(repr(place.picture), "this face")
        return advice.replace("Photograph ", "Show ", 1)

    @property
    def faults_as_seen(self) -> tuple[Fault, ...]:
        """Return what is wrong with the cube if each sticker is read by itself, in colour names.

        Empty where nothing is, and where the centres do not show six colours.
        """
        try:
            return self._faults(self.unconstrained_facelets)
        except CubeError:
            return ()

    def without(self, left_out: Sequence[LeftOut]) -> Reading:
        """Return the reading with the indices of pictures among all, of which some are left out."""
        if not left_out:
            return self
        skipped = {each.picture_index for each in left_out}
        known = [*(e.picture_index for e in self.places), *(e.picture_index for e in self.left_out)]
        used = [i for i in range(len(skipped) + 1 + max(known, default=0)) if i not in skipped]
        places = tuple(replace(e, picture_index=used[e.picture_index]) for e in self.places)
        before = [replace(e, picture_index=used[e.picture_index]) for e in self.left_out]
        in_order = sorted((*before, *left_out), key=lambda each: each.picture_index)
        return replace(self, places=places, left_out=tuple(in_order))

    def of_pictures(self, frames: Sequence[Frame], seconds: float) -> Reading:
        """Return the reading with its pictures, and corners in pixels of their files."""
        places = tuple(
            replace(place, corners=corners_in_file(place.corners, frames[place.picture_index]))
            for place in self.places
        )
        return replace(self, places=places, frames=tuple(frames), seconds=seconds)

    def corrected(self, stickers: Mapping[str, str]) -> Reading:
        """Return the cube with stickers of other colours: {"R7": "red"} names the seventh of R.

        It is certain where no other sticker is in doubt and the cube can exist. Raises ValueError
        for a name that no sticker or colour has, and for another colour of a centre.
        """
        n = self.size
        indices = {facelet_name(index, n): index for index in range(len(self.facelets))}
        letters = {colour: face for face, colour in self.scheme.items()}
        facelets, confidence = list(self.facelets), list(self.confidence)
        for name, colour in stickers.items():
            if name not in indices or colour not in letters:
                raise ValueError(
                    f"{name!r}: {colour!r} is not a sticker with a colour; stickers are U1 to "
                    f"B{n * n}, colours {', '.join(letters)}"
                )
            index = indices[name]
            if n % 2 and index % (n * n) == n * n // 2 and facelets[index] != letters[colour]:
                raise ValueError(
                    f"{name!r}: {colour!r} is not the colour of this face: its centre, which "
                    "names the face, cannot be corrected"
                )
            facelets[index], confidence[index] = letters[colour], 1.0
        text = "".join(facelets)
        in_doubt = tuple(i for i in self.ambiguous if facelet_name(i, n) not in stickers)
        faults = "; ".join(map(str, self._faults(text)))
        return replace(
            self,
            facelets=text,
            unconstrained_facelets=text,
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

            draw_cube_into(Path(path), self._paints())

    def _repr_svg_(self) -> str:
        """Return the drawing of the cube that a notebook shows in place of the text."""
        from drawing.canvas import svg
        from solver.cube_drawing import cube_alone

        return svg(cube_alone(self._paints())).decode()

    def _paints(self) -> list[str]:
        return [PAINT[self.scheme[letter]] for letter in self.facelets]

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

    def _faults(self, facelets: str) -> tuple[Fault, ...]:
        """Return what is wrong with a cube in the letters of its centres, in the colours' names.

        Raises FaceletError where the centres do not differ.
        """
        if self.size != 3:
            # Imported here: a 3x3x3 is read without it.
            from solver.puzzles.nxn.position import faults_of

            return faults_of(facelets, self.size, [self.scheme[face] for face in FACES])
        names = {face: self.scheme[of] for face, of in letter_by_face(facelets).items()}
        return faults_so_far(normalise(facelets), names)

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


T = TypeVar("T")


def value_or_raise(outcome: T | VisionError) -> T:
    """Return what images show. Raises the error that stands for what they do not show."""
    if isinstance(outcome, VisionError):
        raise outcome
    return outcome
