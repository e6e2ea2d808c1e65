"""The light of a film is told by the stickers, though hands cover most of a face."""

from __future__ import annotations

import numpy as np

from vision.facelet_indices import CUBE_ROTATIONS
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


def test_what_is_like_no_colour_of_the_cube_says_nothing() -> None:
    seen = first_frames(0)
    colours = colours_of(seen)
    for _ in range(75):
        colours.learn(seen, SOLVED)
    colours.update()
    unlike = usual_means()[NAMES.index("green")] + [2.0, -3.0, 2.0]
    seen.light[FRONT : FRONT + 3] = unlike
    still, _ = colours.likelihoods(seen)
    assert np.abs(still[FRONT : FRONT + 3]).max() < 0.1
    assert (still[FRONT + 3 : FRONT + 9].argmax(1) == NAMES.index("green")).all()
    assert still[FRONT + 3 : FRONT + 9].max(1).min() > 0.2


def test_the_lit_side_of_a_thumb_is_not_the_light_of_a_face() -> None:
    seen = first_frames(3)
    vivid, thumb, lit = [-3.3, -0.51, -3.85], [-2.32, -1.75, -0.91], [-2.37, -1.64, -1.02]
    seen.light[0:9] = [-0.03, -0.03, -0.03]
    seen.light[FRONT : FRONT + 3], seen.light[FRONT + 3 : FRONT + 8] = thumb, vivid
    seen.light[FRONT + 8] = lit
    around = np.tile([-3.0, -3.0, -3.0], (90, 1))
    around[:6] = thumb
    held = np.stack([SOLVED[np.argsort(rotation)] for rotation in CUBE_ROTATIONS])
    colours, _ = FilmColours.of_start(seen, around, held)
    green = NAMES.index("green")
    assert np.abs(colours.means[2, green] - vivid).max() < 0.5
