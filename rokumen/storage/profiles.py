"""Colour profiles in the user's config folder, and which one each camera uses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as short_repr

from calibration.errors import CalibrationFileError
from calibration.storage import (
    load_chosen_profiles,
    load_profile,
    newest_profile_for,
    profile_names,
    save_chosen_profile,
    save_profile,
)
from files.access import read_text, replace_text
from files.folders import config_file
from files.locks import changing
from files.wording import reason
from rokumen.errors import InputError
from vision.colour.profile import ColourProfile


@dataclass(frozen=True, slots=True)
class SelectedProfile:
    """Colour profile of a camera and its name; None and "" if it uses none.

    `is_chosen`: whether the user has chosen it, or none.
    """

    name: str
    profile: ColourProfile | None
    is_chosen: bool = False


MAX_CAMERA_NAME = 1000  # characters
MAX_PROFILE_NAME = 200  # bytes; a file name has 255, and a file that is being written a longer one
NO_PROFILE = SelectedProfile("", None)


def profiles_folder() -> Path:
    """Return the folder of the colour profiles."""
    return config_file().parent / "colours"


def profile_path(name: str) -> Path:
    """Return the file of a profile, given by its name or as a .toml file.

    Raises InputError for a name that cannot be a file name.
    """
    if name.endswith(".toml") and name.isprintable():
        return Path(name)
    if not name.isprintable() or name != Path(name).name or not name or name.startswith("."):
        raise InputError(f"{name!r} cannot be the name of a profile; give a word, or a .toml file")
    if len(name.encode()) > MAX_PROFILE_NAME:
        raise InputError(
            f"{short_repr(name)} cannot be the name of a profile; give one of at most "
            f"{MAX_PROFILE_NAME} bytes"
        )
    return profiles_folder() / f"{name}.toml"


@dataclass(frozen=True, slots=True)
class StoredProfile:
    """The file of a profile, and where the one that it replaces is kept; None for a new one."""

    path: Path
    older: Path | None

    def to_json(self) -> dict[str, str | None]:
        """Return both files for a JSON document."""
        return {"path": str(self.path), "replaced": str(self.older) if self.older else None}

    def __str__(self) -> str:
        kept = f"; the profile that it replaces is kept in {self.older}" if self.older else ""
        return f"stored in {self.path}{kept}"


def store_profile(name: str, profile: ColourProfile, camera: str) -> StoredProfile:
    """Store a profile, select it for this camera ("" for none), and return its file.

    An older profile of this name is kept as a backup, in place of an earlier backup. Raises
    InputError for a name that cannot be a file name, and CalibrationFileError.
    """
    path = profile_path(name)
    try:
        with changing(path):
            older = _keep_older(path)
            save_profile(path, profile, camera)
    except OSError as error:
        raise CalibrationFileError(
            f"cannot write the profile {str(path)!r}: {reason(error)}"
        ) from error
    if camera and not name.endswith(".toml"):
        save_chosen_profile(_choices_file(), camera, name)
    return StoredProfile(path, older)


def _keep_older(path: Path) -> Path | None:
    if not path.is_file():
        return None
    older = path.with_suffix(".before")
    try:
        replace_text(older, read_text(path))
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot keep the profile {str(path)!r} as {str(older)!r}: {reason(error)}; "
            "name another one"
        ) from error
    return older


def select_profile(camera: str, name: str) -> None:
    """Select the profile of this name for a camera, "" for none.

    Raises InputError for a camera that cannot have this name and if there is no such profile, and
    CalibrationFileError.
    """
    if not camera.isprintable() or len(camera) > MAX_CAMERA_NAME:
        raise InputError(
            f"{short_repr(camera)} cannot be the name of a camera; give its number or its address, "
            f"of at most {MAX_CAMERA_NAME} characters"
        )
    if name:
        if name.endswith(".toml"):
            raise InputError(f"{name!r} is a file; give the name of a profile")
        _named(name)
    save_chosen_profile(_choices_file(), camera, name)


def profile_for_camera(name: str | None, camera: str) -> SelectedProfile:
    """Return the named profile, or else the camera's selected one, its newest one, or none.

    Raises InputError if there is no such profile, and CalibrationFileError.
    """
    if name is not None:
        return SelectedProfile(name, _named(name))
    chosen = load_chosen_profiles(_choices_file()).get(camera) if camera else None
    if chosen == "":
        return SelectedProfile("", None, is_chosen=True)
    if chosen and chosen in profile_names(profiles_folder()):
        return SelectedProfile(chosen, _named(chosen))
    path = newest_profile_for(camera, profiles_folder())
    return SelectedProfile(path.stem, load_profile(path)) if path else NO_PROFILE


def _choices_file() -> Path:
    return config_file().parent / "chosen.toml"


def _named(name: str) -> ColourProfile:
    path = profile_path(name)
    if not path.exists() and not name.endswith(".toml"):
        existing = ", ".join(profile_names(profiles_folder())) or "none"
        raise InputError(
            f"there is no profile {name!r} in {str(path.parent)!r}; available: {existing}. "
            "`rokumen calibrate colours --name` creates one"
        )
    return load_profile(path)


def named_profile(name: str | None) -> ColourProfile | None:
    """Return the named profile for photographs, or None. Raises InputError."""
    try:
        return _named(name) if name is not None else None
    except CalibrationFileError as error:
        raise InputError(str(error)) from error
