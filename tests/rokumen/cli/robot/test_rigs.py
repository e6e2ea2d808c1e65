"""`rokumen robot rigs`, and rigs of the user's folder and of files in other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.errors import RigError
from robot.link.session import Link
from robot.rigs.registry import (
    _ABOUT,
    BUILT_IN,
    PRESETS,
    PRESETS_FOLDER,
    load_rig,
    rig_names,
    user_folder,
)
from rokumen import connect
from tests.support.command_line import Rokumen

MINE = 'about = "slow and wide"\nmechanism = "two-gripper"\n[durations]\nturn = 3\n'


@pytest.fixture
def mine() -> Path:
    """Return a rig file in the user's folder."""
    user_folder().mkdir(parents=True)
    path = user_folder() / "mine.toml"
    path.write_text(MINE)
    path.with_name("._mine.toml").write_bytes(b"\0\5\x16\7")
    return path


def test_the_presets_are_the_files_of_the_package() -> None:
    assert tuple(sorted(path.stem for path in PRESETS_FOLDER.glob("*.toml"))) == PRESETS
    assert set(_ABOUT) == set(BUILT_IN)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_passes_the_check(name: str, rokumen: Rokumen) -> None:
    checked = rokumen("robot", "rigs", "check", name, "--json").json()
    assert checked["rig"] == name
    assert checked["pictures"] in (6, 12)
    assert checked["turn_seconds"] > 0


@pytest.mark.parametrize(
    ("rig", "words"),
    [
        ("two-gripper", "a half turn of which an unmarked wrist makes nothing"),
        ("cubotino", "a turn of which the base makes nothing, unless its sides are marked"),
        ("six-axis", "those of all motors"),
    ],
)
def test_a_check_says_which_motions_the_camera_does_not_see(
    rokumen: Rokumen, rig: str, words: str
) -> None:
    assert rokumen("robot", "rigs", "check", rig).out.splitlines()[1:] == [
        f"The camera does not see: {words}."
    ]


def test_a_rig_of_the_users_folder_is_found_by_its_name(rokumen: Rokumen, mine: Path) -> None:
    assert [name for name in rig_names() if "mine" in name] == ["mine"]
    listed = rokumen("robot", "rigs", "list")
    assert "slow and wide" in listed.out
    assert "two grippers in an L whose jaws draw back" in listed.out
    assert rokumen("robot", "rigs", "show", "mine").out == MINE
    plan = rokumen("plan", "--moves", "L", "--rig", "mine", "--json").json()
    assert (plan["rig"], plan["seconds"]) == ("mine", 3)
    assert {"name": "mine", "from": str(mine)} in rokumen("robot", "rigs", "list", "--json").json()[
        "rigs"
    ]


def test_a_rig_file_is_taken_wherever_it_lies(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    path.write_text(MINE)
    plan = rokumen("plan", "--moves", "L", "--rig", str(path), "--json").json()
    assert (plan["rig"], plan["seconds"]) == ("elsewhere", 3)
    assert rokumen("robot", "rigs", "check", str(path)).out.startswith("elsewhere: two-gripper, ")


def test_what_show_prints_of_a_built_in_rig_is_a_rig_file(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "copied.toml"
    path.write_text(rokumen("robot", "rigs", "show", "two-gripper").out)
    assert load_rig(str(path)).durations == load_rig("two-gripper").durations


def test_a_bad_rig_file_is_an_error_of_use(rokumen: Rokumen, mine: Path) -> None:
    mine.write_text('mechanism = "crane"')
    for command in (("plan", "--moves", "L", "--rig", "mine"), ("robot", "rigs", "check", "mine")):
        refused = rokumen(*command)
        assert refused.status == 2
        assert "mechanism = 'crane' must be one of" in refused.err
    assert "unusable" in rokumen("robot", "rigs", "list").out
    missing = rokumen("plan", "--moves", "L", "--rig", "nowhere.toml")
    assert missing.status == 2
    assert "nowhere.toml" in missing.err
    unknown = rokumen("robot", "rigs", "show", "nothing")
    assert unknown.status == 2
    assert "unknown rig 'nothing'; available: " in unknown.err


def test_a_built_in_name_comes_before_a_file(mine: Path) -> None:
    mine.rename(mine.parent / "two-gripper.toml")
    assert load_rig("two-gripper").durations.turn == 1.0


def test_a_robot_may_be_described_by_a_file_of_the_same_mechanism(mine: Path) -> None:
    # The robot says only that it is a two-gripper rig.
    with connect("sim://two-gripper", rig="mine") as robot:
        assert robot.rig.name == "mine"
        robot.home()
    with connect("sim://mine") as robot:
        assert robot.rig.name == "mine"
    with pytest.raises(RigError, match="the robot is a flipper rig, not mine"):
        Link("sim://flipper", rig=load_rig("mine"))


def test_the_grippers_are_measured_as_the_rig_that_is_named(rokumen: Rokumen, mine: Path) -> None:
    measured = rokumen(
        *("calibrate", "grippers", "--port", "sim://two-gripper"),
        *("--rig", "mine", "--repeats", "1", "--json"),
    ).json()
    assert measured["rig"] == "mine"
    # The robot turns as fast as its own rig says, not as the file does.
    assert measured["durations"]["turn"] == pytest.approx(1.0, abs=0.05)
    assert measured["profile"].endswith("durations/mine.toml")
