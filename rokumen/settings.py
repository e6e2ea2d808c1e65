"""Settings: a TOML file in the user's config folder, below ROKUMEN_* variables and options.

[demo]
jam = 0.1        # as --jam of `rokumen demo`, or ROKUMEN_DEMO_JAM
"""

from __future__ import annotations

import os
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import platformdirs

from rokumen.commands import COMMANDS


class SettingsError(ValueError):
    """The settings file cannot be read, or says something that nobody reads."""


def config_file() -> Path:
    """Give the path of the settings file: ROKUMEN_CONFIG, or config.toml in the config folder."""
    named = os.environ.get("ROKUMEN_CONFIG")
    return Path(named) if named else platformdirs.user_config_path("rokumen") / "config.toml"


def state_folder() -> Path:
    """Give the folder for what outlives a run: ROKUMEN_STATE, or the user's state folder."""
    named = os.environ.get("ROKUMEN_STATE")
    return Path(named) if named else platformdirs.user_state_path("rokumen")


def load_settings() -> dict[str, dict[str, Any]]:
    """Read the settings file as defaults for options: {command: {option: value}}.

    Raises SettingsError for a file that is no TOML or that sets an option which does not exist.
    """
    path = config_file()
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SettingsError(f"cannot read the settings in {str(path)!r}: {error}") from error
    for command, options in settings.items():
        _check(path, command, options)
    return settings


def _check(path: Path, command: str, options: Any) -> None:
    if command not in COMMANDS or not isinstance(options, dict):
        raise SettingsError(
            f"{str(path)!r} has [{command}], which is no command; there is {', '.join(COMMANDS)}"
        )
    parameters = import_module(f"rokumen.commands.{command}").command.params
    known = {parameter.name for parameter in parameters}
    for option in options:
        if option not in known:
            raise SettingsError(
                f"{str(path)!r} sets {option!r} in [{command}], which has no such option; "
                f"there is {', '.join(sorted(known))}"
            )
