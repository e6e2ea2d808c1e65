"""Films: clips are compared with their labels, and drawn ones show the turns that they say."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reading.clips import ClipsScanned, backwards, scan_clip
from benchmarks.reading.drawn_films import (
    HALVES,
    DrawnFilmsWatched,
    DrawnSolve,
    drawn_films,
    ends_of_steps,
    watch_film,
    watch_solve,
)
from benchmarks.reading.drawn_hands import ALL_SIDES, HEIGHT, PAUSE, WIDTH, DrawnFilm
from solver.core.facelets import SOLVED
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.reconstruction import reconstruct
from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS, load_photographed_cubes
from tests.support.videos import HOLD_FRAMES, MOVE_FRAMES, handheld_frames, write_video


def test_a_film_is_the_same_for_the_same_seed() -> None:
    one, same, other = DrawnFilm(3, 6, 5), DrawnFilm(3, 6, 5), DrawnFilm(4, 6, 5)
    assert one.moves == same.moves != other.moves
    pictures = list(one.pictures())
    assert all(picture.shape == (HEIGHT, WIDTH, 3) for picture in pictures)
    assert np.array_equal(pictures[40], next(islice(same.pictures(), 40, None)))
    # The last turn ends where the truth says; after that only the hands move.
    assert one.truth[-1].end * 30 == len(pictures) - 30


def test_the_cube_at_the_end_is_that_of_its_turns() -> None:
    film = DrawnFilm(1, 3, 30)
    assert len(film.moves) == len(film.truth) == 30
    made = resolve(parse(" ".join(film.moves)).moves())
    assert Cube.from_facelets(film.facelets).facelets != SOLVED
    centres = "".join(film.facelets[4::9])
    assert centres == "".join(made.orientation.faces)


def test_hands_cover_much_of_the_cube() -> None:
    for seed in (0, 7):
        film = DrawnFilm(seed, 3, 5)
        covered = [film.covered(number) for number in range(0, 60, 15)]
        assert all(0.25 <= share <= 0.7 for share in covered)


def test_a_film_shows_all_sides_and_pauses() -> None:
    film = DrawnFilm(1, 3, script=("R", PAUSE, "U'"), shows_all=True)
    assert [turn.turn for turn in film.truth] == [*ALL_SIDES, "R", "U'", *ALL_SIDES]
    scenes = list(film.scenes())
    assert [end for _, _, end in scenes[:-1]] == [start for _, start, _ in scenes[1:]]
    # Turns of the whole cube are slower where the cube is shown, and a pause takes a second.
    assert {end - start for move, start, end in scenes if move[:1] in ("x", "y")} == {24}
    assert {end - start for move, start, end in scenes if not move} == {30}
    assert {end - start for move, start, end in scenes if move[:1] in ("R", "U")} == {10}


@pytest.mark.thorough
def test_a_whole_turn_of_which_hands_show_a_layer_alone_is_told() -> None:
    film = DrawnFilm(2, 3, turns=9)
    assert "y'" in film.moves
    watched = watch_film(film)
    assert watched.changes == 0
    assert watched.is_right


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "first"), [(16, "x"), (18, "U'")])
def test_thumbs_that_leave_two_stickers_of_a_face_do_not_hide_the_first_turn(
    seed: int, first: str
) -> None:
    film = DrawnFilm(seed, 3, turns=6)
    assert film.moves[0] == first
    watched = watch_film(film)
    assert watched.changes == 0
    assert watched.is_right


@pytest.mark.thorough
def test_each_speed_is_measured_on_two_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.reading.drawn_films.SPEEDS", {6: 0.1})
    monkeypatch.setattr("benchmarks.reading.drawn_films.CHOSEN_ON", (1,))
    records = [
        each
        for each in drawn_films(films=2, turns=2, solves=0)
        if isinstance(each, DrawnFilmsWatched)
    ]
    assert [(each.speed, each.half) for each in records] == [(6, half) for half in HALVES]
    for each in records:
        assert each.films == 1
        assert 0 <= each.by_colour <= 1.5
        assert each.wrong_certain <= each.certain * 10
        assert each.milliseconds > 0


def test_a_film_scrambles_a_cube_and_solves_it() -> None:
    solve = DrawnSolve(2, 15)
    made = [turn.turn for turn in solve.turns]
    assert made[: len(ALL_SIDES)] == list(ALL_SIDES) == made[-len(ALL_SIDES) :]
    assert sorted(solve.turns[-1].facelets) == sorted(SOLVED)
    assert Cube.from_facelets(solve.turns[-1].facelets).is_solved()
    # The solve begins after the longest pause.
    (found,) = reconstruct(Cube.solved(), solve.turns)
    layers = [turn.turn for step in found.steps if step.count for turn in step.turns]
    script = solve.film.script
    after = script[len(script) - script[::-1].index(PAUSE) :]
    assert layers == list(after)
    ends = ends_of_steps([found])
    assert list(ends) == [step.name for step in found.steps if step.count]
    assert list(ends.values()) == sorted(ends.values())
    assert max(ends.values()) == solve.turns[-len(ALL_SIDES) - 1].end


def test_a_solve_that_is_not_finished_has_no_steps() -> None:
    turns = DrawnSolve(2, 15).turns[: -len(ALL_SIDES) - 1]
    assert ends_of_steps(reconstruct(Cube.solved(), turns)) == {}


@pytest.mark.slow
def test_the_steps_of_a_film_are_told() -> None:
    record = watch_solve(DrawnSolve(0, scrambling=4))
    assert record.is_good
    assert 0 <= record.right <= record.steps
    assert record.steps > 0


@pytest.mark.thorough
def test_a_clip_is_compared_with_its_labels(tmp_path: Path) -> None:
    cube = next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube08")
    frames = list(handheld_frames([frame.image for frame in cube.frames]))
    write_video(tmp_path / "clip.avi", frames)
    begins = [face * (HOLD_FRAMES + MOVE_FRAMES) for face in range(6)]
    entry = {
        "clip": "clip.avi",
        "facelets": cube.facelets,
        "stills": [
            {"face": face, "frames": [begin, begin + HOLD_FRAMES - 1]}
            for face, begin in zip("URFDLB", begins, strict=True)
        ],
    }
    result = scan_clip(tmp_path, entry, lambda frames: frames)
    assert result.taken == frozenset("URFDLB")
    assert (result.moving, result.is_certain, result.is_right) == (0, True, True)
    scanned = ClipsScanned.of("clips", [result, replace(result, is_right=False, moving=2)])
    assert (scanned.clips, scanned.right, scanned.wrong) == (2, 1, 1)
    assert (scanned.faces, scanned.all_faces, scanned.moving) == (12, 12, 2)
    assert scanned.missed == ("clip.avi",)


def test_a_reversed_clip_has_increasing_times(tmp_path: Path) -> None:
    cube = load_photographed_cubes(PHOTOS)[0]
    frames = list(handheld_frames([cube.frames[0].image]))
    turned = backwards(frames)
    assert [frame.time for frame in turned] == [frame.time for frame in frames]
    assert (turned[0].image == frames[-1].image).all()


@pytest.mark.slow
def test_no_wrong_cube_is_called_certain(bench: Rokumen) -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if not data:
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation clips")
    result = bench("scan", "--json", "--data", data)
    assert result.status == 0
    clips = result.json()["clips"]
    assert len(clips) == 4
    assert not any(each["wrong"] for each in clips)


def test_an_error_quotes_a_bad_data_folder(bench: Rokumen, tmp_path: Path) -> None:
    (tmp_path / "cube-clips").mkdir()
    (tmp_path / "cube-clips" / "truth.json").write_text(json.dumps("no list")[:3])
    result = bench("scan", "--data", str(tmp_path))
    assert result.status == 2
    assert str(tmp_path) in result.err
