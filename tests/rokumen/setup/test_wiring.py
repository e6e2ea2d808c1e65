"""The step `wiring`: a camera sees which servo is wrongly connected, and says so in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.sim_port import register_robot, unregister_robot
from firmware_sim.wiring import parse_wiring
from robot.clock import VirtualClock
from robot.rigs.registry import load_rig
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.setup.wiring_diagnosis import REVERSED, SWAPPED, TURNED, Suspect, suspects
from rokumen.setup.wiring_remedies import can_be_remedied, remedied
from rokumen.setup.wizard import Wizard
from rokumen.storage.robots import (
    FIRMWARE,
    MAESTRO,
    RobotFile,
    StoredPlace,
    load_robot,
    save_robot,
)
from solver.cube import Cube

NAME = "wired"
DONE = ("port", "board", "rig", "camera")
SLOW = pytest.mark.slow
THOROUGH = pytest.mark.thorough


def silent(words: str) -> None:
    """Take what is said, for nobody."""


def place_robot(rig_name: str, wiring: str) -> tuple[VirtualClock, SimulatedRobot]:
    """Put a robot without feedback and without a cube at `sim://RIG?name=NAME`."""
    rig, clock = load_rig(rig_name), VirtualClock()
    empty = replace(PhysicalState.at_home(rig.home, Cube.solved()), dropped=True)
    robot = SimulatedRobot(
        rig,
        clock,
        empty,
        rng=Random(1),
        servo=HOBBY_SERVO,
        jaws=USUAL_CONTACT,
        wiring=parse_wiring(wiring, rig),
    )
    register_robot(NAME, robot, clock)
    return clock, robot


@pytest.fixture(autouse=True)
def leave() -> Iterator[None]:
    yield
    unregister_robot(NAME)


def begin(rig_name: str, wiring: str, **known: object) -> tuple[Wizard, VirtualClock]:
    """Begin the step, and say that the cube is out."""
    clock, _ = place_robot(rig_name, wiring)
    rig = load_rig(rig_name)
    file = RobotFile(
        "desk",
        f"sim://{rig_name}?name={NAME}",
        FIRMWARE,
        rig_name,
        done=DONE,
        servos=first_servos(rig),
    )
    save_robot(replace(file, **known))  # type: ignore[arg-type]
    wizard = Wizard("desk", Tools(silent), "wiring")
    assert wizard.screen is not None
    assert "connected rightly" in wizard.screen.title
    wizard.answer("ok")
    return wizard, clock


@pytest.mark.parametrize(
    ("rig", "wiring", "words"),
    [
        ("two-gripper", "swap axis:L axis:R", "left wrist and the right wrist are exchanged"),
        pytest.param("two-gripper", "reverse axis:L", "left wrist turns the wrong way", marks=SLOW),
        pytest.param(
            "four-gripper", "horn axis:F -15", "front wrist stands about ", marks=THOROUGH
        ),
        pytest.param(
            "two-gripper-plain", "horn axis:R -15", "right wrist stands about ", marks=SLOW
        ),
        pytest.param(
            "two-gripper-plain", "clip axis:L 992 2000", "left wrist ends at ", marks=THOROUGH
        ),
        ("cubotino", "swap axis:base gripper:cover", "base and the cover are exchanged"),
    ],
)
def test_a_wrong_wiring_is_named_and_nothing_goes_on(rig: str, wiring: str, words: str) -> None:
    wizard, clock = begin(rig, wiring)
    assert wizard.screen is not None
    assert words in wizard.screen.title
    assert wizard.screen.photo is not None
    assert clock.now() < 60
    before = load_robot("desk")
    wizard.answer("ok")
    assert "connected rightly" in wizard.screen.title
    assert load_robot("desk") == before
    assert "wiring" not in before.done


@pytest.mark.parametrize(
    ("rig", "wiring", "answer", "words"),
    [
        ("two-gripper", "dead 3", "nothing", "right gripper does not move"),
        ("cubotino", "reverse gripper:cover", "other", "cover turns the wrong way"),
    ],
)
def test_what_the_camera_sees_nothing_of_is_named_once_a_person_has_watched(
    rig: str, wiring: str, answer: str, words: str
) -> None:
    wizard, _ = begin(rig, wiring)
    assert wizard.screen is not None
    assert "The camera does not see the" in wizard.screen.title
    wizard.answer("ok")
    assert wizard.screen.title.startswith("Did the")
    wizard.answer(answer)
    assert words in wizard.screen.title


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rig",
    [
        pytest.param("two-gripper", marks=SLOW),
        "two-gripper-plain",
        pytest.param("cubotino", marks=SLOW),
    ],
)
def test_a_robot_that_is_rightly_wired_goes_on(rig: str) -> None:
    wizard, _ = begin(rig, "")
    assert wizard.screen is None
    assert load_robot("desk").done == (*DONE, "wiring")


@pytest.mark.thorough
def test_the_place_of_a_camera_that_nobody_told_is_found() -> None:
    wizard, _ = begin("two-gripper", "", places=(StoredPlace(),))
    assert wizard.screen is not None
    assert wizard.screen.title == "The camera looks at U, which nobody had told"
    wizard.answer("ok")
    assert load_robot("desk").places == (StoredPlace("U"),)


@pytest.mark.slow
def test_a_camera_that_looks_from_another_place_than_said_needs_a_yes() -> None:
    wizard, _ = begin("two-gripper", "", places=(StoredPlace("D"),))
    assert wizard.screen is not None
    assert wizard.screen.title == "The camera looks at U, not at D"
    wizard.answer("again")
    assert "connected rightly" in wizard.screen.title
    wizard.answer("ok")
    wizard.answer("ok")
    # With the place that it has, it looks once more.
    wizard.answer("ok")
    assert load_robot("desk").done == (*DONE, "wiring")


@pytest.mark.thorough
def test_pictures_in_which_nothing_moves_fit_no_place_and_nothing_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    empty = np.zeros((480, 640, 3), np.uint8)
    monkeypatch.setattr(Renderer, "render", lambda self, state: empty)
    wizard, _ = begin("cubotino", "", places=(StoredPlace(),))
    assert wizard.screen is not None
    # A person sees it move all the same.
    assert wizard.screen.title == "The camera does not see the cover: watch it"
    wizard.answer("ok")
    wizard.answer("ok")
    assert "fits no place of it, and no wiring that is known" in wizard.screen.title
    wizard.answer("again")
    assert "connected rightly" in wizard.screen.title
    assert load_robot("desk").done == DONE
    assert load_robot("desk").places == (StoredPlace(),)


def test_each_suspect_is_a_wiring_that_the_simulator_knows_and_has_words() -> None:
    for name in ("two-gripper", "four-gripper", "cubotino"):
        rig = load_rig(name)
        for each in suspects(rig):
            assert parse_wiring(each.wiring, rig).servos
            assert each.words(rig).endswith(".")


def test_a_remedy_and_the_wiring_cancel_each_other() -> None:
    rig = load_rig("two-gripper")
    robot = RobotFile("desk", "", MAESTRO, "two-gripper", servos=first_servos(rig))
    names = [":".join(each) for each in rig.actuators]
    for suspect in (
        Suspect(SWAPPED, ("axis:L", "gripper:R")),
        Suspect(REVERSED, ("axis:R",)),
        Suspect(TURNED, ("gripper:L",), 12),
    ):
        assert can_be_remedied(robot, suspect, keeps_constants=False)
        changed = remedied(robot, suspect)
        for place in range(2):
            outputs: list[float | None] = [None] * len(names)
            for servo in changed.servos:
                outputs[servo.channel] = list(servo.pulses.values())[place]
            due = [list(servo.pulses.values())[place] for servo in robot.servos]
            moved = parse_wiring(suspect.wiring, rig).servo_pulses(outputs)
            assert moved == pytest.approx(due, abs=1)


def test_a_remedy_beyond_the_limits_is_not_offered() -> None:
    robot = RobotFile(
        "desk", "", MAESTRO, "two-gripper", servos=first_servos(load_rig("two-gripper"))
    )
    assert not can_be_remedied(robot, Suspect(TURNED, ("axis:L",), 15), keeps_constants=True)
    swap = Suspect(SWAPPED, ("axis:L", "axis:R"))
    assert not can_be_remedied(replace(robot, board=FIRMWARE), swap, keeps_constants=True)
