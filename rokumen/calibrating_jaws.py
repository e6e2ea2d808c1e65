"""Finding the pulses that open and close a Maestro's hands, with a camera watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration.errors import UnclearMotionError
from calibration.jaws import Trial, check_face, lets_go, trials, turn_layer, turn_layer_back
from robot.command import CLOSED, OPEN
from robot.link import Link
from rokumen.drive import open_eyes
from rokumen.eyes import Eyes
from rokumen.maestro.errors import MaestroSettingsError
from rokumen.maestro.jaw_search import BEYOND, FoundJaws, find_closed, find_open
from rokumen.maestro.port import parts
from rokumen.maestro.settings import GripperServo, MaestroSettings, read_settings
from rokumen.maestro.trimming import write_pulses
from vision.face import FaceView

# A hand holds if it leaves its layer no farther beside a quarter turn than this, in degrees.
MOST_LAG = 2.0

Tell = Callable[[str], None]


def find_jaws(port: str, camera: str, tell: Tell) -> Mapping[str, tuple[float, float]]:
    """Find each hand's pulses for closed and open by trying, and store them in the settings.

    Gives by gripper and position, such as `L closed`, the pulse (microseconds) that the settings
    had and the one that was found. The trials are made with a copy of the settings; where one does
    not end clearly nothing is stored, and UnclearMotionError is raised.
    """
    try:
        device, path = parts(port)
        first = settings = read_settings(path)
        with TemporaryDirectory() as folder, open_eyes(camera, first.rig) as eyes:
            copy = Path(folder) / path.name
            copy.write_bytes(path.read_bytes())
            bench = _Bench(device, copy, eyes, tell)
            hands = tuple(trials(first.rig))
            tight = {trial.hand: {CLOSED: -BEYOND} for trial in hands}
            for trial in hands:
                # A hand that was not tried yet holds as tightly as is allowed.
                del tight[trial.hand]
                found = _find(bench, sent(settings, tight, first), trial)
                places = {trial.hand: {CLOSED: found.closed, OPEN: found.open}}
                settings = sent(settings, places, first)
        if settings != first:
            write_pulses(path, settings)
    except MaestroSettingsError as error:
        raise UnclearMotionError(str(error)) from error
    return {
        f"{name} {position}": (dict(servo.pulses)[position], pulse)
        for name, servo in first.grippers.items()
        for position, pulse in settings.grippers[name].pulses
        if position in (CLOSED, OPEN)
    }


def sent(
    settings: MaestroSettings, places: Mapping[str, Mapping[str, float]], first: MaestroSettings
) -> MaestroSettings:
    """Give settings that send grippers to other places, in parts of the ways of the `first`."""
    grippers = dict(settings.grippers)
    for name, positions in places.items():
        before = dict(first.grippers[name].pulses)
        way = before[OPEN] - before[CLOSED]
        pulses = {to: round(before[CLOSED] + part * way, 1) for to, part in positions.items()}
        grippers[name] = _with(grippers[name], pulses)
    return replace(settings, grippers=grippers)


def _with(servo: GripperServo, pulses: Mapping[str, float]) -> GripperServo:
    return replace(servo, pulses=tuple({**dict(servo.pulses), **pulses}.items()))


@dataclass(frozen=True, slots=True)
class _Bench:
    """The board, the copy of its settings that trials are made with, and what watches them."""

    device: str
    copy: Path
    eyes: Eyes
    tell: Tell

    @contextmanager
    def link(self, settings: MaestroSettings) -> Iterator[Link]:
        """Speak to the robot with other settings."""
        write_pulses(self.copy, settings)
        with Link(f"maestro://{self.device}?settings={self.copy}") as link:
            yield link


def _find(bench: _Bench, settings: MaestroSettings, trial: Trial) -> FoundJaws:
    """Find where one hand closes and opens, the other one holding as `settings` say."""
    first, name = settings, trial.hand
    faces: list[FaceView] = []

    def opened(part: float) -> bool:
        bench.tell(f"hand {name}: does it let go at {part:.0%} of its way?")
        with bench.link(sent(settings, {name: {OPEN: part}}, first)) as link:
            face = lets_go(link, trial, bench.eyes.see)
        faces.extend([face] if face is not None else [])
        return face is not None

    def closed(part: float) -> bool:
        bench.tell(f"hand {name}: does it hold at {part:.0%} of its way?")
        with bench.link(sent(settings, {name: {CLOSED: part, OPEN: opening}}, first)) as link:
            lag = turn_layer(link, trial, bench.eyes.see, faces[-1])
        if lag is None:
            return False
        tight = {name: {CLOSED: -BEYOND, OPEN: opening}}
        with bench.link(sent(settings, tight, first)) as link:
            turn_layer_back(link, trial, bench.eyes.see, faces[-1])
        return abs(lag) <= MOST_LAG

    try:
        opening = find_open(opened)
        check_face(trial, faces[-1])
        return find_closed(closed, opening)
    except MaestroSettingsError as error:
        raise MaestroSettingsError(f"hand {name}: {error}. Nothing was stored") from error
