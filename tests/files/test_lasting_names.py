"""Names of ports and cameras that last, in a made folder of links as Linux has one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from files import lasting_names
from files.lasting_names import absent_devices, camera_index, lasting_cameras, lasting_port


@dataclass(frozen=True)
class Devices:
    """A folder of devices, and the links to them."""

    folder: Path
    links: Path

    def plug_in(self, device: str, link: str) -> str:
        """Make a device with its link, which moves to it; return its path."""
        path = self.folder / device
        path.touch()
        (self.links / link).unlink(missing_ok=True)
        (self.links / link).symlink_to(f"../{device}")
        return str(path)


@pytest.fixture
def devices(tmp_path: Path) -> Devices:
    made = Devices(tmp_path / "dev", tmp_path / "dev" / "by-id")
    made.links.mkdir(parents=True)
    return made


def test_a_port_has_the_name_of_its_link_also_in_a_url(devices: Devices) -> None:
    port = devices.plug_in("ttyACM0", "usb-Pololu_Maestro_12-if00")
    link = str(devices.links / "usb-Pololu_Maestro_12-if00")
    assert lasting_port(port, devices.links) == link
    assert lasting_port(link, devices.links) == link
    url = f"maestro://{port}?settings=/home/me/desk.toml"
    assert lasting_port(url, devices.links) == f"maestro://{link}?settings=/home/me/desk.toml"
    # Plugged in again it is another device, and the same link.
    moved = devices.plug_in("ttyACM1", "usb-Pololu_Maestro_12-if00")
    assert lasting_port(moved, devices.links) == link
    assert Path(link).resolve() == Path(moved)


@pytest.mark.parametrize(
    "name", ["COM3", "tcp://host:4000", "sim://two-gripper?seed=1", "/dev/pts/5", "", "desk"]
)
def test_other_ports_keep_their_names(devices: Devices, name: str) -> None:
    devices.plug_in("ttyACM0", "usb-Arduino")
    assert lasting_port(name, devices.links) == name
    assert lasting_port(name, devices.links / "none") == name


def test_a_camera_has_the_name_of_its_link_and_its_index(devices: Devices) -> None:
    devices.plug_in("video0", "usb-Webcam-video-index0")
    second = devices.plug_in("video2", "usb-Other-video-index0")
    link = str(devices.links / "usb-Webcam-video-index0")
    names = lasting_cameras("0,http://phone/video,2,7", devices.links, devices.folder)
    assert names.split(",") == [
        link,
        "http://phone/video",
        str(devices.links / "usb-Other-video-index0"),
        "7",
    ]
    assert camera_index(link, devices.folder) == 0
    assert camera_index(second, devices.folder) == 2
    assert camera_index(str(devices.links / "usb-Gone-video-index0"), devices.folder) is None
    assert camera_index("0", devices.folder) is None


def test_the_folder_of_links_is_that_of_the_system() -> None:
    assert str(lasting_names.PORT_LINKS) == "/dev/serial/by-id"
    assert str(lasting_names.CAMERA_LINKS) == "/dev/v4l/by-id"


def test_devices_that_are_not_there_are_named(devices: Devices, tmp_path: Path) -> None:
    port = devices.plug_in("ttyACM0", "usb-Pololu_Maestro_12-if00")
    devices.plug_in("video0", "usb-Webcam-index0")
    camera = str(devices.links / "usb-Webcam-index0")
    gone = str(tmp_path / "gone")
    for there in (port, f"maestro://{port}?settings=a.toml", "sim://two-gripper", "COM3"):
        assert absent_devices(there, f"{camera},http://robot/stream", devices.folder) == ()
    assert absent_devices(gone, camera, devices.folder) == (gone,)
    assert absent_devices(port, f"{gone},{camera}", devices.folder) == (gone,)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere cameras are no files")
def test_a_camera_s_number_is_that_of_its_device(devices: Devices) -> None:
    devices.plug_in("video0", "usb-Webcam-index0")
    assert absent_devices("sim://two-gripper", "0", devices.folder) == ()
    assert absent_devices("sim://two-gripper", "0,3", devices.folder) == ("camera 3",)
