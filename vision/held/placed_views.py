"""The views in the pictures of a robot's cameras, at the places at which the cameras may look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType

import numpy as np

from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import log_light
from vision.decode.face_matching import MAX_EXTRA_LOSS, ViewClusters, distances_by_rotation
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.errors import MissingFacesError
from vision.facelet_indices import CORNER_CELLS, CUBE_ROTATIONS, facelet_indices
from vision.held.outlines import (
    ALL_ROTATIONS,
    Outlines,
    upright_rotation,
    upright_rotation_of_face,
)

NOTHING_HIDDEN: Mapping[str, Set[int]] = MappingProxyType({face: frozenset() for face in FACES})


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
    `learnt`: the index of the rotation of the camera that followed from earlier pictures, None
    before; `outlines`: where the faces are in its pictures, by which the rotation is told. A camera
    that sees one position has no outlines.
    """

    positions: str
    learnt: int | None = None
    outlines: Outlines | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CameraSight:
    """How one camera may look: the outlines of its pictures, and its possible rotations."""

    outlines: Outlines | None
    rotations: tuple[int, ...]

    def facelets_of(self, view: FaceView) -> IntArray | None:
        """Return the facelets that a view shows, as if the camera looked at U.

        None where the outlines place no face there.
        """
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


def expected_sights(
    pictures: Sequence[HeldPicture], places: Sequence[CameraPlace]
) -> tuple[CameraSight, ...]:
    """Return how each camera may look: as it was learnt, or upright at its positions, or anyhow."""
    return tuple(
        CameraSight(place.outlines, (place.learnt,))
        if place.learnt is not None
        else _expected(_seen_by(camera, pictures), place.positions)
        for camera, place in enumerate(places)
    )


def _expected(images: Sequence[ImageFaces], positions: str) -> CameraSight:
    if len(positions) == 1:
        return CameraSight(None, (upright_rotation_of_face(positions),))
    if not images:
        return CameraSight(None, ())
    outlines = Outlines.of_pictures(images)
    rotations = (upright_rotation(positions, outlines),) if positions else ALL_ROTATIONS
    return CameraSight(outlines, rotations)


def _seen_by(camera: int, pictures: Sequence[HeldPicture]) -> list[ImageFaces]:
    """Return the pictures of a camera that show a face."""
    return [each.faces for each in pictures if each.camera == camera and each.faces.views]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedViews:
    """The views in all pictures, with their facelets for each way in which the cameras may look.

    `views` (V); `pictures` (V): the index of each view's picture; `ways`: for each way the rotation
    of each camera; `facelets` (ways x V x 9): of the cube, in the letters of the robot.
    """

    views: tuple[FaceView, ...]
    pictures: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]
    facelets: IntArray

    def only(self, ways: Sequence[int]) -> PlacedViews:
        """Return the same with some of the ways."""
        kept = tuple(self.ways[way] for way in ways)
        return replace(self, ways=kept, facelets=self.facelets[list(ways)])


def placed_views(
    pictures: Sequence[HeldPicture], sights: Sequence[CameraSight]
) -> PlacedViews | MissingFacesError:
    """Return the views that are at places of their cameras, in all ways that show six faces.

    MissingFacesError stands for no such way.
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
    result = PlacedViews(tuple(views), tuple(indices), tuple(ways), facelets)
    shown = [set((each[:, 4] // 9).tolist()) for each in facelets]
    complete = [way for way, faces in enumerate(shown) if len(faces) == len(FACES)]
    if not complete:
        most = max(shown, key=len, default=set())
        unseen = " ".join(face for number, face in enumerate(FACES) if number not in most)
        return MissingFacesError(
            f"the cameras' pictures show {len(most)} of the six faces; the robot was to show "
            f"{unseen} too: look at the light, and at what is before the faces"
        )
    return result.only(complete)


def _rotation_of(held: Orientation) -> IntArray:
    return np.asarray(CUBE_ROTATIONS[ORIENTATIONS.index(held)])


def matched_groups(placed: PlacedViews) -> Iterator[PlacedViews]:
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
