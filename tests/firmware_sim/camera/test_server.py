"""The HTTP server of the simulated camera: stream, single pictures and slow clients."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware_sim.camera.server import CameraServer
from firmware_sim.physics.state import PhysicalState
from robot.rigs.mechanisms.two_gripper import RIG
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
