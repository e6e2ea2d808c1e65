"""A Maestro as a drive: replies that are late or lost, and URLs that are none."""

from __future__ import annotations

import pytest

from robot.drives.maestro import MaestroDrive
from robot.drives.maestro_protocol import REPLY_SECONDS, MaestroClient
from robot.errors import DriveError
from tests.support.benchmarks import MaestroScene, MaestroWire


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
    wire = BadWire(MaestroScene().robot)
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
