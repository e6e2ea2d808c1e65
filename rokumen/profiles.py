"""Profiles of colours by name, in the user's config folder, chosen by the camera."""

from __future__ import annotations

from pathlib import Path

from calibration.colours import load_profile, profile_for, profile_names
from calibration.errors import ProfileError
from rokumen.errors import InputError
from rokumen.settings import config_file
from vision.profile import ColourProfile


def profiles_folder() -> Path:
    """Give the folder in which profiles of colours are kept."""
    return config_file().parent / "colours"


def profile_path(name: str) -> Path:
    """Give the file of a profile that is named, or of one that is given as a file.

    Raises InputError for a name that is no file name.
    """
    if name.endswith(".toml"):
        return Path(name)
    if not name or name != Path(name).name or name.startswith("."):
        raise InputError(f"{name!r} is no name for a profile; give a word, or a .toml file")
    return profiles_folder() / f"{name}.toml"


def chosen_profile(name: str | None, camera: str) -> ColourProfile | None:
    """Load the profile that is named, else the newest one for a camera, else none.

    Raises InputError for a name that no profile has, and ProfileError.
    """
    if name is None:
        path = profile_for(camera, profiles_folder())
        return load_profile(path) if path else None
    path = profile_path(name)
    if not path.exists() and not name.endswith(".toml"):
        there = ", ".join(profile_names(profiles_folder())) or "none so far"
        raise InputError(
            f"there is no profile {name!r} in {str(path.parent)!r}: there is {there}. "
            "`rokumen calibrate colours --name` makes one"
        )
    return load_profile(path)


def named_profile(name: str | None) -> ColourProfile | None:
    """Load the profile that is named, for photographs; raises InputError."""
    try:
        return chosen_profile(name, camera="") if name is not None else None
    except ProfileError as error:
        raise InputError(str(error)) from error
