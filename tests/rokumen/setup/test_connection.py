"""The steps in which the port is named, and a board that can be told its rig is told it."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.link.handshake import RobotInfo
from robot.rigs.rig import Rig
from rokumen.devices.discovery import Port
from rokumen.setup.connection import port, rig
from rokumen.setup.tools import Tools
from rokumen.storage.robots import FIRMWARE, RobotFile


class Board(Tools):
    """Tools with a board that says it has two grippers; `told` are the rigs that it was told."""

    def __init__(self, constants: str) -> None:
        super().__init__(lambda words: None)
        self.told: list[str] = []
        self._info = RobotInfo("uno", "two-gripper", "5F3A", ("none",), 2.0, constants=constants)

    def probe(self, port: str) -> RobotInfo:
        return self._info

    def ports(self) -> tuple[Port, ...]:
        return ()

    def set_rig(self, port: str, rig: Rig) -> None:
        self.told.append(rig.name)


def test_a_board_is_told_its_rig_and_one_that_it_cannot_drive_is_asked_for_again() -> None:
    board = Board(constants="2")
    dialogue = rig(RobotFile("desk", "/dev/ttyACM0", FIRMWARE), board)
    first = next(dialogue)
    assert first.alert == ""
    assert {choice.key for choice in first.choices} >= {"two-gripper", "cubotino"}
    assert all(len(choice.label) > 20 for choice in first.choices)
    refused = dialogue.send("four-gripper").alert
    assert "four-gripper; it knows two-gripper and flipper" in refused
    assert "turns to +180°" in dialogue.send("mindcuber").alert
    with pytest.raises(StopIteration) as end:
        dialogue.send("cubotino")
    assert end.value.value.rig == "cubotino"
    assert board.told == ["cubotino"]


def test_a_board_that_is_this_rig_already_is_told_nothing() -> None:
    board = Board(constants="2")
    dialogue = rig(RobotFile("desk", "/dev/ttyACM0", FIRMWARE), board)
    next(dialogue)
    with pytest.raises(StopIteration):
        dialogue.send("two-gripper-v")
    assert board.told == []


def test_a_board_that_keeps_no_constants_stays_what_it_is() -> None:
    dialogue = rig(RobotFile("desk", "/dev/ttyACM0", FIRMWARE), Board(constants=""))
    next(dialogue)
    assert "the robot is a two-gripper rig, not cubotino" in dialogue.send("cubotino").alert


def test_the_port_is_kept_by_the_name_of_its_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("files.lasting_names.PORT_LINKS", tmp_path)
    (tmp_path / "usb-Arduino").symlink_to(tmp_path / "ttyACM0")
    dialogue = port(RobotFile("desk"), Board(constants="3"))
    next(dialogue)
    with pytest.raises(StopIteration) as end:
        dialogue.send(f"{tmp_path}/../{tmp_path.name}/ttyACM0")
    assert end.value.value.port == str(tmp_path / "usb-Arduino")
