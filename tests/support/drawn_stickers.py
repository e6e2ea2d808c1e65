"""Small pictures of the stickers of one face, drawn by a known homography."""

import cv2
import numpy as np

from tests.support.benchmarks import flat_face, lay_face
from vision.arrays import FloatArray, Image
from vision.detect.lattice import Lattice, apply_homography

SIZE = (320, 240)  # width and height of the pictures
TABLE, BODY = 118, 20  # grey levels beside the face, and between its stickers
CELL = 32  # pixels of a sticker with its border as drawn before it is projected
BORDER = 3  # pixels of these on each side of a sticker


def draw_stickers(colours: FloatArray, homography: FloatArray) -> Image:
    """Return the picture of a face of n x n stickers (n x n x 3, BGR) on a plain table."""
    image = np.full((*SIZE[::-1], 3), TABLE, float)
    lay_face(image, homography, flat_face(colours, CELL, BORDER, (BODY, BODY, BODY)), CELL)
    return np.rint(cv2.GaussianBlur(image, (3, 3), 0)).astype(np.uint8)


def full_lattice(n: int, homography: FloatArray) -> Lattice:
    """Return the n x n lattice of a homography, with every sticker found at its place."""
    middles = np.argwhere(np.ones((n, n), bool))[:, ::-1] + 0.5
    centres = apply_homography(homography, middles)
    return Lattice(n, homography, np.ones((n, n), bool), 0.0, centres)
