"""The observations of one cube in photos: views, their samples and the possible arrangements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import log_light
from vision.colour.names import NAMES, name_centres
from vision.colour.samples import StickerSamples
from vision.colour.shades import evenly_lit, residual_brightness, same_places, shades
from vision.decode.arrangements import Arrangements, enumerate_arrangements
from vision.decode.face_matching import cluster_views
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces, group_views
from vision.errors import MissingFacesError, TooManyFacesError


@dataclass(frozen=True, slots=True)
class Observations:
    """The views of one cube in some photos.

    `views` (V); `image_index` (V): the index of each view's photo; `image_names` (V): its name;
    `face_ids` (V): which of six faces each view shows; `samples`: the colours of their stickers;
    `weights` (V x 9 x 1): of the log-probabilities of each sample; `arrangements`: of
    the views on a cube.
    """

    views: tuple[FaceView, ...]
    image_index: tuple[int, ...]
    image_names: tuple[str, ...]
    face_ids: IntArray
    samples: StickerSamples
    weights: FloatArray
    arrangements: Arrangements


def collect_observations(images: Sequence[ImageFaces]) -> Observations:
    """Return the observations of one cube in photos.

    Raises MissingFacesError for fewer than six views; TooManyFacesError if they show more than six
    different faces, or faces that do not fit together on one cube.
    """
    views = tuple(view for image in images for view in image.views)
    image_index = tuple(i for i, image in enumerate(images) for _ in image.views)
    names = ", ".join(repr(image.name) for image in images) or "none"
    if len(views) < 6:
        seen = name_centres(views, None)
        missing = tuple(name for name in NAMES if name not in seen)
        raise MissingFacesError(
            f"{len(views)} faces found in {len(images)} photo{'' if len(images) == 1 else 's'} "
            f"({names}), six are needed; not seen are probably those with the centre "
            f"{', '.join(missing)}: add photos of them, with one, two or three faces each",
            seen,
            missing,
        )
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    visibility = np.stack([view.visibility.ravel() for view in views])
    background = np.stack([view.background for view in views])
    try:
        clusters = cluster_views(log_light(colours), visibility, image_index)
    except ValueError as error:
        raise TooManyFacesError(
            f"the photos ({names}) show more than six different faces; give photos of one cube only"
        ) from error
    arrangements = enumerate_arrangements(group_views(views, image_index), clusters)
    if not len(arrangements):
        raise TooManyFacesError(
            f"the faces in the photos ({names}) do not fit together on one cube; "
            "photograph two opposite corners of it again"
        )
    ids = clusters.sticker_ids
    return Observations(
        views,
        image_index,
        tuple(images[i].name for i in image_index),
        clusters.face_ids,
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


def _repeat_weights(sticker_ids: IntArray, visibility: FloatArray) -> FloatArray:
    """Return the weight of each sample (views x 9 x 1): 1 / sqrt(views of its sticker).

    Several views of one sticker contain less information than as many stickers, because their
    errors (a logo, uneven light) are correlated.
    """
    views = np.zeros(54)
    np.add.at(views, sticker_ids.ravel(), visibility.ravel())
    return (1 / np.sqrt(np.maximum(views, 1)))[sticker_ids][..., None]
