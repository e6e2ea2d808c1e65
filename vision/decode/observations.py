"""The observations of one cube in photos: views, their samples and the possible arrangements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.colour.colour_space import lab_from_bgr
from vision.colour.hidden_stickers import may_be_skin
from vision.colour.illumination import (
    CLIPPING_LEVEL,
    evenly_lit,
    log_light,
    residual_brightness,
    same_places,
    shades,
)
from vision.colour.names import NAMES, name_centres
from vision.colour.samples import StickerSamples
from vision.decode.arrangements import Arrangements, enumerate_arrangements
from vision.decode.face_matching import ViewClusters, cluster_views, other_matches
from vision.detect.face import FaceView, group_views
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError, MissingFacesError, RepeatedFaceError, TooManyFacesError

NO_IMAGE = -1  # the index of the image of a face that no photo shows
# A sample may show a finger if the log-odds against it are at least this. At most so many stickers
# are taken for covered by fingers; more would leave too little that is seen.
MIN_CONTRADICTION = 0.5
MAX_FINGERS = 6
# Two photos show the same face if the mean distance of their stickers is smaller than this (a and b
# of Lab; lightness is ignored, as the light may have changed).
MAX_CHROMA_DISTANCE = 9.0
MIN_COMPARABLE = 5  # of the nine stickers must not be clipped in both


@dataclass(frozen=True, slots=True)
class Observations:
    """The views of one cube in some photos.

    `views` (V); `image_index` (V): the index of each view's photo, NO_IMAGE for a face in no photo;
    `image_names` (V): its name;
    `clusters`: which of six faces each view shows; `samples`: the colours of their stickers;
    `weights` (V x 9 x 1): of the log-probabilities of each sample; `arrangements`: of
    the views on a cube.
    """

    views: tuple[FaceView, ...]
    image_index: tuple[int, ...]
    image_names: tuple[str, ...]
    clusters: ViewClusters
    samples: StickerSamples
    weights: FloatArray
    arrangements: Arrangements

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
            samples.log_light, samples.visibility, self.image_index, self.clusters
        ):
            matched = _observations(self.views, self.image_index, self.image_names, clusters)
            if isinstance(matched, Observations):
                yield matched


def collect_observations(
    images: Sequence[ImageFaces], faces: int = len(FACES)
) -> Observations | ImageSetError:
    """Return the observations of one cube in photos, or why these do not show one.

    `faces`: how many different ones they show. Of five, the sixth is the last view: it is in no
    photo, and all its stickers are hidden. MissingFacesError stands for fewer views than that;
    TooManyFacesError for more different faces, or faces that do not fit together on one cube.
    """
    views = tuple(view for image in images for view in image.views)
    image_index = tuple(i for i, image in enumerate(images) for _ in image.views)
    if len(views) < faces:
        return _missing_faces(images, views)
    light = log_light(np.stack([view.colours.reshape(-1, 3) for view in views]))
    visibility = np.stack([view.visibility.ravel() for view in views])
    clusters = cluster_views(light, visibility, image_index, faces)
    if clusters is None:
        return TooManyFacesError(
            f"the photos ({_quoted(image.name for image in images)}) show more than six different "
            "faces; give photos of one cube only"
        )
    names = tuple(images[index].name for index in image_index)
    if faces < len(FACES):
        clusters = ViewClusters(
            np.append(clusters.face_ids, faces), np.append(clusters.quarter_turns, 0)
        )
        views, image_index, names = (*views, _unseen(views)), (*image_index, NO_IMAGE), (*names, "")
    return _observations(views, image_index, names, clusters)


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
        f"{len(views)} faces found in {len(images)} photo{'' if len(images) == 1 else 's'} "
        f"({_quoted(image.name for image in images)}), six are needed; not seen are probably those "
        f"with the centre {', '.join(missing)}: add photos of them, with one, two or three faces "
        "each",
        seen,
        missing,
    )


def _quoted(names: Iterable[str]) -> str:
    """Return the names of photos, each once, as a message lists them."""
    return ", ".join(repr(name) for name in dict.fromkeys(names) if name) or "none"


def _observations(
    views: tuple[FaceView, ...],
    image_index: tuple[int, ...],
    image_names: tuple[str, ...],
    clusters: ViewClusters,
) -> Observations | TooManyFacesError:
    arrangements = enumerate_arrangements(group_views(views, image_index), clusters)
    if not len(arrangements):
        return TooManyFacesError(
            f"the faces in the photos ({_quoted(image_names)}) do not fit together on one cube; "
            "photograph two opposite corners of it again"
        )
    return observations_in(views, image_index, image_names, clusters, arrangements)


def observations_in(
    views: tuple[FaceView, ...],
    image_index: tuple[int, ...],
    image_names: tuple[str, ...],
    clusters: ViewClusters,
    arrangements: Arrangements,
) -> Observations:
    """Return the observations of views of which the possible arrangements are known."""
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    visibility = np.stack([view.visibility.ravel() for view in views])
    background = np.stack([view.background for view in views])
    ids = clusters.sticker_ids
    return Observations(
        views,
        image_index,
        image_names,
        clusters,
        StickerSamples.of(colours, visibility, ids, image_index, background),
        _repeat_weights(ids, visibility),
        arrangements,
    )


def without_shades(observations: Observations, labels: IntArray) -> Observations | None:
    """Return the observations without the shades that faces at the same place share.

    `labels` (views x 9): the colours as read so far. None if no two views are at the same place.
    """
    samples = observations.samples
    places = same_places(np.stack([view.corners for view in observations.views]))
    if len(set(places)) == len(places):
        return None
    residuals = residual_brightness(samples.log_light, labels)
    weights = samples.visibility * ~samples.clipped.any(2)
    colours = evenly_lit(samples.colours, shades(residuals, weights, places))
    background = np.stack([view.background for view in observations.views])
    return replace(
        observations,
        samples=StickerSamples.of(
            colours, samples.visibility, samples.sticker_ids, samples.image_index, background
        ),
    )


def without_fingers(
    observations: Observations, contradictions: FloatArray, white: FloatArray
) -> Observations | None:
    """Return the observations with those samples hidden that show a finger in place of a sticker.

    These contradict the cube as read so far and may be skin. `contradictions` (views x 9): the
    log-odds against each sample; `white` (views x 3): linear light of white in each view. None if
    there is no such sample, or more than MAX_FINGERS.
    """
    # The light of a photo has one hue, which is known better than that on a single face.
    hues = np.log(white) - np.log(white).mean(1, keepdims=True)
    photos = np.array(observations.image_index)
    hue = np.stack([np.median(hues[photos == photo], 0) for photo in photos])
    is_skin = may_be_skin(observations.samples.colours, np.exp(hue))
    fingers = is_skin & (contradictions > MIN_CONTRADICTION)
    if not 0 < fingers.sum() <= MAX_FINGERS:
        return None
    views = tuple(
        view.with_hidden(np.flatnonzero(own).tolist())
        for view, own in zip(observations.views, fingers, strict=True)
    )
    return observations_in(
        views,
        observations.image_index,
        observations.image_names,
        observations.clusters,
        observations.arrangements,
    )


def _repeat_weights(sticker_ids: IntArray, visibility: FloatArray) -> FloatArray:
    """Return the weight of each sample (views x 9 x 1): 1 / sqrt(views of its sticker).

    Several views of one sticker contain less information than as many stickers, because their
    errors (a logo, uneven light) are correlated.
    """
    views = np.zeros(54)
    np.add.at(views, sticker_ids.ravel(), visibility.ravel())
    return (1 / np.sqrt(np.maximum(views, 1)))[sticker_ids][..., None]


def repeated_face(observations: Observations) -> RepeatedFaceError | None:
    """Return the error of two of the six faces that are the same one, in any rotation, or None."""
    views, images = observations.views, observations.image_index
    firsts = [int(np.flatnonzero(observations.clusters.face_ids == face)[0]) for face in range(6)]
    shown = [view for view in firsts if images[view] != NO_IMAGE]
    for i, j in combinations(shown, 2):
        distance = min(
            _chroma_distance(np.rot90(views[i].colours, quarter_turns), views[j].colours)
            for quarter_turns in range(4)
        )
        if distance < MAX_CHROMA_DISTANCE and images[i] != images[j]:
            first, second = observations.image_names[i], observations.image_names[j]
            return RepeatedFaceError(
                f"{first!r} and {second!r} show the same face; "
                "replace one of them with a photo of the missing face"
            )
    return None


def _chroma_distance(ours: FloatArray, theirs: FloatArray) -> float:
    """Return the mean distance of two faces' colours (3 x 3 x 3, BGR 0..255) in a and b of Lab.

    Infinite if too many stickers are clipped, and so white, in both.
    """
    comparable = np.maximum(ours.min(2), theirs.min(2)) < CLIPPING_LEVEL
    if comparable.sum() < MIN_COMPARABLE:
        return np.inf
    a, b = np.moveaxis(lab_from_bgr(ours) - lab_from_bgr(theirs), 2, 0)[1:]
    return float(np.hypot(a, b)[comparable].mean())
