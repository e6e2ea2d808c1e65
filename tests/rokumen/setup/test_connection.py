"""The step in which a board that can be told its rig is told it."""

from __future__ import annotations

import pytest

from robot.link.handshake import RobotInfo
from robot.rigs.rig import Rig
from rokumen.setup.connection import rig
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

    def set_rig(self, port: str, rig: Rig) -> None:
        self.told.append(rig.name)


def test_a_board_is_told_its_rig_and_one_that_it_cannot_drive_is_asked_for_again() -> None:
    board = Board(constants="2")
    dialogue = rig(RobotFile("desk", "/dev/ttyACM0", FIRMWARE), board)
    assert next(dialogue).alert == ""
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
