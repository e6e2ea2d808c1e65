"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from robot.errors import RigError
from robot.rigs.camera_places import parse_places
from robot.rigs.registry import DEFAULT_RIG, PRESETS, RIGS, SUFFIX, load_rig, rig_names, rig_path
from robot.rigs.servo_presets import SERVO_PRESETS
from rokumen.cli.number_types import SECONDS
from rokumen.cli.parameters import option_of
from rokumen.errors import InputError
from solver.engines.registry import DEFAULT_METHOD, ENGINES, method_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from robot.link.port import PortOpener
    from rokumen.api.recording import RunRecording


class _NameOrPlugin(click.ParamType[str]):
    """A built-in name, or a plug-in's: plug-ins are looked up only if need be."""

    name = "name"

    def __init__(
        self,
        built_in: Collection[str],
        all_names: Callable[[], Sequence[str]],
    ) -> None:
        """Take a built-in name, or one of `all_names`."""
        self._built_in = built_in
        self._all_names = all_names

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the built-in names, sorted."""
        return tuple(sorted(self._built_in))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(self.choices)}]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.choices if name.startswith(incomplete)]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        # Plug-ins are searched only for other names, since that is slow.
        if value in self._built_in:
            return value
        return click.Choice(sorted(self._all_names())).convert(value, param, ctx)


class RigName(_NameOrPlugin):
    """The name of a rig, or a .toml file that describes one, which becomes an absolute path."""

    def __init__(self) -> None:
        super().__init__((*RIGS, *PRESETS), rig_names)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return what the help shows as the values."""
        return f"[{'|'.join(self.choices)}|FILE.toml]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the rig, or the absolute path of its file; fail for a bad one."""
        path = rig_path(value)
        if path is None:
            return super().convert(value, param, ctx)
        try:
            load_rig(value)
        except RigError as error:
            self.fail(str(error), param, ctx)
        return str(path.absolute()) if value.endswith(SUFFIX) else value


rig_option = click.option(
    "--rig", type=RigName(), default=DEFAULT_RIG, show_default=True, help="The mechanism."
)

robot_rig_option = click.option(
    "--rig",
    type=RigName(),
    help="The robot's mechanism, where it differs from the one that the robot names.",
)

camera_profile_option = click.option(
    "--profile", metavar="NAME|FILE", help="Colour profile [the camera's, if any]."
)

_PLANNING_OPTIONS = (
    click.option(
        "--method",
        type=_NameOrPlugin(ENGINES, method_names),
        help=f"The engine [{DEFAULT_METHOD}].",
    ),
    click.option(
        "--fastest",
        is_flag=True,
        help="Use the solution with the shortest motion: of --method, or of any engine.",
    ),
    click.option(
        "--time-limit",
        type=SECONDS,
        metavar="S",
        help="With --fastest: seconds to search for a solution [1.5].",
    ),
    click.option(
        "--durations",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Measured durations of the rig, as TOML.",
    ),
    click.option(
        "--overlap",
        is_flag=True,
        help="Let motions overlap that cannot touch: wrists turn while a gripper lets go.",
    ),
)


def planning_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options `method`, `fastest`, `time_limit`, `durations`, `overlap` to a command."""
    for option in reversed(_PLANNING_OPTIONS):
        command = option(command)
    return command


def servos_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--servos NAME` to a command, the servos that move the rig; None for its durations."""
    return click.option(
        "--servos",
        metavar="NAME",
        help=f"Times by distance, of these servos: {', '.join(SERVO_PRESETS)} [the rig's times].",
    )(command)


def robot_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--robot NAME`, which gives other options of the command what is known of a robot."""
    return click.option("--robot", expose_value=False, callback=_use_robot, **_ROBOT_OPTION)(
        command
    )


def named_robot_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--robot NAME` as `robot_option` does; the parameter `robot` is the name, "" for none."""
    return click.option("--robot", default="", callback=_use_robot, **_ROBOT_OPTION)(command)


_ROBOT_OPTION: dict[str, Any] = {
    "metavar": "NAME",
    "is_eager": True,
    "help": "A robot that `rokumen setup` has set up: its port, camera and durations.",
}


def _use_robot(context: click.Context, _: click.Parameter, name: str | None) -> str:
    from rokumen.storage.robots import load_robot

    if not name:
        return ""
    robot = load_robot(name)
    several = any(each.name == "camera" and each.multiple for each in context.command.params)
    known = {
        "camera": robot.camera.split(",") if several and robot.camera else robot.camera,
        "rig": robot.rig,
        "durations": str(robot.durations_file or ""),
    }
    if robot.port:
        known["port"] = robot.url
    given = {option: value for option, value in known.items() if value}
    context.default_map = {**(context.default_map or {}), **given}
    return name


def camera_at_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `camera_at` to a command: the places of its cameras with commas, "" for the rig's."""
    return click.option(
        "--camera-at",
        multiple=True,
        metavar="PLACE",
        callback=_checked_places,
        help="Where each camera looks: U, UF, URF or unknown, once for each [as the rig says].",
    )(command)


def simulated_camera_at_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `camera_at` to a command: the places of simulated cameras, "" for the rig's."""
    return click.option(
        "--camera-at",
        multiple=True,
        metavar="PLACE",
        callback=_known_places,
        help="Where each camera stands: U, UF or URF, once for each [as the rig says].",
    )(command)


def _known_places(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> str:
    text = _checked_places(context, option, values)
    if values and "" in parse_places(text):
        raise InputError(
            f"--camera-at {text}: a simulated camera stands at a place that is known, such as URF"
        )
    return text


def _checked_places(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> str:
    try:
        for value in values:
            parse_places(value)
    except RigError as error:
        raise InputError(f"--camera-at: {error}") from error
    return ",".join(values)


def trace_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `trace` to a command: a function that opens a port, and traces it with `--trace`."""
    return click.option(
        "--trace",
        type=click.Path(path_type=Path),
        metavar="FILE",
        callback=_port_opener,
        help="Append all bytes sent to and received from the robot to FILE, with times.",
    )(command)


def _port_opener(context: click.Context, _: click.Parameter, path: Path | None) -> PortOpener:
    # Slow imports, needed only by commands with a robot.
    from files.access import FileError
    from robot.link.port import open_port
    from robot.link.trace import LineTrace

    if path is None:
        return open_port
    try:
        return context.with_resource(LineTrace(path)).open_port
    except FileError as error:
        raise InputError(str(error)) from error


def record_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `record` to a command: the recording of a run that `--record` names, None without."""
    return click.option(
        "--record",
        type=click.Path(path_type=Path),
        metavar="FILE.mcap",
        callback=_recording,
        help="Record events, poses and pictures of the run, with their times.",
    )(command)


def _recording(
    context: click.Context, _: click.Parameter, path: Path | None
) -> RunRecording | None:
    if path is None:
        return None
    # A slow import, needed only here.
    from rokumen.api.recording import RunRecording

    return context.with_resource(RunRecording(path))


def simulated_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options `seed`, `rig`, `jam` and `faults` to a command."""
    # Imported only for the commands that simulate.
    from firmware_sim.options import RobotOptions

    seed_help = "Seed of the cube and the jams [random]."
    command = option_of(RobotOptions, "faults")(command)
    command = option_of(RobotOptions, "jam", default=0.05, show_default=True)(command)
    return option_of(RobotOptions, "seed", help=seed_help)(rig_option(command))
