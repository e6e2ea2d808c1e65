"""The legal cubes that photos of single faces fit alike, and the photo that tells them apart.

Where no sticker is in doubt several cubes may be: single faces do not show how they are joined, and
those of a cube that is a few turns from solved can be joined in several ways. A photo of a corner
shows how three are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import IntArray
from vision.decode.arrangement_search import colour_codes, standard_rotation
from vision.decode.bounds import ROUNDING, ScoredArrangements
from vision.decode.map_decoder import DecodedCube
from vision.decode.pieces import is_legal
from vision.facelet_indices import cube_rotation

MAX_EXAMINED = 2000  # arrangements; it bounds the time
N_FACELETS = 54

# Cubes by their facelets, each with its colours (54); of some there are several schemes of colours.
Cubes = Mapping[str, Sequence[IntArray]]


def fitting_cubes(
    scored: ScoredArrangements, decoded: DecodedCube, standard_colours: Sequence[int]
) -> Cubes:
    """Return the legal cubes that the stickers make, each with its decoded colour.

    `standard_colours`: those that are at U R F D L B on most cubes; the cubes are turned so that
    the first is up and the third in front.
    """
    arrangements = scored.arrangements
    colours = np.empty(arrangements.facelets.shape[1:], np.int64)
    colours.ravel()[arrangements.representative_sticker.ravel()] = decoded.labels.ravel()
    indices = np.flatnonzero(scored.upper >= decoded.log_prob - ROUNDING)
    _, firsts = np.unique(colour_codes(arrangements.facelets[indices], colours), return_index=True)
    cubes: dict[str, list[IntArray]] = {}
    for index in indices[firsts[:MAX_EXAMINED]].tolist():
        arrangement = arrangements.for_representatives(index)
        cube = np.empty(N_FACELETS, np.int64)
        cube[arrangement.facelets] = colours
        if is_legal(np.argsort(arrangement.position_colours)[cube]):
            rotation = standard_rotation(arrangement.position_colours, standard_colours)
            turned = cube[np.argsort(rotation)]
            faces = np.argsort(turned[4::9])[turned]
            cubes.setdefault("".join(FACES[face] for face in faces), []).append(turned)
    return cubes


def telling_face(cubes: Cubes) -> int | None:
    """Return the colour of a face of which a photo of any corner shows which of some cubes it is.

    None where no face is such: two cubes have a corner there that looks alike, with its faces.
    """
    for face in range(len(FACES)):
        seen: set[bytes] = set()
        is_telling = True
        for alike in cubes.values():
            corners = {view for colours in alike for view in _corners_at(face, colours)}
            is_telling = is_telling and seen.isdisjoint(corners)
            seen |= corners
        if is_telling:
            return face
    return None


def _corners_at(face: int, colours: IntArray) -> Iterable[bytes]:
    """Yield what photos of the four corners of a face show: its stickers and its neighbours'."""
    up = int(np.flatnonzero(colours[4::9] == face)[0])
    for front in range(len(FACES)):
        if front not in (up, (up + 3) % len(FACES)):
            turned = colours[np.argsort(cube_rotation(up, front))]
            yield turned[: 3 * 9].tobytes()  # U, R and F
