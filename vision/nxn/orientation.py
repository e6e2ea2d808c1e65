"""The orientation in which a cube of any size is written, and where its faces were found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import IntArray
from vision.decode.orbits import corner_facelets
from vision.detect.face import FacePlace
from vision.detect.photograph import ImageFaces
from vision.nxn.face_arrangements import IN_ORDER, FaceArrangement, cube_rotations
from vision.nxn.legal_cube import NxNCube, face_letters


@dataclass(frozen=True, slots=True)
class WrittenCube:
    """A cube as it is written.

    `facelets`: 6 n n face letters; `order` (6 n n): the facelet of the decoded cube at each of
    them; `scheme`: face letter -> colour name; `places`: where the faces were
    found.
    """

    facelets: str
    order: IntArray
    scheme: Mapping[str, str]
    places: tuple[FacePlace, ...]


def written_cube(
    cube: NxNCube, names: Sequence[str], images: Sequence[ImageFaces], *, turned: bool
) -> WrittenCube:
    """Return a cube as it was decoded or, if `turned`, with white up and green in front.

    `names`: of the colours at U R F D L B. Even cubes have no centres: they are turned so that the
    corner of white, red and green is at URF, with white up.
    """
    n = cube.n
    rotation = _usual_rotation(cube, names) if turned else IN_ORDER
    order = rotation.stickers(n)
    letters = "".join(cube.facelet_letters(names)[i] for i in order)
    if n % 2:
        moved = {FACES[old]: FACES[new] for new, old in enumerate(rotation.views)}
        letters = "".join(moved[letter] for letter in letters)
        scheme = {FACES[new]: names[old] for new, old in enumerate(rotation.views)}
    else:
        by_letter = dict(zip(face_letters(names, n), names, strict=True))
        scheme = {letter: by_letter[letter] for letter in FACES}
    places = _face_places(cube.arrangement.stickers(n)[order], images, n)
    return WrittenCube(letters, order, MappingProxyType(scheme), places)


def _usual_rotation(cube: NxNCube, names: Sequence[str]) -> FaceArrangement:
    """Return the rotation of the whole cube to its usual orientation."""
    n = cube.n
    if n % 2:
        usual = face_letters(names, n=2)
        wanted = tuple(usual.index(letter) for letter in FACES)
        return next(rotation for rotation in cube_rotations() if rotation.views == wanted)
    letters = cube.facelet_letters(names)
    corner = corner_facelets(n)[0]
    return next(
        rotation
        for rotation in cube_rotations()
        if [letters[i] for i in rotation.stickers(n)[corner]] == ["U", "R", "F"]
    )


def _face_places(stickers: IntArray, images: Sequence[ImageFaces], n: int) -> tuple[FacePlace, ...]:
    """Return where each face was found, by the sample that is at each of its facelets."""
    corner_cells = (0, n - 1, n * n - 1, n * (n - 1))
    places = []
    for letter, top_left in zip(FACES, stickers[:: n * n].tolist(), strict=True):
        index, cell = divmod(top_left, n * n)
        corners = np.roll(images[index].views[0].corners, -corner_cells.index(cell), axis=0)
        places.append(
            FacePlace(
                letter,
                images[index].name,
                index,
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
            )
        )
    return tuple(places)
