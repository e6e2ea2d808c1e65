"""Faults of electronics and of their line in a motion: what stops, is said, and goes on after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from benchmarks.harness.records import Record, column, not_shown
from benchmarks.harness.work import Work
from benchmarks.support.driven_rigs import DrivenRig
from benchmarks.support.emulated_boards import ChipScene, MaestroScene
from benchmarks.support.emulated_drives import (
    DriveScene,
    FeetechScene,
    Pca9685Scene,
    SceneOpener,
    scene_kind,
)
from benchmarks.support.lego_scenes import Ev3Scene, SpikeScene
from robot.errors import DriveError
from robot.rigs.command import Move
from solver.cube import Cube

_MOST_SECONDS = 0.1
_POLL_SECONDS = 0.01
# How long a fault stays, and how long nothing is done after it was reported.
_FAULT_SECONDS, _SILENT_SECONDS = 2.0, 0.5
_ALWAYS = 10**6


@dataclass(frozen=True, slots=True)
class FaultFigures(Record):
    """Motions that a fault of the electronics or of the line met, at a random time."""

    key = "faults"
    title = "faults in a motion"

    drive: str = column("drive")
    fault: str = column("fault")
    tried: int = column("tried", "{tried} of {wanted}")
    wanted: int = not_shown()
    reported: int = column("reported")
    named: int | None = column("channel named")
    resumed: int = column("resumed")
    slowest: float = column("reported within", "{slowest:.0f} ms")
    stopped: float = column("nothing moved after", "{stopped:.0f} ms")

    @property
    def is_good(self) -> bool:
        """Return True if each stopped within 100 ms, was reported, and the robot then went on."""
        all_of_them = self.tried == self.reported == self.resumed
        is_named = self.named in (None, self.tried)
        return all_of_them and is_named and self.stopped <= _MOST_SECONDS * 1000


_Change = Callable[[DriveScene], None]


@dataclass(frozen=True, slots=True)
class _Fault:
    """What begins a fault, and what ends it; that `of_one` servo is to be named."""

    name: str
    begin: _Change
    end: _Change
    of_one: bool = False


@dataclass(frozen=True, slots=True)
class _Met:
    """What a motion became that met a fault.

    `seconds` until it was reported, None if it was not; `named` if with the channel that moved;
    `moved` how long the outputs changed.
    """

    seconds: float | None
    named: bool
    moved: float
    resumed: bool


def _naks(count: int) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, Pca9685Scene)
        scene.chip.naks = count

    return change


def _bus(fault: str, value: int) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, FeetechScene)
        setattr(scene.bus.faults, fault, value)

    return change


def _number(number: int) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, FeetechScene)
        scene.servos[1].registers[5] = number

    return change


def _plugged(*, is_plugged: bool) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, FeetechScene | MaestroScene | ChipScene)
        if isinstance(scene, ChipScene) and not is_plugged:
            # It has its power from this cable.
            scene.cut_power()
        scene.is_unplugged = not is_plugged

    return change


def _silent(*, is_silent: bool) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, MaestroScene)
        scene.is_silent = is_silent

    return change


def _in_range(*, is_near: bool) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, SpikeScene | Ev3Scene)
        if isinstance(scene, SpikeScene):
            scene.in_range = is_near
        else:
            scene.brick.faults.in_range = is_near

    return change


def _garbled(data: bytes) -> bytes:
    return bytes(byte ^ 0x55 for byte in data)


def _garbles(line: Callable[[bytes], bytes]) -> _Change:
    def change(scene: DriveScene) -> None:
        assert isinstance(scene, ChipScene)
        scene.to_chip = scene.to_host = line

    return change


def _cut(scene: DriveScene) -> None:
    scene.cut_power()


def _nothing(scene: DriveScene) -> None:
    """Leave the electronics as they are."""


_BROWN_OUT = _Fault("brown-out", _cut, _nothing)
_OUT_OF_RANGE = _Fault("hub out of range", _in_range(is_near=False), _in_range(is_near=True))
_UNPLUGGED = _Fault("unplugged", _plugged(is_plugged=False), _plugged(is_plugged=True))
FAULTS: Mapping[type, tuple[_Fault, ...]] = {
    Pca9685Scene: (_Fault("bytes not acknowledged", _naks(_ALWAYS), _naks(0)), _BROWN_OUT),
    FeetechScene: (
        _Fault("lost servo", _bus("lost", _ALWAYS), _bus("lost", 0), of_one=True),
        _Fault("wrong id", _bus("wrong_ids", _ALWAYS), _bus("wrong_ids", 0), of_one=True),
        _Fault("two of one id", _number(1), _number(2), of_one=True),
        _Fault("wrong baud rate", _bus("has_wrong_baud", 1), _bus("has_wrong_baud", 0)),
        _Fault("wrong sums", _bus("bad_sums", _ALWAYS), _bus("bad_sums", 0)),
        _Fault("short replies", _bus("short", _ALWAYS), _bus("short", 0)),
        _BROWN_OUT,
        _UNPLUGGED,
    ),
    MaestroScene: (
        _Fault("no replies", _silent(is_silent=True), _silent(is_silent=False)),
        _BROWN_OUT,
        _UNPLUGGED,
    ),
    SpikeScene: (_OUT_OF_RANGE, _BROWN_OUT),
    Ev3Scene: (_OUT_OF_RANGE, _BROWN_OUT),
    ChipScene: (
        _Fault("wrong baud rate", _garbles(_garbled), _garbles(bytes)),
        _BROWN_OUT,
        _UNPLUGGED,
    ),
}


@dataclass(frozen=True, slots=True)
class _Campaign:
    """Motions to make that each meet the fault of a number; `wanted` are as many as are enough."""

    opener: SceneOpener
    number: int
    tries: int
    wanted: int
    seed: int


def fault_figures(
    openers: Sequence[SceneOpener], tries: int, wanted: int, seed: int, work: Work
) -> tuple[FaultFigures, ...]:
    """Return what becomes of so many motions that meet each fault of each drive."""
    campaigns = [
        _Campaign(opener, number, tries, wanted, seed)
        for opener in openers
        for number in range(len(_faults_of(opener)))
    ]
    part = f"faults in a motion, {tries} of each"
    return work.results(part, FaultFigures, _figures, dict(enumerate(campaigns)))


def _faults_of(opener: SceneOpener) -> Sequence[_Fault]:
    kind = scene_kind(opener)
    return next((FAULTS[each] for each in FAULTS if issubclass(kind, each)), ())


def _figures(campaign: _Campaign) -> FaultFigures:
    opener, fault = campaign.opener, _faults_of(campaign.opener)[campaign.number]
    name, random = scene_kind(opener).name, Random(f"{campaign.seed} {fault.name}")
    met = [_meet(opener(), fault, random) for _ in range(campaign.tries)]
    seconds = [each.seconds for each in met if each.seconds is not None]
    return FaultFigures(
        name,
        fault.name,
        campaign.tries,
        campaign.wanted,
        len(seconds),
        sum(each.named for each in met) if fault.of_one else None,
        sum(each.resumed for each in met),
        1000 * max(seconds, default=0.0),
        1000 * max(each.moved for each in met),
    )


def _meet(scene: DriveScene, fault: _Fault, random: Random) -> _Met:
    """Let a fault begin in a motion, and end once it was reported; then move again."""
    robot = DrivenRig(scene, rig_of(scene), Cube.solved())
    robot.hold()
    number, motion = robot.channels[0], Move(((robot.rig.axes[0], 90),))
    robot.servos.start(motion)
    robot.wait(random.uniform(0.1, 0.9))
    fault.begin(scene)
    began, reported, named = scene.clock.now(), None, False
    watch = _Watch(scene, number)
    while scene.clock.now() < (reported or began + _FAULT_SECONDS) + _SILENT_SECONDS:
        scene.clock.sleep(_POLL_SECONDS)
        if reported is None:
            try:
                robot.servos.poll()
            except DriveError as error:
                reported, named = scene.clock.now(), error.channel == number
    moved = watch.moved_at
    fault.end(scene)
    resumed = False
    with suppress(DriveError):
        robot.drive.close()
        robot.reopened()
        robot.execute(motion)
        pulse = robot.servos.settings.axes[robot.rig.axes[0]].pulse(90.0)
        came = scene.outputs()[number]
        resumed = came is not None and abs(came - pulse) <= robot.drive.info.step
    scene.end()
    return _Met(None if reported is None else reported - began, named, moved - began, resumed)


class _Watch:
    """Looks when the output of a channel changed last, other than by its end."""

    def __init__(self, scene: DriveScene, number: int) -> None:
        self.moved_at = scene.clock.now()
        self._scene, self._number = scene, number
        self._before = scene.outputs()[number]
        scene.clock.devices.append(self._look)

    def _look(self) -> None:
        now = self._scene.outputs()[self._number]
        if now is not None and now != self._before:
            self.moved_at, self._before = self._scene.clock.now(), now


def rig_of(scene: DriveScene) -> str:
    """Return a rig that has as many servos as a drive has channels."""
    drive = scene.opened()
    count = len(drive.info.channels)
    drive.close()
    return "two-gripper" if count >= 4 else "cubotino"
