"""Scanning the pictures of the simulator's camera while the robot shows the cube."""

from __future__ import annotations

import threading
import time

import pytest

from firmware_sim.options import SimulatorOptions
from firmware_sim.simulator import Simulator
from robot.link.session import Link
from robot.planning.robot_state import home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.command import Home
from solver.cube import Cube
from solver.notation import parse, resolve
from vision.capture.open import open_camera
from vision.live.scanner import FaceScanner, scan_frames

SCRAMBLE = "R U2 F' L D2 B R' U F2 D'"
SHOWN_SECONDS = 2.5
TIMEOUT_SECONDS = 120


def show_all_faces(port: str) -> None:
    """Show the six faces one after another with the robot, each for `SHOWN_SECONDS`."""
    with Link(port) as link:
        link.execute(Home())
        for leg in plan_scan(link.rig, home_state(link.rig)):
            for action in leg.plan.commands:
                link.execute(action.command)
            time.sleep(SHOWN_SECONDS)


@pytest.mark.slow
def test_a_cube_is_scanned_with_the_simulators_camera() -> None:
    cube = Cube.solved().apply(resolve(parse(SCRAMBLE).moves()).turns)
    scan = FaceScanner()
    with Simulator(SimulatorOptions(ideal=True, scramble=cube.facelets, pace=4)) as simulator:
        server = threading.Thread(target=simulator.serve)
        server.start()
        try:
            announced = simulator.announcement
            assert announced.camera is not None
            presenter = threading.Thread(target=show_all_faces, args=(announced.port,))
            presenter.start()
            end = time.monotonic() + TIMEOUT_SECONDS
            with open_camera(announced.camera) as camera:
                for _ in scan_frames(camera, scan):
                    if time.monotonic() > end:
                        break
            presenter.join()
        finally:
            simulator.stop()
            server.join()
    assert scan.reading is not None
    assert scan.reading.certain
    assert scan.reading.facelets == cube.facelets
