"""Scanning cubes of other sizes than 3x3x3, and how many faces a scan has at most."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from solver.cube import Cube
from tests.support.benchmarks import SizedCube, draw_scene, drawn_cube, turned_alike
from tests.support.drawn_faces import single
from tests.support.variants import thorough_but
from tests.support.videos import handheld_frames
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.live.captured_cube import N_FACES, CapturedFace
from vision.live.guidance import SHOW_ANY, SHOW_MISSING, TILT, TURN_OVER, TURN_RIGHT
from vision.live.scanner import DONE, FaceScanner

ORDER = "FLBRUD"  # in which the instructions lead through an even cube


def pictures(cube: SizedCube, order: str = ORDER) -> list[Image]:
    return [cube.frames["URFDLB".index(face)].image for face in order]


def watch(scan: FaceScanner, frames: Iterable[Frame]) -> list[str]:
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
    watch(scan, handheld_frames(pictures(cube)))
    assert (scan.size, scan.is_done, len(scan.captured_faces)) == (n, True, 6)
    assert scan.reading is not None
    assert turned_alike(scan.reading.facelets) == turned_alike(cube.facelets)


@pytest.mark.thorough
def test_instructions_lead_through_a_cube_without_middles() -> None:
    scan = FaceScanner(size=None)
    said = watch(scan, handheld_frames(pictures(drawn_cube(4, 1))))
    assert said == [SHOW_ANY, TURN_RIGHT, TURN_RIGHT, TURN_RIGHT, TILT, TURN_OVER, DONE]
    assert scan.net_positions == tuple(ORDER)


def test_after_a_discarded_face_any_that_is_missing_may_be_shown() -> None:
    cube = drawn_cube(4, 1)
    scan = FaceScanner(size=4)
    watch(scan, handheld_frames(pictures(cube, "FLB")))
    scan.discard_face("face 2")
    assert scan.instruction == SHOW_MISSING
    watch(scan, handheld_frames(pictures(cube, "L")))
    assert sorted(scan.net_positions) == sorted("FLB")


def test_a_first_face_of_another_size_is_dropped() -> None:
    """One face alone may have been taken for another size; two that agree settle it."""
    cube, other = drawn_cube(4, 1), draw_scene(3, 8, tilt=10).image
    scan = FaceScanner(size=None)
    watch(scan, handheld_frames([other, *pictures(cube, "FL")]))
    assert (scan.size, len(scan.captured_faces)) == (4, 2)


@pytest.mark.thorough
def test_a_face_that_looks_like_another_is_captured_if_it_is_the_sixth() -> None:
    """On this 2x2x2 D has the four colours of U in the same order round the face."""
    cube = drawn_cube(2, 27)
    assert (cube.facelets[:4], cube.facelets[12:16]) == ("BLBR", "LRBB")
    scan = FaceScanner(size=None)
    watch(scan, handheld_frames(pictures(cube, "FLBRU")))
    watch(scan, handheld_frames(pictures(cube, "F"), seed=7))
    assert len(scan.captured_faces) == 5
    watch(scan, handheld_frames(pictures(cube, "D"), seed=8))
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
