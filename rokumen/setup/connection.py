"""The first steps of the setup: the port, the board, the rig."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

from files.lasting_names import lasting_port
from files.wording import reason
from robot.drives.drive import ChannelKind, DriveInfo, OnSilence
from robot.errors import RigError, RobotError
from robot.link.connection import RobotInfo
from robot.rigs.command import actuator_name
from robot.rigs.registry import (
    DEFAULT_RIG,
    SUFFIX,
    about_rig,
    check_same_mechanism,
    load_rig,
    rig_names,
)
from rokumen.devices.discovery import Port
from rokumen.setup.screen import AGAIN, OK, Choice, Dialogue, Question, Screen
from rokumen.setup.servos import first_servos
from rokumen.setup.tools import Tools
from rokumen.storage.robots import CHIP, MAESTRO, SIMULATED, RobotFile, Servo
from rokumen.storage.stored_names import check_stored_port

LOOK = Choice("look", "Look again")
UNPLUG = Choice("unplug", "Find it: pull its cable out and put it back")
# How the URLs of drives begin that are not found among the serial ports.
OWN_URLS = ("pwmchip://", "pca9685://", "feetech://", "ev3://", "spike://", f"{CHIP}://")
# How many channels boards have, and the first of those that do not begin with 0.
_CHANNELS = {CHIP: 8, "pca9685": 16, "feetech": 253, "ev3": 4, "spike": 6}
_MOST_CHANNELS = 24
_FIRST_CHANNEL = {"feetech": 1}


def port(robot: RobotFile, tools: Tools) -> Dialogue:
    """Ask for the port of the robot, which can be opened then."""
    found = tools.ports()
    alert = typed = ""
    while True:
        answer = yield Screen(
            "Plug the robot in, and name its port",
            "The port is /dev/ttyACM0, /dev/ttyUSB0 or COM3, for example. Of a Maestro it is the "
            "first of its two. Servos on a Raspberry Pi's own pins are "
            "pwmchip:///sys/class/pwm/pwmchip0, on a PCA9685 pca9685:///dev/i2c-1, on Feetech's "
            "bus feetech:///dev/ttyACM0, on LEGO's EV3 ev3:///dev/hidraw0, on a hub spike://NAME.",
            choices=(*(Choice(each.url, _status(each)) for each in found), LOOK, UNPLUG),
            entry="Port",
            default=typed or robot.port or (found[0].url if found else ""),
            alert=alert,
        )
        alert = ""
        if answer == LOOK.key:
            found = tools.ports()
        elif answer == UNPLUG.key:
            gone = tools.unplugged()
            found = tools.ports()
            alert = f"It is {gone}." if gone else "No cable was pulled out."
            robot = replace(robot, port=gone or robot.port)
        elif not answer:
            alert = "Type the port, such as /dev/ttyACM0."
        else:
            typed = answer
            if answer.startswith(OWN_URLS):
                try:
                    check_stored_port(answer)
                    info = tools.check_drive(answer)
                except (RobotError, ValueError) as error:
                    alert = str(error)
                    continue
                return (yield from _with_drive(robot, answer, info))
            named = typed = answer.removeprefix("maestro://")
            try:
                check_stored_port(named)
                kept = lasting_port(named)
                asked = tools.probe(kept)
            except (RobotError, ValueError) as error:
                alert = str(error)
            else:
                if isinstance(asked, DriveInfo):
                    return (yield from _with_drive(robot, f"{CHIP}://{kept}", asked))
                return replace(robot, port=kept, board=SIMULATED if asked else "")


def _status(port: Port) -> str:
    """Return the status of a port, without its name."""
    return port.answer.removeprefix(f"{port.url!r}: ")


def _with_drive(robot: RobotFile, url: str, info: DriveInfo) -> Dialogue:
    """Return the robot on a drive, once the person knows what it does without the program."""
    scheme, _, device = url.partition("://")
    words = "When the program or the computer dies, its servos get no pulses any more."
    if info.watchdog_s is None:
        holds = "keeps pulsing" if info.kind is ChannelKind.PULSE else "goes on holding"
        words = (
            f"When the program or the computer dies, it {holds}: jaws press and servos get "
            "hot until you switch their supply off. Have its switch within reach."
        )
    elif info.on_silence is OnSilence.RELAX:
        words = (
            "When the program or the computer dies, its servos stay where they are, and jaws relax "
            "on the cube."
        )
    yield Screen(f"{info.name} answers", words, choices=(Choice("ok", "I know"),))
    return replace(robot, port=device, board=scheme)


def board(robot: RobotFile, tools: Tools) -> Dialogue:
    """Find out which board is at the port."""
    if robot.has_drive and robot.board != MAESTRO:
        return robot
    # A board that did not answer just now is not asked again before the user has said something.
    found = tools.probe(robot.port) if robot.board == SIMULATED else None
    alert = ""
    while found is None:
        answer = yield Screen(
            "Which board is it?",
            "No rokumen firmware answers at this port.",
            choices=(
                Choice("maestro", "A Pololu Maestro, set up as docs/maestro.md says"),
                Choice("arduino", "An Arduino without our program: how to put it there"),
                AGAIN,
            ),
            alert=alert,
        )
        alert = ""
        if answer == "maestro":
            url = f"{MAESTRO}://{robot.port}"
            try:
                info = tools.check_drive(url)
            except OSError as error:
                alert = (
                    f"No Maestro answers at {robot.port}: {reason(error)}. Is it the command port?"
                )
            else:
                return (yield from _with_drive(robot, url, info))
        elif answer == "arduino":
            alert = (
                f"Run: make -C firmware flash PORT={robot.port}   (for a Mega with "
                "CHIP=atmega2560). Then try again."
            )
        elif answer == AGAIN.key:
            found = tools.probe(robot.port)
    if isinstance(found, DriveInfo):
        return (yield from _with_drive(robot, f"{CHIP}://{robot.port}", found))
    yield Screen(f"The board runs {found.firmware}", f"It drives a {found.rig} rig.", choices=(OK,))
    robot = replace(robot, board=SIMULATED)
    return robot if _misfit(robot.rig, found.rig) == "" else _with_rig(robot, found.rig)


def rig(robot: RobotFile, tools: Tools) -> Dialogue:
    """Ask for the kind of robot, and for the channels of its servos on a drive."""
    named = ""
    if robot.board == SIMULATED:
        info = tools.probe(robot.port)
        named = info.rig if isinstance(info, RobotInfo) else robot.rig
    chosen = yield from _rig_name(robot, named)
    if chosen != robot.rig or not robot.servos:
        robot = _with_rig(robot, chosen)
    if robot.board == SIMULATED:
        return robot
    return replace(robot, servos=(yield from _channels(robot)))


def _with_rig(robot: RobotFile, name: str) -> RobotFile:
    """Return the robot with another rig, of whose servos nothing is known."""
    first = _FIRST_CHANNEL.get(robot.board, 0)
    servos = first_servos(load_rig(name))
    return replace(
        robot,
        rig=name,
        servos=tuple(replace(each, channel=first + each.channel) for each in servos),
        seen=(),
        durations={},
        settling={},
        places=(),
    )


def _rig_name(robot: RobotFile, named: str) -> Question:
    """Ask for the rig; `named` is the one that the firmware names, "" where it names none."""
    alert = ""
    while True:
        answer = yield Screen(
            "Which kind of robot is it?",
            "docs/drive.md shows what each looks like; docs/rigs.md how to describe your own.",
            choices=tuple(Choice(name, about_rig(name)) for name in rig_names()),
            entry="Rig",
            default=robot.rig or named or DEFAULT_RIG,
            alert=alert,
        )
        name = str(Path(answer).absolute()) if answer.endswith(SUFFIX) else answer
        alert = _misfit(name, named)
        if not alert:
            return name


def _misfit(name: str, named: str) -> str:
    """Return why a rig cannot be that of a robot whose firmware names one, "" if it can."""
    try:
        rig = load_rig(name)
        if named:
            check_same_mechanism(rig, named)
    except RigError as error:
        return str(error)
    return ""


def _channels(robot: RobotFile) -> Generator[Screen, str, tuple[Servo, ...]]:
    """Ask on which channel of the drive each servo is."""
    servos, count = robot.servos, _CHANNELS.get(robot.board, _MOST_CHANNELS)
    first = _FIRST_CHANNEL.get(robot.board, 0)
    grippers = {servo.name for servo in servos if servo.kind == "gripper"}
    names = ", ".join(actuator_name(servo.actuator, grippers) for servo in servos)
    alert = ""
    while True:
        answer = yield Screen(
            "On which channel is each servo?",
            f"In this order: {names}. The channels are printed on the board, or on its page.",
            entry="Channels",
            default=" ".join(str(servo.channel) for servo in servos),
            alert=alert,
        )
        words = answer.split()
        if (
            len(words) == len(servos) == len(set(words))
            and all(word.isascii() and word.isdigit() for word in words)
            and all(first <= int(word) < count for word in words)
        ):
            return tuple(
                replace(servo, channel=int(word)) for servo, word in zip(servos, words, strict=True)
            )
        alert = f"{answer!r} is not {len(servos)} different channels from {first} to {count - 1}."
