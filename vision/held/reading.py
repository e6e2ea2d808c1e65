"""Read the cube that a robot holds from all pictures of its cameras together.

Between two pictures the whole cube is rotated as the robot reports. Which position of space each
camera sees may be known, or follows from the pictures: a face that comes back must be the one that
the rotations bring back, and the whole must be a legal cube.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType

import numpy as np

from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import log_light
from vision.colour.profile import ColourProfile, read_consulting
from vision.decode.arrangements import known_arrangements
from vision.decode.face_matching import MAX_EXTRA_LOSS, ViewClusters, distances_by_rotation
from vision.decode.joint_estimation import FittedCube, fit_cube_as_arranged
from vision.decode.observations import Observations, observations_in
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError, MissingFacesError
from vision.facelet_indices import CORNER_CELLS, CUBE_ROTATIONS, facelet_indices
from vision.held.camera_rotations import (
    ALL_ROTATIONS,
    positions_seen,
    upright_rotation,
    upright_rotation_of_face,
)
from vision.held.outlines import Outlines
from vision.reading_checks import check_solved
from vision.reading_result import Reading, assemble_reading

NOTHING_HIDDEN: Mapping[str, Set[int]] = MappingProxyType({face: frozenset() for face in FACES})

MAX_FITS = 4  # ways to match the views with faces for which the colours are fitted


@dataclass(frozen=True, slots=True)
class HeldPicture:
    """A picture of a cube that a robot holds.

    `faces`: those found in it, perhaps none; `camera`: the index of its camera; `held`: which of
    the cube's faces was at each position of space; `hidden`: for each position at which a face was
    to be seen, its stickers (0 to 8, row by row as in the unfolded cube) that the robot hid.
    """

    faces: ImageFaces
    camera: int
    held: Orientation
    hidden: Mapping[str, Set[int]] = field(default_factory=lambda: NOTHING_HIDDEN)


@dataclass(frozen=True, slots=True, eq=False)
class CameraPlace:
    """Where a fixed camera looks.

    `positions`: the one to three positions of space that it sees, "" if that is not known.
    `learnt`: the rotation of the camera, as its pictures have shown it, for its `outlines`; None
    if they have not. A camera that sees one position has no outlines.
    """

    positions: str
    learnt: int | None = None
    outlines: Outlines | None = None


@dataclass(frozen=True, slots=True, eq=False)
class HeldReading:
    """A reading in the letters of the robot, and where each camera looks, as far as is known."""

    reading: Reading
    places: tuple[CameraPlace, ...]

    @property
    def certain(self) -> bool:
        """Return whether the reading is certain."""
        return self.reading.certain


def read_held_cube(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    profile: ColourProfile | None = None,
) -> HeldReading:
    """Return the cube that a robot has shown to its cameras; the centres have their own letters.

    The cameras are taken to look where their places say, and upright if that was not learnt; what
    the robot hides there is left out. If no certain reading follows, they are taken to look
    anywhere: their places are then learnt. A `profile` counts only where the reading is not certain
    without it. Raises MissingFacesError if a face was not seen.
    """
    return read_consulting(lambda colours: _read_placed(pictures, places, colours), profile)


def _read_placed(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    profile: ColourProfile | None,
) -> HeldReading:
    try:
        found = _read(pictures, places, _expected_rotations(pictures, places), profile)
    except ImageSetError:
        with suppress(ImageSetError):
            return _read_from_anywhere(pictures, places, profile)
        raise
    if found.reading.certain:
        return found
    with suppress(ImageSetError):
        from_anywhere = _read_from_anywhere(pictures, places, profile)
        if from_anywhere.reading.certain:
            return from_anywhere
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """How one camera may look: the outlines of its pictures, and its possible rotations."""

    outlines: Outlines | None
    rotations: tuple[int, ...]

    def facelets_of(self, view: FaceView) -> IntArray | None:
        """Return the facelets of a view if the camera's first place were U; None if at none."""
        return facelet_indices(0, 0) if self.outlines is None else self.outlines.facelets_of(view)

    def uncovered(
        self, view: FaceView, facelets: IntArray, hidden: Mapping[str, Set[int]]
    ) -> FaceView | None:
        """Return a view without its hidden stickers, if the camera's rotation is known.

        None for a view of a position at which no face was to be seen.
        """
        if len(self.rotations) != 1:
            return view
        positions, stickers = np.divmod(CUBE_ROTATIONS[self.rotations[0]][facelets], 9)
        position = FACES[positions[4]]
        if position not in hidden:
            return None
        covered = np.isin(stickers, list(hidden[position])).reshape(3, 3)
        return replace(view, visibility=np.where(covered, 0.0, view.visibility))


def _expected_rotations(
    pictures: Sequence[HeldPicture], places: Sequence[CameraPlace]
) -> tuple[_Sight, ...]:
    return tuple(
        _Sight(place.outlines, (place.learnt,))
        if place.learnt is not None
        else _expected(_seen_by(camera, pictures), place.positions)
        for camera, place in enumerate(places)
    )


def _expected(images: Sequence[ImageFaces], positions: str) -> _Sight:
    if len(positions) == 1:
        return _Sight(None, (upright_rotation_of_face(positions),))
    if not images:
        return _Sight(None, ())
    outlines = Outlines.of_pictures(images)
    rotations = (upright_rotation(positions, outlines),) if positions else ALL_ROTATIONS
    return _Sight(outlines, rotations)


def _read_from_anywhere(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    profile: ColourProfile | None,
) -> HeldReading:
    """Return the cube that pictures show if nothing is known of where the cameras look."""
    if len({picture.held for picture in pictures}) == 1:
        # Where nothing rotates the cube, every rotation of all cameras together is possible.
        raise MissingFacesError("the robot has not rotated the cube between the pictures")
    unknown = [CameraPlace("") for _ in places]
    return _read(pictures, places, _expected_rotations(pictures, unknown), profile)


def _seen_by(camera: int, pictures: Sequence[HeldPicture]) -> list[ImageFaces]:
    """Return the pictures of a camera that show a face."""
    return [each.faces for each in pictures if each.camera == camera and each.faces.views]


@dataclass(frozen=True, slots=True, eq=False)
class _PlacedViews:
    """The views in all pictures, with their facelets for each way in which the cameras may look.

    `views` (V); `pictures` (V): the index of each view's picture; `ways`: for each way the rotation
    of each camera; `facelets` (ways x V x 9): of the cube, in the letters of the robot.
    """

    views: tuple[FaceView, ...]
    pictures: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]
    facelets: IntArray

    def only(self, ways: Sequence[int]) -> _PlacedViews:
        """Return the same with some of the ways."""
        kept = tuple(self.ways[way] for way in ways)
        return replace(self, ways=kept, facelets=self.facelets[list(ways)])


def _read(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    sights: Sequence[_Sight],
    profile: ColourProfile | None,
) -> HeldReading:
    """Return the most probable cube over all ways in which the cameras may look."""
    placed = _placed_views(pictures, sights)
    groups = list(_matched_groups(placed))
    fits = []
    for group in groups[:MAX_FITS]:
        observations = _observations(pictures, group)
        fits.append((group, observations, fit_cube_as_arranged(observations, profile)))
    group, observations, fitted = max(fits, key=lambda fit: fit[2].decoded.log_prob)
    fitted = _with_margin_over(fitted, [other for *_, other in fits])
    if len(groups) > MAX_FITS:
        fitted = replace(fitted, decoded=replace(fitted.decoded, margin=0.0))
    reading = check_solved(assemble_reading(observations, fitted), observations, fitted.decoded)
    if reading.certain:
        places = _learnt_places(places, sights, group, fitted)
    return HeldReading(reading, tuple(places))


def _placed_views(pictures: Sequence[HeldPicture], sights: Sequence[_Sight]) -> _PlacedViews:
    """Return the views that are at places of their cameras, in all ways that show six faces.

    Raises MissingFacesError if there is no such way.
    """
    views, indices, own = [], [], []
    for index, picture in enumerate(pictures):
        sight = sights[picture.camera]
        for view in picture.faces.views:
            facelets = sight.facelets_of(view)
            seen = None if facelets is None else sight.uncovered(view, facelets, picture.hidden)
            if facelets is not None and seen is not None:
                views.append(seen)
                indices.append(index)
                own.append(facelets)
    ways = list(product(*(sight.rotations for sight in sights)))
    in_cube = [np.argsort(_rotation_of(pictures[index].held)) for index in indices]
    cameras = [pictures[index].camera for index in indices]
    placed = [
        [
            cube[CUBE_ROTATIONS[way[camera]][facelets]]
            for cube, camera, facelets in zip(in_cube, cameras, own, strict=True)
        ]
        for way in ways
    ]
    facelets = np.array(placed, np.int64).reshape(len(ways), len(views), 9)
    result = _PlacedViews(tuple(views), tuple(indices), tuple(ways), facelets)
    shown = [set((each[:, 4] // 9).tolist()) for each in facelets]
    complete = [way for way, faces in enumerate(shown) if len(faces) == len(FACES)]
    if not complete:
        most = max(shown, key=len, default=set())
        unseen = " ".join(face for number, face in enumerate(FACES) if number not in most)
        raise MissingFacesError(
            f"the cameras' pictures show {len(most)} of the six faces; the robot was to show "
            f"{unseen} too: look at the light, and at what is before the faces"
        )
    return result.only(complete)


def _rotation_of(held: Orientation) -> IntArray:
    return np.asarray(CUBE_ROTATIONS[ORIENTATIONS.index(held)])


def _matched_groups(placed: _PlacedViews) -> Iterator[_PlacedViews]:
    """Yield groups of ways that say the same of which views show one face, the best first.

    Ways in which views of one face do not look alike are left out.
    """
    light = log_light(np.stack([view.colours.reshape(-1, 3) for view in placed.views]))
    visibility = np.stack([view.visibility.ravel() for view in placed.views])
    distances = distances_by_rotation(light, visibility)
    losses = [_matching_loss(clusters_of(facelets), distances) for facelets in placed.facelets]
    groups: dict[bytes, list[int]] = defaultdict(list)
    for way in np.argsort(losses, kind="stable").tolist():
        if losses[way] <= min(losses) + MAX_EXTRA_LOSS:
            groups[clusters_of(placed.facelets[way]).sticker_ids.tobytes()].append(way)
    for ways in groups.values():
        yield placed.only(ways)


def clusters_of(facelets: IntArray) -> ViewClusters:
    """Return which views show the same face, of facelets (views x 9) in known positions."""
    positions, first_sticker = np.divmod(facelets[:, 0], 9)
    turns = np.array([CORNER_CELLS.index(cell) for cell in first_sticker.tolist()])
    _, first_views, inverse = np.unique(positions, return_index=True, return_inverse=True)
    by_appearance = np.argsort(np.argsort(first_views))
    return ViewClusters(by_appearance[inverse], (turns - turns[first_views][inverse]) % 4)


def _matching_loss(clusters: ViewClusters, distances: FloatArray) -> float:
    """Return how little the views of each face look alike (natural logarithm)."""
    loss = 0.0
    for face in range(len(FACES)):
        views = np.flatnonzero(clusters.face_ids == face)
        turns = clusters.quarter_turns[views]
        if len(views) > 1:
            relative = (turns[:, None] - turns[None]) % 4
            pairs = distances[views[:, None], views[None], relative]
            loss += float(pairs.sum() / len(views))
    return loss


def _observations(pictures: Sequence[HeldPicture], group: _PlacedViews) -> Observations:
    clusters = clusters_of(group.facelets[0])
    return observations_in(
        group.views,
        group.pictures,
        tuple(pictures[index].faces.name for index in group.pictures),
        clusters,
        known_arrangements(group.facelets, clusters),
    )


def _with_margin_over(fitted: FittedCube, others: Sequence[FittedCube]) -> FittedCube:
    """Return a cube with its margin over those of other matches of the views too."""
    decoded = fitted.decoded
    margins = [
        decoded.log_prob - other.decoded.log_prob
        for other in others
        if other.decoded.facelets != decoded.facelets
    ]
    return replace(fitted, decoded=replace(decoded, margin=min([decoded.margin, *margins])))


def _learnt_places(
    places: Sequence[CameraPlace],
    sights: Sequence[_Sight],
    group: _PlacedViews,
    fitted: FittedCube,
) -> tuple[CameraPlace, ...]:
    """Return where the cameras look if the cube was read with certainty.

    A camera's place stays as it was if the cube looks the same in another way, as a solved one may.
    """
    decoded = fitted.decoded
    same = [
        way
        for way, facelets in zip(group.ways, group.facelets, strict=True)
        if (decoded.colours[facelets] == decoded.labels).all()
    ]
    return tuple(
        CameraPlace(positions_seen(rotations[0], sight.outlines), rotations[0], sight.outlines)
        if len(rotations := list({way[camera] for way in same})) == 1
        else place
        for camera, (place, sight) in enumerate(zip(places, sights, strict=True))
    )
