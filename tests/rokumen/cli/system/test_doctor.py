"""`rokumen doctor`: each part is in order, or there is something to do about it."""

from __future__ import annotations

import io
import re
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from rokumen.cli.system import doctor
from rokumen.cli.system.doctor import command
from rokumen.devices import discovery
from rokumen.storage.robots import CHIP, RobotFile, save_robot
from tests.support.command_line import CommandResult, Rokumen


def found(result: CommandResult) -> Mapping[str, Mapping[str, str]]:
    return {each["part"]: each for each in result.json()["findings"]}


@pytest.fixture(autouse=True)
def no_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "find_cameras", lambda: ())
    monkeypatch.setattr(list_ports, "comports", list)


def test_every_part_has_a_line(rokumen: Rokumen) -> None:
    result = rokumen("doctor")
    assert result.status == 0, result.out
    marks = {line[:2].strip(): line for line in result.out.splitlines()}
    assert {"ok", "-"} <= set(marks)
    for part in (
        "Python", "OpenCV", "numba", "settings", "cache", "tables", "runs", "camera", "port",
        "browser",
    ):  # fmt: skip
        assert f"  {part} " in result.out
    assert "rokumen demo` runs the simulator" in result.out


def test_its_lines_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "70")
    command.main([], standalone_mode=False)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue()).splitlines()
    too_long = [line for line in lines if len(line) > 70]
    # A path is not broken.
    assert all(max(map(len, line.split())) > 70 - 14 for line in too_long), too_long
    assert any(line.startswith(f"{'':14}") for line in lines)


def test_what_is_wrong_is_said_with_what_to_do(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "wrong.toml"
    config.write_text("[demo]\njamm = 1\n")
    monkeypatch.setenv("ROKUMEN_CONFIG", str(config))
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path / "file" / "cache"))
    result = rokumen("doctor", "--json")
    assert result.status == 1
    parts = found(result)
    assert parts["settings"]["state"] == "wrong"
    assert "'jamm'" in parts["settings"]["words"]
    assert "rokumen doctor config example" in parts["settings"]["do"]
    assert parts["cache"]["state"] == "wrong"
    assert "ROKUMEN_CACHE=" in parts["cache"]["do"]
    assert "!!  cache" in rokumen("doctor").out


def test_devices_are_listed(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    cameras = (
        discovery.FoundCamera(0, "Webcam", (640, 480), "640 x 480"),
        discovery.FoundCamera(1, "Webcam", None, "sends no image"),
    )
    monkeypatch.setattr(discovery, "find_cameras", lambda: cameras)
    monkeypatch.setattr(list_ports, "comports", lambda: [ListPortInfo("/no/such/ttyUSB7")])
    result = rokumen("doctor")
    assert result.status == 0
    assert "ok  camera    0 (Webcam): 640 x 480\n" in result.out
    assert "-   camera    1 (Webcam): sends no image\n" in result.out
    assert "-   port      /no/such/ttyUSB7: no permission to use it\n" in result.out
    assert "sudo usermod -aG dialout $USER" in result.out


def test_nobody_is_told_to_join_the_group_of_root(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [ListPortInfo("/dev/ttyS0")])
    monkeypatch.setattr("pathlib.Path.group", lambda path: "root")
    monkeypatch.setattr("os.access", lambda path, mode: path != "/dev/ttyS0")
    result = rokumen("doctor")
    assert "-   port      /dev/ttyS0: no permission to use it\n" in result.out
    assert "only root may use it" in result.out
    assert "usermod" not in result.out


def test_pins_and_i2c_are_listed_with_the_line_to_type(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(doctor, "PWM_FILES", str(tmp_path / "pwmchip*"))
    monkeypatch.setattr(doctor, "I2C_FILES", str(tmp_path / "i2c-*"))
    parts = found(rokumen("doctor", "--json"))
    assert parts["PWM"]["state"] == parts["I2C"]["state"] == "missing"
    assert "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4" in parts["PWM"]["do"]
    assert "raspi-config nonint do_i2c 0" in parts["I2C"]["do"]
    (tmp_path / "pwmchip2").mkdir()
    (tmp_path / "pwmchip2" / "export").touch()
    (tmp_path / "i2c-7").touch()
    parts = found(rokumen("doctor", "--json"))
    assert parts["PWM"]["state"] == parts["I2C"]["state"] == "ok"
    assert parts["PWM"]["words"].endswith("pwmchip2")
    monkeypatch.setattr("os.access", lambda path, mode: "i2c" not in str(path))
    monkeypatch.setattr("pathlib.Path.group", lambda path: "i2c")
    parts = found(rokumen("doctor", "--json"))
    assert parts["I2C"]["state"] == "missing"
    assert parts["I2C"]["do"] == "sudo usermod -aG i2c $USER, then sudo reboot"


def test_chips_are_listed_with_their_settings(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(rokumen("doctor", "--json"))["chip"]["words"] == "no board is connected"
    board = ListPortInfo(str(tmp_path / "ttyACM0"))
    board.vid, board.product = 0x2341, "Arduino Uno"
    monkeypatch.setattr(list_ports, "comports", lambda: [board])
    chip = found(rokumen("doctor", "--json"))["chip"]
    assert chip["words"] == f"{board.device} (Arduino Uno): no settings"
    assert "rokumen setup NAME" in chip["do"]
    robot = RobotFile("desk", board.device, CHIP, "two-gripper")
    save_robot(robot)
    save_robot(RobotFile("other", "/dev/ttyACM7", "maestro", "two-gripper"))
    chip = found(rokumen("doctor", "--json"))["chip"]
    words = f"{board.device} (Arduino Uno), settings {robot.path}"
    assert (chip["words"], chip["do"]) == (f"{words}: not connected", "plug it in")
    Path(board.device).touch()
    chip = found(rokumen("doctor", "--json"))["chip"]
    assert (chip["state"], chip["words"]) == ("ok", words)
    monkeypatch.setattr("os.access", lambda path, mode: path != board.device)
    monkeypatch.setattr("pathlib.Path.group", lambda path: "dialout")
    chip = found(rokumen("doctor", "--json"))["chip"]
    assert (chip["state"], chip["words"]) == ("missing", f"{words}: no permission to use it")
    assert "sudo usermod -aG dialout $USER" in chip["do"]
    robot.path.write_text("board = 7")
    assert "correct its file" in found(rokumen("doctor", "--json"))["robot"]["do"]


def test_lego_is_listed_with_the_line_to_type(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(doctor, "HID_FOLDER", tmp_path)
    parts = found(rokumen("doctor", "--json"))
    assert parts["EV3"]["words"] == "none is at a USB port"
    brick = tmp_path / "hidraw3" / "device"
    brick.mkdir(parents=True)
    (brick / "uevent").write_text("HID_ID=0003:00000694:00000005\n")
    assert "plug it in" in found(rokumen("doctor", "--json"))["EV3"]["do"]
    monkeypatch.setattr(Path, "exists", lambda self: True)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "/etc/udev/rules.d/70-lego.rules" in found(rokumen("doctor", "--json"))["EV3"]["do"]
    monkeypatch.setattr("os.access", lambda path, mode: True)
    monkeypatch.setattr("robot.drives.device_access.find_spec", lambda name: object())
    monkeypatch.setattr(doctor, "BLUETOOTH_FOLDER", tmp_path)
    parts = found(rokumen("doctor", "--json"))
    assert parts["LEGO hub"]["words"] == "this computer has no Bluetooth"
    assert "spike://usb" in parts["LEGO hub"]["do"]
    (tmp_path / "hci0").mkdir()
    assert found(rokumen("doctor", "--json"))["LEGO hub"]["state"] == "ok"
    monkeypatch.setattr("robot.drives.device_access.find_spec", lambda name: None)
    parts = found(rokumen("doctor", "--json"))
    assert (parts["EV3"]["state"], parts["EV3"]["words"]) == ("ok", "/dev/hidraw3")
    assert parts["LEGO hub"]["do"] == "pip install 'rokumen[lego]'"


def test_a_missing_library_is_named_and_nothing_that_needs_it_is_tried(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_opencv(module: str) -> SimpleNamespace:
        if module == "cv2":
            raise ImportError("libGL.so.1: cannot open shared object file")
        return SimpleNamespace(__version__="1.0")

    monkeypatch.setattr("rokumen.cli.system.doctor.importlib.import_module", without_opencv)
    result = rokumen("doctor", "--json")
    assert result.status == 1
    parts = found(result)
    assert "libGL.so.1" in parts["OpenCV"]["words"]
    assert "apt install libgl1" in parts["OpenCV"]["do"]
    assert "camera" not in parts


def test_without_a_browser_the_pages_are_opened_on_another_device(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_browser() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", no_browser)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for display, words in (("", "there is no display to show one"), (":0", "none was found")):
        monkeypatch.setenv("DISPLAY", display)
        browser = found(rokumen("doctor", "--json"))["browser"]
        assert browser["state"] == "missing"
        assert words in browser["words"]
        assert "rokumen serve --phone" in browser["do"]


def test_a_full_disk_is_noticed(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = SimpleNamespace(free=50_000_000)
    monkeypatch.setattr("rokumen.cli.system.doctor.shutil.disk_usage", lambda path: usage)
    tables = found(rokumen("doctor", "--json"))["tables"]
    assert tables["state"] == "missing"
    assert "50 MB left" in tables["words"]
