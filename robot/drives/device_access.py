"""The files by which Linux drives electronics: what is wrong with them, and the line to type.

Sources: Raspberry Pi, /boot/firmware/overlays/README (pwm-2chan, gpio-led), raspi-config, and the
udev rules of raspberrypi-sys-mods, which give I2C to the group `i2c` and PWM to `gpio`; systemd,
70-uaccess.rules, which gives a device to who sits at the computer.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PWM_LINE = "dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4"
PIN_FILE = "/sys/class/leds/servos/brightness"
PIN_LINE = "dtoverlay=gpio-led,gpio=17,label=servos,active_low=1"
_I2C_LINE = "sudo raspi-config nonint do_i2c 0, then sudo reboot"
_CONFIG = "/boot/firmware/config.txt"
_PWM_RULE = (
    'SUBSYSTEM=="pwm", RUN+="/bin/chgrp -R gpio /sys%p", RUN+="/bin/chmod -R g=u /sys%p"',
    "/etc/udev/rules.d/99-pwm.rules",
)
_I2C_RULE = (
    'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"',
    "/etc/udev/rules.d/99-i2c.rules",
)
_PIN_RULE = (
    'SUBSYSTEM=="leds", RUN+="/bin/chgrp gpio /sys%p/brightness", '
    'RUN+="/bin/chmod g+w /sys%p/brightness"',
    "/etc/udev/rules.d/99-servos.rules",
)
# A brick as the kernel names it, and who may use it: who sits at the computer, and who is in the
# group for devices that are plugged in, as the user of a Raspberry Pi is.
_EV3_ID = "HID_ID=0003:00000694:00000005"
_EV3_RULE = (
    'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="0694", GROUP="plugdev", MODE="0660", TAG+="uaccess"'
)
_EV3_RULE_FILE = "/etc/udev/rules.d/70-lego.rules"


NO_BLUETOOTH_REMEDY = "plug an adapter in, or connect the hub by its cable: spike://usb"


def write_number(file: Path, value: int) -> None:
    """Write a number into a file of the kernel, which is never made. Raises OSError."""
    descriptor = os.open(file, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(descriptor, f"{value}\n".encode())
    finally:
        os.close(descriptor)


@dataclass(frozen=True, slots=True)
class AccessProblem:
    """Why a device cannot be used, and the line to type."""

    words: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.words}: {self.remedy}"


def pwm_problem(folder: Path) -> AccessProblem | None:
    """Return why a `pwmchip` cannot be used; None if it can."""
    export = folder / "export"
    if not folder.is_dir():
        return _not_there(folder, _config_line(PWM_LINE))
    if not export.exists():
        return AccessProblem(f"{folder} is no pwmchip", "name one such as /sys/class/pwm/pwmchip0")
    return None if os.access(export, os.W_OK) else pwm_permission(export)


def pwm_permission(file: Path) -> AccessProblem:
    """Return what to do where a file of a `pwmchip` cannot be written to."""
    return _permission(file, "gpio", _PWM_RULE)


def i2c_problem(device: Path) -> AccessProblem | None:
    """Return why an I2C bus cannot be used; None if it can."""
    if not device.exists():
        return _not_there(device, _I2C_LINE)
    if not os.access(device, os.R_OK | os.W_OK):
        return _permission(device, "i2c", _I2C_RULE)
    if find_spec("smbus2") is None:
        return AccessProblem("smbus2 is missing", "pip install 'rokumen[pca9685]'")
    return None


def pin_problem(file: Path) -> AccessProblem | None:
    """Return why a pin cannot be switched by its file; None if it can.

    It has to be one of the kernel's: whoever names it, perhaps in a robot's file, writes to it.
    """
    if Path("/sys") not in file.resolve().parents:
        return AccessProblem(f"{file} is no file of a pin", f"name one such as {PIN_FILE}")
    if not file.exists():
        return _not_there(file, _config_line(PIN_LINE))
    return None if os.access(file, os.W_OK) else _permission(file, "gpio", _PIN_RULE)


def ev3_bricks(folder: Path) -> tuple[Path, ...]:
    """Return the devices of LEGO EV3 bricks at USB ports; `folder` is /sys/class/hidraw."""
    found = sorted(folder.glob("hidraw*/device/uevent"))
    return tuple(
        Path("/dev") / each.parent.parent.name
        for each in found
        if _EV3_ID in each.read_text(encoding="utf-8")
    )


def ev3_problem(device: Path) -> AccessProblem | None:
    """Return why an EV3 at a USB port cannot be used; None if it can."""
    if not device.exists():
        return AccessProblem(f"there is no {device}", "switch the brick on, and plug it in")
    if os.access(device, os.R_OK | os.W_OK):
        return None
    rule = f"echo '{_EV3_RULE}' | sudo tee {_EV3_RULE_FILE}"
    return AccessProblem(f"no permission to use {device}", f"{rule}, then plug it in again")


def hub_problem() -> AccessProblem | None:
    """Return why LEGO hubs with Pybricks cannot be used; None if they can."""
    if find_spec("pybricksdev") is None:
        return AccessProblem("pybricksdev is missing", "pip install 'rokumen[lego]'")
    return None


def bluetooth_problem(folder: Path) -> AccessProblem | None:
    """Return why no hub can be reached by Bluetooth; `folder` is /sys/class/bluetooth."""
    if any(folder.glob("hci*")):
        return None
    return AccessProblem("this computer has no Bluetooth", NO_BLUETOOTH_REMEDY)


def _not_there(path: Path, remedy: str) -> AccessProblem:
    return AccessProblem(f"there is no {path}", f"on a Raspberry Pi: {remedy}")


def _config_line(line: str) -> str:
    return f"echo '{line}' | sudo tee -a {_CONFIG}, then sudo reboot"


def _permission(file: Path, usual_group: str, rule: tuple[str, str]) -> AccessProblem:
    """Return what gives the user the group of a file, or the file a group that is not root."""
    try:
        group = file.group()
    except (KeyError, OSError):
        group = usual_group
    remedy = ""
    if group == "root":
        group, (line, place) = usual_group, rule
        remedy = f"echo '{line}' | sudo tee {place}, and "
    remedy += f"sudo usermod -aG {group} $USER, then sudo reboot"
    return AccessProblem(f"no permission to use {file}", remedy)
