"""What the commands for robots are asked, declared once: `RunOptions`, of which each has a part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from files.bounds import entry
from robot.errors import RigError
from robot.rigs.camera_places import parse_places
from robot.rigs.registry import DEFAULT_RIG, PRESETS, RIGS, SUFFIX, load_rig, rig_names, rig_path
from robot.rigs.rig import PUBLISHED, Rig
from robot.rigs.servo_presets import SERVO_PRESETS, servo_preset
from rokumen.cli.parameters import Decorator, Pace, option_of
from rokumen.errors import InputError
from solver.engines.registry import ENGINES, method_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from robot.link.connection import ConnectionOpener
    from robot.link.port import LineTrace
    from rokumen.api.recording import RunRecording
    from rokumen.devices.robot_connection import RobotAddress
    from rokumen.storage.robots import RobotFile
    from rokumen.storage.runs import RunSettings, SolutionPolicy


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a command for a robot, real or simulated; those that it has not are unset.

    `camera_at`: the places of the cameras with commas, "" for the rig's.
    """

    robot: str = entry(
        "",
        help="A robot that `rokumen setup` has set up: its port, camera and durations.",
        metavar="NAME",
    )
    port: str = entry(
        "",
        help="/dev/ttyUSB0, COM3, socket://HOST:PORT, maestro:///dev/ttyACM0 ...",
        metavar="PORT",
    )
    camera: tuple[str, ...] = entry(
        (), help="An index, or the URL of a stream; once for each camera [0].", metavar="SRC"
    )
    rig: str | None = entry(
        None,
        help="The mechanism, of `rokumen robot rigs list` "
        f"[as the robot says; without one {DEFAULT_RIG}].",
    )
    seed: int | None = entry(None)
    jam: float | None = entry(None)
    faults: str | None = entry(None)
    method: str | None = entry(None, help="The engine, of `rokumen solve` [the shortest motion].")
    fastest: bool = entry(
        False,
        help="With --method: its solution with the shortest motion. Without one that of any engine "
        "is used.",
    )
    pace: float = entry(1.0)
    ideal: bool = entry(False)
    load: bool = entry(False, help="Open the grippers first, and close them on the cube at Enter.")
    release: bool = entry(
        False, help="At the end wait for Enter, and open the grippers, to take the cube out."
    )
    off_after: float | None = entry(
        None,
        minimum=0,
        maximum=3600,
        help="With --release: take the power from the servos after this number of seconds.",
        metavar="S",
        is_rare=True,
    )
    camera_at: str = entry(
        "",
        help="Where each camera looks: U, UF, URF or unknown, once for each [as the rig says].",
        metavar="PLACE",
        is_rare=True,
    )
    time_limit: float | None = entry(
        None,
        minimum=0,
        maximum=1_000_000,
        help="With --fastest: seconds to search for a solution [1.5].",
        metavar="S",
        is_rare=True,
    )
    durations: Path | None = entry(
        None, help="Measured durations of the rig, as TOML.", metavar="FILE", is_rare=True
    )
    servos: str | None = entry(
        None,
        help=f"Times by distance, of these servos: {', '.join(SERVO_PRESETS)}; {PUBLISHED}: the "
        f"rig's own times [as the robot's file says; without one {PUBLISHED}, in `demo` and `plan` "
        "those of usual servos].",
        metavar="NAME",
        is_rare=True,
    )
    overlap: bool | None = entry(
        None,
        help="Whether motions overlap that cannot touch: wrists turn while a gripper lets go "
        "[where the robot can].",
        is_rare=True,
    )
    record: Path | None = entry(
        None,
        help="Record events, poses and pictures of the run, with their times.",
        metavar="FILE.mcap",
        is_rare=True,
    )
    watch: bool = entry(
        True,
        help="Do not look with the camera after each command whether the robot stands where it "
        "should, if it does not measure that itself. See docs/recovery.md.",
        is_rare=True,
    )
    trace: Path | None = entry(
        None,
        help="Append what is sent to and received from the robot to FILE, with times.",
        metavar="FILE",
        is_rare=True,
    )

    @property
    def policy(self) -> SolutionPolicy:
        """Return the rule by which a solution is chosen."""
        from rokumen.storage.runs import SolutionPolicy

        is_fastest = self.fastest or self.method is None
        return SolutionPolicy(self.method, is_fastest, self.time_limit, self.overlap)

    @property
    def simulated_rig(self) -> str:
        """Return the name or the file of the rig of a robot that is simulated or planned for."""
        return self.rig or DEFAULT_RIG

    def servos_of(self, rig: Rig) -> str:
        """Return by which servos motions take their time on a rig without a robot's file."""
        return rig.usual_servos if self.servos is None else self.servos

    def run_settings(self) -> RunSettings:
        """Return the settings of a run on a robot that is not simulated by `demo`."""
        from rokumen.storage.runs import RunSettings, absolute_name

        return RunSettings(
            self.policy,
            self.port,
            ",".join(self.camera or FIRST_CAMERA),
            durations=absolute_name(self.durations),
            servos=self.servos or PUBLISHED,
            rig=self.rig,
            camera_at=self.camera_at,
            robot=self.robot,
            watch=self.watch,
        )

    def line_trace(self) -> LineTrace | None:
        """Return the file of --trace, open until the command ends; None without one."""
        # Slow imports, needed only by commands with a robot.
        from files.access import FileError
        from robot.link.port import LineTrace

        if self.trace is None:
            return None
        try:
            return click.get_current_context().with_resource(LineTrace(self.trace))
        except FileError as error:
            raise InputError(str(error)) from error

    def opener(self) -> ConnectionOpener:
        """Return what connects to robots, and traces that with --trace, until the command ends."""
        # A slow import, needed only by commands with a robot.
        from robot.link.registry import open_connection

        return partial(open_connection, trace=self.line_trace())

    def address(self) -> RobotAddress:
        """Return where the robot and its cameras are; its port is traced as by `opener`."""
        # A slow import, needed only by commands with a robot.
        from rokumen.devices.robot_connection import RobotAddress

        return RobotAddress(
            self.port,
            ",".join(self.camera),
            self.durations,
            self.rig,
            self.camera_at,
            self.robot,
            self.opener(),
        )

    def recording(self) -> RunRecording | None:
        """Return the recording that --record names, open until the command ends; None without."""
        if self.record is None:
            return None
        # A slow import, needed only here.
        from rokumen.api.recording import RunRecording

        return click.get_current_context().with_resource(RunRecording(self.record))


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
        """Return what the help shows as the value."""
        return "NAME"

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
        return "NAME|FILE"

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


# Of the fields of `RunOptions`, what the simulator has declared.
_SIMULATED = ("seed", "jam", "faults", "ideal", "pace")


def run_options(*names: str, **changes: Mapping[str, Any]) -> Decorator:
    """Return a decorator that adds the options of some fields to a command, as its `options`.

    `changes`: what a command has otherwise, as settings of `click.option`, by name.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def command(**given: Any) -> Any:
            options = RunOptions(**{name: given.pop(name) for name in names})
            return function(options, **given)

        decorated: Callable[..., Any] = command
        for name in reversed(names):
            decorated = run_option(name, **changes.get(name, {}))(decorated)
        return decorated

    return decorate


def run_option(name: str, **changes: Any) -> Decorator:
    """Return the option of a field of `RunOptions`, with other settings of `click.option`."""
    kind: type[Any] = RunOptions
    if name in _SIMULATED:
        # Imported only for the commands that simulate.
        from firmware_sim.options import RobotOptions

        kind = RobotOptions
    return option_of(kind, name, **{**_SPECIAL.get(name, {}), **changes})


def _use_robot(context: click.Context, _: click.Parameter, name: str | None) -> str:
    from rokumen.storage.robots import load_robot

    if not name:
        return ""
    robot = load_robot(name)
    _take_stored(context, robot, {"port": robot.url} if robot.port else {})
    return name


def _use_robot_or_port(context: click.Context, _: click.Parameter, value: str) -> str:
    """Return the name of a robot that is set up, or the port of another one."""
    from rokumen.storage.robots import load_robot, robot_names

    if value in robot_names():
        _take_stored(context, load_robot(value), {})
    return value


def _take_stored(context: click.Context, robot: RobotFile, given: dict[str, Any]) -> None:
    """Let options that are left out be what is stored of a robot, beside what is `given`."""
    several = any(each.name == "camera" and each.multiple for each in context.command.params)
    known = {
        "camera": robot.camera.split(",") if several and robot.camera else robot.camera,
        "rig": robot.rig,
        "durations": str(robot.durations_file or ""),
    }
    given |= {option: value for option, value in known.items() if value}
    if robot.overlap is not None:
        given["overlap"] = robot.overlap
    context.default_map = {**(context.default_map or {}), **given}


def _port_or_only_robot(context: click.Context, option: click.Parameter, port: str) -> str:
    """Return the port; without one, that of the only robot that is set up, which is then used."""
    from rokumen.storage.robots import robot_names

    if port:
        return port
    names = robot_names()
    if context.params.get("robot") or len(names) != 1:
        known = f"; set up: {', '.join(names)}" if names else ""
        raise click.UsageError(
            f"no port: give --robot NAME{known}, or --port PORT, of those that `rokumen ports` "
            "lists",
            context,
        )
    click.echo(f"the robot is {names[0]!r}, the only one that is set up", err=True)
    context.params["robot"] = _use_robot(context, option, names[0])
    return _port_or_only_robot(context, option, str(context.lookup_default("port") or ""))


def _known_servos(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    if name is not None and name != PUBLISHED:
        servo_preset(name)
    return name


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


# The options that read more than a value.
_SPECIAL: Mapping[str, Mapping[str, Any]] = {
    "robot": {"is_eager": True, "callback": _use_robot},
    "rig": {"type": RigName()},
    "method": {"type": _NameOrPlugin(ENGINES, method_names)},
    "camera_at": {"multiple": True, "default": (), "callback": _checked_places},
    "pace": {"type": Pace()},
    "servos": {"callback": _known_servos},
    "durations": {"type": click.Path(dir_okay=False, path_type=Path)},
}
# The places of simulated cameras, which are known.
SIMULATED_PLACES = {
    "callback": _known_places,
    "help": "Where each camera stands: U, UF or URF, once for each [as the rig says].",
}
# The robot of a command that takes one that is not set up, too.
ROBOT_OR_PORT = {"callback": _use_robot_or_port, "metavar": "NAME|PORT"}
FIRST_CAMERA = ("0",)
JAM = 0.05  # probability that a turn jams, where nothing else is said
REQUIRED = {"callback": _port_or_only_robot}

camera_profile_option = click.option(
    "--profile", metavar="NAME|FILE", help="Colour profile [the camera's, if any]."
)
