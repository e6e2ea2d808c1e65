"""The photos of one cube with the faces in them, and which of these are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

import numpy as np

from solver.core.geometry import FACES
from vision.capture.frame import Frame
from vision.decode.observations import Observations, collect_observations
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces, detect_cube_faces_again
from vision.errors import ImageSetError

FEWEST_PHOTOS = 2  # two opposite corners
MOST_PHOTOS_TO_CHOOSE_FROM = 12  # a pass without each takes some tenths of a second


class Shown(Enum):
    """Which of the faces in photos are read."""

    MAIN = "the face of each photo that is held towards the camera"
    ALL = "all faces"
    OBLIQUE = "all faces, also those that are seen too obliquely to be read well"
    FIVE = "all faces, of which there are five"


@dataclass(frozen=True, eq=False)
class Photos:
    """The faces in photos of one cube, and what is computed of them once for all attempts.

    `frames`: the photos themselves, where they may be searched at another scale; `left_out`: the
    indices of the given photos that are not among these; `may_be_mirrored`: whether one of them may
    be a mirror image.
    """

    images: Sequence[ImageFaces]
    frames: Sequence[Frame] = ()
    left_out: tuple[int, ...] = ()
    may_be_mirrored: bool = True
    _observed: dict[Shown, Observations | ImageSetError] = field(default_factory=dict)

    @cached_property
    def at_another_scale(self) -> Photos | None:
        """The same searched at another scale; None where that shows nothing else."""
        if not self.frames:
            return None
        again = [
            detect_cube_faces_again(frame, faces)
            for frame, faces in zip(self.frames, self.images, strict=True)
        ]
        found_more = any(a is not b for a, b in zip(again, self.images, strict=True))
        return self._with(again) if found_more else None

    @property
    def main_faces_are_enough(self) -> bool:
        """Whether there is a photo for each face of the cube."""
        return len(self.images) >= len(FACES)

    @property
    def in_order(self) -> Iterator[Shown]:
        """The faces that are read, one choice after the other."""
        if self.main_faces_are_enough:
            yield Shown.MAIN
        if not self.main_faces_are_enough or any(len(image.views) > 1 for image in self.images):
            yield Shown.ALL

    @property
    def needs_oblique_faces(self) -> bool:
        """Whether faces are seen obliquely of photos that are too few to show one face each."""
        return not self.main_faces_are_enough and any(image.oblique for image in self.images)

    def observed(self, shown: Shown) -> Observations | ImageSetError:
        """Return the observations of some of the faces, or why they do not show a cube."""
        if shown not in self._observed:
            images = self.images
            if shown is Shown.MAIN:
                images = [image.main_face_only for image in images]
            elif shown is Shown.OBLIQUE:
                images = [image.with_oblique_faces for image in images]
            faces = len(FACES) - (shown is Shown.FIVE)
            self._observed[shown] = collect_observations(images, faces)
        return self._observed[shown]

    def without_one(self) -> Iterator[Photos]:
        """Yield the photos without one of them, where enough for a cube may be left.

        None where there are so many that this would take long.
        """
        count = len(self.images)
        # Two photos of corners are enough, and six of faces: fewer than six are of the first.
        fewest = FEWEST_PHOTOS if count < len(FACES) else len(FACES)
        if fewest < count <= MOST_PHOTOS_TO_CHOOSE_FROM:
            for left_out in range(count):
                yield self.without([left_out])

    def without(self, indices: Iterable[int]) -> Photos:
        """Return the photos without some of them."""
        unwanted = set(indices)
        given = [i for i in range(len(self.images) + len(self.left_out)) if i not in self.left_out]
        kept = [image for i, image in enumerate(self.images) if i not in unwanted]
        left_out = sorted((*self.left_out, *(given[i] for i in unwanted)))
        return replace(self._with(kept), left_out=tuple(left_out))

    def unmirrored(self, index: int) -> Photos:
        """Return the photos with one flipped."""
        images = self.images
        return self._with([*images[:index], unmirrored(images[index]), *images[index + 1 :]])

    def _with(self, images: Sequence[ImageFaces]) -> Photos:
        """Return photos with other faces, of which nothing is computed yet."""
        return Photos(images, may_be_mirrored=self.may_be_mirrored)


def unmirrored(image: ImageFaces) -> ImageFaces:
    """Return the faces of an image flipped left to right; x coordinates are negated."""
    return replace(
        image,
        views=tuple(map(_flip, image.views)),
        oblique=tuple(map(_flip, image.oblique)),
    )


def _flip(view: FaceView) -> FaceView:
    pixels = np.diag([-1.0, 1.0, 1.0])
    columns = np.array([[-1, 0, view.n], [0, 1, 0], [0, 0, 1.0]])
    return replace(
        view,
        homography=pixels @ view.homography @ columns,
        colours=view.colours[:, ::-1],
        visibility=view.visibility[:, ::-1],
        dim_colours=None if view.dim_colours is None else view.dim_colours[:, ::-1],
    )
