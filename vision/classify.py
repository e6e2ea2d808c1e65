"""The colours on faces that do not make a whole cube: one face, or some in the same light.

No law of the cube helps here, so that more is expected beforehand: the six colours look somewhat
as most makers paint them, and are called so. What each photograph's gain, the six colours and the
share of highlights are is fitted together, by expectation maximisation on the logarithms of the
stickers' light. A sticker's light is its colour's, brighter or darker, and a reflection's of the
lamp, which is white and adds to it; how strong that is, is one more thing not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.camera import Frame
from vision.colours import misleading
from vision.gains import (
    DARK,
    LOST,
    ceilings,
    clipped,
    expected_gains,
    log_light,
    prior_cost,
    settled_gains,
)
from vision.picture import Picture, look_for_all
from vision.profile import USUAL_COLOURS, ColourProfile

ROUNDS = 50
BRIGHTEST = 0.85  # of stickers, or of colours: what tells the light, which outliers do not

# How bright reflections are beside the light of a white sticker; how often stickers show any, and
# how many stickers' worth that expectation weighs.
SHINES = np.array([0.0, 0.05, 0.1, 0.2, 0.35, 0.55, 0.8, 1.2])
SHINY = 0.1
SHINY_WORTH = 10.0

# How much stickers of one colour differ (logarithms of light), in brightness and in each channel
# besides; of Student's t. And how much a cube's colours differ from the usual ones, and from those
# that were measured of the same cube in other pictures (as it came out on photographed cubes).
STICKER = (0.4, 0.16)
FREEDOM = 4.0
PAINT = (0.6, 0.3)
SAME_PAINT = (0.1, 0.1)

UNLIKE = 1e-5  # the least likeness of a sticker to a colour


@dataclass(frozen=True, slots=True)
class FaceColours:
    """The colours on one face.

    `image`: the photograph's name; `corners`: four (x, y) in pixels, clockwise from the top left;
    `colours`: the stickers' colours' names, row by row as the photograph shows them;
    `confidence`: how likely each is right (0..1).
    """

    image: str
    corners: tuple[tuple[float, float], ...]
    colours: tuple[str, ...]
    confidence: tuple[float, ...]


def read_faces(
    frames: Sequence[Frame], profile: ColourProfile | None = None
) -> tuple[FaceColours, ...]:
    """Read the colours on all faces in photographs of one 3 x 3 x 3 cube, as few as there are.

    The more photographs in the same light, the surer; surer yet with a profile of this cube's
    colours. Raises NoFaceError for a photograph without a face.
    """
    return classify([look_for_all(frame) for frame in frames], profile)


def classify(
    pictures: Sequence[Picture], profile: ColourProfile | None = None
) -> tuple[FaceColours, ...]:
    """Tell the colours on all faces that were found in photographs of one cube, in their order."""
    paints = _Paints(USUAL_COLOURS, PAINT) if profile is None else _Paints(profile, SAME_PAINT)
    views = [view for picture in pictures for view in picture.views]
    if not views:
        return ()
    images = [picture.name for picture in pictures for _ in picture.views]
    frames = [frame for frame, picture in enumerate(pictures) for _ in picture.views]
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    shares = np.stack([view.visible.ravel() for view in views])
    surroundings = np.stack([view.surroundings for view in views])
    fits = []
    for expected in expected_gains(colours, surroundings):
        for light in paints.lights(log_light(colours) - expected[:, None]):
            fits.append(_Fit(colours, shares, frames, expected, paints, light))
            for _ in range(ROUNDS):
                fits[-1].improve()
    belonging = max(fits, key=lambda fit: fit.likelihood()).belonging
    doubt = misleading(shares)[..., None]
    belonging = (1 - doubt) * belonging + doubt / 6
    names = list(paints.profile.means)
    return tuple(
        FaceColours(
            image,
            tuple((round(float(x), 1), round(float(y), 1)) for x, y in view.corners),
            tuple(names[colour] for colour in each.argmax(1)),
            tuple(each.max(1).tolist()),
        )
        for image, view, each in zip(images, views, belonging, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Paints:
    """What is expected of the six colours, and how much they differ from it.

    `strays`: logarithms of light, in brightness and in each channel besides.
    """

    profile: ColourProfile
    strays: tuple[float, float]

    @property
    def shades(self) -> Floats:
        """The colours' logarithms of light (6 x 3), as the profile has them."""
        return np.asarray(np.log(self.profile.light + DARK), float)

    @property
    def white(self) -> int:
        """Which colour is the lamp's own: the one that reflects the most of every channel."""
        return int(self.shades.min(1).argmax())

    def lights(self, level: Floats) -> tuple[Floats, Floats]:
        """Return what the light on stickers (... x 3, logarithms) may be beside the profile's.

        The brightest stickers tell its brightness, and, where there are many colours, its colour.
        """
        brightest = np.quantile(level.reshape(-1, 3), BRIGHTEST, axis=0)
        light = brightest - np.quantile(self.shades, BRIGHTEST, axis=0)
        return light, np.full(3, light.mean())


class _Fit:
    """Six colours, a gain for each view, and how often stickers shine, fitted from one start.

    `gains` (views x 3) and `shades` (6 x 3) are logarithms of light, `usual` (6 x 3) what is
    expected of the shades; `shining`: the chance of each of SHINES.
    """

    def __init__(
        self,
        colours: Floats,
        shares: Floats,
        frames: Sequence[int],
        expected: Floats,
        paints: _Paints,
        light: Floats,
    ) -> None:
        self._light = log_light(colours)
        self._lost = clipped(colours, ceilings(colours, frames))
        self._weight = np.clip(shares, 0.01, 1)
        self._frames = frames
        self._expected = self.gains = expected
        self._paints = paints
        self.usual = paints.shades + light
        self.shades = self.usual
        self._often = np.where(SHINES == 0, 1 - SHINY, SHINY / (len(SHINES) - 1))
        self.shining = self._often
        self._compare()

    @property
    def belonging(self) -> Floats:
        """How likely each sticker has each colour (views x stickers x 6)."""
        return np.asarray(self._belonging.sum(-1), float)

    def improve(self) -> None:
        """Fit the chance to shine, then the shades, then the gains."""
        seen = self._belonging * self._weight[..., None, None]
        shining = seen.sum((0, 1, 2)) + SHINY_WORTH * self._often
        self.shining = shining / shining.sum()
        self._compare()
        # A shade's part in what is seen is the smaller the more is reflected.
        part = self._part
        worth = (self._worth * part**2).sum((0, 1, 3))
        total = (self._worth * part * self._off).sum((0, 1, 3))
        self.shades = self.usual + _drawn(
            total + worth * (self.shades - self.usual), worth, self._paints.strays
        )
        self._compare()
        off = self._worth * (self._off + (self.gains - self._expected)[:, None, None, None])
        gains = settled_gains(off.sum((1, 2, 3)), self._worth.sum((1, 2, 3)), self._frames)
        common = gains.mean(0)
        self.gains = self._expected + gains - common
        self.shades, self.usual = self.shades + common, self.usual + common
        self._compare()

    def likelihood(self) -> float:
        """Return the logarithm of the likelihood."""
        each = np.log(self._likeness.sum((2, 3)) / 6 + UNLIKE) * self._weight
        off = self.shades - self.usual
        bright = off.mean(1, keepdims=True)
        brightness, channel = self._paints.strays
        strange = (bright / brightness) ** 2 + ((off - bright) / channel) ** 2
        light = (self.usual - self._paints.shades)[:1]
        unlikely = prior_cost(self.gains - self._expected) + prior_cost(light - light.mean())
        return float(each.sum() - unlikely - 0.5 * strange.sum())

    def _compare(self) -> None:
        """Compare every sticker with every colour under every reflection."""
        own = np.exp(self.shades)[:, None]
        seen = own + SHINES[:, None] * own[self._paints.white]
        self._part: Floats = own / seen
        off = self._light[:, :, None, None] - self.gains[:, None, None, None] - np.log(seen)
        dimmer: Flags = self._lost[:, :, None, None] & (off < 0)
        self._off: Floats = np.where(dimmer, 0.0, off)
        bright = self._off.mean(-1, keepdims=True)
        distance = (bright[..., 0] / STICKER[0]) ** 2 + (
            ((self._off - bright) / STICKER[1]) ** 2
        ).sum(-1)
        robust = (FREEDOM + 3) / (FREEDOM + distance)
        self._likeness: Floats = self.shining * (1 + distance / FREEDOM) ** (-(FREEDOM + 3) / 2)
        belonging = self._likeness + UNLIKE * self.shining
        self._belonging: Floats = belonging / belonging.sum((2, 3), keepdims=True)
        weight = self._belonging * robust * self._weight[..., None, None]
        self._worth: Floats = weight[..., None] * np.where(dimmer, LOST, 1.0)


def _drawn(total: Floats, worth: Floats, strays: tuple[float, float]) -> Floats:
    """Return mean deviations of shades (6 x 3), drawn towards none as far as little is seen."""
    mean = total / np.maximum(worth, 1e-9)
    bright = mean.mean(1, keepdims=True)
    of_all = worth.mean(1, keepdims=True)
    return np.asarray(
        bright * of_all / (of_all + (STICKER[0] / strays[0]) ** 2)
        + (mean - bright) * worth / (worth + (STICKER[1] / strays[1]) ** 2),
        float,
    )
