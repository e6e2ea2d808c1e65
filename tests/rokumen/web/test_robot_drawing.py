"""The cube as the robot's page draws it, held and turned by the robot."""

from __future__ import annotations

from playwright.sync_api import Page

from robot.execution.events import CommandStarted
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.registry import load_rig
from rokumen.web.event_encoding import encode_event, sides_of
from solver.core.geometry import FACELET_INDEX, FACELETS, FRAMES, Facelet, Vector
from solver.core.orientation import Orientation
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.browser import OpenBrowser, Serve
from tests.support.robot_page import open_robot_page


def test_the_3d_cube_is_turned_as_the_solver_turns_it(serve: Serve, browser: OpenBrowser) -> None:
    page = open_robot_page(browser(), serve())
    moves = "R U2 F' L D2 B R' U F2 L' D B'"
    turned = page.evaluate(
        """async ([cube, moves]) => {
            const { turned } = await import("/cube/moves.js");
            return turned(cube, moves.split(" "));
        }""",
        [Cube.solved().facelets, moves],
    )
    assert turned == Cube.solved().apply(moves).facelets
    for name in ("two-gripper", "cubotino"):
        check_the_cube_is_shown_as_it_is_held(page, name)


def check_the_cube_is_shown_as_it_is_held(page: Page, name: str) -> None:
    """Compare what the page makes of a plan's messages with the cube and how it is held."""
    rig, cube = load_rig(name), Cube.solved().apply("F2 U' R D")
    plan = plan_turns(rig, parse_turns("R U2 F' L D2 B"), home_state(rig))
    messages = [encode_event(CommandStarted(each, 1, 1), rig) for each in plan.commands]
    shown = page.evaluate(
        """async ([read, messages, sides]) => {
            const { RigCube, motionOf } = await import("/robot/rig-cube.js");
            const cube = new RigCube();
            cube.take(read);
            const at = Object.fromEntries(Object.keys(sides).map((name) => [name, 0]));
            return messages.map((message) => {
                const { places } = cube.move(message);
                let isMoved = false;
                for (const { axis, degrees } of message.pose.filter((each) => each.axis)) {
                    isMoved ||= motionOf(places, sides[axis], degrees - at[axis]) !== null;
                    at[axis] = degrees;
                }
                return [cube.seen, isMoved];
            });
        }""",
        [
            {"what": "read", "facelets": cube.facelets, "scheme": {}},
            messages,
            {axis: side for axis, side in sides_of(rig).items() if axis in rig.axes},
        ],
    )
    expected, orientation = [], plan.start.orientation
    for each in plan.commands:
        cube = cube.apply(each.turns)
        is_moved = bool(each.turns) or each.after.orientation != orientation
        orientation = each.after.orientation
        expected.append([as_held(cube, orientation), is_moved])
    assert [seen for seen, _ in shown] == [seen for seen, _ in expected]
    if name == "two-gripper":
        # One wrist turns a face or the whole cube; an arm that flips it is not drawn as it moves.
        assert shown == expected


def as_held(cube: Cube, orientation: Orientation) -> str:
    """Return the facelets at the places of the robot."""
    axes = [FRAMES[orientation.position_of(face)].normal for face in "RUF"]

    def held(vector: Vector) -> Vector:
        parts = [[part * along for along in axis] for part, axis in zip(vector, axes, strict=True)]
        return Vector(*map(sum, zip(*parts, strict=True)))

    seen = [""] * 54
    for letter, (cubie, normal) in zip(cube.facelets, FACELETS, strict=True):
        seen[FACELET_INDEX[Facelet(held(cubie), held(normal))]] = letter
    return "".join(seen)
