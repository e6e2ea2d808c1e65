"""`rokumen watch` with films that are drawn."""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path

import cv2
import numpy as np
import pytest

import rokumen as package
from drawing.palette import PAINT, WESTERN, bgr
from solver.core.facelets import SOLVED
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.benchmarks import moved
from tests.support.command_line import Rokumen
from tests.support.drawn_films import (
    ALL_SIDES,
    HEIGHT,
    WIDTH,
    end_of,
    film_of,
    write_film,
)
from tests.support.recorded_cubes import recorded_cube

TURNS = "R U F' L"


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_film(tmp_path_factory.mktemp("films") / "turns.mp4", film_of(TURNS.split()))


def test_the_turns_of_a_film_have_names_times_and_the_cube_after_them(
    rokumen: Rokumen, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without a terminal a line says now and then how much was seen: here after each frame.
    monkeypatch.setattr("rokumen.show.progress.LINE_SECONDS", 0.0)
    shown = rokumen("watch", str(film), "--json")
    told = shown.json()
    assert [turn["turn"] for turn in told["turns"]] == TURNS.split()
    for number, turn in enumerate(told["turns"]):
        assert turn["start"] <= turn["end"]
        assert turn["end"] == pytest.approx(end_of(TURNS.split()[: number + 1]), abs=0.15)
    assert told["facelets"] == Cube.parse(TURNS).facelets
    # Two or three faces do not show all pieces.
    assert told["certain"] is False
    assert shown.status == 3
    assert (told["start"], told["start_from"]) == (SOLVED, "solved")
    assert "taken to be solved" in shown.err
    lines = [line for line in shown.err.splitlines() if line.endswith(" s of the film seen")]
    seconds = [int(line.split()[0]) for line in lines]
    assert seconds == sorted(seconds)
    assert seconds[0] == 0
    assert lines[-1] == f"{seconds[-1]} of {seconds[-1] + 1} s of the film seen"


def test_the_api_yields_the_cube_after_each_turn(tmp_path: Path) -> None:
    turns = parse_turns("F R'")
    film = write_film(tmp_path / "short.mp4", film_of(list(map(str, turns))))
    cube = Cube.solved()
    for turn, seen in zip(turns, package.watch(film), strict=True):
        cube = cube.turn(turn)
        assert seen.turn == str(turn)
        assert seen.facelets == cube.facelets


def test_a_cube_that_is_shown_from_all_sides_is_read(rokumen: Rokumen, tmp_path: Path) -> None:
    start = Cube.random(3).facelets
    moves = [*ALL_SIDES, "R"]
    film = write_film(tmp_path / "shown.mp4", film_of(moves, start))
    shown = rokumen("watch", str(film), "--json")
    told = shown.json()
    assert (told["start"], told["start_from"]) == (start, "film")
    assert "read from the film" in shown.err
    assert [turn["turn"] for turn in told["turns"]] == moves
    after = start
    for move in moves:
        after = moved(after, move)
    assert told["facelets"] == after


@pytest.mark.thorough
def test_a_cube_that_is_turned_before_all_sides_are_shown_is_not_read(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    moves = ["x", "x", "U", "y", "x", "x", "x"]
    film = write_film(tmp_path / "turned.mp4", film_of(moves, Cube.random(3).facelets))
    shown = rokumen("watch", str(film), "--json")
    assert shown.json()["start_from"] == "solved"
    assert shown.json()["certain"] is False
    assert "--from CUBE" in shown.err


@pytest.mark.thorough
def test_a_cube_that_was_scrambled_out_of_sight_is_found_again(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    before, after = ("R", "U", "F"), ("U", "R'", *ALL_SIDES, "R", "U", "F'")
    facelets = Cube.parse("R U F L2 D' B U L F D R B U' L").facelets
    hidden = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    pictures = chain(film_of(before), [hidden] * 60, film_of(after, facelets))
    film = write_film(tmp_path / "hidden.mp4", pictures)
    shown = rokumen("watch", str(film), "--json")
    told = shown.json()
    for move in after:
        facelets = moved(facelets, move)
    assert told["facelets"] == facelets
    assert [turn["turn"] for turn in told["turns"]][:3] == list(before)
    assert all(turn["certain"] and not turn["after_gap"] for turn in told["turns"][:3])
    assert [turn["turn"] for turn in told["turns"]][-3:] == list(after[-3:])
    found = [number for number, turn in enumerate(told["turns"]) if turn["after_gap"]]
    assert found
    assert {turn["turn"] for turn in told["turns"][found[-1] + 1 : -3]} <= {"x", "y"}
    assert shown.status == 3
    assert not told["certain"]


def test_a_film_without_a_cube_is_not_certain_and_says_how_to_film(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    grey = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    shown = rokumen("watch", str(write_film(tmp_path / "grey.mp4", iter([grey] * 20))), "--json")
    error = shown.json()["error"]
    assert "grey.mp4" in error["message"]
    assert "no cube was seen" in error["message"]
    assert shown.status == 3


def test_what_is_no_video_is_named(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "notes.mp4"
    file.write_text("R U R'")
    shown = rokumen("watch", str(file), "--json")
    assert "notes.mp4" in shown.json()["error"]["message"]
    assert shown.status == 2


def test_an_impossible_start_is_refused(rokumen: Rokumen, film: Path) -> None:
    solved = Cube.solved().facelets
    twisted = solved[:8] + "R" + "F" + solved[10:20] + "U" + solved[21:]
    shown = rokumen("watch", str(film), "--from", twisted, "--json")
    assert shown.status == 4


def test_a_film_and_the_smart_cube_in_it_are_compared(
    rokumen: Rokumen, film: Path, tmp_path: Path
) -> None:
    cube = recorded_cube(tmp_path / "cube.json", "qiyi", TURNS)
    same = rokumen("watch", str(film), "--cube", cube)
    assert "The cube told 4 quarter turns, the film shows 4: the same." in same.out
    assert same.status == 3  # two or three faces do not show all pieces
    # The start is the smart cube's, which is not said to be taken for solved.
    assert "taken to be solved" not in same.err


def test_turns_that_the_film_or_the_cube_does_not_have_are_named(
    rokumen: Rokumen, film: Path, tmp_path: Path
) -> None:
    cube = recorded_cube(tmp_path / "cube.json", "qiyi", "D R F F'")
    shown = rokumen("watch", str(film), "--cube", cube, "--json").json()
    assert (shown["start"], shown["start_from"]) == (SOLVED, "cube")
    named = [
        tuple(each[by] and each[by]["turn"] for by in ("told", "seen"))
        for each in shown["compared"]["differences"]
    ]
    assert named == [("D", None), ("F", "U"), (None, "L")]
    told = rokumen("watch", str(film), "--cube", cube)
    assert "D by the cube only" in told.out
    assert "F by the cube, U by the film" in told.out
    assert told.status == 1
    (line,) = [each for each in told.out.splitlines() if each.endswith("L by the film only")]
    assert float(line.split()[0]) == pytest.approx(end_of(TURNS.split()), abs=0.15)


def test_a_cube_held_in_another_way_is_compared_by_its_colours(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    after_y = film_of(["R", "U"], start=moved(SOLVED, "y"))
    film = write_film(tmp_path / "held.mp4", after_y)
    cube = recorded_cube(tmp_path / "cube.json", "qiyi", "B U")
    shown = rokumen("watch", str(film), "--cube", cube, "--json").json()
    assert [turn["turn"] for turn in shown["turns"]] == ["R", "U"]
    assert shown["compared"]["told"] == shown["compared"]["seen"] == 2
    assert shown["compared"]["differences"] == []


@pytest.mark.parametrize("sources", [(), ("turns.mp4", "--camera", "0")])
def test_one_source_is_needed(rokumen: Rokumen, sources: tuple[str, ...]) -> None:
    shown = rokumen("watch", *sources, "--json")
    assert "one of VIDEO" in shown.json()["error"]["message"]
    assert shown.status == 2


def test_a_film_is_drawn_with_the_net_and_the_turns(
    rokumen: Rokumen, film: Path, tmp_path: Path
) -> None:
    drawn = tmp_path / "drawn.mp4"
    shown = rokumen("watch", str(film), f"--draw={drawn}", "--steps")
    assert "No solve was seen." in shown.out
    before, after = cv2.VideoCapture(str(film)), cv2.VideoCapture(str(drawn))
    assert after.get(cv2.CAP_PROP_FRAME_COUNT) == before.get(cv2.CAP_PROP_FRAME_COUNT)
    assert after.get(cv2.CAP_PROP_FPS) == pytest.approx(before.get(cv2.CAP_PROP_FPS))
    frames = []
    while (frame := after.read())[0]:
        frames.append(frame[1])
    strip = HEIGHT + 5  # the middle of the first row of the net: three stickers of U
    assert [colour_of(frames[0][strip, x]) for x in (35, 45, 55)] == ["white"] * 3
    last = Cube.parse(TURNS).facelets
    names = [WESTERN[letter] for letter in last[:3]]
    assert [colour_of(frames[-1][strip, x]) for x in (35, 45, 55)] == names


def colour_of(pixel: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> str:
    """Return the paint that is the nearest to a pixel (BGR)."""

    def distance(name: str) -> float:
        return float(np.abs(pixel.astype(int) - bgr(PAINT[name])).sum())

    return min(PAINT, key=distance)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--draw=turns.avi",), "a film is an .mp4 file"),
        (("--draw=/no-such-folder/turns.mp4",), "/no-such-folder/turns.mp4"),
    ],
)
def test_a_film_that_cannot_be_drawn_is_an_error(
    rokumen: Rokumen, tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    short = write_film(tmp_path / "short.mp4", film_of(["R"]))
    shown = rokumen("watch", str(short), *options)
    assert message in shown.err
    # Nobody waits for the film first.
    assert not shown.out
    live = rokumen("watch", "--cube=replay:cube.json", "--draw=turns.mp4")
    assert (live.status, "only a VIDEO is drawn" in live.err) == (2, True)


@pytest.mark.thorough
def test_a_film_of_faces_in_turn_is_to_be_read(rokumen: Rokumen) -> None:
    clip = Path(os.environ.get("ROKUMEN_DATA", "")) / "cube-clips" / "cube00.mp4"
    if not clip.exists():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation clips")
    result = rokumen("watch", str(clip))
    assert result.status == 3
    assert f"rokumen read {clip}" in result.err
