"""`rokumen robot constants` on the firmware for the Uno, in the simulated chip."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from firmware_sim.sim_port import unregister_robot
from robot.rigs.servo_constants import DEFAULTS, NAMES, OVERSHOOTS, presses_for_ever
from tests.firmware.conftest import board, build
from tests.support.command_line import Rokumen
from tests.support.documents import ROOT, fenced

__all__ = ["board", "build"]


def test_constants_are_shown_and_set(rokumen: Rokumen, board: Path) -> None:
    port = f"--port=sim://two-gripper?board={board}&name=constants"
    shown = rokumen("robot", "constants", port)
    assert shown.out.splitlines()[:2] == ["wrist_L_minus_90 = 500", "wrist_L_0 = 1500"]
    changed = rokumen("robot", "constants", port, "--set=settle_ms=150", "--json")
    assert changed.json()["settle_ms"] == 150
    wrong = rokumen("robot", "constants", port, "--set=grip_L_open=900", "--set=lowest_us=1000")
    assert wrong.status == 2
    assert "500 cannot be: wrist_L_minus_90: the constant is not in its range" in wrong.err


def test_pulses_go_further_only_once_a_person_has_said_so(
    rokumen: Rokumen, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = f"--port=sim://two-gripper?board={board}&name=wider"
    wider = ("robot", "constants", port, "--set=lowest_us=400", "--set=highest_us=2600")
    for answer in ("", "no\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        refused = rokumen(*wider)
        assert refused.status == 2
        assert "from 400 to 2600 µs. Most servos end between 500 and 2500" in refused.err
        assert "nothing was changed" in refused.err
    assert "lowest_us = 500" in rokumen("robot", "constants", port).out
    beyond = rokumen("robot", "jog", port, "axis:L", "450")
    assert beyond.status == 1
    assert "docs/drive.md says how to widen them" in beyond.err
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert "lowest_us = 400" in rokumen(*wider).out
    assert "450 µs" in rokumen("robot", "jog", port, "axis:L", "450").out
    # What was agreed to once is not asked again.
    narrower = rokumen("robot", "constants", port, "--set=lowest_us=420")
    assert "lowest_us = 420" in narrower.out
    assert rokumen("robot", "constants", port, "--set=lowest_us=399", "--yes").status == 2


def test_a_board_is_told_its_rig(rokumen: Rokumen, board: Path) -> None:
    port = f"--port=sim://two-gripper?board={board}&name=told"
    for rig, words in [
        ("four-gripper", "is a four-gripper; it knows two-gripper and flipper"),
        ("two-gripper-270", "an axis of which turns to +180°"),
        ("mindcuber", "an axis of which turns to +180°"),
        ("nothing", "unknown rig 'nothing'"),
    ]:
        refused = rokumen("robot", "constants", port, f"--set=rig={rig}")
        assert refused.status == 2
        assert words in refused.err
    changed = rokumen("robot", "constants", port, "--set=rig=flipper")
    assert "rig = flipper" in changed.out.splitlines()
    assert "rig = flipper" in rokumen("robot", "constants", port).out.splitlines()


def test_a_cubotino_of_the_factory_and_that_of_its_author(rokumen: Rokumen, board: Path) -> None:
    port = f"--port=sim://two-gripper?board={board}&name=cubotino"
    told = rokumen("robot", "constants", port, "--set=rig=cubotino", "--json").json()
    names = ("wrist_L_minus_90", "wrist_L_0", "wrist_L_plus_90", "cover_low", "spin_ms")
    assert [told[name] for name in names] == [543, 1500, 2457, 1500, 700]
    assert [told[name] for name in OVERSHOOTS.values()] == [4, 11, 4]
    # The commands of docs/cubotino.md.
    (command,) = (
        each
        for each in fenced(ROOT / "docs" / "cubotino.md", "")
        if each.startswith("rokumen robot constants") and "cubotino-tuned" in each
    )
    words = command.replace("\\\n", " ").split()
    his = rokumen(*words[1:3], port, *words[5:], "--json").json()
    assert (his["lowest_us"], his["highest_us"], his["wrist_L_0"]) == (400, 2600, 1480)
    assert [his[name] for name in OVERSHOOTS.values()] == [8, 10, 8]


def test_a_tuned_board_keeps_its_pulses_and_durations(rokumen: Rokumen, board: Path) -> None:
    port = f"--port=sim://two-gripper?board={board}&name=tuned"
    rokumen("robot", "constants", port, "--set=wrist_L_0=1490", "--set=flip_ms=450")
    told = rokumen("robot", "constants", port, "--set=rig=flipper", "--json").json()
    assert (told["wrist_L_0"], told["flip_ms"], told["turn_ms"]) == (1490, 450, 1000)
    refused = rokumen("robot", "constants", port, "--set=rig=cubotino")
    assert refused.status == 2
    assert "overshoot_minus_90_degrees: the pulses of the overshoot would leave" in refused.err


def test_constants_of_another_version_are_left_alone(
    rokumen: Rokumen, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robot.link.session.VERSION", "4")
    port = f"--port=sim://two-gripper?board={board}&name=newer"
    result = rokumen("robot", "constants", port, "--set=settle_ms=150")
    assert result.status == 1
    assert "constants of version 3, and this program knows version 4" in result.err


def test_a_robot_without_constants_says_so(rokumen: Rokumen) -> None:
    result = rokumen("robot", "constants", "--port=sim://two-gripper")
    assert result.status == 1
    assert "keeps no constants" in result.err
    assert "docs/firmware.md" in result.err


@pytest.mark.parametrize("change", ["turn_ms", "turn_ms=fast", "turn_ms=-3"])
def test_a_change_that_is_none_is_quoted(rokumen: Rokumen, change: str) -> None:
    result = rokumen("robot", "constants", "--port=sim://two-gripper", f"--set={change}")
    assert result.status == 2
    assert repr(change) in result.err


def test_named_servos_become_durations(rokumen: Rokumen, board: Path) -> None:
    port = f"--port=sim://two-gripper?board={board}&name=moved"
    lines = rokumen("robot", "constants", port, "--servos=ds3218", "--set=open_ms=500").out
    found = dict(line.split(" = ") for line in lines.splitlines())
    assert (found["turn_ms"], found["half_turn_ms"], found["acceleration_ms"]) == (
        "410",
        "730",
        "90",
    )
    assert found["open_ms"] == "500"
    refused = rokumen("robot", "constants", port, "--servos=ds9999")
    assert refused.status == 1
    assert "'ds9999' is no servo that is known" in refused.err


def test_a_run_says_that_jaws_press_for_ever_where_no_contact_is_stored(
    rokumen: Rokumen, board: Path
) -> None:
    # It ends with the first picture.
    name = "pressing"
    port = f"--port=sim://two-gripper?board={board}&faults=camera_lost@1&name={name}"
    contacts = ("--set=grip_L_contact=1040", "--set=grip_R_contact=1040")
    try:
        result = rokumen("run", port)
        assert result.status == 5, result.err
        assert "The jaws press the cube for ever" in result.err
        assert "rokumen setup" in result.err
        assert rokumen("robot", "off", port).status == 0
        assert rokumen("robot", "constants", port, *contacts).status == 0
        assert "for ever" not in rokumen("run", port).err
    finally:
        unregister_robot(name)


def test_a_flipper_presses_for_ever_whose_cover_does_not_go_back() -> None:
    flipper = {**dict(zip(NAMES, DEFAULTS, strict=True)), "rig": 1}
    assert presses_for_ever(flipper)
    assert not presses_for_ever({**flipper, "cover_release": 1030})
