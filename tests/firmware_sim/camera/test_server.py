"""The simulated camera: its HTTP server, and wrong pictures that never look like a solved cube."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from firmware_sim.camera.optics import CameraFaultInjector, SwappedStickers
from firmware_sim.camera.server import CameraServer
from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.state import PhysicalState
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.rendered_faces import SHOWING_L, upper_face


class Scene:
    """A physical state that a test can change."""

    def __init__(self) -> None:
        self.truth = SHOWING_L

    def look(self) -> PhysicalState:
        return self.truth


@pytest.fixture
def scene() -> Scene:
    return Scene()


@pytest.fixture
def camera(scene: Scene) -> Iterator[CameraServer]:
    with CameraServer(RIG, scene.look) as server:
        yield server
    assert not [t for t in threading.enumerate() if t.name == "camera"]


def test_opencv_reads_the_stream(scene: Scene, camera: CameraServer) -> None:
    capture = cv2.VideoCapture(camera.url)
    try:
        assert capture.isOpened()
        began = time.perf_counter()
        for _ in range(25):
            ok, frame = capture.read()
            assert ok
            assert frame.shape == (480, 640, 3)
        assert time.perf_counter() - began > 0.5
        assert upper_face(frame.astype(np.uint8)) == "U" * 9
    finally:
        capture.release()


def test_a_change_appears_within_a_second(scene: Scene, camera: CameraServer) -> None:
    capture = cv2.VideoCapture(camera.url)
    try:
        for _ in range(5):
            capture.read()
        scene.truth = replace(SHOWING_L, orientation=SHOWING_L.orientation.rotated("L", 1))
        for _ in range(25):
            frame = capture.read()[1]
            if upper_face(frame.astype(np.uint8)) == "B" * 9:
                break
        else:
            raise AssertionError("the picture is unchanged after a second")
    finally:
        capture.release()


def test_a_single_picture(camera: CameraServer) -> None:
    url = camera.url.replace(".mjpg", ".jpg")
    with urllib.request.urlopen(url, timeout=60) as answer:
        assert answer.headers["Content-Type"] == "image/jpeg"
        image = cv2.imdecode(np.frombuffer(answer.read(), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert upper_face(image.astype(np.uint8)) == "U" * 9


def test_other_paths_are_not_found(camera: CameraServer) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404") as error:
        urllib.request.urlopen(camera.url.replace("camera.mjpg", "secrets"), timeout=60)
    error.value.close()


def test_clients_that_do_not_read_do_not_block_others(scene: Scene) -> None:
    with CameraServer(RIG, scene.look) as camera:
        host, port = camera.url.removeprefix("http://").split("/")[0].split(":")
        idle_clients = [socket.create_connection((host, int(port))) for _ in range(4)]
        for idle_client in idle_clients[:3]:
            idle_client.sendall(b"GET / HTTP/1.1\r\n\r\n")
        time.sleep(0.5)
        began = time.perf_counter()
        picture_url = camera.url.replace(".mjpg", ".jpg")
        urllib.request.urlopen(picture_url, timeout=60).close()
        # The server waits for ten seconds for each that does not read.
        assert time.perf_counter() - began < 10
        began = time.perf_counter()
    assert time.perf_counter() - began < 10
    for idle_client in idle_clients:
        idle_client.close()


def test_the_camera_renders_the_current_state(scene: Scene) -> None:
    scene.truth = replace(SHOWING_L, cube=Cube.solved())
    with CameraServer(RIG, scene.look) as camera:
        image = cv2.imdecode(np.frombuffer(camera.frame() or b"", np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert upper_face(image.astype(np.uint8)) == "U" * 9


BEFORE = Cube.solved().apply("R U2 F' L D")
AFTER = BEFORE.apply("B2 U")
PICTURES = 9


def held(cube: Cube) -> PhysicalState:
    return PhysicalState.at_home(RIG.home, cube)


def scanned(seed: int) -> list[PhysicalState]:
    """Return what the camera shows after the turn at which the fault is injected."""
    injector = CameraFaultInjector(FaultSchedule((FaultSpec("rescan_wrong", at=7),), seed))
    for _ in range(6):
        assert injector.apply(held(BEFORE), 5) == held(BEFORE)
    shown = [injector.apply(held(AFTER), 7) for _ in range(PICTURES)]
    assert injector.apply(held(BEFORE), 8) == held(BEFORE)
    return [truth for truth in shown if truth is not None]


def test_the_fault_is_one_of_three_kinds() -> None:
    kinds = set()
    for seed in range(40):
        shown = scanned(seed)
        wrong = [number for number, truth in enumerate(shown) if truth != held(AFTER)]
        if len(wrong) == PICTURES:
            kinds.add("flipped")
            flips = zip(shown[0].cube.edge_flips, AFTER.edge_flips, strict=True)
            assert sum(a != b for a, b in flips) == 2
            assert set(shown) == {shown[0]}
        elif len(wrong) == 6:
            kinds.add("exchanged")
            assert all(isinstance(truth, SwappedStickers) for truth in shown[:6])
            stickers = zip(shown[0].facelets, AFTER.facelets, strict=True)
            assert sum(a != b for a, b in stickers) == 2
            assert sorted(shown[0].facelets) == sorted(SOLVED)
        else:
            kinds.add("stale")
            (number,) = wrong
            assert number < 6
            assert shown[number].cube == BEFORE
    assert kinds == {"flipped", "exchanged", "stale"}


def test_a_stale_picture_may_show_another_orientation() -> None:
    turned = replace(held(BEFORE), orientation=held(BEFORE).orientation.rotated("B", 1))
    orientations = set()
    for seed in range(40):
        injector = CameraFaultInjector(FaultSchedule((FaultSpec("rescan_wrong", at=7),), seed))
        injector.apply(turned, 5)
        shown = [injector.apply(held(AFTER), 7) for _ in range(6)]
        orientations |= {truth.orientation for truth in shown if truth and truth.cube == BEFORE}
    assert orientations == {turned.orientation, held(BEFORE).orientation}


def test_an_unsolved_cube_has_at_least_three_unsolved_faces() -> None:
    """Hence one or two wrong pictures cannot make an unsolved cube look solved.

    Pieces whose stickers all lie on two faces are one edge at most, and it can neither change
    places with another one nor be flipped alone.
    """
    for pair in combinations(FACES, 2):
        faces = set(pair)
        pieces = [piece for piece in (*EDGES, *CORNERS) if {SOLVED[i] for i in piece} <= faces]
        assert len(pieces) <= 1
        assert all(len(piece) == 2 for piece in pieces)
