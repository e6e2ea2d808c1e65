"""Pictures of poses: what is seen after a command, and what is taken for a change of light.

What motions of several actuators say of each of them, pixel by pixel.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.link.arrival import Agrees, NotSeen, Observation, Stuck
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.command import Grip, Move, Pose
from robot.rigs.registry import load_rig
from robot.rigs.rig import Step
from rokumen.devices.pose_pictures import PosePictures, compared, cube_mask, sticker_mask
from rokumen.devices.unchanged_pixels import Place, UnchangedPixels
from solver.cube import Cube
from tests.support.moving_robot import FACE, RENDERER, RIG, UPPER_FACE, moved
from vision.arrays import BoolArray, Image


def photograph(state: PhysicalState) -> Image:
    return compared(RENDERER.render(state))


@cache
def walked() -> tuple[PosePictures, PhysicalState, Pose]:
    """Return what is known after sixty random commands from home, and where they ended."""
    rng, pose = random.Random(1), RIG.home
    state = PhysicalState.at_home(pose, Cube.random(1))
    known = PosePictures(RIG).after(photograph(state), pose)
    picture = RENDERER.render(state)
    known = known.with_cube(sticker_mask([FACE], picture), cube_mask([FACE], picture))
    for _ in range(60):
        step = rng.choice(RIG.steps(pose))
        state, pose = moved(state, step, 1.0), step.after
        known = known.after(photograph(state), pose)
    return known, state, pose


def turns(pose: Pose) -> Iterator[Step]:
    return (step for step in RIG.steps(pose) if isinstance(step.command, Move))


def judged(step: Step, share: float, change: int = 0) -> Observation:
    known, state, _ = walked()
    picture = photograph(moved(state, step, share)).astype(int) + change
    return known.judge(np.clip(picture, 0, 255).astype(np.uint8), step.after)


steps = st.sampled_from(RIG.steps(walked()[2]))


@settings(max_examples=25)
@given(step=steps, change=st.integers(-20, 20))
def test_an_arrival_is_no_jam_in_any_light(step: Step, change: int) -> None:
    assert isinstance(judged(step, 1.0, change), Agrees)


@settings(max_examples=25)
@given(step=steps, off=st.floats(10, 80))
def test_what_stands_short_of_its_target_is_named(step: Step, off: float) -> None:
    _, _, before = walked()
    share = 1 - off / 90
    seen = judged(step, share)
    assert isinstance(seen, Stuck), (step.command, off)
    assert isinstance(step.command, Move | Grip)
    assert seen.name in dict(step.command.targets)
    if isinstance(step.command, Move):
        axis = RIG.axes.index(seen.name)
        begin, end = before.angles[axis], step.after.angles[axis]
        assert seen.at is not None
        assert min(begin, end) <= seen.at <= max(begin, end)
        if abs(end - begin) == 90:
            assert abs(seen.at - (begin + share * (end - begin))) <= 30


def test_nothing_is_said_before_a_place_was_seen() -> None:
    state = PhysicalState.at_home(RIG.home, Cube.random(1))
    known = PosePictures(RIG)
    assert isinstance(known.judge(photograph(state), RIG.home), NotSeen)
    known = known.after(photograph(state), RIG.home)
    step = next(turns(RIG.home))
    seen = known.judge(photograph(moved(state, step, 0.3)), step.after)
    assert isinstance(seen, NotSeen)
    assert "has not been there before" in seen.why


FOUR = load_rig("four-gripper")
FOUR_CAMERA = cameras_of(FOUR)[0]
FOUR_RENDERER = Renderer(FOUR, FOUR_CAMERA)
FOUR_FACE = FOUR_CAMERA.project(UPPER_FACE)


def after_commands(*commands: Move | Grip) -> tuple[PosePictures, PhysicalState]:
    """Return what is known of four grippers after commands from home, and their state."""
    state = PhysicalState.at_home(FOUR.home, Cube.solved())
    known = PosePictures(FOUR).after(compared(FOUR_RENDERER.render(state)), FOUR.home)
    for command in commands:
        step = FOUR.step(state.pose, command)
        state = moved(state, step, 1.0)
        known = known.after(compared(FOUR_RENDERER.render(state)), step.after)
    return known, state


# As in a scan: no gripper has moved alone, but half turns left what quarter turns change.
SCAN = (
    Grip((("R", "open"), ("L", "open"))),
    Move((("F", -90), ("R", -90), ("B", 90), ("L", -90))),
    Move((("F", 90), ("R", 0), ("B", -90), ("L", 0))),
    Grip((("R", "closed"), ("L", "closed"))),
    Grip((("F", "open"), ("B", "open"))),
    Move((("F", -90), ("R", -90), ("L", 90))),
    Move((("F", 0), ("R", 90), ("B", 0), ("L", -90))),
    Grip((("F", "closed"), ("B", "closed"))),
)


def test_a_jam_after_motions_of_several_grippers_together_is_seen() -> None:
    known, state = after_commands(*SCAN)
    half_turn = FOUR.step(state.pose, Move((("R", -90),)))
    for share, kind in ((0.3, Stuck), (1.0, Agrees)):
        picture = compared(FOUR_RENDERER.render(moved(state, half_turn, share)))
        assert isinstance(known.judge(picture, half_turn.after), kind)


def test_a_jam_beside_a_gripper_at_a_new_place_is_seen() -> None:
    alone = Move((("R", 0),)), Move((("R", 90),))
    known, state = after_commands(*SCAN, *alone, Grip((("L", "open"),)))
    both = FOUR.step(state.pose, Move((("R", -90), ("L", 90))))
    arrived = moved(state, both, 1.0)
    stuck = replace(moved(state, both, 0.3), angles=(0.0, 36.0, 0.0, 90.0))
    picture = compared(FOUR_RENDERER.render(arrived))
    assert known.judge(picture, both.after) == NotSeen("L has not been there before")
    seen = known.judge(compared(FOUR_RENDERER.render(stuck)), both.after)
    assert isinstance(seen, Stuck)
    assert seen.name == "R"


@pytest.mark.parametrize("off", [0, 7, 9])
def test_other_stickers_beside_a_face_are_no_jam_where_one_picture_has_shown_them(off: int) -> None:
    # A wrist that is turned lets the stickers of the cube's front side be seen below its upper one.
    turn, back = Move((("F", 90),)), Move((("F", 0),))
    known, state = after_commands(turn, back)
    image = FOUR_RENDERER.render(state)
    known = known.with_cube(sticker_mask([FOUR_FACE], image), cube_mask([FOUR_FACE], image))
    for seed in range(3):
        other = PhysicalState.at_home(FOUR.home, Cube.random(seed))
        step = FOUR.step(FOUR.home, turn)
        picture = compared(FOUR_RENDERER.render(moved(other, step, 1 - off / 90)))
        assert isinstance(known.judge(picture, step.after), Stuck if off else Agrees)


def test_a_camera_that_was_moved_is_no_jam() -> None:
    known, state, pose = walked()
    step = next(turns(pose))
    picture = photograph(moved(state, step, 1.0))
    assert isinstance(known.judge(255 - picture, step.after), NotSeen)
    assert isinstance(known.judge(picture[:100], step.after), NotSeen)


def test_a_layer_that_is_a_little_askew_is_no_jam() -> None:
    known, state, pose = walked()
    for step in turns(pose):
        askew = moved(state, step, 1.0)
        for effect in step.effects:
            askew = askew.with_effect(replace(effect, degrees=3.0), 1.0)
        assert isinstance(known.judge(photograph(askew), step.after), Agrees)


@pytest.mark.parametrize(("share", "kind"), [(0.0043, Agrees), (0.0055, Stuck)])
def test_a_layer_nine_degrees_askew_is_a_jam_in_a_pose_that_is_known_by_parts(
    share: float, kind: type[Observation]
) -> None:
    # What was measured between the stickers and beside the cube of four grippers: of layers that
    # are right at most, and of one that stopped nine degrees short.
    known, state, pose = walked()
    image = RENDERER.render(state)
    cube = cube_mask([FACE], image)
    known = known.with_cube(sticker_mask([FACE], image), cube)
    picture = photograph(state)
    assert known.unsteady is not None
    beside = np.flatnonzero(cube & ~known.unsteady)[: round(share * cube.size)]
    picture.reshape(-1, 3)[beside] ^= 0x80
    assert isinstance(known.judge(picture, pose), kind)


@pytest.mark.parametrize("size", [(480, 640), (240, 320), (1080, 1920)])
def test_stickers_are_within_the_cube_in_any_size(size: tuple[int, int]) -> None:
    image = np.zeros((*size, 3), np.uint8)
    scale = size[1] / 640
    stickers, cube = (mask([FACE * scale], image) for mask in (sticker_mask, cube_mask))
    assert stickers.shape == compared(image).shape[:2]
    assert max(compared(image).shape) == 320
    assert not (stickers & ~cube).any()
    assert 0.7 < stickers.sum() / cube.sum() * 1.17**2 < 0.95


MIDDLE, RIGHT, OPEN = (0.0, "closed"), (90.0, "closed"), (90.0, "open")


def pixels(*marks: int) -> BoolArray:
    return np.array([marks], bool)


def test_what_a_motion_leaves_each_of_its_actuators_leaves_both_ways() -> None:
    moves = [("L", MIDDLE, RIGHT), ("R", RIGHT, MIDDLE)]
    known = UnchangedPixels().after(moves, pixels(1, 0))
    for name in "LR":
        for places in ((MIDDLE, RIGHT), (RIGHT, MIDDLE)):
            found = known.between(name, *places)
            assert found is not None
            assert found.tolist() == [[True, False]]
    assert known.between("L", MIDDLE, OPEN) is None
    assert UnchangedPixels().between("L", MIDDLE, RIGHT) is None


def test_two_motions_leave_what_both_leave_and_more_is_learnt_each_time() -> None:
    known = UnchangedPixels().after([("L", MIDDLE, RIGHT)], pixels(1, 1, 0, 0))
    known = known.after([("L", RIGHT, OPEN)], pixels(1, 0, 1, 0))
    far = known.between("L", OPEN, MIDDLE)
    assert far is not None
    assert far.tolist() == [[True, False, False, False]]
    known = known.after([("L", MIDDLE, RIGHT)], pixels(0, 0, 1, 0))
    far = known.between("L", OPEN, MIDDLE)
    assert far is not None
    assert far.tolist() == [[True, False, True, False]]


PLACES: list[Place] = [(angle, grip) for angle in (-90.0, 0.0, 90.0) for grip in ("open", "closed")]


@given(
    looks=st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=6, max_size=6),
    walk=st.lists(st.integers(0, 5), max_size=12),
)
def test_what_is_said_to_stay_is_alike_in_both_places(
    looks: list[list[int]], walk: list[int]
) -> None:
    """`looks`: what one actuator alone lets be seen in each of its places."""
    seen = np.array(looks)
    known = UnchangedPixels()
    for begin, end in pairwise(walk):
        if begin != end:
            same = (seen[begin] == seen[end])[None]
            known = known.after([("L", PLACES[begin], PLACES[end])], same)
    for first in range(6):
        for second in range(6):
            left = known.between("L", PLACES[first], PLACES[second])
            if left is not None:
                assert not (left[0] & (seen[first] != seen[second])).any()
