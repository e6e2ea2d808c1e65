"""The setup as a dialogue: what it asks, what it keeps, and how it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.gripper_timings import RigProfile
from firmware_sim.named_robots import unregister_robot
from robot.conformance.probe import CheckResult
from robot.errors import JamError, StoppedError
from robot.rigs.command import MotionCommand, actuator_name
from robot.rigs.registry import load_rig
from robot.rigs.servo_speeds import SpeedTable
from rokumen.api.robot import Robot
from rokumen.errors import InputError
from rokumen.jobs.calibrate_grippers import GripperMeasurement
from rokumen.setup.servos import first_servos, places, shifted
from rokumen.setup.tools import Tools
from rokumen.setup.wizard import STEP_KEYS, Wizard
from rokumen.storage.robots import CHIP, MAESTRO, RobotFile, StoredPlace, load_robot, save_robot
from tests.support.chip_bench import ServedBench

NAME = "set-up"
FAR = "D2 R2 B L2 U2 F D2 L' D U B' U R2 B2 R2 U F R'"
BEFORE_ANGLES = ("port", "board", "rig", "camera", "wiring")


class JoggedRobot:
    """A robot of which only the pulses are known; `moved` are the motions that it was told."""

    def __init__(self) -> None:
        self.pulses: dict[str, int] = {}
        self.moved: list[tuple[str, int]] = []
        self.waited = 0.0

    def require(self, command: str) -> None:
        assert command == "jog"

    def off(self) -> None:
        self.pulses.clear()

    def load(self) -> None:
        """Hold no cube; the grippers are open."""

    def home(self) -> None:
        """Hold the cube."""

    def pulse(self, actuator: str) -> int | None:
        return self.pulses.get(actuator)

    def enable(self, actuator: str, pulse: int) -> int:
        assert actuator not in self.pulses
        return self._move(actuator, pulse)

    def jog(self, actuator: str, pulse: int) -> int:
        assert actuator in self.pulses
        return self._move(actuator, pulse)

    def wait(self, seconds: float) -> None:
        self.waited += seconds

    def _move(self, actuator: str, pulse: int) -> int:
        self.pulses[actuator] = pulse
        self.moved.append((actuator, pulse))
        return pulse


class Bench(Tools):
    """Tools with a robot that is only jogged."""

    def __init__(self) -> None:
        super().__init__(lambda words: None)
        self.robot = JoggedRobot()

    @contextmanager
    def connected(self, robot: RobotFile) -> Iterator[Any]:
        yield self.robot


@pytest.fixture
def bench() -> Bench:
    return Bench()


def maestro(done: tuple[str, ...] = ()) -> RobotFile:
    rig = load_rig("two-gripper")
    robot = RobotFile(
        "desk", "/dev/ttyACM0", MAESTRO, rig.name, done=done, servos=first_servos(rig)
    )
    save_robot(robot)
    return robot


def silent(words: str) -> None:
    """Take what is said, for nobody."""


def answer_all(wizard: Wizard, answers: dict[str, str], until: Callable[[], bool]) -> list[str]:
    """Give each answer once, where a title has these words, and "" to all other screens."""
    titles: list[str] = []
    left = dict(answers)
    while not until():
        screen = wizard.screen
        assert screen is not None
        assert len(titles) < 60, titles
        titles.append(screen.title)
        part = next((part for part in left if part in screen.title), "")
        wizard.answer(left.pop(part, ""))
    return titles


def test_a_simulated_robot_is_set_up_from_nothing_to_a_solved_cube(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Tools, "ports", lambda self: ())
    port = f"sim://two-gripper?seed=1&scramble={FAR}&name={NAME}"
    wizard = Wizard("desk", Tools(silent))
    leads: list[str] = []

    def has_ended() -> bool:
        leads.append(wizard.screen.lead if wizard.screen else "")
        return wizard.screen is None

    try:
        titles = answer_all(wizard, {"name its port": port, "Test the robot": "skip"}, has_ended)
    finally:
        unregister_robot(NAME)
    assert titles[-2:] == ["The first solve", "Your robot solves cubes"]
    turns = re.match(r"(\d+) turns", leads[-2])
    assert turns is not None
    # LBL needs some thirty.
    assert 15 <= int(turns[1]) <= 22
    assert "The camera saw the turn, and no other one" in titles
    robot = load_robot("desk")
    assert robot.done == STEP_KEYS
    assert (robot.port, robot.rig) == (port, "two-gripper")
    assert robot.durations["turn"] == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize(
    "port", ["chip://alt:///dev/null", "spy:///dev/null?file=x", "alt:///dev/null"]
)
def test_a_port_that_loads_code_or_writes_a_file_is_not_opened(
    port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tools, "ports", lambda self: ())
    opened: list[str] = []
    monkeypatch.setattr(Tools, "probe", lambda self, port: opened.append(port))
    wizard = Wizard("desk", Tools(silent))
    wizard.answer(port)
    assert wizard.screen is not None
    assert "a file or a page may" in wizard.screen.alert
    assert not opened


def test_servos_are_jogged_and_every_place_is_kept_at_once(bench: Bench) -> None:
    maestro(done=BEFORE_ANGLES)
    wizard = Wizard("desk", bench)
    wizard.answer("ok")
    assert wizard.screen is not None
    assert wizard.screen.title == "The left gripper will jump: stand clear"
    assert bench.robot.moved == []
    wizard.answer("ok")
    assert wizard.screen.title == "Open the left gripper"
    assert bench.robot.moved == [("gripper:L", 2000)]
    wizard.answer("-10")
    assert bench.robot.pulses["gripper:L"] == 1889
    # It is given the time to arrive by its own clock, which may be a virtual one.
    assert bench.robot.waited == pytest.approx(0.2)
    wizard.answer("ok")
    kept = load_robot("desk")
    assert kept.servo("gripper:L").pulses["open"] == 1889
    assert kept.seen == ("gripper:L open",)
    wizard.answer("leave")
    assert wizard.screen is None

    again = Wizard("desk", bench)
    again.answer("ok")
    assert again.screen is not None
    assert again.screen.title == "The right gripper will jump: stand clear"
    again.answer("back")
    assert again.screen.title == "The left gripper will jump: stand clear"
    again.answer("ok")
    assert again.screen.title == "Open the left gripper"
    assert "1889" in again.screen.value


@pytest.mark.thorough
def test_nothing_moves_before_the_key_of_its_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    first: dict[str, int] = {}
    enable = Robot.enable

    def enabled(robot: Robot, actuator: str, pulse: int) -> int:
        assert robot.pulse(actuator) is None
        first[actuator] = pulse
        return enable(robot, actuator, pulse)

    monkeypatch.setattr(Robot, "enable", enabled)
    rig, tools = load_rig("two-gripper"), Tools(silent)
    # A simulated robot without feedback stands for one on a drive.
    url = f"sim://two-gripper?feedback=false&name={NAME}"
    monkeypatch.setattr(RobotFile, "url", property(lambda robot: url))
    maestro(done=BEFORE_ANGLES)
    names = {actuator_name(each.actuator, rig.grippers): each.actuator for each in places(rig)}
    try:
        wizard = Wizard("desk", tools, "angles")
        wizard.answer("ok")
        while (screen := wizard.screen) is not None:
            connected = tools._robot
            assert connected is not None
            before = {each: connected.pulse(each) for each in names.values()}
            is_open = screen.title.startswith("Close") and screen.value == "2000 µs"
            wizard.answer("-90" if is_open else "ok")
            connected = tools._robot or connected
            if wizard.screen is None:
                break
            after = {each: connected.pulse(each) for each in names.values()}
            moved = [name for name, each in names.items() if before[each] != after[each]]
            assert all(name in screen.title for name in moved), (screen.title, before, after)
            # Jaws are closed by steps only.
            for name in moved:
                now, then = before[names[name]], after[names[name]]
                if "gripper" in name and now and then and then < now:
                    assert is_open
    finally:
        unregister_robot(NAME)
    assert first == {"gripper:L": 2000, "gripper:R": 2000, "axis:L": 1500, "axis:R": 1500}
    # There the jaws touch the cube; 4.4 degrees (49 us) beyond they are closed.
    pulses = load_robot("desk").servo("gripper:L").pulses
    assert (pulses["contact"], pulses["closed"]) == (1000, 951)


def test_a_cover_releases_the_cube_at_a_distance_from_where_it_closes() -> None:
    cover = first_servos(load_rig("cubotino"))[1]
    assert (cover.pulses["closed"], cover.pulses["release"]) == (1000, 1020)
    askew = shifted(cover, "open", cover.pulses["open"] + 30, ())
    closed = shifted(askew, "closed", 1005, ("gripper:cover open",))
    seen = ("gripper:cover open", "gripper:cover closed")
    low = shifted(closed, "low", closed.pulses["low"] - 40, seen)
    assert (low.pulses["closed"], low.pulses["release"]) == (1005, 1025)
    again = shifted(low, "closed", 995, seen)
    assert (again.pulses["closed"], again.pulses["release"]) == (995, 1015)


def test_jaws_that_are_still_open_are_no_closed_place(bench: Bench) -> None:
    seen = tuple(place.label for place in places(load_rig("two-gripper")))[:-2]
    save_robot(replace(maestro(done=BEFORE_ANGLES), seen=seen))
    wizard = Wizard("desk", bench)
    wizard.answer("ok")
    wizard.answer("ok")
    assert wizard.screen is not None
    assert wizard.screen.title == "Close the left gripper"
    assert bench.robot.moved == [("gripper:L", 2000)]
    wizard.answer("ok")
    assert "still open" in wizard.screen.alert
    wizard.answer("swap")
    assert "'swap' is not a step" in wizard.screen.alert
    assert bench.robot.moved == [("gripper:L", 2000)]


def test_jaws_that_are_open_for_loading_are_no_closed_place(bench: Bench) -> None:
    rig = load_rig("two-gripper-v")
    seen = tuple(place.label for place in places(rig))[:-2]
    robot = replace(maestro(done=BEFORE_ANGLES), rig=rig.name, servos=first_servos(rig))
    save_robot(replace(robot, seen=seen))
    bench.robot.pulses["gripper:L"] = 2429
    bench.robot.off = lambda: None  # type: ignore[method-assign]
    wizard = Wizard("desk", bench)
    wizard.answer("ok")
    assert wizard.screen is not None
    assert (wizard.screen.title, wizard.screen.value) == ("Close the left gripper", "2429 µs")
    wizard.answer("ok")
    assert "still open" in wizard.screen.alert


def test_a_camera_that_looks_from_elsewhere_is_to_be_found_by_the_first_scan(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    maestro(done=BEFORE_ANGLES)
    monkeypatch.setattr(bench, "cameras", lambda: ())
    monkeypatch.setattr(bench, "photo", lambda name: np.zeros((480, 640, 3), np.uint8))
    wizard = Wizard("desk", bench, "camera")
    wizard.answer("2")
    wizard.answer("elsewhere")
    assert load_robot("desk").camera == "2"
    assert load_robot("desk").places == (StoredPlace(),)
    # In its place again, it looks where the rig's camera does.
    wizard = Wizard("desk", bench, "camera")
    wizard.answer("2")
    wizard.answer("")
    assert load_robot("desk").places == ()


def test_a_servo_that_turns_the_other_way_is_swapped_and_goes_home_at_the_end(
    bench: Bench,
) -> None:
    maestro(done=BEFORE_ANGLES)
    wizard = Wizard("desk", bench)
    for answer in (*["ok"] * 6, "+2", "ok", "ok", "swap"):
        wizard.answer(answer)
    assert wizard.screen is not None
    assert wizard.screen.title == "Bring the left wrist to -90°"
    assert bench.robot.moved[-1] == ("axis:L", 2500)
    wizard.answer("ok")
    wizard.answer("ok")
    wizard.answer("ok")
    # 0 degrees is where two steps of a degree (2000 µs for 180 degrees) led from 1500.
    assert bench.robot.pulses["axis:L"] == 1522
    assert load_robot("desk").servo("axis:L").pulses["-90"] == 2500


def test_servos_go_further_once_a_person_says_so(bench: Bench) -> None:
    maestro(done=BEFORE_ANGLES)
    wizard = Wizard("desk", bench)

    def at(title: str) -> list[str]:
        assert wizard.screen is not None
        assert title in wizard.screen.title
        return [choice.key for choice in wizard.screen.choices]

    wizard.answer("ok")
    wizard.answer("ok")
    assert "wider" not in at("Open the left gripper")
    wizard.answer("+80")
    assert "wider" in at("Open the left gripper")
    for answer, limits in (("keep", (500, 2500)), ("widen", (400, 2600))):
        wizard.answer("wider")
        assert at("go further") == ["keep", "widen"]
        assert wizard.screen is not None
        assert "burns" in wizard.screen.lead
        wizard.answer(answer)
        assert load_robot("desk").limits == limits
    # Connected anew, it has no power.
    at("will jump")
    wizard.answer("ok")
    wizard.answer("+80")
    assert bench.robot.pulses["gripper:L"] == 2600
    assert "wider" not in at("Open the left gripper")
    wizard.answer("ok")
    assert load_robot("desk").servo("gripper:L").pulses["open"] == 2600


def test_a_step_that_is_none_and_one_too_far_are_said(bench: Bench) -> None:
    maestro(done=BEFORE_ANGLES)
    wizard = Wizard("desk", bench)
    wizard.answer("ok")
    wizard.answer("ok")
    wizard.answer("far")
    assert wizard.screen is not None
    assert "'far' is not a step" in wizard.screen.alert
    wizard.answer("+80")
    assert "500 to 2500" in wizard.screen.alert
    assert bench.robot.pulses["gripper:L"] == 2500


@pytest.mark.parametrize(
    ("step", "before", "answer", "words"),
    [
        ("rig", (), "toaster", "unknown rig 'toaster'"),
        ("timings", (), "ds9999", "'ds9999' is none of these"),
        ("timings", ("ds3218",), "100", "'100' is not a number from 0.1 to 20"),
        ("timings", ("measured",), "0", "'0' is not a number from 10 to 5000"),
        ("timings", ("measured", "nan"), "nan", "'nan' is not a number from 10 to 5000"),
        ("timings", ("measured", "300"), "-1", "'-1' is not a number from 0.001 to 1"),
    ],
)
def test_a_bad_answer_is_quoted_and_asked_for_again(
    bench: Bench, step: str, before: Sequence[str], answer: str, words: str
) -> None:
    maestro(done=BEFORE_ANGLES)
    wizard = Wizard("desk", bench, step)
    assert wizard.screen is not None
    for known in before:
        wizard.answer(known)
    title = wizard.screen.title
    wizard.answer(answer)
    assert wizard.screen.title == title
    assert words in wizard.screen.alert


@pytest.mark.parametrize("channels", ["0 1 2", "0 1 2 2", "0 1 2 24", "a b c d"])
def test_channels_that_a_maestro_does_not_have_are_quoted(bench: Bench, channels: str) -> None:
    maestro(done=("port", "board"))
    wizard = Wizard("desk", bench, "rig")
    wizard.answer("two-gripper")
    wizard.answer(channels)
    assert wizard.screen is not None
    assert repr(channels) in wizard.screen.alert
    wizard.answer("5 4 3 2")
    assert wizard.screen is None
    assert [servo.channel for servo in load_robot("desk").servos] == [5, 4, 3, 2]


def test_what_the_robot_refuses_is_shown_and_the_step_begins_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    maestro(done=BEFORE_ANGLES)

    def jam(actuator: str, pulse: int) -> int:
        raise JamError("axis L jammed at +12°")

    with monkeypatch.context() as broken:
        broken.setattr(bench.robot, "enable", jam)
        wizard = Wizard("desk", bench)
        wizard.answer("ok")
        wizard.answer("ok")
    assert wizard.screen is not None
    assert wizard.screen.alert == "axis L jammed at +12° [E431]"
    assert load_robot("desk").done == BEFORE_ANGLES
    wizard.answer("again")
    wizard.answer("ok")
    wizard.answer("ok")
    assert wizard.screen.title == "Open the left gripper"


def test_jaws_from_which_the_cube_slips_at_rest_close_further(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = maestro(done=STEP_KEYS[:6])
    save_robot(
        robot.with_pulse("gripper:L", "closed", 1011).with_pulse("gripper:L", "contact", 1060)
    )
    # The camera sees it slip once; then nobody sees anything, and the person is asked.
    seen = iter((True, False, None))
    held: list[str] = []

    def slips(robot: RobotFile, commands: Iterable[MotionCommand], *, looks: bool) -> bool | None:
        held.append(", ".join(map(str, commands)))
        return next(seen)

    monkeypatch.setattr(bench, "slips_at_rest", slips)
    monkeypatch.setattr(bench, "sees_cube", lambda robot: "")
    wizard = Wizard("desk", bench, "load")
    titles: list[str] = []
    while (screen := wizard.screen) is not None:
        titles.append(screen.alert or screen.title)
        wizard.answer("")
    slipped = "The cube slipped out of the left gripper: its jaws close one degree further now."
    assert titles.count("Let go of the cube, and hold a hand below it") == 3
    assert titles.count(slipped) == 1
    assert titles[-1] == "Did the cube stay where it was?"
    assert held == ["R open, L to +90°", "R open, L to +90°", "L open, R to +90°"]
    pulses = load_robot("desk").servo("gripper:L").pulses
    assert (pulses["closed"], pulses["contact"]) == (1000, 1049)


def test_a_wrist_that_the_camera_sees_elsewhere_is_looked_at_once_more(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = load_rig("two-gripper")
    seen = tuple(place.label for place in places(rig))
    save_robot(replace(maestro(done=STEP_KEYS[:6]), seen=seen))
    angles = iter(({"L +90": 94.2, "R +90": 91.1}, {"L +90": 90.4, "R +90": 91.1}))

    def measure(robot: RobotFile) -> GripperMeasurement:
        profile = RigProfile(rig.name, {"turn": 1.02}, {}, 5)
        return GripperMeasurement(profile, next(angles), {"R -90": (500.0, 512.0)})

    monkeypatch.setattr(bench, "measure", measure)
    wizard = Wizard("desk", bench, "timings")
    for _ in ("servos", "pace", "settling time", "overlap", "start"):
        wizard.answer("")
    assert wizard.screen is not None
    assert wizard.screen.title == "The camera says that the left wrist +90° is 4° off"
    assert list(wizard.screen.lines) == ["left wrist +90°: the camera sees it at +94.2°"]
    for answer in ("look", "", "", "", ""):
        wizard.answer(answer)
    assert wizard.screen.title == "Bring the left wrist to +90°"
    wizard.answer("-4")
    wizard.answer("ok")
    # -4 degrees of the 2500 µs at 90, of a servo that turns 180 degrees in 2000 µs
    assert load_robot("desk").servo("axis:L").pulses["90"] == 2456
    for _ in ("the grippers open", "close them", "start"):
        wizard.answer("")
    assert wizard.screen.title == "All motions are measured"
    corrected = "right wrist -90°: 512 µs, was 500, as the camera saw it"
    assert list(wizard.screen.lines) == ["turn: 1.02 s", corrected]
    wizard.answer("")
    stored = load_robot("desk")
    assert "timings" in stored.done
    assert (stored.moved_by, stored.overlap) == ("ds3218", True)


def test_measured_servos_are_stored(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = RigProfile("two-gripper", {"turn": 1.02}, {}, 5)
    monkeypatch.setattr(bench, "measure", lambda robot: GripperMeasurement(profile, {}, {}))
    maestro(done=STEP_KEYS[:6])
    wizard = Wizard("desk", bench, "timings")
    for answer in ("measured", "300", "0.12", "", "", "", "", ""):
        wizard.answer(answer)
    own = SpeedTable(300, 0.12)
    assert load_robot("desk").moved_by == {"axes": own, "grippers": own}


@pytest.mark.parametrize(
    ("rig", "kept", "answer", "stored"),
    [
        ("two-gripper", None, "", True),
        ("two-gripper-plain", None, "", True),
        ("two-gripper", None, "single", False),
        ("two-gripper", False, "", False),
        ("two-gripper", False, "together", True),
    ],
)
def test_whether_motions_overlap_is_asked_and_stored(
    bench: Bench, rig: str, kept: bool | None, answer: str, stored: bool
) -> None:
    save_robot(replace(maestro(done=STEP_KEYS[:6]), rig=rig, overlap=kept))
    wizard = Wizard("desk", bench, "timings")
    for each in ("ds3218", "1", "0.1"):
        wizard.answer(each)
    assert wizard.screen is not None
    assert wizard.screen.title == "May motions overlap?"
    wizard.answer(answer)
    wizard.answer("skip")
    assert load_robot("desk").overlap is stored


def test_a_flipper_is_not_asked_whether_its_motions_overlap(bench: Bench) -> None:
    rig = load_rig("cubotino")
    save_robot(replace(maestro(done=STEP_KEYS[:6]), rig=rig.name, servos=first_servos(rig)))
    wizard = Wizard("desk", bench, "timings")
    for each in ("published", "1", "0.1"):
        wizard.answer(each)
    assert wizard.screen is not None
    assert wizard.screen.title == "Each motion is made three times now"
    wizard.answer("skip")
    assert load_robot("desk").overlap is False


def test_a_test_of_the_protocol_can_be_repeated_and_a_slow_computer_is_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = [CheckResult(f"rule {n}", "no answer within 0.5 s") for n in range(3)]
    tests = [late, late[:1], [CheckResult("rule 0")]]
    monkeypatch.setattr(Tools, "check_conformance", lambda self, robot: iter(tests.pop(0)))
    maestro(done=(*BEFORE_ANGLES, "angles", "load", "timings"))
    wizard = Wizard("desk", bench, "conformance")
    seen = []
    for answer in ("ok", "again", "again"):
        wizard.answer(answer)
        assert wizard.screen is not None
        seen.append((wizard.screen.title, wizard.screen.lead, len(wizard.screen.lines)))
    broken = "The robot does not keep every rule"
    assert [title for title, _, _ in seen] == [broken, broken, "The robot keeps every rule"]
    assert "slow or busy computer" in seen[0][1]
    assert [lines for _, _, lines in seen] == [3, 1, 0]
    assert not seen[1][1]


def test_a_stop_ends_a_test_of_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokumen.setup.tools._STOP_SECONDS", 0.1)
    tools, servos = Tools(silent), first_servos(load_rig("two-gripper"))
    with closing(ServedBench()) as bench:
        port = bench.url.removeprefix("chip://")
        robot = RobotFile("desk", port, CHIP, "two-gripper", servos=servos)
        save_robot(robot)
        results = tools.check_conformance(robot)
        assert next(results).passed
        tools.stop()
        with pytest.raises(StoppedError):
            list(results)


def test_a_step_before_the_rig_is_known_names_what_comes_first(bench: Bench) -> None:
    save_robot(RobotFile("desk", done=("port",)))
    with pytest.raises(InputError, match="'load' needs board and rig first: rokumen setup desk"):
        Wizard("desk", bench, "load")
    assert Wizard("desk", bench, "port").step is not None
