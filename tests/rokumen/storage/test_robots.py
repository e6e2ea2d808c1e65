"""The file of a robot.

A profile that is replaced is kept, and the message says where.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from calibration.storage import load_profile, profile_names
from robot.rigs.durations import apply_timing_profile
from robot.rigs.registry import load_rig
from robot.rigs.servo_speeds import Servos, SpeedTable, with_servos
from robot.servos.servo_settings import ServoSettingsError, read_settings
from rokumen.errors import InputError
from rokumen.storage.profiles import MAX_PROFILE_NAME, profiles_folder, store_profile
from rokumen.storage.robots import (
    RobotFile,
    Servo,
    StoredPlace,
    load_robot,
    robot_names,
    robot_path,
    robots_folder,
    save_robot,
)
from tests.support.maestro_example import EXAMPLE
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

SQUARE = ((10.5, 20.0), (90.0, 20.0), (90.0, 99.5), (10.5, 99.5))
DESK = RobotFile(
    "desk",
    port="/dev/ttyACM0",
    board="maestro",
    rig="two-gripper",
    camera="2",
    pace=1.5,
    settle=0.1,
    done=("port", "board"),
    seen=("axis:L -90",),
    servos=(
        Servo("axis", "L", 0, {"-90": 510, "0": 1500, "90": 2490.5}),
        Servo("axis", "R", 1, {"-90": 500, "0": 1500, "90": 2500}),
        Servo("gripper", "L", 2, {"open": 2000, "closed": 1010}),
        Servo("gripper", "R", 3, {"open": 2000, "closed": 1000}),
    ),
    durations={"turn": 0.83},
    places=(
        StoredPlace(),
        StoredPlace("R"),
        # The camera of rotation 0 sees its first face, numbered from 0, as U.
        StoredPlace("U", 0, (SQUARE,), (tuple(range(9)),)),
    ),
)


def test_a_robot_is_found_again_as_it_was_stored() -> None:
    save_robot(DESK)
    assert load_robot("desk") == DESK
    (robots_folder() / "._desk.toml").write_bytes(b"\0\5\x16\7")
    assert robot_names() == ("desk",)


@settings(max_examples=30)
@given(st.text(min_size=1), st.text())
def test_any_port_and_camera_is_kept(port: str, camera: str) -> None:
    try:
        (port + camera).encode()
    except UnicodeEncodeError:
        return
    assume("://" not in port and ":" not in camera)
    save_robot(RobotFile("any", port=port, camera=camera))
    loaded = load_robot("any")
    assert (loaded.port, loaded.camera) == (port, camera)


@pytest.mark.parametrize(
    ("port", "camera"), [("sim://two-gripper?board=robot.elf", "0"), ("spy:///dev/null", "0")]
)
def test_a_robots_file_names_no_port_that_loads_code(port: str, camera: str) -> None:
    save_robot(RobotFile("any", port=port, camera=camera))
    with pytest.raises(InputError, match="a file or a page may"):
        load_robot("any")


def test_the_file_is_a_settings_file_of_a_maestro_too() -> None:
    save_robot(DESK)
    stored = read_settings(DESK.path)
    assert stored.axes["L"].pulse(90) == 2490.5
    assert dict(stored.grippers["L"].pulses) == {"open": 2000, "closed": 1010}
    assert (stored.pace, stored.settle) == (1.5, 0.1)
    assert f"maestro:///dev/ttyACM0?settings={DESK.path}" == DESK.url


def test_the_file_is_a_profile_of_the_durations_too() -> None:
    save_robot(DESK)
    rig = apply_timing_profile(load_rig("two-gripper"), DESK.path)
    assert rig.durations.turn == 0.83
    other = load_rig("flipper")
    assert apply_timing_profile(other, DESK.path) == other


def test_a_settings_file_of_a_maestro_can_be_the_start() -> None:
    path = robot_path("old")
    path.parent.mkdir(parents=True)
    path.write_text(EXAMPLE)
    servo = load_robot("old").servo("axis:R")
    assert servo.channel == 1
    assert servo.pulses == tomllib.loads(EXAMPLE)["axes"]["R"]["pulses"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rig = 3", "rig = 3 must be a text"),
        ("[robot]\nboard = 'toaster'", "board = 'toaster' must be one of simulated, maestro"),
        ("[robot]\ndone = [1]", r"done = \[1\] must be a list of texts"),
        ("[axes.L]\nchannel = 0", "pulses is missing"),
        *(
            (f"[durations]\nturn = {bad}", r"line 2: \[durations\] turn = .* from 0.001 to 60")
            for bad in ("'x'", "0", "-1", "nan")
        ),
        ("[settling]\nmove = -0.1", r"line 2: \[settling\] move = -0.1 must be .* from 0 to 2"),
        ("servos = 'ds9999'", "line 1: servos = 'ds9999' is no servo that is known"),
        ("[servos]\naxes = {speed = 0}", r"line 2: \[servos.axes\] speed = 0 must be"),
        ("rig = ", "cannot read the robot"),
        ("cameras = [3]", r"cameras = \[3\] must be a list of tables"),
        ("[[cameras]]\nlooks = 'UD'", "looks = 'UD': a camera cannot look at 'UD'"),
        ("[[cameras]]\nlooks = 'U,F'", "looks = 'U,F' must be one place"),
        (
            "[[cameras]]\nlooks = 'U'\nrotation = 24",
            "rotation = 24 must be a whole number from 0 to",
        ),
        ("[[cameras]]\nlooks = 'F'\nrotation = 0", "with this rotation the camera looks at U"),
        (
            "[[cameras]]\nlooks = 'U'\nrotation = 0\ncorners = [[[1, 2]]]\nfacelets = [[0]]",
            r"corners = \(\(\(1.0, 2.0\),\),\) and facelets = \(\(0,\),\) must be, for each face",
        ),
        (
            f"[[cameras]]\nlooks = 'U'\nrotation = 0\ncorners = [{list(map(list, SQUARE))}]\n"
            "facelets = [[0, 1, 2, 3, 4, 5, 6, 7, 9]]",
            r"facelets = \(\(0, 1, 2, 3, 4, 5,.* must be",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_quoted(text: str, words: str) -> None:
    path = robot_path("bad")
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        load_robot("bad")


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "a\nb", "my robot", "--help"])
def test_a_name_that_is_not_one_word_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name of a robot"):
        robot_path(name)


def test_an_unknown_robot_is_named_with_those_that_are_known(tmp_path: Path) -> None:
    save_robot(DESK)
    with pytest.raises(InputError, match=r"no robot 'dusk'.*known: desk.*rokumen setup dusk"):
        load_robot("dusk")


@pytest.mark.parametrize(
    "servos", ["ds3218", {"axes": "ds3218", "grippers": SpeedTable(300.0, 0.1)}]
)
def test_the_servos_give_durations_to_the_host_and_to_a_maestro(servos: Servos) -> None:
    robot = replace(DESK, moved_by=servos, durations={"turn": 0.9})
    save_robot(robot)
    assert load_robot(DESK.name) == robot
    assert robot.durations_file == robot.path
    expected = with_servos(load_rig("two-gripper"), servos)
    assert read_settings(robot.path).rig == expected
    # What was measured counts more.
    rig = apply_timing_profile(load_rig("two-gripper"), robot.path)
    assert rig.durations == replace(expected.durations, turn=0.9)


def test_unknown_servos_of_a_robot_are_quoted() -> None:
    save_robot(replace(DESK, moved_by="ds9999"))
    with pytest.raises(ServoSettingsError, match="'ds9999'"):
        read_settings(DESK.path)


OTHER = ColourProfile({name: (L - 5.0, a, b) for name, (L, a, b) in DEFAULT_COLOURS.lab.items()})


def test_a_profile_that_is_replaced_is_kept() -> None:
    first = store_profile("desk", DEFAULT_COLOURS, "0")
    assert str(first) == f"stored in {profiles_folder() / 'desk.toml'}"
    second = store_profile("desk", OTHER, "0")
    assert second.older is not None
    assert str(second).endswith(f"the profile that it replaces is kept in {second.older}")
    assert load_profile(second.older).lab == DEFAULT_COLOURS.lab
    assert load_profile(second.path).lab == OTHER.lab


def test_a_kept_profile_is_not_listed() -> None:
    store_profile("desk", DEFAULT_COLOURS, "0")
    store_profile("desk", OTHER, "0")
    (profiles_folder() / "._desk.toml").write_bytes(b"\0\5\x16\7")
    assert list(profile_names(profiles_folder())) == ["desk"]


def test_a_bad_name_replaces_nothing() -> None:
    with pytest.raises(InputError, match="cannot be the name"):
        store_profile("../desk", OTHER, "0")


def test_the_longest_name_is_stored_and_replaced() -> None:
    name = MAX_PROFILE_NAME * "a"
    store_profile(name, DEFAULT_COLOURS, "0")
    store_profile(name, OTHER, "0")
    assert list(profile_names(profiles_folder())) == [name]
    with pytest.raises(InputError, match=f"at most {MAX_PROFILE_NAME} bytes"):
        store_profile(f"{name}a", OTHER, "0")
