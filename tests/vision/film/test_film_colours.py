"""The light of a film is told by the stickers, though hands cover most of a face."""

from __future__ import annotations

import numpy as np

from vision.film.film_colours import NAMES, FilmColours, usual_means
from vision.film.sticker_colours import SURFACES, StickersSeen

SOLVED = np.repeat(np.arange(6), 9)
# Like orange in a shade: logarithms of light, BGR.
SKIN = np.array([-2.2, -1.25, -0.4])
# Like a green that is not known well: it is nearer to green than to any other colour.
DIM_SKIN = usual_means()[NAMES.index("green")] + [0.3, -0.1, 1.3]
FRONT = 18


def first_frames(hidden: int) -> StickersSeen:
    """Return the upper face and the one in front, of which a hand covers the first stickers."""
    light, weight = np.zeros((SURFACES, 3)), np.zeros(SURFACES)
    shown = np.r_[0:9, FRONT : FRONT + 9]
    light[shown], weight[shown] = usual_means()[SOLVED[shown]], 1.0
    light[FRONT : FRONT + hidden] = SKIN
    return StickersSeen(light, weight)


def colours_of(seen: StickersSeen) -> FilmColours:
    around = np.tile([-3.0, -3.0, -3.0], (90, 1))
    around[:6] = SKIN
    return FilmColours.of_start(seen, around, SOLVED[None])[0]


def test_a_hand_over_most_of_a_face_is_not_its_light() -> None:
    green = NAMES.index("green")
    for hidden in (0, 5, 6):
        found = colours_of(first_frames(hidden)).means[2, green]
        assert np.abs(found - usual_means()[green]).max() < 0.3


def test_what_is_like_a_hand_says_little() -> None:
    seen = first_frames(6)
    still, _ = colours_of(seen).likelihoods(seen)
    said = np.abs(still).max(1)
    assert said[FRONT : FRONT + 6].max() < 0.5 * said[FRONT + 6 : FRONT + 9].min()
    # A face without a hand says what it is.
    assert (still[:9].argmax(1) == NAMES.index("white")).all()


def test_the_colours_of_a_face_are_not_learnt_from_the_hand_before_it() -> None:
    seen = first_frames(6)
    seen.light[FRONT : FRONT + 6] = DIM_SKIN
    around = np.tile([-3.0, -3.0, -3.0], (90, 1))
    around[:6] = DIM_SKIN
    colours, _ = FilmColours.of_start(seen, around, SOLVED[None])
    for _ in range(75):
        colours.learn(seen, SOLVED)
    colours.update()
    green = NAMES.index("green")
    assert np.abs(colours.means[2, green] - usual_means()[green]).max() < 0.1


def test_a_cube_like_the_ground_is_seen() -> None:
    seen = first_frames(0)
    ground = np.tile(usual_means()[0], (90, 1))
    found = FilmColours.of_start(seen, ground, SOLVED[None])[0]
    still, _ = found.likelihoods(seen)
    assert (still[:9].argmax(1) == NAMES.index("white")).all()
