"""The observations of one cube in photos: views, their samples and the possible arrangements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from files.wording import counted
from solver.core.geometry import FACES
from vision.colour.names import NAMES, name_centres
from vision.colour.samples import StickerSamples
from vision.decode.arrangements import Arrangements, enumerate_arrangements
from vision.decode.face_matching import ViewClusters, cluster_views, other_matches
from vision.detect.face import FaceView, ViewGroup, group_views
from vision.detect.photograph import ImageFaces
from vision.errors import TOO_MANY_FACES, ImageSetError, MissingFacesError

NO_IMAGE = -1  # the index of the image of a face that no photo shows


@dataclass(frozen=True, slots=True)
class Observations:
    """The views of one cube in some photos.

    `views` (V); `image_names` (V): the name of each view's photo, "" for a face in no photo;
    `samples`: the colours of their stickers, and the index of each view's photo, NO_IMAGE for none;
    `clusters`: which of six faces each view shows; `arrangements`: of the views on a cube;
    `groups`: the views that share edges, from which other arrangements follow where views may be
    matched otherwise.
    """

    views: tuple[FaceView, ...]
    image_names: tuple[str, ...]
    samples: StickerSamples
    clusters: ViewClusters
    arrangements: Arrangements
    groups: tuple[ViewGroup, ...] = ()

    @property
    def has_other_matches(self) -> bool:
        """Whether a partly visible face can be matched with another view of it."""
        return next(self.otherwise_matched(), None) is not None

    def otherwise_matched(self) -> Iterator[Observations]:
        """Yield these observations with one partly visible view taken for another face.

        Or for the same face in another rotation, where the stickers that both views show allow it.
        """
        samples = self.samples
        for clusters in other_matches(
            samples.log_light, samples.visibility, samples.image_index, self.clusters
        ):
            arrangements = enumerate_arrangements(self.groups, clusters)
            if len(arrangements):
                yield replace(
                    self,
                    samples=samples.matched(clusters.sticker_ids),
                    clusters=clusters,
                    arrangements=arrangements,
                )


def collect_observations(
    images: Sequence[ImageFaces], faces: int = len(FACES)
) -> Observations | ImageSetError:
    """Return the observations of one cube in photos, or why these do not show one.

    `faces`: how many different ones they show. Of five, the sixth is the last view: it is in no
    photo, and all its stickers are hidden. MissingFacesError stands for fewer views than that;
    TOO_MANY_FACES for more different faces, or faces that do not fit together on one cube.
    """
    views = tuple(view for image in images for view in image.views)
    image_index = tuple(i for i, image in enumerate(images) for _ in image.views)
    if len(views) < faces:
        return _missing_faces(images, views)
    names = tuple(images[index].name for index in image_index)
    seen = len(views)
    if faces < len(FACES):
        views, image_index, names = (*views, _unseen(views)), (*image_index, NO_IMAGE), (*names, "")
    samples = samples_of(views, image_index)
    clusters = cluster_views(
        samples.log_light[:seen], samples.visibility[:seen], image_index[:seen], faces
    )
    if clusters is None:
        return ImageSetError(
            f"the photos ({_quoted(image.name for image in images)}) show more than six different "
            "faces; give photos of one cube only",
            code=TOO_MANY_FACES,
        )
    if faces < len(FACES):
        clusters = clusters.with_another_face()
    groups = group_views(views, image_index)
    arrangements = enumerate_arrangements(groups, clusters)
    if not len(arrangements):
        return ImageSetError(
            f"the faces in the photos ({_quoted(names)}) do not fit together on one cube; "
            "photograph two opposite corners of it again",
            code=TOO_MANY_FACES,
        )
    samples = samples.matched(clusters.sticker_ids)
    return Observations(views, names, samples, clusters, arrangements, groups)


def samples_of(views: Sequence[FaceView], image_index: Sequence[int]) -> StickerSamples:
    """Return the samples of the stickers of views, each of a face of its own.

    `image_index` (V): the photo of each.
    """
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    return StickerSamples.of(
        colours,
        np.stack([view.visibility.ravel() for view in views]),
        np.arange(colours[..., 0].size).reshape(len(views), -1),
        image_index,
        np.stack([view.background for view in views]),
    )


def with_dim_rims(observations: Observations) -> Observations | None:
    """Return observations in which overexposed stickers have the colours of their dim rims.

    None where there are none.
    """
    views = observations.views
    if all(view.dim_colours is None for view in views):
        return None
    shown = [
        view if view.dim_colours is None else replace(view, colours=view.dim_colours)
        for view in views
    ]
    samples = samples_of(shown, observations.samples.image_index)
    return replace(observations, samples=samples.matched(observations.samples.sticker_ids))


def _unseen(views: Sequence[FaceView]) -> FaceView:
    """Return the view of a face that no photo shows; its colours, which do not count, are usual."""
    colours = np.median(np.concatenate([view.colours.reshape(-1, 3) for view in views]), 0)
    return FaceView(
        views[0].n,
        np.eye(3),
        np.broadcast_to(colours, views[0].colours.shape),
        np.zeros(views[0].visibility.shape),
        0.0,
        np.mean([view.background for view in views], axis=0),
    )


def _missing_faces(images: Sequence[ImageFaces], views: Sequence[FaceView]) -> MissingFacesError:
    seen = name_centres([view.colours for view in views], None)
    missing = tuple(name for name in NAMES if name not in seen)
    return MissingFacesError(
        f"{counted(len(views), 'face')} found in {counted(len(images), 'photo')} "
        f"({_quoted(image.name for image in images)}), six are needed; not seen are probably those "
        f"with the centre {', '.join(missing)}: add photos of them, with one, two or three faces "
        "each",
        seen,
        missing,
    )


def _quoted(names: Iterable[str]) -> str:
    """Return the names of photos, each once, as a message lists them."""
    return ", ".join(repr(name) for name in dict.fromkeys(names) if name) or "none"
