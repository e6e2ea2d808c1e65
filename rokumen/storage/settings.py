"""The settings file, and where files lie in the config and state folders.

[demo]
jam = 0.1        # as --jam of `rokumen demo`, or ROKUMEN_DEMO_JAM
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from reprlib import repr as short_repr
from typing import Any

from files.documents import read_toml
from files.errors import ProfileError
from files.folders import config_file
from files.lasting_names import lasting_cameras
from files.wording import reason

SETTINGS = "E704"  # a ProfileError: the settings cannot be read, or set an unknown option

OptionCheck = Callable[[object], None]


def camera_file(source: str) -> Path:
    """Return the path of a camera's profile, in the user's config folder, however it is named."""
    # Imported here: most commands name no camera, and this takes 4 MB.
    import hashlib

    def file_of(name: str) -> Path:
        words = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[-40:]
        short = hashlib.sha256(name.encode()).hexdigest()[:6]
        return config_file().parent / "cameras" / f"{words}-{short}.toml"

    # A profile that was made for an index is found by it until there is one of the device.
    lasting, named = file_of(lasting_cameras(source)), file_of(source)
    return named if named.exists() and not lasting.exists() else lasting


def load_settings(
    commands: Sequence[str],
    renamed: Mapping[str, str],
    options_of: Callable[[str], Mapping[str, tuple[str, OptionCheck]]],
) -> dict[str, dict[str, Any]]:
    """Return the settings file as defaults for options: {command: {option: value}}.

    `commands` are the known commands; `renamed`: what those of other names are called now, which
    have no settings here; `options_of` returns the options of a command by their words in the
    file, each with the name by which it is returned and a function that raises ValueError for a
    value that it does not allow. Raises ProfileError for a file that is not TOML, and that sets an
    unknown command or option, or such a value.
    """
    path = config_file()
    try:
        settings = read_toml(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ProfileError(
            f"cannot read the settings in {str(path)!r}: {reason(error)}",
            code=SETTINGS,
        ) from error
    defaults: dict[str, dict[str, Any]] = {}
    for command, options in settings.items():
        if command in renamed:
            raise ProfileError(
                f"{str(path)!r} has [{command}], which is now `{renamed[command]}` and has no "
                "settings in this file: remove it",
                code=SETTINGS,
            )
        if command not in commands or not isinstance(options, dict):
            raise ProfileError(
                f"{str(path)!r} has [{command}], which is not a command; "
                f"commands: {', '.join(commands)}",
                code=SETTINGS,
            )
        known = options_of(command)
        _check(path, command, options, known)
        defaults[command] = {known[option][0]: value for option, value in options.items()}
    return defaults


def _check(
    path: Path,
    command: str,
    options: Mapping[str, Any],
    known: Mapping[str, tuple[str, OptionCheck]],
) -> None:
    for option, value in options.items():
        if option not in known:
            raise ProfileError(
                f"{str(path)!r} sets {option!r} in [{command}], which has no such option; "
                f"options: {', '.join(sorted(known))}",
                code=SETTINGS,
            )
        try:
            known[option][1](value)
            _check_names(option, value)
        except ValueError as error:
            raise ProfileError(
                f"{str(path)!r}: {option} = {short_repr(value)} in [{command}]: {error}",
                code=SETTINGS,
            ) from error


def _check_names(option: str, value: object) -> None:
    """Raise ValueError for a port or a camera that may not stand in a file."""
    from rokumen.storage.stored_names import check_stored_camera, check_stored_port

    for name in value if isinstance(value, list) else [value]:
        if isinstance(name, str) and option == "port":
            check_stored_port(name)
        elif isinstance(name, str) and option == "camera":
            check_stored_camera(name)
