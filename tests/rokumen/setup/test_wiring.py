"""The step `wiring`: a person says which part moved, and the screen says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from firmware_sim.wiring import parse_wiring
from robot.rigs.registry import load_rig
from rokumen.setup.screen import Screen, in_characters, parts_of
from rokumen.setup.servos import first_servos
from rokumen.setup.wiring_faults import (
    ASKEW,
    CLIPPED,
    DEAD,
    REVERSED,
    SWAPPED,
    WiringFault,
)
from rokumen.setup.wizard import Wizard
from rokumen.storage.robots import MAESTRO, SIMULATED, RobotFile, load_robot, save_robot
from tests.support.benchmarks import WiredTools, WrongWiring

DONE = ("port", "board", "rig", "camera")
THOROUGH = pytest.mark.thorough

Begin = Callable[[str, WrongWiring | None], tuple[Wizard, WiredTools]]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Begin the step with a wrongly wired robot of a rig, and say that the cube is out."""
    with ExitStack() as opened:

        def _begin(rig: str, wrong: WrongWiring | None) -> tuple[Wizard, WiredTools]:
            tools = opened.enter_context(WiredTools(rig, wrong, 2))
            servos = first_servos(load_rig(rig))
            save_robot(RobotFile("desk", tools.url, SIMULATED, rig, done=DONE, servos=servos))
            wizard = Wizard("desk", tools, "wiring")
            assert shown(wizard).title == "Look whether each servo is connected rightly"
            wizard.answer("ok")
            return wizard, tools

        yield _begin


def shown(wizard: Wizard) -> Screen:
    assert wizard.screen is not None
    return wizard.screen


def watch(wizard: Wizard, tools: WiredTools) -> Screen | None:
    """Answer what is to be seen until there is no more question; return the last screen."""
    while wizard.screen and wizard.screen.title.startswith(("Watch", "Which", "Did", "Does")):
        wizard.answer(tools.answer(wizard.screen))
    return wizard.screen


@pytest.mark.parametrize(
    ("rig", "wrong", "words"),
    [
        ("cubotino", WrongWiring(SWAPPED, ("axis:base", "gripper:cover")), "are exchanged: swap"),
        ("cubotino", WrongWiring(REVERSED, ("gripper:cover",)), "The cover turns the wrong way"),
        ("cubotino", WrongWiring(DEAD, ("axis:base",)), "The base does not move"),
        ("cubotino", WrongWiring(ASKEW, ("axis:base",), -15), "The base stands askew"),
        ("cubotino", WrongWiring(CLIPPED, ("axis:base",), high=2000), "The base ends too early"),
        ("cubotino", WrongWiring(CLIPPED, ("gripper:cover",), low=1250), "The cover ends too e"),
        pytest.param(
            "two-gripper",
            WrongWiring(SWAPPED, ("axis:L", "axis:R")),
            "The left wrist and the right wrist are exchanged",
            marks=THOROUGH,
        ),
        pytest.param(
            "four-gripper",
            WrongWiring(REVERSED, ("axis:F",)),
            "The front wrist turns the wrong way",
            marks=THOROUGH,
        ),
    ],
)
def test_a_wrong_wiring_is_named_and_nothing_goes_on(
    begin: Begin, rig: str, wrong: WrongWiring, words: str
) -> None:
    wizard, tools = begin(rig, wrong)
    before = load_robot("desk")
    screen = watch(wizard, tools)
    assert screen is not None
    assert words in screen.title
    assert load_robot("desk") == before
    assert "wiring" not in before.done


def test_once_the_plugs_are_right_the_step_is_done_and_what_was_right_is_not_asked_again(
    begin: Begin,
) -> None:
    wizard, tools = begin("cubotino", WrongWiring(REVERSED, ("axis:base",)))
    watch(wizard, tools)
    assert shown(wizard).title.startswith("The base turns the wrong way")
    tools.wire_rightly()
    wizard.answer("ok")
    wizard.answer("ok")
    titles = []
    while wizard.screen:
        titles.append(wizard.screen.title)
        wizard.answer(tools.answer(wizard.screen))
    assert load_robot("desk").done == (*DONE, "wiring")
    assert any("base" in title for title in titles)
    assert not any("cover" in title for title in titles)


def test_the_part_that_moves_is_not_told_but_asked_for(begin: Begin) -> None:
    wizard, tools = begin("two-gripper", None)
    assert shown(wizard).title == "Watch the robot: one part moves"
    assert "gripper" not in shown(wizard).title + shown(wizard).lead
    wizard.answer(tools.answer(shown(wizard)))
    screen = shown(wizard)
    assert screen.title == "Which part moved?"
    assert [choice.key for choice in screen.choices] == [
        "again",
        "gripper:L",
        "gripper:R",
        "axis:L",
        "axis:R",
        "none",
    ]
    assert screen.picture is not None
    assert "left gripper" in in_characters(screen.picture)


@pytest.mark.parametrize("said", ["none", "gripper:R"])
def test_an_answer_with_which_the_camera_does_not_agree_is_asked_for_once_more(
    begin: Begin, said: str
) -> None:
    wizard, tools = begin("two-gripper", None)
    wizard.answer(tools.answer(shown(wizard)))
    # What moves is the left gripper.
    wizard.answer(said)
    assert shown(wizard).title == "Watch the robot: one part moves"
    assert "The camera saw something else" in shown(wizard).alert
    wizard.answer(tools.answer(shown(wizard)))
    # A person who has looked twice knows better than the camera.
    wizard.answer(said)
    assert not shown(wizard).alert
    expected = {"none": "Watch the robot", "gripper:R": "The left gripper and the right gripper"}
    assert shown(wizard).title.startswith(expected[said])


def test_a_remedy_and_the_wiring_cancel_each_other() -> None:
    rig = load_rig("two-gripper")
    robot = RobotFile("desk", "", MAESTRO, "two-gripper", servos=first_servos(rig))
    for fault in (
        WiringFault(SWAPPED, ("axis:L", "gripper:R")),
        WiringFault(REVERSED, ("axis:R",)),
    ):
        remedy = fault.remedy(robot)
        assert remedy is not None
        for place in range(2):
            outputs: list[float | None] = [None] * len(rig.actuators)
            for servo in remedy[1].servos:
                outputs[servo.channel] = list(servo.pulses.values())[place]
            due = [list(servo.pulses.values())[place] for servo in robot.servos]
            moved = parse_wiring(f"{fault.kind} {' '.join(fault.actuators)}", rig)
            assert moved.servo_pulses(outputs) == pytest.approx(due, abs=1)


def test_what_the_setup_cannot_do_itself_is_not_offered() -> None:
    robot = RobotFile(
        "desk", "", MAESTRO, "two-gripper", servos=first_servos(load_rig("two-gripper"))
    )
    turned = WiringFault(REVERSED, ("axis:L",))
    narrow = replace(robot, limits=(600, 2500))
    assert turned.remedy(narrow) is None
    assert turned.remedy(robot) is not None
    swap = WiringFault(SWAPPED, ("axis:L", "axis:R"))
    assert swap.remedy(replace(robot, board=SIMULATED)) is None
    assert WiringFault(DEAD, ("axis:L",)).remedy(robot) is None


@pytest.mark.parametrize("rig", ["two-gripper", "two-gripper-v", "four-gripper", "cubotino"])
def test_a_picture_names_the_grippers_of_a_rig(rig: str) -> None:
    picture = parts_of(load_rig(rig))
    told = in_characters(picture) + picture.caption
    for name in load_rig(rig).grippers:
        side = {"L": "left", "R": "right", "F": "front", "B": "back"}.get(name, name)
        assert side in told
