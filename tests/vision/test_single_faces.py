"""Readings of six n x n faces with known colours: order, rotation, and what is not certain."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import read, write
from tests.support.drawn_faces import PAINT
from vision.colour.samples import StickerSamples
from vision.colour.scheme import USUAL_SCHEME, KnownScheme, parse_scheme
from vision.decode.judged_cube import own_spread_log_posteriors
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError
from vision.reading_result import Reading, value_or_raise
from vision.single_faces import try_single_faces

FACES = "URFDLB"
SCRAMBLES = {
    2: "R U2 F' R2 U F2 R' U2 F",
    4: "R 2U F' 3R2 U 2F2 L' 3U' B 2R D 3F' L2 2U B'",
    5: "R 2U F' 4R2 U 2F2 L' 4U' B 2R D 4F' L2 2U B'",
}
# In any order the faces of one 2x2x2 in eight fit several cubes, reversed ones among them: those of
# the one above do, these do not.
IN_ANY_ORDER = SCRAMBLES | {2: "F R U' R' F2 U R"}
HOMOGRAPHY = np.array([[30.0, 0, 100], [0, 30, 50], [0, 0, 1]])


def read_single(
    images: list[ImageFaces], scheme: KnownScheme = USUAL_SCHEME, *, in_order: bool = False
) -> Reading:
    return value_or_raise(try_single_faces(images, None, scheme, in_order=in_order))


def scrambled(n: int, turns: str) -> str:
    return write(geometry(n).apply(geometry(n).solved, parse_layer_turns(turns, n)))


def pictures(facelets: str, noise: float = 3, seed: int | None = None) -> list[ImageFaces]:
    """Return a picture of each face, in the order U R F D L B, upright."""
    n = round((len(facelets) / 6) ** 0.5)
    letters = np.array([FACES.index(letter) for letter in facelets])
    noisy = PAINT[letters] + np.random.default_rng(n if seed is None else seed).normal(
        0, noise, (len(letters), 3)
    )
    colours = np.clip(noisy, 0, 255).reshape(6, n, n, 3)
    return [
        ImageFaces(
            f"picture{face}",
            (FaceView(n, HOMOGRAPHY, seen, np.ones((n, n)), 1.0, np.full(3, 128.0)),),
        )
        for face, seen in zip(FACES, colours, strict=True)
    ]


def turned(picture: ImageFaces, quarters: int) -> ImageFaces:
    """Return a picture taken with the face turned."""
    (view,) = picture.views
    return ImageFaces(picture.name, (replace(view, colours=np.rot90(view.colours, quarters)),))


@pytest.mark.thorough
@pytest.mark.parametrize("n", [2, 5])
def test_faces_in_any_order_and_rotation_are_put_together(n: int) -> None:
    facelets = scrambled(n, IN_ANY_ORDER[n])
    in_order = read_single(pictures(facelets))
    assert (in_order.facelets, in_order.certain, in_order.as_given) == (facelets, True, True)
    rng = random.Random(n)
    mixed = [turned(picture, rng.randrange(4)) for picture in pictures(facelets)]
    rng.shuffle(mixed)
    reading = read_single(mixed)
    assert (reading.certain, reading.as_given) == (True, False)
    read(reading.facelets, n)  # is legal
    # The usual orientation: the scrambles of odd cubes leave the centres in it.
    usual = facelets if n % 2 else with_corner_urf_in_place(facelets, n)
    assert reading.facelets == usual
    if n % 2:
        assert [face.picture for face in reading.faces] == [f"picture{face}" for face in FACES]


def with_corner_urf_in_place(facelets: str, n: int) -> str:
    """Return the facelets after the rotation that brings the corner of U, R and F to its place."""
    rotations = ["", "x", "x2", "x'", "z", "z'"]
    for first in rotations:
        for second in ["", "y", "y2", "y'"]:
            turns = parse_layer_turns(f"{first} {second}".strip(), n) if first or second else ()
            stickers = geometry(n).apply(np.array(list(facelets)), turns)
            if [stickers[n * n - 1], stickers[n * n], stickers[2 * n * n + n - 1]] == list("URF"):
                return "".join(stickers)
    raise AssertionError("every cube has this corner")


def test_faces_that_fit_together_in_two_ways_are_certain_only_in_order() -> None:
    facelets = scrambled(4, "R")
    doubtful = read_single(pictures(facelets))
    assert (doubtful.facelets, doubtful.certain) == (facelets, False)
    assert "--in-order" in doubtful.advice
    assert read_single(pictures(facelets), in_order=True).certain


@pytest.mark.parametrize("n", [2, 5])
def test_a_solved_cube_is_certain_in_any_order(n: int) -> None:
    solved = "".join(face * n * n for face in FACES)
    assert read_single(pictures(solved)).certain


@pytest.mark.parametrize("in_order", [True, False])
def test_stickers_that_no_legal_cube_has_are_not_certain(in_order: bool) -> None:
    facelets = scrambled(4, SCRAMBLES[4])
    corner, other = facelets[0], next(letter for letter in FACES if letter != facelets[0])
    wrong = other + facelets[1:].replace(other, corner, 1)
    reading = read_single(pictures(wrong), in_order=in_order)
    assert not reading.certain
    assert reading.ambiguous
    assert "again" in reading.advice


@pytest.mark.parametrize(
    ("facelets", "seed"),
    [
        # Two stickers are nearer to each other's colour: another arrangement fits.
        ("FDURBRFFLDULBDLRLBBRFUUD", 155),
        # Many inner stickers could be exchanged, each pair with little probability.
        (
            "LDURRFDBLDUBUBULFDLDDRBRFDBDFLRDRLRDBULBRBRRURBDBDURFFRUULFDFDFLBBFFUDBRDRFUUBURBFLUFLUL"
            "LULFBLFL",
            123,
        ),
    ],
)
def test_samples_that_are_far_off_are_not_read_wrong_and_certain(facelets: str, seed: int) -> None:
    reading = read_single(pictures(facelets, noise=25, seed=seed))
    assert reading.facelets != facelets
    assert not reading.certain


@pytest.mark.thorough
def test_a_mirrored_cube_is_not_certain() -> None:
    facelets = scrambled(5, SCRAMBLES[5])
    mirrored = [
        ImageFaces(
            picture.name,
            (
                FaceView(
                    5, HOMOGRAPHY, picture.views[0].colours[:, ::-1], np.ones((5, 5)), 1, PAINT[0]
                ),
            ),
        )
        for picture in pictures(facelets)
    ]
    reading = read_single(mirrored)
    assert not reading.certain
    assert "mirror" in reading.advice


@pytest.mark.parametrize("n", [2, 4])
def test_an_even_cube_whose_colours_run_the_other_way_round_needs_its_scheme(n: int) -> None:
    reversed_cube = scrambled(n, SCRAMBLES[n]).translate(str.maketrans("RL", "LR"))
    rng = random.Random(n)
    mixed = [turned(picture, rng.randrange(4)) for picture in pictures(reversed_cube)]
    rng.shuffle(mixed)
    reading = read_single(mixed)
    # The four stickers of a face of a 2x2x2 can be those of a usual cube too.
    assert not reading.certain
    assert ("fit several cubes" if n == 2 else "add --scheme WOGYRB") in reading.advice
    own = read_single(mixed, scheme=KnownScheme(parse_scheme("WOGYRB")))
    assert own.certain
    learnt = KnownScheme(parse_scheme("WOGYRB"), is_learnt=True)
    assert n == 2 or read_single(mixed, scheme=learnt).facelets == own.facelets


def test_another_number_of_pictures_is_rejected() -> None:
    six = pictures(scrambled(2, SCRAMBLES[2]))
    with pytest.raises(ImageSetError, match=r"7 photos of a 2x2x2 .* six are needed.*\[E322\]"):
        read_single([*six, six[0]])


FIRST_YELLOW = 16  # after sixteen white stickers


def test_two_exchanged_labels_of_almost_saturated_colours_are_improbable() -> None:
    """White is above 250.6 in blue, yellow below 250.1; sixteen of each on a 4x4x4."""
    rng = np.random.default_rng(1)
    others = rng.normal(100, 2, (4, 16, 3)) + 20 * np.arange(4)[:, None, None]
    white = np.stack([np.linspace(250.6, 253, 16), np.full(16, 252.5), np.full(16, 247)], 1)
    yellow = np.stack([np.linspace(225, 250.1, 16), np.full(16, 252.0), np.full(16, 247)], 1)
    colours = np.concatenate([white, yellow, *others])[None]
    true = np.repeat(np.arange(6), 16)[None]
    samples = StickerSamples.of(
        colours, np.ones((1, 96)), np.arange(96)[None], (0,), np.full((1, 3), 128.0)
    )
    exchanged = true.copy()
    exchanged[0, 0], exchanged[0, FIRST_YELLOW + 15] = 1, 0
    log_posteriors = own_spread_log_posteriors(samples, exchanged)[0]
    stickers = np.arange(96)
    right = log_posteriors[stickers, true[0]].sum()
    assert right > log_posteriors[stickers, exchanged[0]].sum()


def test_a_wrong_label_does_not_widen_its_colour_until_it_fits() -> None:
    """A green sticker that is called red stays green: its loss is that of an outlier."""
    red, green = 1, 2
    noise = np.random.default_rng(2).normal(0, 12, (96, 3))
    colours = np.clip(np.repeat(PAINT, 16, axis=0) + noise, 0, 255)
    colours[16 * green] = (103, 155, 0)  # off by about two standard deviations
    labels = np.repeat(np.arange(6), 16)[None]
    labels[0, 16 * green] = red
    samples = StickerSamples.of(
        colours[None], np.ones((1, 96)), np.arange(96)[None], (0,), np.full((1, 3), 128.0)
    )
    log_posteriors = own_spread_log_posteriors(samples, labels)[0, 16 * green]
    assert log_posteriors[green] - log_posteriors[red] > 7
