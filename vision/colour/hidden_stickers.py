"""What covers stickers: grippers, where a part of the sticker is still seen, logos, and skin.

The gripper of a robot is often black, and some have a window in each finger. The median of such a
cell is the colour of the finger; the sticker is what is brighter beside it or in its window. The
colour of a centre with a logo is that of its rim, which the logo leaves free.

Skin of any tone reflects more red than green and more green than blue, within narrow limits
(Stoerring, Andersen and Granum, "Skin colour detection under changing lighting conditions"). An
orange sticker may look so too: skin is only assumed where a sample contradicts the cube.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.colour.illumination import GAMMA
from vision.colour.samples import StickerSamples

# A cell shows a finger if its largest channel is below this share of the face's brightest stickers
# (the quantile of their largest channels), and grey: its channels differ by less than a share of
# the largest one. NOISE (grey levels, 0..255) is added to the largest channel; less on a face whose
# brightest stickers are below USUAL_BRIGHTNESS, where it would hide the colours.
DARK_SHARE = 0.35
BRIGHT_QUANTILE = 0.8
GREY_SHARE = 0.5
NOISE = 12.0
USUAL_BRIGHTNESS = 128.0

# A cell of which less than this share has one colour may show a finger in its darker part, and a
# centre a logo.
EVEN_SHARE = 0.6
DARKER_QUANTILE = 0.4

# The sticker is the pixels whose largest channel exceeds the finger's by this factor, plus half of
# the noise; at least this share of the cell. Fingers and bodies are grey: if enough of these pixels
# have a colour (their channels differ by this share of the largest one), it is the sticker's.
BRIGHTER = 1.5
MIN_SHARE = 0.06
COLOURED_SHARE = 0.4
# Of these the bright ones, which the finger does not shade: above this share of the quantile of
# their largest channels.
LIT_SHARE = 0.75
LIT_QUANTILE = 0.95
# Pixels further than this from a sticker's median colour (grey levels of the worst channel, 0..255)
# do not belong to the sticker.
MAX_PIXEL_DEVIATION = 26.0

# What is seen beside a finger or in its window counts as a sticker of this visibility, and so does
# what is seen around a logo: the colour is clear, but may be in a shade, or the logo's.
WINDOW_VISIBILITY = 0.5
# A cell that looks like a finger all over says little, but not nothing: it may be a dark sticker,
# as a red one in the shade is.
FINGER_VISIBILITY = 0.3

# The rim is what lies along the middles of the cell's sides, between these shares of its width from
# them; gaps are outside, and corners may be round. It is of one colour if this share of its pixels
# is near their median.
RIM = (0.1, 0.2)
ALONG = (0.25, 0.75)
RIM_SHARE = 0.8

# The limits of the light that skin reflects, as shares of what a white sticker does: of green to
# red, and of blue to green. They were set by hand, on fingers in cube-photos.
GREEN_TO_RED = (0.35, 0.85)
BLUE_TO_GREEN = (0.35, 0.95)

# A sample may show a finger if the log-odds against it are at least this. At most so many stickers
# are taken for covered by fingers; more would leave too little that is seen.
MIN_CONTRADICTION = 0.5
MAX_FINGERS = 6


def uncovered(
    pixels: FloatArray, colours: FloatArray, visibility: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the colours (n x n x 3) and visibility (n x n) with dark fingers left out.

    `pixels` (n x n x P x 3): of each cell; `colours` and `visibility`: of the cells as if nothing
    covered them. BGR 0..255.
    """
    bright = float(np.quantile(colours.max(2), BRIGHT_QUANTILE))
    noise = NOISE * min(1.0, bright / USUAL_BRIGHTNESS)
    is_finger = _like_a_finger(colours, bright, noise)
    colours, visibility = colours.copy(), visibility.copy()
    for row, column in np.argwhere(is_finger | (visibility < EVEN_SHARE)).tolist():
        cell = pixels[row, column]
        finger = colours[row, column] if is_finger[row, column] else _darker_part(cell)
        if not _like_a_finger(finger, bright, noise):
            continue
        seen = _sticker_pixels(cell, BRIGHTER * finger.max() + noise / 2, noise)
        if len(seen):
            colours[row, column] = seen.mean(0)
            visibility[row, column] = WINDOW_VISIBILITY
        elif is_finger[row, column]:
            visibility[row, column] = min(visibility[row, column], FINGER_VISIBILITY)
    return colours, visibility


def _like_a_finger(colours: FloatArray, bright: float, noise: float) -> BoolArray:
    """Return which colours (... x 3) are dark, beside stickers as bright as `bright`, and grey."""
    is_dark = colours.max(-1) < DARK_SHARE * bright
    return np.asarray(is_dark & ~_coloured(colours, GREY_SHARE, noise), bool)


def _coloured(colours: FloatArray, share: float, noise: float) -> BoolArray:
    """Return which colours (... x 3) are no grey: channels differ by a share of the largest one."""
    largest = colours.max(-1)
    return np.asarray(largest - colours.min(-1) >= share * (largest + noise), bool)


def _darker_part(cell: FloatArray) -> FloatArray:
    """Return the median colour (3) of the darker pixels of a cell (P x 3)."""
    count = max(1, round(DARKER_QUANTILE * len(cell)))
    return np.asarray(np.median(cell[np.argsort(cell.max(1))[:count]], 0), float)


def _sticker_pixels(cell: FloatArray, finger: float, noise: float) -> FloatArray:
    """Return the pixels of a cell (P x 3) that show the sticker and are brighter than the finger.

    Those with a colour if enough have one, and of these the ones in the light, beside those in the
    finger's shade. None if too few are of one colour.
    """
    seen = cell[cell.max(1) > finger]
    coloured = seen[_coloured(seen, COLOURED_SHARE, noise)]
    enough = MIN_SHARE * len(cell)
    for part in (_lit(coloured), coloured, _lit(seen), seen):
        if len(part) >= enough:
            near = of_one_colour(part)
            if len(near) >= enough:
                return near
    return np.empty((0, 3))


def of_one_colour(pixels: FloatArray) -> FloatArray:
    """Return those of pixels (P x 3, BGR 0..255) that are near their median."""
    deviation = np.abs(pixels - np.median(pixels, 0)).max(1)
    return np.asarray(pixels[deviation < MAX_PIXEL_DEVIATION], float)


def _lit(pixels: FloatArray) -> FloatArray:
    """Return the bright ones of pixels (P x 3), which nothing shades."""
    if not len(pixels):
        return pixels
    largest = pixels.max(1)
    return np.asarray(pixels[largest > LIT_SHARE * np.quantile(largest, LIT_QUANTILE)], float)


def without_logo(cell: FloatArray, colour: FloatArray, share: float) -> tuple[FloatArray, float]:
    """Return the colour (3) and visibility of a centre without the logo that it may show.

    `cell` (S x S x 3, BGR 0..255): its pixels; `colour` and `share`: what most of them show.
    """
    if share >= EVEN_SHARE:
        return colour, share
    rim = _rim(cell)
    near = of_one_colour(rim)
    if len(near) < RIM_SHARE * len(rim):
        return colour, share
    return np.asarray(near.mean(0), float), WINDOW_VISIBILITY


def _rim(cell: FloatArray) -> FloatArray:
    """Return the pixels (P x 3) along the middles of the sides of a cell (S x S x 3)."""
    outer, inner, first, last = (round(part * len(cell)) for part in (*RIM, *ALONG))
    sides = [np.rot90(cell, turns)[outer:inner, first:last] for turns in range(4)]
    return np.concatenate(sides).reshape(-1, 3)


def may_be_skin(colours: FloatArray, white: FloatArray) -> BoolArray:
    """Return which samples (V x S) have a colour that skin may have.

    `colours` (V x S x 3, BGR 0..255); `white` (V x 3): linear light of white in each view, or any
    multiple of it.
    """
    blue, green, red = np.moveaxis((colours / 255) ** GAMMA / white[:, None], 2, 0)
    is_red_enough = (green > GREEN_TO_RED[0] * red) & (green < GREEN_TO_RED[1] * red)
    is_blue_enough = (blue > BLUE_TO_GREEN[0] * green) & (blue < BLUE_TO_GREEN[1] * green)
    return np.asarray(is_red_enough & is_blue_enough, bool)


def without_fingers(
    samples: StickerSamples, contradictions: FloatArray, white: FloatArray
) -> StickerSamples | None:
    """Return the samples with those hidden that show a finger in place of a sticker.

    These contradict the cube as read so far and may be skin. `contradictions` (V x S): the log-odds
    against each sample; `white` (V x 3): linear light of white in each view. None if there is no
    such sample, or more than MAX_FINGERS.
    """
    # The light of a photo has one hue, which is known better than that on a single face.
    hues = np.log(white) - np.log(white).mean(1, keepdims=True)
    photos = np.array(samples.image_index)
    hue = np.stack([np.median(hues[photos == photo], 0) for photo in photos])
    is_skin = may_be_skin(samples.colours, np.exp(hue))
    fingers = is_skin & (contradictions > MIN_CONTRADICTION)
    if not 0 < fingers.sum() <= MAX_FINGERS:
        return None
    return replace(samples, visibility=np.where(fingers, 0.0, samples.visibility))
