"""Command lines with values that no option expects."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from benchmarks.attacks.isolation import INTERRUPT_SECONDS, Malformed, command
from benchmarks.attacks.mutation import malformed_value
from rokumen.cli.commands import COMMANDS
from rokumen.cli.lazy_group import LazyGroup

# They serve or run until they are stopped.
_ENDLESS = frozenset({"serve", "demo"})
# Its tables take a minute and 0.9 GB to build.
_COSTLY_WORDS = frozenset({"optimal"})
_ORDINARY_VALUES = ("1", "2", "0.1", "R U F2", "lbl", "two-gripper", "3x3x3", "file.png")


def malformed_command_line(folder: Path, number: int, chance: Random) -> Malformed:
    """Return one command line."""
    arguments = command_line(chance)
    shown = " ".join(repr(argument[:60]) for argument in arguments)
    return command(shown, arguments, interrupt_after=INTERRUPT_SECONDS)


def command_line(chance: Random) -> list[str]:
    """Return a command with a few of its options and arguments, most with malformed values."""
    name = chance.choice(sorted(COMMANDS.keys() - _ENDLESS))
    path, named = [name], COMMANDS[name].load()
    while isinstance(named, LazyGroup):
        sub = chance.choice(named.list_commands(click.Context(named)))
        found = named.get_command(click.Context(named), sub)
        assert found is not None
        path.append(sub)
        named = found
    if name == "simulate":
        path.append("--attached")
    given = [each for each in named.params if each.required or chance.random() < 0.4]
    words = [word for parameter in given for word in _words(parameter, chance)]
    # An argument of a process cannot hold a null byte.
    return [*path, *(word.replace("\x00", "?") for word in words if word not in _COSTLY_WORDS)]


def _words(parameter: click.Parameter, chance: Random) -> list[str]:
    value = chance.choice(_ORDINARY_VALUES) if chance.random() < 0.3 else malformed_value(chance)
    if isinstance(parameter, click.Argument):
        return [value]
    option = chance.choice(parameter.opts)
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return [option]
    return [f"{option}={value}"] if option.startswith("--") else [option, value]
