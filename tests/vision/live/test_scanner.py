"""Scanning a cube face by face from a video.

Scanning cubes of other sizes than 3x3x3, and how many faces a scan has at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from solver.cube import Cube
from tests.support.benchmarks import SizedCube, draw_scene, drawn_cube, turned_alike
from tests.support.drawn_faces import single
from tests.support.photographs import PHOTOS, PhotographedCube, load_photographed_cubes
from tests.support.variants import thorough_but
from tests.support.videos import handheld_frames
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.live.captured_cube import N_FACES, CapturedFace
from vision.live.guidance import (
    BLURRED,
    SHOW_ANY,
    SHOW_MISSING,
    TILT,
    TURN_OVER,
    TURN_RIGHT,
    FrameResult,
    Phase,
)
from vision.live.scanner import DONE, NO_FACE, FaceScanner

FACES = "URFDLB"


@pytest.fixture(scope="module")
def cubes() -> list[PhotographedCube]:
    """Return two cubes whose photographs are read with certainty."""
    return [cube for cube in load_photographed_cubes(PHOTOS) if cube.name in ("cube08", "cube20")]


def pictures(cube: PhotographedCube, order: str = FACES) -> list[Image]:
    return [cube.frames[FACES.index(face)].image for face in order]


def watch(scan: FaceScanner, frames: Iterable[Frame]) -> list[FrameResult]:
    return [scan.process_frame(frame) for frame in frames]


def number_captured(results: Sequence[FrameResult]) -> int:
    return sum(result.captured for result in results)


@pytest.mark.thorough
def test_the_faces_may_come_in_any_order(cubes: list[PhotographedCube]) -> None:
    for seed, (cube, order) in enumerate(zip(cubes, ("BDLFRU", "FLURBD"), strict=True)):
        scan = FaceScanner()
        results = watch(scan, handheld_frames(pictures(cube, order), seed))
        assert number_captured(results) == 6
        assert results[-1].phase is Phase.DONE
        assert scan.instruction == DONE
        assert scan.reading is not None
        assert scan.reading.certain
        assert scan.reading.facelets == cube.facelets


def test_a_face_is_captured_only_after_it_was_still(cubes: list[PhotographedCube]) -> None:
    scan = FaceScanner()
    picture = pictures(cubes[0])[0]
    results = watch(scan, handheld_frames([picture], hold_frames=12))
    captured_at = [result.captured for result in results].index(True)
    assert captured_at / 15 >= 0.3
    assert all(result.phase is Phase.TRACKING for result in results[:captured_at])
    assert [s.stillness for s in results[: captured_at + 1]] == sorted(
        s.stillness for s in results[: captured_at + 1]
    )
    assert {result.phase for result in results[captured_at:]} == {Phase.CAPTURED}


def test_a_moving_face_is_tracked_but_not_captured(cubes: list[PhotographedCube]) -> None:
    picture = pictures(cubes[0])[0]
    frames = []
    for number in range(15):
        shift = np.array([[1, 0, 14.0 * (number - 7)], [0, 1, 0]], np.float32)
        moved = cv2.warpAffine(picture, shift, (640, 480), borderMode=cv2.BORDER_REPLICATE)
        frames.append(Frame(np.asarray(moved, np.uint8), number / 15, ""))
    results = watch(FaceScanner(), frames)
    assert sum(result.view is not None for result in results) > 10
    assert number_captured(results) == 0


def test_a_blurred_face_is_not_captured_and_the_instruction_says_so(
    cubes: list[PhotographedCube],
) -> None:
    blurred = np.asarray(cv2.GaussianBlur(pictures(cubes[0])[0], (0, 0), 6), np.uint8)
    scan = FaceScanner()
    results = watch(scan, handheld_frames([blurred], hold_frames=12))
    assert scan.captured_faces == ()
    assert results[-1].instruction == BLURRED


def test_a_moving_face_is_taken_when_it_is_asked_for_unless_it_is_blurred(
    cubes: list[PhotographedCube],
) -> None:
    scan, picture = FaceScanner(), pictures(cubes[0])[0]
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 6), np.uint8)
    empty = np.full_like(picture, 90)
    for image, words in ((empty, NO_FACE), (blurred, BLURRED)):
        result = scan.take_face(Frame(image, 0.0, ""))
        assert (result.captured, result.instruction) == (False, words)
    # The first frame of a face was not still for any time.
    assert scan.take_face(Frame(picture, 1.0, "")).captured
    assert [face.name for face in scan.captured_faces] == ["face 1"]
    # Once more: the same face is replaced.
    assert scan.take_face(Frame(picture, 1.1, "")).captured
    assert len(scan.captured_faces) == 1
    for number, image in enumerate(pictures(cubes[0])[1:], start=2):
        scan.take_face(Frame(image, float(number), ""))
    assert scan.reading is not None
    assert scan.reading.facelets == cubes[0].facelets


def test_without_a_cube_the_scanner_keeps_searching(cubes: list[PhotographedCube]) -> None:
    result = FaceScanner().process_frame(Frame(np.full((480, 640, 3), 90, np.uint8), 0.0, ""))
    assert (result.phase, result.view) == (Phase.SEARCHING, None)
    assert "hold one face" in result.instruction


def test_a_face_that_is_shown_again_is_captured_again(cubes: list[PhotographedCube]) -> None:
    scan = FaceScanner()
    results = watch(scan, handheld_frames(pictures(cubes[0], "URFU")))
    assert number_captured(results) == 4
    assert [face.name for face in scan.captured_faces] == ["face 1", "face 2", "face 3"]


@pytest.mark.thorough
def test_a_discarded_face_is_captured_again(cubes: list[PhotographedCube]) -> None:
    cube = cubes[0]
    scan = FaceScanner()
    watch(scan, handheld_frames(pictures(cube)))
    scan.discard_face("face 2")
    assert len(scan.captured_faces) == 5
    assert not scan.is_done
    watch(scan, handheld_frames(pictures(cube, "R")))
    assert scan.is_done
    assert scan.reading is not None
    assert scan.reading.facelets == cube.facelets
    with pytest.raises(KeyError):
        scan.discard_face("face 9")


@pytest.mark.slow
def test_a_face_of_another_cube_is_dropped(cubes: list[PhotographedCube]) -> None:
    own_cube, other = cubes
    scan = FaceScanner()
    watch(scan, handheld_frames([*pictures(own_cube, "URFDL"), *pictures(other, "R")]))
    assert not scan.is_done
    watch(scan, handheld_frames(pictures(own_cube, "B")))
    assert len(scan.captured_faces) == 6
    assert scan.reading is not None
    assert scan.reading.certain
    assert scan.reading.facelets == own_cube.facelets


@pytest.mark.thorough
def test_a_mirrored_cube_is_reported_and_never_certain(cubes: list[PhotographedCube]) -> None:
    for cube in cubes[1:]:
        scan = FaceScanner()
        watch(scan, handheld_frames([np.ascontiguousarray(p[:, ::-1]) for p in pictures(cube)]))
        assert not scan.is_done
        assert scan.looks_mirrored
        assert "mirror" in scan.instruction


@pytest.mark.thorough
def test_a_scan_continues_with_faces_captured_before(cubes: list[PhotographedCube]) -> None:
    cube = cubes[0]
    first = FaceScanner()
    watch(first, handheld_frames(pictures(cube, "URF")))
    second = FaceScanner(captured_faces=first.captured_faces)
    assert len(second.captured_faces) == 3
    watch(second, handheld_frames(pictures(cube, "DLB")))
    assert second.reading is not None
    assert second.reading.facelets == cube.facelets


def test_faces_of_one_colour_each_are_distinguished() -> None:
    scan = FaceScanner()
    scenes = [draw_scene(3, seed, tilt=10, one_colour=True).image for seed in (3, 5, 9)]
    watch(scan, handheld_frames(scenes))
    assert len(scan.captured_faces) == 3


ORDER = "FLBRUD"  # in which the instructions lead through an even cube


def pictures_of(cube: SizedCube, order: str = ORDER) -> list[Image]:
    return [cube.frames["URFDLB".index(face)].image for face in order]


def instructions_while(scan: FaceScanner, frames: Iterable[Frame]) -> list[str]:
    """Return the instruction before the first face, and after each that was captured."""
    said = [scan.instruction]
    for frame in frames:
        if scan.process_frame(frame).captured:
            said.append(scan.instruction)
    return said


@pytest.mark.parametrize("n", thorough_but([5], [2, 5]))
def test_the_size_is_found_and_the_cube_read(n: int) -> None:
    cube = drawn_cube(n, 1)
    scan = FaceScanner(size=None)
    instructions_while(scan, handheld_frames(pictures_of(cube)))
    assert (scan.size, scan.is_done, len(scan.captured_faces)) == (n, True, 6)
    assert scan.reading is not None
    assert turned_alike(scan.reading.facelets) == turned_alike(cube.facelets)


@pytest.mark.thorough
def test_instructions_lead_through_a_cube_without_middles() -> None:
    scan = FaceScanner(size=None)
    said = instructions_while(scan, handheld_frames(pictures_of(drawn_cube(4, 1))))
    assert said == [SHOW_ANY, TURN_RIGHT, TURN_RIGHT, TURN_RIGHT, TILT, TURN_OVER, DONE]
    assert scan.net_positions == tuple(ORDER)


def test_after_a_discarded_face_any_that_is_missing_may_be_shown() -> None:
    cube = drawn_cube(4, 1)
    scan = FaceScanner(size=4)
    instructions_while(scan, handheld_frames(pictures_of(cube, "FLB")))
    scan.discard_face("face 2")
    assert scan.instruction == SHOW_MISSING
    instructions_while(scan, handheld_frames(pictures_of(cube, "L")))
    assert sorted(scan.net_positions) == sorted("FLB")


def test_a_first_face_of_another_size_is_dropped() -> None:
    """One face alone may have been taken for another size; two that agree settle it."""
    cube, other = drawn_cube(4, 1), draw_scene(3, 8, tilt=10).image
    scan = FaceScanner(size=None)
    instructions_while(scan, handheld_frames([other, *pictures_of(cube, "FL")]))
    assert (scan.size, len(scan.captured_faces)) == (4, 2)


@pytest.mark.thorough
def test_a_face_that_looks_like_another_is_captured_if_it_is_the_sixth() -> None:
    """On this 2x2x2 D has the four colours of U in the same order round the face."""
    cube = drawn_cube(2, 27)
    assert (cube.facelets[:4], cube.facelets[12:16]) == ("BLBR", "LRBB")
    scan = FaceScanner(size=None)
    instructions_while(scan, handheld_frames(pictures_of(cube, "FLBRU")))
    instructions_while(scan, handheld_frames(pictures_of(cube, "F"), seed=7))
    assert len(scan.captured_faces) == 5
    instructions_while(scan, handheld_frames(pictures_of(cube, "D"), seed=8))
    assert scan.is_done
    assert scan.reading is not None
    assert turned_alike(scan.reading.facelets) == turned_alike(cube.facelets)


FACELETS = Cube.solved().apply("R U2 F' L D2 B R' U F2").facelets


def captured(faces: str, first_number: int = 1) -> list[CapturedFace]:
    """Return ideal captures of faces of a scrambled cube, each somewhat elsewhere."""
    rng = np.random.default_rng(3)
    made = []
    for number, face in enumerate(faces, first_number):
        name = f"face {number}"
        image = single(FACELETS, face, 0, rng)
        (view,) = image.views
        moved = np.array([[1.0, 0, 3 * number], [0, 1, 0], [0, 0, 1]]) @ view.homography
        view = replace(view, homography=moved)
        made.append(CapturedFace(name, replace(image, name=name, views=(view,))))
    return made


@pytest.mark.parametrize("faces", ["URFDLBU", "UURFDLB", "URFDLBURFDLB"])
def test_a_face_captured_twice_leaves_six(faces: str) -> None:
    """A certain reading of seven captures was once shown as "7 of 6 faces"."""
    scan = FaceScanner(captured_faces=captured(faces))
    assert len(scan.captured_faces) == N_FACES
    assert scan.is_done
    assert scan.reading is not None
    assert scan.reading.facelets == FACELETS


def test_of_a_face_captured_twice_the_newer_is_kept() -> None:
    scan = FaceScanner(captured_faces=captured("URFDLBU"))
    assert [face.name for face in scan.captured_faces] == [f"face {n}" for n in range(2, 8)]
