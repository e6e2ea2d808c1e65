"""What touches in space, against an independent model of boxes, and in the motions of the rigs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.physics.state import COLLISION, PhysicalState
from firmware_sim.physics.touches import (
    Boxes,
    TouchFinder,
    depths,
    touch_finder,
)
from robot.rigs.actuators import Completed
from robot.rigs.command import CLOSED, GRIP_OPENINGS, Home, Move, Pose, Regrip
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, Step, reachable_poses, with_overlap
from robot.rigs.servo_presets import SERVO_PRESETS
from robot.rigs.servo_speeds import with_servos
from solver.cube import Cube
from tests.support.measured_rig import MeasuredRig
from tests.support.variants import thorough_but

Array = npt.NDArray[np.float64]

TWO = with_overlap(load_rig("two-gripper"))
PLAIN = with_overlap(load_rig("two-gripper-plain"))
FOUR = with_overlap(load_rig("four-gripper"))
SEQUENTIAL = ("two-gripper", "two-gripper-plain", "two-gripper-v", "otvinta")

numbers = st.floats(-2, 2)
vectors = st.tuples(numbers, numbers, numbers).map(np.array)
halves = st.tuples(*[st.floats(0.2, 1.5)] * 3).map(np.array)
turns = st.tuples(vectors, vectors).map(
    lambda pair: np.linalg.qr(np.array([*pair, [1, 2, 3]]).T)[0]
)


def distance_by_projection(boxes: Boxes) -> float:
    """Return how far two boxes are apart: project a point onto one and the other, again and again.

    It converges to the nearest points of convex sets (Cheney and Goldstein 1959).
    """

    def nearest(number: int, point: Array) -> Array:
        inside = (point - boxes.middles[number]) @ boxes.edges[number]
        half = boxes.halves[number]
        kept: Array = boxes.middles[number] + np.clip(inside, -half, half) @ boxes.edges[number].T
        return kept

    point = boxes.middles[1]
    for _ in range(500):
        first = nearest(0, point)
        point = nearest(1, first)
    return float(np.linalg.norm(point - first))


@given(vectors, turns, turns, halves, halves)
def test_boxes_are_apart_where_projections_find_no_common_point(
    way: Array, turn: Array, other: Array, half: Array, half_other: Array
) -> None:
    boxes = Boxes(
        np.stack([np.zeros(3), way]), np.stack([turn, other]), np.stack([half, half_other])
    )
    (depth,) = depths(boxes, np.array([0]), np.array([1]))
    if depth > 0.05:
        assert distance_by_projection(boxes) < 0.01
    elif depth < -0.05:
        assert distance_by_projection(boxes) > 0.01


def test_a_box_is_as_deep_in_another_as_it_must_be_pushed_to_leave_it() -> None:
    boxes = Boxes(np.array([[0, 0, 0], [1.8, 0.5, 0]]), np.stack([np.eye(3)] * 2), np.ones((2, 3)))
    assert depths(boxes, np.array([0]), np.array([1])) == pytest.approx([0.2])


def state_in(rig: Rig, pose: Pose) -> PhysicalState:
    state = PhysicalState.at_home(rig.home, Cube.solved())
    openings = tuple(GRIP_OPENINGS[grip] for grip in pose.grips)
    return replace(state, angles=tuple(map(float, pose.angles)), openings=openings)


def check_that_nothing_touches(rig: Rig, pose: Pose, step: Step) -> None:
    assert not isinstance(step.command, Home)
    robot = MeasuredRig(rig, state_in(rig, pose))
    assert isinstance(robot.execute(step.command), Completed), step
    assert robot.mechanics.accidents == (), step


@pytest.mark.parametrize("name", thorough_but(SEQUENTIAL[:3], SEQUENTIAL))
def test_nothing_touches_in_the_motions_of_plans_without_overlap(name: str) -> None:
    rig = load_rig(name)
    for pose in reachable_poses(rig)[:40]:
        for step in rig.steps(pose)[:12]:
            check_that_nothing_touches(rig, pose, step)


def turns_both(step: Step) -> bool:
    return isinstance(step.command, Move) and len(step.command.targets) == 2


@pytest.mark.parametrize(
    "name", ["two-gripper", pytest.param("two-gripper-270", marks=pytest.mark.slow)]
)
def test_nothing_touches_in_overlapping_motions_of_two_grippers(name: str) -> None:
    rig = with_overlap(load_rig(name))
    steps = [(pose, step) for pose in reachable_poses(rig) for step in rig.steps(pose)]
    regrips = [(pose, step) for pose, step in steps if isinstance(step.command, Regrip)]
    together = [
        (p, s) for p, s in steps if isinstance(s.command, Move) and len(s.command.targets) == 2
    ]
    assert len(regrips) >= 20
    assert len(together) >= 20
    for pose, step in [*regrips, *together]:
        check_that_nothing_touches(rig, pose, step)


@pytest.mark.parametrize(
    "servos", thorough_but(["published", "ds3218"], ["published", *SERVO_PRESETS])
)
@pytest.mark.parametrize("name", ["two-gripper-plain", "two-gripper-v"])
def test_nothing_touches_in_overlapping_motions_of_plain_jaws(name: str, servos: str) -> None:
    rig = with_servos(with_overlap(load_rig(name)), servos)
    regrips = [
        (pose, step)
        for pose in reachable_poses(rig)
        for step in rig.steps(pose)
        if isinstance(step.command, Regrip)
    ]
    assert len(regrips) == 24
    for pose, step in regrips:
        check_that_nothing_touches(rig, pose, step)


def test_two_wrists_with_plain_jaws_never_turn_at_once() -> None:
    for pose in reachable_poses(PLAIN):
        assert not [
            step
            for step in PLAIN.steps(pose)
            if isinstance(step.command, Move | Regrip) and len(step.command.targets) == 2
        ]


def check_a_regrip_of_four_grippers(data: st.DataObject) -> None:
    closed = [pose for pose in reachable_poses(FOUR) if pose.grips == FOUR.home.grips]
    pose = data.draw(st.sampled_from(closed))
    regrips = [step for step in FOUR.steps(pose) if isinstance(step.command, Regrip)]
    step = data.draw(st.sampled_from(regrips))
    check_that_nothing_touches(FOUR, pose, step)


@pytest.mark.thorough
@settings(max_examples=12)
@given(st.data())
def test_nothing_touches_in_overlapping_motions_of_four_grippers(data: st.DataObject) -> None:
    check_a_regrip_of_four_grippers(data)


@pytest.mark.slow
@settings(max_examples=100)
@given(st.data())
def test_nothing_touches_in_many_overlapping_motions_of_four_grippers(data: st.DataObject) -> None:
    check_a_regrip_of_four_grippers(data)


def touch_of_wrists(rig: Rig, state: PhysicalState, angles: tuple[float, ...]) -> str | None:
    """Return what first touches where wrists turn to some angles, and nothing of the cube."""
    finder, before, steps = TouchFinder(rig), state, 23
    for step in range(1, steps + 1):
        ways = zip(state.angles, angles, strict=True)
        now = replace(state, angles=tuple(at + step / steps * (to - at) for at, to in ways))
        if what := finder.touch(now, before):
            return what
        before = now
    return None


def opened(which: str, rig: Rig = TWO) -> tuple[float, ...]:
    return tuple(1.0 if name in which else 0.0 for name in rig.grippers)


@pytest.mark.parametrize(
    ("rig", "before", "after", "openings", "touched"),
    [
        # Both wrists at once while both grippers hold: their fingers cross.
        (TWO, (0, 90), (90, 90), "", "the left gripper touches the right gripper"),
        # Wrists that turn by 270 degrees meet while the jaws have not gone far.
        (TWO, (80, 80), (90, 90), "", "the left gripper touches the right gripper"),
        # Neighbours that both hold sideways.
        (FOUR, (0, 90, 0, 0), (90, 90, 0, 0), "", "the front gripper touches the right gripper"),
        # Jaws that open without drawing back are in the way of the other gripper.
        (load_rig("two-gripper-plain"), (90, 0), (90, 90), "R", "the left gripper touches the"),
    ],
)
def test_motions_that_rules_forbid_touch(
    rig: Rig, before: tuple[int, ...], after: tuple[int, ...], openings: str, touched: str
) -> None:
    state = replace(state_in(rig, rig.home), openings=opened(openings, rig))
    state = replace(state, angles=tuple(map(float, before)))
    assert str(touch_of_wrists(rig, state, after)).startswith(touched)


@pytest.mark.parametrize("opening", [0.1, 0.3])
def test_a_wrist_that_turns_before_its_jaws_are_away_touches_the_cube(opening: float) -> None:
    state = replace(state_in(TWO, TWO.home), openings=(0.0, opening))
    assert touch_of_wrists(TWO, state, (0.0, 90.0)) == "the right gripper touches the cube"


some_angles = st.one_of(st.sampled_from([0.0, 90.0]), st.floats(-90, 90))
some_openings = st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1))


@given(st.tuples(*[some_angles] * 2), st.tuples(*[some_openings] * 2))
def test_what_is_remembered_of_states_hides_no_touch(
    angles: tuple[float, ...], openings: tuple[float, ...]
) -> None:
    finder, before = touch_finder(TWO), state_in(TWO, TWO.home)
    state = replace(before, angles=angles, openings=openings)
    assert finder.touch_on_the_way(state, before) == finder.touch(state, before)


def test_a_fallen_cube_is_touched_by_nothing() -> None:
    state = replace(state_in(TWO, TWO.home), openings=(0.0, 0.2), dropped=True)
    turned = replace(state, angles=(0.0, 45.0))
    assert TouchFinder(TWO).touch(turned, state) is None
    standing = replace(turned, dropped=False)
    assert TouchFinder(TWO).touch(standing, replace(state, dropped=False)) is not None


def test_rigs_without_grippers_have_nothing_that_could_touch() -> None:
    rig = load_rig("six-axis")
    state = PhysicalState.at_home(rig.home, Cube.solved())
    assert TouchFinder(rig).touch(state, state) is None


def test_a_motion_in_which_something_touches_is_an_accident(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # With rules that let wrists begin at once, the geometry alone keeps them.
    monkeypatch.setattr("robot.rigs.mechanisms.jaws.CLEAR_SHARE", 0.1)
    robot = MeasuredRig(TWO, state_in(TWO, Pose((0, 90), (CLOSED, CLOSED))))
    robot.execute(Regrip(("R",), (("R", 0),)))
    first = robot.mechanics.accidents[0]
    assert (first.kind, first.description) == (COLLISION, "the right gripper touches the cube")
