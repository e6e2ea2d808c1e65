"""Profiles of colours by name, in the user's config folder, chosen by the camera."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from calibration.choices import load_choices, save_choice
from calibration.colours import load_profile, profile_for, profile_names, save_profile
from calibration.errors import ProfileError
from rokumen.errors import InputError
from rokumen.settings import config_file
from vision.profile import ColourProfile


@dataclass(frozen=True, slots=True)
class Chosen:
    """The profile that a camera uses, and its name; "" and None where it uses none."""

    name: str
    profile: ColourProfile | None


NOTHING_CHOSEN = Chosen("", None)


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


def store_profile(name: str, profile: ColourProfile, camera: str) -> Path:
    """Write a profile, to be used with this camera ("" for none) from now on; give its file.

    Raises InputError for a name that is no file name, and ProfileError.
    """
    path = profile_path(name)
    save_profile(path, profile, camera)
    if camera and not name.endswith(".toml"):
        save_choice(_choices_file(), camera, name)
    return path


def choose(camera: str, name: str) -> None:
    """Let a camera use the profile of this name, "" for none.

    Raises InputError for a name that no profile has, and ProfileError.
    """
    if name:
        _named(name)
    save_choice(_choices_file(), camera, name)


def chosen_for(name: str | None, camera: str) -> Chosen:
    """Load the profile that is named, else the one chosen for a camera, else its newest, else none.

    Raises InputError for a name that no profile has, and ProfileError.
    """
    if name is not None:
        return Chosen(name, _named(name))
    chosen = load_choices(_choices_file()).get(camera) if camera else None
    if chosen == "":
        return NOTHING_CHOSEN
    if chosen and chosen in profile_names(profiles_folder()):
        return Chosen(chosen, _named(chosen))
    path = profile_for(camera, profiles_folder())
    return Chosen(path.stem, load_profile(path)) if path else NOTHING_CHOSEN


def _choices_file() -> Path:
    return config_file().parent / "chosen.toml"


def _named(name: str) -> ColourProfile:
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
        return _named(name) if name is not None else None
    except ProfileError as error:
        raise InputError(str(error)) from error
