"""The step in which a person sees which part each servo moves, which way, and how far."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from robot.rigs.camera_places import place_text
from robot.rigs.command import CLOSED, OPEN, actuator_name, angle
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.api.robot import Robot
from rokumen.setup.screen import Choice, Dialogue, Question, Screen, parts_of, picture_of
from rokumen.setup.tools import Tools
from rokumen.setup.wiring_faults import (
    ASKEW,
    CLIPPED,
    DEAD,
    REVERSED,
    SWAPPED,
    WiringFault,
    agrees,
)
from rokumen.storage.robots import RobotFile, Servo, save_changes
from vision.arrays import Image

_JUMP = Choice("ok", "The cube is out, and all stand clear: begin")
_SEEN = Choice("seen", "It is as it should be: I have looked at every servo")
_CHANGED = Choice("ok", "I have changed it: look again")
_MOVE = Choice("ok", "I am watching: move it")
_NOTHING = Choice("none", "Nothing moved")
# The main answer: Enter in haste names nothing.
_REPEAT = Choice("again", "Show it again")
# What a part does whose servo is connected rightly, and the contrary.
_WAYS = {
    "axis": (Choice("clockwise", "Clockwise"), Choice("counterclockwise", "Counterclockwise")),
    "gripper": (Choice("closed", "It closed"), Choice("opened", "It opened")),
}
_AS_SHOWN = Choice("ok", "Yes")
_ASKEW = Choice("askew", "No: it stands askew by more than ten degrees")
_SHORT = Choice("short", "No: it stopped before")
# A wrist is first moved by so many degrees; jaws by three equal steps, to three quarters of closed.
_DEGREES, _JAW_STEPS = 20.0, 4
_MICROSECONDS_PER_DEGREE = 1000 / 90

_Found = Generator[Screen, str, WiringFault | None]


def wiring(robot: RobotFile, tools: Tools) -> Dialogue:
    """Move each servo a little, and go on only where a person sees that the right part moves."""
    rig, alert, right = load_rig(robot.rig), "", set[str]()
    while True:
        with tools.watched(robot) as (connected, look):
            if not rig.grippers or "jog" not in connected.info.can or _measures(connected):
                return robot
            if (yield _begin(alert)) == _SEEN.key:
                return robot
            connected.off()
            trial, fault = _Trial(connected, rig, robot, look), None
            for name in trial.enable():
                tools.say(f"the {actuator_name(name, rig.grippers)} gets its power")
            for name in (each for each in trial.order if each not in right):
                fault = yield from _ask(trial, name)
                if fault is not None:
                    break
                right.add(name)
            if fault is None:
                return robot
            robot, alert = yield from _name(robot, rig, connected, fault)


def _measures(connected: Robot) -> bool:
    """Return True for motors that find out themselves whether they stand where they should."""
    return "angle" in connected.info.feedback


def _begin(alert: str) -> Screen:
    return Screen(
        "Look whether each servo is connected rightly",
        "Take the cube out. The servos get their power one after the other, and each may jump at "
        "full speed, grippers first. Then each moves at your key: a little, and, where you have "
        "seen the right part move, to its ends. Keep your fingers away. Ctrl-C stops.",
        choices=(_JUMP, _SEEN),
        alert=alert,
    )


class _Trial:
    """The servos of a robot without a cube, which are moved one at a time.

    `order`: grippers before axes, since jaws that stay closed are in the way of wrists.
    """

    def __init__(
        self, connected: Robot, rig: Rig, robot: RobotFile, look: Callable[[], Image]
    ) -> None:
        self.rig = rig
        self.look = look
        self.looks = robot.places[0].positions if robot.places else place_text(rig.cameras[0])
        self._connected = connected
        self._limits = robot.limits
        self._servos = {each.actuator: each for each in robot.servos}
        self.order = sorted(self._servos, key=lambda name: name.startswith("axis:"))

    def enable(self) -> Generator[str, None, None]:
        """Give each servo its first pulse, where it rests; yield its name before."""
        for name in self.order:
            yield name
            self._connected.enable(name, self._within(self.rest(name)))

    def rest(self, name: str) -> float:
        """Return the pulse of a servo at home, or of open jaws."""
        servo = self._servos[name]
        return servo.pulses[self.home(name) if servo.kind == "axis" else OPEN]

    def home(self, name: str) -> str:
        """Return the place at which an axis is at home."""
        axis = self.rig.axes.index(self._servos[name].name)
        return str(round(self.rig.home.angles[axis]))

    def ends(self, name: str) -> tuple[str, ...]:
        """Return the places of an axis at both ends of its way, without that at home."""
        places = sorted(self._servos[name].pulses, key=float)
        return tuple(each for each in (places[-1], places[0]) if each != self.home(name))

    def step(self, name: str) -> float:
        """Return the change of a pulse for the first motion: clockwise, or to close."""
        servo = self._servos[name]
        if servo.kind == "gripper":
            return (servo.pulses[CLOSED] - servo.pulses[OPEN]) / _JAW_STEPS
        return _DEGREES * _per_degree(servo)

    def go(self, name: str, pulse: float) -> None:
        """Bring a servo to a pulse, within the limits."""
        self._connected.jog(name, self._within(pulse))

    def go_to(self, name: str, place: str) -> None:
        """Bring a servo to one of its places."""
        self.go(name, self._servos[name].pulses[place])

    def _within(self, pulse: float) -> int:
        low, high = self._limits
        return min(max(round(pulse), low), high)


def _per_degree(servo: Servo) -> float:
    """Return the change of an axis' pulse for one degree."""
    places = sorted(servo.pulses, key=float)
    degrees = float(places[-1]) - float(places[0])
    change = servo.pulses[places[-1]] - servo.pulses[places[0]]
    return change / degrees if degrees else _MICROSECONDS_PER_DEGREE


def _ask(trial: _Trial, name: str) -> _Found:
    """Move one servo and ask what is seen; return what is wrong with it."""
    moved = yield from _moved(trial, name, 1)
    is_other_way = moved == _NOTHING.key
    if is_other_way:
        # It may turn the wrong way, and be at its end.
        moved = yield from _moved(trial, name, -1)
    if moved == _NOTHING.key:
        return WiringFault(DEAD, (name,))
    if moved != name:
        return WiringFault(SWAPPED, (name, moved))
    expected, contrary = _WAYS[name.partition(":")[0]]
    called = actuator_name(name, trial.rig.grippers)
    way = yield Screen(
        f"Which way did the {called} go?",
        "As seen from its servo, towards the cube. At your answer it moves again."
        if name.startswith("axis:")
        else "At your answer it closes further, by two steps like the first one, if it closed.",
        choices=(expected, contrary),
        picture=parts_of(trial.rig),
    )
    if way != (contrary if is_other_way else expected).key:
        return WiringFault(REVERSED, (name,))
    if name.startswith("gripper:"):
        return (yield from _ask_gripper(trial, name, called))
    return (yield from _ask_axis(trial, name, called))


def _moved(trial: _Trial, name: str, direction: int) -> Question:
    """Move a servo a little; return which part a person has seen to move, and go back."""
    parts = tuple(Choice(each, actuator_name(each, trial.rig.grippers)) for each in trial.order)
    alert, has_asked = "", False
    while True:
        trial.go(name, trial.rest(name))
        yield Screen(
            "Watch the robot: one part moves",
            "It turns by 20 degrees, or jaws close by a quarter of their way.",
            choices=(_MOVE,),
            picture=parts_of(trial.rig),
            alert=alert,
        )
        before = trial.look()
        trial.go(name, trial.rest(name) + direction * trial.step(name))
        after = trial.look()
        answer = yield Screen(
            "Which part moved?",
            "A wrist turns its whole gripper.",
            choices=(_REPEAT, *parts, _NOTHING),
            picture=parts_of(trial.rig),
            photo=after,
        )
        if answer == _REPEAT.key:
            alert = ""
            continue
        part = None if answer == _NOTHING.key else answer
        if has_asked or agrees(trial.rig, trial.looks, before, after, part):
            return answer
        alert, has_asked = "The camera saw something else: look once more, please.", True


def _ask_gripper(trial: _Trial, name: str, called: str) -> _Found:
    """Let jaws close further, and ask whether they did."""
    for steps in (2, 3):
        trial.go(name, trial.rest(name) + steps * trial.step(name))
    answer = yield Screen(
        f"Did the {called} close further, by two steps like the first one?",
        "At your answer it opens again.",
        choices=(_AS_SHOWN, _SHORT),
        picture=picture_of(trial.rig, "gripper", name.partition(":")[2], CLOSED),
    )
    trial.go(name, trial.rest(name))
    return WiringFault(CLIPPED, (name,)) if answer == _SHORT.key else None


def _ask_axis(trial: _Trial, name: str, called: str) -> _Found:
    """Bring an axis home, and to its ends; ask whether it stands there as it should."""
    home, ends = trial.home(name), trial.ends(name)
    no: Sequence[tuple[Choice, str]] = ((_ASKEW, ASKEW),)
    for place in (home, *ends):
        trial.go_to(name, place)
        answer = yield Screen(
            f"Does the {called} stand at {angle(int(place))}, as in the picture?",
            "At your answer it moves again.",
            choices=(_AS_SHOWN, *(choice for choice, _ in no)),
            picture=picture_of(trial.rig, "axis", name.partition(":")[2], place),
        )
        for choice, kind in no:
            if answer == choice.key:
                return WiringFault(kind, (name,))
        no = ((_SHORT, CLIPPED), (_ASKEW, ASKEW))
    trial.go_to(name, home)
    return None


def _name(
    robot: RobotFile, rig: Rig, connected: Robot, fault: WiringFault
) -> Generator[Screen, str, tuple[RobotFile, str]]:
    """Say what is wrong; return the robot, changed if the setup could, and what to say of it."""
    remedy = fault.remedy(robot)
    offered = () if remedy is None else (Choice("remedy", remedy[0]),)
    answer = yield Screen(
        fault.words(rig),
        "Nothing is stored of it, and the setup does not go on, until every servo moves what it "
        "should. The power of the servos goes off now.",
        choices=(_CHANGED, *offered),
    )
    connected.off()
    if remedy is None or answer != "remedy":
        return robot, ""
    return save_changes(robot, remedy[1]), "It is changed. Now look again."
