"""A scan of what the simulator's camera shows while the robot turns the cube before it."""

from __future__ import annotations

import threading
import time

import pytest

from firmware_sim.simulator import Simulator, SimulatorOptions
from robot.link.session import Link
from robot.planning.motion_plan import home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.command import Home
from solver.core.cube import Cube
from solver.notation import parse, resolve
from vision.capture.open import open_camera
from vision.live.scanner import FaceScanner, scan_frames

SCRAMBLE = "R U2 F' L D2 B R' U F2 D'"
SHOWN_SECONDS = 2.5
PATIENCE_SECONDS = 120


def show_all_faces(port: str) -> None:
    """Have the robot show one face after the other, each for a while."""
    with Link(port) as link:
        link.execute(Home())
        for leg in plan_scan(link.rig, home_state(link.rig)):
            for action in leg.plan.commands:
                link.execute(action.command)
            time.sleep(SHOWN_SECONDS)


@pytest.mark.slow
def test_the_simulators_camera_is_scanned() -> None:
    cube = Cube.solved().apply(resolve(parse(SCRAMBLE).moves()).turns)
    scan = FaceScanner()
    with Simulator(SimulatorOptions(cube=cube, pace=4)) as simulator:
        serving = threading.Thread(target=simulator.serve)
        serving.start()
        try:
            found = simulator.announcement
            assert found.camera is not None
            showing = threading.Thread(target=show_all_faces, args=(found.port,))
            showing.start()
            end = time.monotonic() + PATIENCE_SECONDS
            with open_camera(found.camera) as camera:
                for _ in scan_frames(camera, scan):
                    if time.monotonic() > end:
                        break
            showing.join()
        finally:
            simulator.stop()
            serving.join()
    assert scan.reading is not None
    assert scan.reading.certain
    assert scan.reading.facelets == cube.facelets()
