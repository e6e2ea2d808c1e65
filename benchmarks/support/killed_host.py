"""A program that moves a robot on a drive until it is killed: `URL RIG MEMORY`.

It prints `moving` and what the drive announces of its silence, once a motion has begun. A URL
`guard://FILE` is a PCA9685 in this process, whose output-enable line is a pin behind a guard.
"""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path

from benchmarks.support.driven_rigs import settings_for
from firmware_sim.drives.pca9685 import EmulatedPca9685
from robot.clock import SystemClock
from robot.drives import chip_line, feetech, feetech_frames, maestro_protocol
from robot.drives.drive import Channel, Drive
from robot.drives.output_guard import GuardProcess, OutputPin
from robot.drives.pca9685 import Pca9685Drive
from robot.drives.registry import open_drive
from robot.rigs.command import CLOSED, USUAL_PULSES, Grip, Move
from robot.rigs.registry import load_rig
from robot.servos.drive_servos import DriveServos
from robot.servos.pulse_memory import PulseMemory

GUARDED = "guard://"
# An emulator on a busy computer answers later than electronics.
_PATIENCE_SECONDS, _PATIENT_TRIES, _MAESTRO_TRIES = 2.0, 200, 4


def main(url: str, rig_name: str, memory: Path) -> None:
    """Move for ever."""
    chip_line.TRIES = _PATIENT_TRIES
    maestro_protocol.REPLY_SECONDS = (_PATIENCE_SECONDS,) * _MAESTRO_TRIES
    for module in (feetech, feetech_frames):
        vars(module)["REPLY_SECONDS"] = _PATIENCE_SECONDS
    drive = _guarded(Path(url.removeprefix(GUARDED))) if GUARDED in url else open_drive(url)
    rig, numbers = load_rig(rig_name), [each.number for each in drive.info.channels]
    servos = DriveServos(drive, settings_for(rig, numbers), PulseMemory(memory))
    for gripper in rig.grippers:
        _execute(servos, Grip(((gripper, CLOSED),)))
    for angle in cycle((90, 0)):
        servos.start(Move(((rig.axes[0], angle),)))
        print("moving", drive.info.on_silence, flush=True)
        _finish(servos)


def _guarded(pin: Path) -> Drive:
    clock = SystemClock()
    low, high = map(float, USUAL_PULSES)
    channels = tuple(Channel(number, low, high) for number in range(4))
    chip = EmulatedPca9685(clock, output_enable=pin)
    return Pca9685Drive(chip, channels, pin=OutputPin(pin, GuardProcess(pin), clock), clock=clock)


def _execute(servos: DriveServos, command: Grip) -> None:
    servos.start(command)
    _finish(servos)


def _finish(servos: DriveServos) -> None:
    while servos.poll() is None:
        servos.clock.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
