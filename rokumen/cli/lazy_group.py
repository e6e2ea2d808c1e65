"""Click group that imports a command's module when the command is called.

Third parties add commands of `rokumen` by the entry points `rokumen.commands`: a name, and a
`click.Command` or a group of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import click

from files.plugins import find_plugins, load_found
from rokumen.cli.output import verbose_option
from rokumen.cli.termination import loading
from rokumen.errors import InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from click.shell_completion import CompletionItem


@dataclass(frozen=True)
class Command:
    """Location of a command's definition, and its one-line summary."""

    module: str
    summary: str
    attribute: str = "command"

    def load(self) -> click.Command:
        """Import the command's module and return the command."""
        with loading():
            command = getattr(import_module(self.module), self.attribute)
        return _with_verbose(cast("click.Command", command))


@dataclass(frozen=True)
class Plugin:
    """The command that an entry point names."""

    point: EntryPoint

    @property
    def summary(self) -> str:
        """Return the first line of the command's help, or why it cannot be loaded."""
        try:
            return self.load().get_short_help_str(limit=80)
        except InputError as error:
            return str(error)

    def load(self) -> click.Command:
        """Return the command. Raises InputError where it cannot be loaded or is none."""
        loaded, called = load_found(self.point, InputError)
        if not isinstance(loaded, click.Command):
            raise InputError(f"{called} is no click.Command; repair or remove the package")
        return _with_verbose(loaded)


class LazyGroup(click.Group):
    """Group whose commands are imported when they are called, so that each starts quickly."""

    def __init__(
        self,
        *args: Any,
        lazy: Mapping[str, Command] | Mapping[str, Mapping[str, Command]],
        entry_points: str | None = None,
        renamed: Mapping[str, str] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        """Create the group of the commands `lazy`, by name, in the order of the listing.

        `lazy` may have them under headings; `entry_points`: the group of entry points that name
        further commands; `renamed`: old names of commands, and what is written instead.
        """
        super().__init__(*args, **kwargs)
        self._headings = _under_headings(lazy)
        self._lazy = {
            name: each for under in self._headings.values() for name, each in under.items()
        }
        self._entry_points = entry_points
        self._renamed = renamed

    def _all(self) -> Mapping[str, Command | Plugin]:
        """Return all commands by name. It looks through all installed distributions."""
        if self._entry_points is None:
            return self._lazy
        others = sorted(find_plugins(self._entry_points).items())
        plugins = {name: Plugin(point) for name, point in others if name not in self._lazy}
        return {**self._lazy, **plugins}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the listing."""
        return list(self._all())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None."""
        found = self._lazy.get(cmd_name) or self._all().get(cmd_name)
        if found is None:
            return None
        command = found.load()
        if ctx.auto_envvar_prefix is not None:
            _read_environment(command, f"{ctx.auto_envvar_prefix}_{cmd_name}")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is named first. Raises UsageError with the nearest names."""
        name = args[0]
        if name in self._lazy or name.startswith("-"):
            return super().resolve_command(ctx, args)
        known = self._all()
        if name in known:
            return name, known[name].load(), args[1:]
        if name in self._renamed:
            raise click.UsageError(f"no command {name!r}; it is now `{self._renamed[name]}`", ctx)
        # Imported here, since the command line starts without it.
        from difflib import get_close_matches

        close = " or ".join(f"'{each}'" for each in get_close_matches(name, known))
        hint = f"did you mean {close}?" if close else f"commands: {', '.join(known)}"
        raise click.UsageError(f"no command {name!r}; {hint}", ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands, without importing them, or the options that begin so."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(name, help=each.summary)
            for name, each in self._all().items()
            if name.startswith(incomplete)
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        others = {name: each for name, each in self._all().items() if name not in self._lazy}
        for heading, under in {**self._headings, "More commands": others}.items():
            if under:
                with formatter.section(heading):
                    formatter.write_dl([(name, each.summary) for name, each in under.items()])


def _under_headings(
    lazy: Mapping[str, Command] | Mapping[str, Mapping[str, Command]],
) -> Mapping[str, Mapping[str, Command]]:
    """Return commands by heading and name; those without are under "Commands"."""
    headings: dict[str, dict[str, Command]] = {}
    for name, each in lazy.items():
        if isinstance(each, Command):
            headings.setdefault("Commands", {})[name] = each
        else:
            headings[name] = dict(each)
    return headings


def setting_name(parameter: click.Parameter) -> str:
    """Return what a parameter is called in the settings: `in_order` for --in-order.

    An option that turns something off, --no-watch, is the setting `watch`.
    """
    name = max(parameter.opts, key=len).lstrip("-")
    turns_off = isinstance(parameter, click.Option) and parameter.flag_value is False
    return (name.removeprefix("no-") if turns_off else name).replace("-", "_")


def _read_environment(command: click.Command, prefix: str) -> None:
    """Have the environment name options as the settings do: ROKUMEN_PLAN_JSON."""
    for option in command.params:
        if isinstance(option, click.Option) and option.envvar is None:
            option.envvar = f"{prefix}_{setting_name(option)}".upper()


def _with_verbose(command: click.Command) -> click.Command:
    """Return a command that, as the commands of a group, has the option `-v` too."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _with_verbose(each)
    does_something = not isinstance(command, click.Group) or command.invoke_without_command
    if does_something and all("-v" not in option.opts for option in command.params):
        command.params.append(verbose_option())
    return command
