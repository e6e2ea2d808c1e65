"""A Maestro as a drive: the twelve rules on an emulated one, and replies that are late or lost."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.boards.maestro_wire import GO_HOME
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.conformance.drive_rules import run_drive_checks
from robot.drives.drive import Channel
from robot.drives.maestro import MaestroDrive
from robot.drives.maestro_protocol import REPLY_SECONDS, MaestroClient
from robot.errors import DriveError
from robot.rigs.registry import load_rig
from solver.cube import Cube
from tests.support.benchmarks import MaestroWire

CHANNELS = tuple(Channel(number, 500.0, 2500.0) for number in range(4))


class Desk(VirtualClock):
    """An emulated Maestro, and the clock that advances it."""

    def __init__(self) -> None:
        super().__init__()
        rig = load_rig("two-gripper")
        state = PhysicalState.at_home(rig.home, Cube.solved())
        self.robot = SimulatedMaestro(rig, self, state)

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        self.robot.advance()

    def opened(self) -> MaestroDrive:
        return MaestroDrive(MaestroWire(self.robot), CHANNELS, self)

    def outputs(self) -> Mapping[int, float | None]:
        return dict(enumerate(self.robot.board.pulses(len(CHANNELS))))

    def cut_power(self) -> None:
        self.robot.receive(bytes([GO_HOME]))
        self.sleep(0.1)


def test_a_maestro_keeps_the_rules_of_drives() -> None:
    desk = Desk()
    results = list(run_drive_checks(desk.opened, desk))
    assert len(results) == 12
    assert [each for each in results if each.violation or each.skip_reason] == []


class BadWire(MaestroWire):
    """A line on which replies are lost, or come after the next question."""

    lost = late = 0
    kept = b""

    def read(self, size: int = 1, /) -> bytes:
        data = super().read(size)
        if self.lost:
            self.lost -= 1
            return b""
        if self.late:
            self.late -= 1
            self.kept += data
            return b""
        data, self.kept = self.kept + data, b""
        return data


@pytest.mark.parametrize("kind", ["lost", "late"])
def test_a_question_is_asked_again(kind: str) -> None:
    wire = BadWire(Desk().robot)
    client = MaestroClient(wire)
    client.set_target(0, 6000)
    setattr(wire, kind, 2)
    assert client.positions([0, 1]) == {0: 6000, 1: 0}
    assert client.errors() == ()
    wire.lost = len(REPLY_SECONDS)
    with pytest.raises(DriveError, match="no reply from the Maestro"):
        client.errors()


@pytest.mark.parametrize(
    "options",
    ["channels=0,0", "channels=0,x", "channels=24", "min=2500&max=500", "colour=red"],
)
def test_a_url_that_is_no_drive_is_refused(options: str) -> None:
    with pytest.raises(DriveError):
        MaestroDrive.open(f"maestro:///dev/ttyACM0?{options}")
