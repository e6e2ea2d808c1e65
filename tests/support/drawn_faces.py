"""Faces of a cube as an ideal detector would return them, for tests of reading."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver.core.geometry import FACES, FRAMES
from tests.support.benchmarks import SAMPLED
from tests.support.face_views import face_view, square
from vision.arrays import FloatArray
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces

PAINT = SAMPLED


def single(
    facelets: str,
    face: str,
    turns: int,
    rng: np.random.Generator,
    paint: FloatArray = PAINT,
) -> ImageFaces:
    """Return an image of one face, rotated by clockwise quarter turns; `paint` (6 x 3, BGR)."""
    view = _view(facelets, face, np.roll(square(300, 100, 100), turns, 0), rng, paint)
    return ImageFaces(f"{face}.jpg", (view,))


def corner(
    facelets: str, faces: Sequence[str], roll: float, rng: np.random.Generator
) -> ImageFaces:
    """Return an image of faces that meet in a corner, with the camera rolled (degrees)."""
    towards = np.sum([FRAMES[face].normal for face in faces], axis=0) / np.sqrt(len(faces))
    across = np.cross(towards, FRAMES[faces[0]].normal)
    across /= np.linalg.norm(across)
    up = np.cross(towards, across)
    angle = np.radians(roll)
    right = np.cos(angle) * across + np.sin(angle) * up
    axes: FloatArray = np.stack([right, np.cross(right, -towards)])
    views = []
    for face in faces:
        normal, x, y = (np.array(vector, float) for vector in FRAMES[face])
        ends = [normal - x - y, normal + x - y, normal + x + y, normal - x + y]
        points = np.array([(axes @ end) / (9 - end @ towards) for end in ends])
        views.append(_view(facelets, face, 320 + 900 * points, rng))
    return ImageFaces("".join(faces) + ".jpg", tuple(views))


def mirrored(picture: ImageFaces) -> ImageFaces:
    """Return the mirror image of some faces."""
    flip = np.array([[-1, 0, 640], [0, 1, 0], [0, 0, 1]], float)
    back = np.array([[-1, 0, 3], [0, 1, 0], [0, 0, 1]], float)
    views = tuple(
        replace(
            view,
            homography=flip @ view.homography @ back,
            colours=view.colours[:, ::-1],
            visibility=view.visibility[:, ::-1],
        )
        for view in picture.views
    )
    return replace(picture, views=views)


def hide(picture: ImageFaces, stickers: Sequence[int]) -> ImageFaces:
    """Return the image with stickers of its first face (numbered row by row) hidden."""
    view = picture.views[0]
    visible = view.visibility.copy()
    visible.ravel()[list(stickers)] = 0
    return replace(picture, views=(replace(view, visibility=visible), *picture.views[1:]))


def _view(
    facelets: str,
    face: str,
    corners: FloatArray,
    rng: np.random.Generator,
    paint: FloatArray = PAINT,
) -> FaceView:
    """Return the view of a face whose own top left is the first of `corners`."""
    first = int(np.argmin(corners.sum(1)))
    start = 9 * FACES.index(face)
    letters = np.array([FACES.index(letter) for letter in facelets[start : start + 9]])
    colours = np.rot90(paint[letters].reshape(3, 3, 3), first)
    noisy = np.clip(colours + rng.normal(0, 4, colours.shape), 0, 255)
    return face_view(noisy, np.roll(corners, -first, 0))
