"""The rig files that lie in the user's folder, and those that come with the package."""

from __future__ import annotations

from pathlib import Path

from files.folders import config_file

SUFFIX = ".toml"
PRESETS_FOLDER = Path(__file__).parent.parent / "presets"


def user_folder() -> Path:
    """Return the folder of the user's rig files, which need not exist."""
    return config_file().parent / "rigs"


def preset_path(name: str) -> Path:
    """Return the file of a rig that comes with the package."""
    return PRESETS_FOLDER / f"{name}{SUFFIX}"


def user_path(name: str) -> Path:
    """Return the file of a rig in the user's folder."""
    return user_folder() / f"{name}{SUFFIX}"


def user_names() -> tuple[str, ...]:
    """Return the names of the rig files in the user's folder, sorted; none if it cannot be read."""
    try:
        return tuple(sorted(path.stem for path in user_folder().glob(f"*{SUFFIX}")))
    except OSError:
        return ()
