"""Pictures to cubes."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rokumen.api.pictures import OnProgress, Pictures, is_video, listed, load_pictures, reported
from rokumen.api.readings import Corners, CubeReading, corners_in_file
from rokumen.errors import UncertainError
from rokumen.storage.profiles import named_profile
from solver.core.facelets import FACELET_INDICES, facelet_name
from solver.core.geometry import FACES
from solver.core.legality import faults_of
from solver.cube import Cube
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.face_colours import FaceColours, read_faces
from vision.live.scanner import read_video
from vision.nxn.any_size import USUAL_SIZE
from vision.reading import read_cube
from vision.reading_result import FoundFace
from vision.reading_result import Reading as FoundCube

Profile = str | Path | ColourProfile | None

# A sticker that is less likely right than this is in doubt.
SURE = 0.9


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a cube in a picture.

    `picture`: its name; `corners`: four (x, y) in pixels, clockwise from the face's own top left;
    `colours`: nine names, row by row; `confidence`: how likely each of them is right (0 to 1);
    `certain`: whether all nine are right with a probability of at least 0.99; `alternatives`: for
    each sticker of a face read by itself how likely each colour is, the most probable first.
    """

    picture: str
    corners: Corners
    colours: tuple[str, ...]
    confidence: tuple[float, ...]
    certain: bool
    alternatives: tuple[Mapping[str, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Reading(CubeReading[FoundCube]):
    """A 3x3x3 as pictures show it; `seconds`: how long the reading took."""

    @property
    def cube(self) -> Cube:
        """Return the cube. Raises UncertainError where the reading is not certain."""
        if not self.certain:
            raise UncertainError(f"the reading is not certain: {self.advice}")
        return self.found.cube

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the list of 48 colours (u l f r b d), in the order of the numbers."""
        return self.found.colours

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """Return the 48 numbers as `Cube.numbers`; None where the reading is not certain."""
        return self.found.numbers if self.certain else None

    @property
    def faces(self) -> tuple[Face, ...]:
        """Return where each face was found, in the order U R F D L B, and what it shows."""
        return tuple(self._face(face) for face in self.found.faces)

    def corrected(self, stickers: Mapping[str, str]) -> Reading:
        """Return the reading with stickers of other colours: {"R7": "red"} names the seventh of R.

        It is certain where no other sticker is in doubt and the cube can exist. Raises ValueError
        for a name that no sticker or colour has.
        """
        letters = {colour: face for face, colour in self.found.scheme.items()}
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
        found = replace(
            self.found,
            facelets=text,
            certain=not (in_doubt or faults),
            confidence=tuple(confidence),
            ambiguous=in_doubt,
            advice=faults or (self.advice if in_doubt else ""),
        )
        return replace(self, found=found)

    def draw(self, path: str | Path) -> None:
        """Draw the pictures with what was found in them into a .png or .jpg file.

        A reading of a camera keeps no pictures: the cube alone is drawn, into .svg or .png.
        Raises ValueError for another file.
        """
        from rokumen.show.drawings.cube_reading import draw_reading_into

        draw_reading_into(Path(path), self.found, self.frames)

    def _face(self, found: FoundFace) -> Face:
        first = 9 * FACES.index(found.face)
        letters = self.facelets[first : first + 9]
        return Face(
            picture=found.image_name,
            corners=corners_in_file(found.corners, self.frames, found.image_name),
            colours=tuple(self.found.scheme[letter] for letter in letters),
            confidence=self.confidence[first : first + 9],
            certain=self.certain,
        )


def read(
    pictures: Pictures, *, profile: Profile = None, on_progress: OnProgress | None = None
) -> Reading:
    """Read a cube from pictures that together show its six faces, in any order and rotation.

    Or five of them, where only one cube fits these: then one face is not among the `faces`.
    `pictures`: paths, folders, or arrays H x W x 3 uint8 BGR, one or several, or one video in which
    the faces are shown one after the other, each held still for a moment; `profile`: what the
    six colours look like, by name, file or value; by default they are learnt; `on_progress` is
    called before each picture is searched, with how many have been and how many there are. The
    reading can be uncertain: see its `certain` and `advice`. Raises PictureError for a file that
    holds no picture, NoFaceError for a picture without a face, and VisionError where the six faces
    are not there (MissingFacesError) or do not belong to one cube.
    """
    colours = load_colours(profile)
    sources = listed(pictures)
    if len(sources) == 1 and is_video(sources[0]):
        return _read_video(str(sources[0]), colours)
    frames = load_pictures(sources)
    began = time.perf_counter()
    found = read_cube(reported(frames, on_progress), colours)
    return Reading(found, time.perf_counter() - began, tuple(frames))


def faces(
    pictures: Pictures, *, profile: Profile = None, on_progress: OnProgress | None = None
) -> list[Face]:
    """Return the faces of a 3x3x3 that pictures show, whether they are all six or not.

    Takes and raises what `read` does, except that it takes no video.
    """
    colours = load_colours(profile)
    frames = load_pictures(pictures)
    return as_faces(read_faces(reported(frames, on_progress), colours), frames)


def as_faces(found: Sequence[FaceColours], frames: Sequence[Frame]) -> list[Face]:
    """Return faces with their corners in pixels of the files that the frames were loaded from."""
    return [
        Face(
            face.image_name,
            corners_in_file(face.corners, frames, face.image_name),
            face.colours,
            face.confidence,
            face.certain,
            face.alternatives,
        )
        for face in found
    ]


def _read_video(path: str, colours: ColourProfile | None) -> Reading:
    began = time.perf_counter()
    found = read_video(path, colours, USUAL_SIZE)
    assert isinstance(found, FoundCube)
    return Reading(found, time.perf_counter() - began)


def load_colours(profile: Profile) -> ColourProfile | None:
    """Return a profile of colours that is named, in a file, or given. Raises ProfileError."""
    if isinstance(profile, ColourProfile):
        return profile
    return named_profile(None if profile is None else str(profile))
