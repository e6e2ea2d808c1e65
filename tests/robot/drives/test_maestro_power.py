"""Servos of a Maestro are enabled one after the other, and its jaws relax at rest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from files.lasting_names import lasting_port
from firmware_sim.physics.jaws import USUAL_CONTACT
from robot.errors import StoppedError
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.rigs.command import CLOSED, OPEN, Grip, Home, Move, Pose
from robot.rigs.registry import load_rig
from robot.servos.pulse_memory import PulseMemory, memory_path
from robot.servos.servo_settings import ServoSettingsError, read_settings
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

RIG = load_rig("two-gripper")


def after_power_loss(folder: Path, *commands: Move | Grip) -> EmulatedRig:
    """Return a rig whose Maestro lost its power after these commands, with the same servos."""
    memory = folder / "pulses.json"
    before = EmulatedRig(folder, memory=PulseMemory(memory))
    for command in commands:
        before.execute(command)
    return EmulatedRig(folder, memory=PulseMemory(memory), state=before.robot.state())


def enabled_one_by_one(rig: EmulatedRig, command: Move | Grip) -> list[tuple[int, float]]:
    """Execute a command; return which servo began to get pulses when, and with which pulse."""
    found: list[tuple[int, float]] = []
    rig.servos.start(command)
    while rig.servos.poll() is None:
        pulses = rig.robot.board.pulses(4)
        new = [n for n, at in enumerate(pulses) if at and n not in dict(found)]
        assert len(new) <= 1, "two servos began at once"
        found += [(n, pulses[n] or 0.0) for n in new]
        rig.clock.sleep(0.01)
        rig.robot.advance()
    return found


CLOSE_BOTH = (Grip((("L", CLOSED),)), Grip((("R", CLOSED),)))
TURNED = (*CLOSE_BOTH, Grip((("R", OPEN),)), Move((("L", 90),)))


def test_the_pose_is_that_before_the_power_failed(tmp_path: Path) -> None:
    rig = after_power_loss(tmp_path, *TURNED)
    assert rig.robot.board.pulses(4) == (None,) * 4
    assert rig.servos.read().pose == Pose((90, 0), (CLOSED, OPEN))


def test_closed_grippers_are_enabled_first_and_nothing_jumps(tmp_path: Path) -> None:
    rig = after_power_loss(tmp_path, *TURNED)
    before = rig.robot.state()
    order = enabled_one_by_one(rig, Move((("L", 90),)))
    # L's jaws, which hold the cube, R's open ones, then the wrists, each where it was.
    assert order == [(2, 1000), (3, 2000), (0, 2500), (1, 1500)]
    assert rig.robot.state() == before
    assert rig.robot.accidents == ()


def test_a_robot_without_a_memory_is_enabled_one_by_one_too(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path)
    order = enabled_one_by_one(rig, Grip((("L", CLOSED),)))
    assert order == [(2, 1000), (3, 1000), (0, 1500), (1, 1500)]


def test_power_that_fails_during_a_turn_leaves_the_wrist_in_between(tmp_path: Path) -> None:
    memory = tmp_path / "pulses.json"
    rig = EmulatedRig(tmp_path, memory=PulseMemory(memory))
    for command in CLOSE_BOTH:
        rig.execute(command)
    rig.servos.start(Move((("L", 90),)))
    rig.wait(0.3)
    again = EmulatedRig(tmp_path, memory=PulseMemory(memory), state=rig.robot.state())
    assert again.servos.read().pose == Pose((45, 0), (CLOSED, CLOSED))


def test_power_that_fails_while_a_gripper_opens_closes_it(tmp_path: Path) -> None:
    memory = tmp_path / "pulses.json"
    rig = EmulatedRig(tmp_path, memory=PulseMemory(memory))
    for command in CLOSE_BOTH:
        rig.execute(command)
    rig.servos.start(Grip((("R", OPEN),)))
    rig.wait(0.3)
    again = EmulatedRig(tmp_path, memory=PulseMemory(memory), state=rig.robot.state())
    assert again.servos.read().pose.grips == (CLOSED, CLOSED)


def test_a_stop_while_servos_are_enabled_enables_no_more(tmp_path: Path) -> None:
    rig = after_power_loss(tmp_path, *TURNED)
    rig.servos.start(Move((("L", 90),)))
    rig.wait(0.05)
    rig.servos.halt()
    rig.wait(1.0)
    assert rig.servos.poll() is None
    assert rig.servos.is_stopped()
    assert rig.robot.board.pulses(4) == (None, None, 1000, None)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"2": 9999999999}', '{"2": "far"}', '{"x": 4000}']
)
def test_a_file_that_cannot_be_read_says_nothing(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "pulses.json"
    path.write_text(content)
    assert PulseMemory(path).get(2) == 0
    assert "pulses.json" in caplog.text


def test_a_folder_that_cannot_be_written_is_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    memory = PulseMemory(tmp_path / "file" / "pulses.json")
    memory.update({0: 6000})
    assert memory.get(0) == 6000
    assert "not stored" in caplog.text


def test_each_port_has_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path))
    assert memory_path("maestro", "/dev/ttyACM0") == tmp_path / "maestro" / "dev-ttyACM0.json"
    assert memory_path("maestro", "COM5") != memory_path("maestro", "/dev/ttyACM0")


def test_a_board_that_is_plugged_in_elsewhere_keeps_its_pulses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("files.lasting_names.PORT_LINKS", tmp_path)
    files = []
    for port in ("ttyACM0", "ttyACM1"):
        device = tmp_path / "devices" / port
        device.parent.mkdir(exist_ok=True)
        device.touch()
        (tmp_path / "usb-Pololu").unlink(missing_ok=True)
        (tmp_path / "usb-Pololu").symlink_to(device)
        files.append(memory_path("maestro", lasting_port(str(device))))
    assert files[0] == files[1]


def test_homing_enables_servos_that_are_at_home_already(tmp_path: Path) -> None:
    rig = after_power_loss(tmp_path, *CLOSE_BOTH)
    assert rig.servos.read().pose == RIG.home
    with rig.link() as link:
        assert link.execute(Home()).pose == RIG.home
        assert rig.robot.board.pulses(4) == (1500, 1500, 1000, 1000)


CONTACT, RESTING = 1090, 1045
JAWS = replace(USUAL_CONTACT, contact_opening=(CONTACT - 1000) / 1000)
KNOWN = EXAMPLE.replace("closed = 1000", f"closed = 1000, contact = {CONTACT}")


TURN = Move((("L", 90),))


def with_rest(seconds: float, settings: str = KNOWN) -> str:
    """Return settings by which closed jaws rest so long after a motion."""
    return settings.replace("pace", f"rest = {seconds}\npace", 1)


def jaws(rig: EmulatedRig) -> tuple[float | None, ...]:
    """Return the pulses of the left and the right gripper."""
    return rig.robot.board.pulses(4)[2:]


def rested(rig: EmulatedRig) -> Link:
    """Return a link to a robot that is at home, whose jaws have had time to rest."""
    link = rig.link()
    link.execute(Home())
    link.clock.sleep(5)
    return link


@pytest.fixture
def rig(tmp_path: Path) -> EmulatedRig:
    return EmulatedRig(tmp_path, settings=KNOWN, jaws=JAWS)


def test_jaws_relax_and_press_before_the_next_motion(rig: EmulatedRig) -> None:
    with rested(rig) as link:
        assert jaws(rig) == (RESTING, RESTING)
        assert link.pose() == RIG.home
        assert rig.robot.state().openings == (0, 0)
        pressed: list[tuple[float | None, ...]] = []

        def look() -> None:
            if not pressed and rig.robot.state().angles[0] > 0:
                pressed.append(jaws(rig))

        rig.clock.devices.append(look)
        arrived = link.execute(TURN)
        assert pressed == [(1000, 1000)]
        assert arrived.pose == Pose((90, 0), (CLOSED, CLOSED))
        assert arrived.seconds == pytest.approx(1.1, abs=0.1)
    assert rig.robot.accidents == ()


def test_jaws_that_hold_alone_stay_closed(rig: EmulatedRig) -> None:
    with rested(rig) as link:
        link.execute(Grip((("R", OPEN),)))
        link.clock.sleep(3)
        assert jaws(rig) == (RESTING, 2000)
        assert link.pose() == Pose((0, 0), (CLOSED, OPEN))
    assert not rig.robot.state().dropped


def test_after_a_stop_they_relax_and_after_clear_the_robot_goes_on(rig: EmulatedRig) -> None:
    with rested(rig) as link:
        begun = rig.clock.now()

        def stop() -> None:
            if rig.clock.now() >= begun + 0.5:
                rig.clock.devices.remove(stop)
                link.stop()

        rig.clock.devices.append(stop)
        with pytest.raises(StoppedError):
            link.execute(TURN)
        assert jaws(rig) == (1000, 1000)
        link.clock.sleep(3)
        assert jaws(rig) == (RESTING, RESTING)
    rig.reopen()
    with rig.link() as link:
        assert clear_and_home(link) == RIG.home


def test_a_stop_while_they_press_again_leaves_them_closed(rig: EmulatedRig) -> None:
    with rested(rig) as link:
        seen: list[float] = []

        def stop() -> None:
            left = jaws(rig)[0] or 0.0
            if not seen and left < RESTING:
                seen.append(left)
                link.stop()

        rig.clock.devices.append(stop)
        with pytest.raises(StoppedError):
            link.execute(TURN)
        assert 1000 < seen[0] < RESTING
        assert link.pose() == RIG.home


def test_a_program_that_ends_at_rest_leaves_them_relaxed(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path, settings=with_rest(10), jaws=JAWS)
    with rested(rig) as link:
        link.execute(TURN)
        assert jaws(rig) == (1000, 1000)
    rig.wait(1)
    assert jaws(rig) == (RESTING, RESTING)


@pytest.mark.parametrize("settings", [with_rest(0), EXAMPLE])
def test_they_press_for_ever_where_they_are_told_so(tmp_path: Path, settings: str) -> None:
    rig = EmulatedRig(tmp_path, settings=settings)
    with rested(rig) as link:
        link.clock.sleep(10)
    rig.wait(1)
    assert jaws(rig) == (1000, 1000)


def test_the_next_program_finds_relaxed_jaws_closed(rig: EmulatedRig) -> None:
    rested(rig).close()
    rig.reopen()
    assert rig.servos.read().pose == Pose((0, 0), (CLOSED, CLOSED))
    rig.execute(Grip((("R", OPEN),)))
    rig.execute(TURN)
    assert rig.robot.board.pulses(4) == (2500, 1500, 1000, 2000)


@pytest.mark.parametrize(("contact", "resting"), [(1090, 1045), (1035, 1010), (1020, 1000)])
def test_they_rest_where_the_rule_of_every_robot_says(
    tmp_path: Path, contact: int, resting: int
) -> None:
    settings = EXAMPLE.replace("closed = 1000", f"closed = 1000, contact = {contact}")
    rig = EmulatedRig(tmp_path, settings=settings, jaws=JAWS)
    rested(rig).close()
    assert jaws(rig) == (resting, resting)


@pytest.mark.parametrize("contact", [990, 1000, 2000, 2100])
def test_a_contact_that_is_not_between_closed_and_open_is_refused(
    tmp_path: Path, contact: int
) -> None:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE.replace("closed = 1000", f"closed = 1000, contact = {contact}"))
    with pytest.raises(ServoSettingsError, match=f"contact|{contact}|different pulses"):
        read_settings(path)


def test_the_time_of_rest_is_in_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE)
    assert read_settings(path).rest == 0.3
    path.write_text(EXAMPLE.replace("pace", "rest = 2.5\npace", 1))
    assert read_settings(path).rest == 2.5
