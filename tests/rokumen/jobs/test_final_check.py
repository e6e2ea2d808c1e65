"""The final check of a cube that is solved except for twisted corners."""

from dataclasses import replace

import numpy as np
import pytest

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.planning.robot_state import RobotState, home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.command import GRIP_OPENINGS
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.devices.camera_colours import load_learnt
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.scanner import ScanPicture
from rokumen.jobs.operator_advice import explain_uncertainty
from solver.core.facelets import SOLVED
from solver.core.orientation import ORIENTATIONS
from solver.cube import Cube
from vision.capture.frame import Frame
from vision.checks import nearest_face_median
from vision.held.placed_views import CameraPlace
from vision.reading_result import Reading

# Read by their pictures where each shows one face, and three at once.
RIGS = ("two-gripper", "six-axis")


class StillCamera:
    """A camera with the cube held still at each stop of a scan."""

    def __init__(self, rig: Rig, number: int, cube: PhysicalState) -> None:
        self.name = f"camera {number}"
        self.cube = cube
        self._renderer = Renderer(rig, cameras_of(rig)[number])

    def hold(self, holding: RobotState) -> None:
        pose = holding.pose
        self.cube = replace(
            self.cube,
            orientation=holding.orientation,
            angles=tuple(map(float, pose.angles)),
            openings=tuple(GRIP_OPENINGS[grip] for grip in pose.grips),
        )

    def read(self) -> Frame:
        return Frame(self._renderer.render(self.cube), 0.0, self.name)

    def read_after(self, time: float) -> Frame:
        return self.read()

    def close(self) -> None:
        pass

    def __enter__(self) -> "StillCamera":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def scan_reading(name: str, orientation: int, twisted: tuple[int, ...] = ()) -> Reading:
    """Return the reading, from a robot's scan, of a cube that is solved but for twisted corners."""
    rig = load_rig(name)
    cube = replace(PhysicalState.at_home(rig.home, Cube.solved()), twisted=twisted)
    cameras = [StillCamera(rig, number, cube) for number in range(len(rig.cameras))]
    scanner = CameraScanner(cameras, rig, tuple(map(CameraPlace, rig.cameras)))
    pictures: list[ScanPicture] = []
    for leg in plan_scan(rig, RobotState(ORIENTATIONS[orientation], rig.home)):
        for camera in cameras:
            camera.hold(leg.plan.end)
        pictures += scanner.capture(leg.plan.end, leg.views)
    return scanner.read(pictures)


def test_cameras_learn_the_colours_of_a_certain_reading() -> None:
    rig = load_rig("six-axis")
    cube = PhysicalState.at_home(rig.home, Cube.random(3))
    cameras = [StillCamera(rig, number, cube) for number in range(2)]
    scanner = CameraScanner(cameras, rig, tuple(map(CameraPlace, rig.cameras)), ("one", "other"))
    (leg,) = plan_scan(rig, home_state(rig))
    assert scanner.read(scanner.capture(leg.plan.end, leg.views)).certain
    learnt = [load_learnt(name) for name in ("one", "other", "third")]
    assert [each and each.cubes for each in learnt] == [1, 1, None]


@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize("orientation", [0, 12, 17])
def test_a_solved_cube_is_read_with_certainty(rig: str, orientation: int) -> None:
    reading = scan_reading(rig, orientation)
    assert reading.facelets == SOLVED
    assert reading.certain


@pytest.mark.parametrize(("orientation", "corner"), [(0, 0), (17, 5)])
def test_a_corner_twisted_in_its_place_is_named(orientation: int, corner: int) -> None:
    reading = scan_reading("two-gripper", orientation, (corner,))
    assert not reading.certain
    assert "is twisted" in explain_uncertainty(reading)


def test_corner_cameras_notice_a_corner_twisted_in_its_place() -> None:
    reading = scan_reading("six-axis", 12, (5,))
    assert not reading.certain
    assert "check whether it is solved" in reading.advice


def test_corner_cameras_that_disagree_about_a_twisted_corner_are_not_certain() -> None:
    assert not scan_reading("six-axis", 12, (3,)).certain


def test_a_sticker_belongs_to_the_face_with_the_nearest_median_colour() -> None:
    faces = np.array([[200.0, 200, 200], [40, 40, 190], [150, 90, 20]])
    colours = np.repeat(faces[:, None], 9, axis=1)
    colours[0, 2] = 0.8 * faces[2]
    colours[1, 7] = faces[0]
    shares = np.ones((3, 9))
    shares[1, 7] = 0.4  # under a finger
    nearest = nearest_face_median(colours, shares)
    assert nearest[0, 2] == 2
    nearest[0, 2] = 0
    assert (nearest == np.arange(3)[:, None]).all()
