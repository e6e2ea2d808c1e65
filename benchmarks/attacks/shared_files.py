"""Two processes of one user that change the same stored things at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.attacks.isolation import new_processes
from benchmarks.harness.records import Record, column
from benchmarks.support.own_folders import own_folders
from files.access import read_text, replace_text
from files.folders import state_folder
from rokumen.devices.camera_colours import load_learnt, teach
from rokumen.storage.history import RunStart, history_file, list_runs, record_start
from rokumen.storage.profiles import profile_for_camera, select_profile, store_profile
from rokumen.storage.robots import change_robot, load_robot
from solver.core.facelets import COLOUR_NAMES
from vision.colour.profile import ColourProfile

PROCESSES = 2

_CAMERA = "0"
_ROBOT = "desk"
# Each process changes values of its own in files of both.
_OWN_CAMERAS = 8
_PROFILES = ("day", "evening")
_TEXT_LENGTH = 10_000


@dataclass(frozen=True, slots=True)
class LostChanges(Record):
    """How many changes of one stored thing were made by two processes at once, and were lost."""

    key = "shared_files"
    title = "changed by two processes"

    thing: str = column("stored")
    changes: int = column("changes")
    lost: int = column("lost")

    @property
    def is_good(self) -> bool:
        """Return whether none was lost."""
        return self.lost == 0


@dataclass(frozen=True, slots=True)
class SharedThing:
    """A stored thing: `change` makes one change and returns whether it is there then.

    It is called with the number of the process and that of the change. `count` returns how many
    changes are kept of a thing that counts them, None of others.
    """

    name: str
    change: Callable[[int, int], bool]
    count: Callable[[], int | None] = lambda: None


def change_shared_files(changes: int) -> Iterator[LostChanges]:
    """Let two processes make `changes` changes of each stored thing, and yield what was lost."""
    each = changes // PROCESSES
    for thing in SHARED_THINGS:
        with TemporaryDirectory(prefix="rokumen-attack-") as folder:
            own = own_folders(Path(folder))
            with new_processes(PROCESSES, own) as pool:
                numbers = [(thing.name, process, each) for process in range(PROCESSES)]
                lost = sum(pool.starmap(_change, numbers, 1))
                kept = pool.apply(_count, (thing.name,))
            made = PROCESSES * each
            yield LostChanges(thing.name, made, lost if kept is None else lost + made - kept)


def _named(name: str) -> SharedThing:
    (thing,) = [each for each in SHARED_THINGS if each.name == name]
    return thing


def _change(name: str, process: int, changes: int) -> int:
    """Change a thing, and return how many changes were not there afterwards."""
    thing = _named(name)
    return sum(not thing.change(process, number) for number in range(changes))


def _count(name: str) -> int | None:
    return _named(name).count()


def _learn(process: int, number: int) -> bool:
    teach(_CAMERA, _profile(process))
    return True


def _learnt() -> int:
    learnt = load_learnt(_CAMERA)
    return 0 if learnt is None else learnt.cubes


def _profile(shade: int) -> ColourProfile:
    return ColourProfile(
        {name: (50.0, 10.0 * place, shade) for place, name in enumerate(COLOUR_NAMES.values())}
    )


def _select(process: int, number: int) -> bool:
    if number == 0:
        for name in _PROFILES:
            store_profile(name, _profile(0), "")
    camera = f"{process}-{number % _OWN_CAMERAS}"
    name = _PROFILES[number // _OWN_CAMERAS % len(_PROFILES)]
    select_profile(camera, name)
    return profile_for_camera(None, camera).name == name


def _change_robot(process: int, number: int) -> bool:
    """Change what is known of a robot: one process its speed, the other its servos'."""
    value = 0.5 + number % 1000 / 1000
    if process:
        change_robot(_ROBOT, lambda robot: replace(robot, pace=value))
        return load_robot(_ROBOT).pace == value
    change_robot(_ROBOT, lambda robot: replace(robot, settle=value))
    return load_robot(_ROBOT).settle == value


def _record_run(process: int, number: int) -> bool:
    record_start(history_file(), RunStart.now(Path(f"{process}-{number}"), "two-gripper", "sim://"))
    return True


def _replace(process: int, number: int) -> bool:
    """Replace a text as a whole, and read a whole one of either process."""
    path = state_folder() / "text"
    replace_text(path, str(process) * _TEXT_LENGTH)
    return read_text(path) in [str(each) * _TEXT_LENGTH for each in range(PROCESSES)]


SHARED_THINGS = (
    SharedThing("learnt colours", _learn, _learnt),
    SharedThing("chosen profiles", _select),
    SharedThing("a robot's file", _change_robot),
    SharedThing("the history", _record_run, lambda: len(list_runs(history_file()))),
    SharedThing("a replaced text", _replace),
)
