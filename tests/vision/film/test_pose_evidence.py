"""Poses that are wrong by a row are told from the right one by stickers and what is around them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.drawn_films import SKIN, Image, draw_cube, drawn_pose, with_fingers
from vision.film.background import STEP, Background
from vision.film.cube_pose import MIDDLES, CubeInFrame
from vision.film.film_colours import FilmColours
from vision.film.pose_evidence import PoseEvidence, agreement
from vision.film.sticker_colours import see_stickers

MIXED = Cube.parse("R U F' L2 D B")
FRAMES = 400


def shifted(right: float, down: float) -> CubeInFrame:
    """Return the pose of the drawn cube, moved by so many cubies."""
    pose = drawn_pose()
    return replace(pose, position=pose.position + np.array([right, down, 0.0]))


def on_blue_cloth() -> Image:
    """Return a picture of a mixed cube and two thumbs before cloth that is as blue as a sticker."""
    picture = draw_cube(MIXED.facelets)
    is_cloth = (picture == picture[0, 0]).all(2)[..., None]
    return with_fingers(np.where(is_cloth, np.array([150, 70, 20]), picture).astype(np.uint8))


def watched(picture: Image, frames: int = FRAMES) -> PoseEvidence:
    """Return what speaks for poses after so many frames of one picture, and in one more."""
    evidence = PoseEvidence()
    for _ in range(frames):
        evidence.begin(picture)
        evidence.learn(drawn_pose())
    evidence.begin(picture)
    return evidence


def test_the_background_is_learnt_beside_the_cube() -> None:
    picture, background = on_blue_cloth(), Background()
    for _ in range(100):
        background.see(picture, drawn_pose())
    assert not background.shown(picture).any()
    for _ in range(FRAMES - 100):
        background.see(picture, drawn_pose())
    shown = background.shown(picture)
    assert shown[:5].all()
    cube = np.rint(drawn_pose().pixels(np.zeros(3)) / STEP).astype(int)
    assert not shown[cube[1] - 5 : cube[1] + 5, cube[0] - 5 : cube[0] + 5].any()
    # A hand that reaches in covers it.
    reached = picture.copy()
    reached[:40, :60] = SKIN
    assert not background.shown(reached)[:10, :15].any()
    assert background.shown(reached)[:5, 20:].all()
    # Of a picture of another size nothing is known.
    assert not background.shown(picture[::2, ::2]).any()


def test_a_cube_that_rests_does_not_become_background_where_it_is_not_found() -> None:
    picture, background = on_blue_cloth(), Background()
    for _ in range(FRAMES):
        background.see(picture, drawn_pose())
    for _ in range(60):
        background.see(picture, None)
    middle = np.rint(drawn_pose().pixels(MIDDLES[4]) / STEP).astype(int)
    assert not background.shown(picture)[middle[1], middle[0]]


@pytest.mark.parametrize("slip", [(0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)])
def test_what_is_around_tells_a_pose_from_one_that_slipped_by_a_row(
    slip: tuple[float, float],
) -> None:
    evidence = watched(on_blue_cloth())
    right, wrong = evidence.of(drawn_pose(), None), evidence.of(shifted(*slip), None)
    assert right == pytest.approx(0, abs=0.02)
    assert wrong < right - 0.05


def test_before_the_background_is_known_only_a_row_left_out_counts() -> None:
    evidence = watched(draw_cube(MIXED.facelets), frames=1)
    assert evidence.of(drawn_pose(), None) == pytest.approx(0, abs=0.02)
    assert evidence.of(shifted(0, -1), None) < -0.02


def test_stickers_tell_a_pose_from_one_that_slipped_by_a_row() -> None:
    state = np.array([FACES.index(face) for face in MIXED.facelets])
    picture, pose = draw_cube(MIXED.facelets), drawn_pose()
    expected = FilmColours.of_start(see_stickers(picture, pose), np.zeros((0, 3)), state[None])[0]
    light = expected.light_of(state)
    right = agreement(picture, pose, light)
    assert right > 0.7
    assert agreement(picture, shifted(0, 0.8), light) < right - 0.2
    # Of a cube of which nothing is believed nothing is said.
    assert agreement(picture, pose, expected.light_of(np.full(54, -1))) == 0
    # They count only where it is known which cube is expected, and from where it has moved.
    evidence = watched(picture, frames=0)
    unexpected = evidence.of(pose, pose)
    evidence.expected_light = light
    assert evidence.of(pose, None) == unexpected
    assert evidence.of(pose, pose) > unexpected + 0.3
