"""The file that selects each camera's colour profile, in TOML.

[colours]
"0" = "evening"
"http://phone:8080/video" = ""    # none: the standard colours
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from calibration.errors import CalibrationFileError
from files.access import replace_text
from files.documents import is_finite_number, read_toml, toml_string
from vision.colour.profile import ColourProfile

_log = logging.getLogger(__name__)


def load_chosen_profiles(path: Path) -> Mapping[str, str]:
    """Return camera -> name of a profile, "" for none. Raises CalibrationFileError.

    A camera with anything but a name is left out, with a warning in the log.
    """
    try:
        chosen = read_toml(path).get("colours", {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot read the selected profiles in {str(path)!r}: {error}; remove the file, and "
            "each camera uses the newest that were measured with it"
        ) from error
    if not isinstance(chosen, dict):
        raise CalibrationFileError(
            f'{str(path)!r} has no table [colours] of lines such as "0" = "evening"; correct it, '
            "or remove the file"
        )
    for camera, name in chosen.items():
        if not isinstance(name, str):
            _log.warning(
                "%r: left out: %r = %r must be the name of a profile", str(path), camera, name
            )
    return {camera: name for camera, name in chosen.items() if isinstance(name, str)}


def save_chosen_profile(path: Path, camera: str, name: str) -> None:
    """Select the profile of this name for a camera; raises CalibrationFileError.

    The file is replaced as a whole or not at all.
    """
    chosen = {**load_chosen_profiles(path), camera: name}
    try:
        lines = [
            '# Which profile of colours each camera uses, "" for none.',
            "[colours]",
            *(f"{toml_string(key)} = {toml_string(value)}" for key, value in chosen.items()),
        ]
        replace_text(path, "\n".join([*lines, ""]))
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot write the selected profiles in {str(path)!r}: {error}; give camera and "
            "profile a name of letters, and make the folder writable"
        ) from error


RANGES = ((0.0, 100.0), (-128.0, 128.0), (-128.0, 128.0))


def load_profile(path: str | Path) -> ColourProfile:
    """Read a profile of six colours; raises CalibrationFileError for a file that holds none."""
    return _parse_profile(Path(path), _read_toml(Path(path)).get("colours"))


def save_profile(path: str | Path, profile: ColourProfile, camera: str = "") -> None:
    """Write a profile, `camera` being the one that it is for; raises CalibrationFileError.

    An older one is replaced as a whole or not at all.
    """
    try:
        lines = _profile_lines(profile, camera)
        replace_text(Path(path), "\n".join([*lines, ""]))
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot write the profile {str(path)!r}: {error}; name another file or folder"
        ) from error


def _profile_lines(profile: ColourProfile, camera: str) -> list[str]:
    return [
        "# The colours of a cube, measured by `rokumen calibrate colours`: CIE Lab under D65.",
        f"camera = {toml_string(camera)}",
        "",
        "[colours]",
        *(
            f"{_key(name)} = [{', '.join(f'{value:.2f}' for value in lab)}]"
            for name, lab in profile.lab.items()
        ),
    ]


def newest_profile_for(camera: str, folder: Path) -> Path | None:
    """Return the newest profile in a folder for a camera, or None.

    A file that is no profile is left out, with a warning in the log.
    """
    for path in sorted(folder.glob("*.toml"), key=_modified, reverse=True):
        try:
            document = _read_toml(path)
            _parse_profile(path, document.get("colours"))
        except CalibrationFileError as error:
            _log.warning("left out: %s", error)
            continue
        if document.get("camera") == camera:
            return path
    return None


def _modified(path: Path) -> float:
    """Return when a file was last written, 0 for one that is not there any more."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def profile_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the profiles in a folder."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else toml_string(name)


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot read the profile {str(path)!r}: {error}; `rokumen calibrate colours` makes one"
        ) from error


def _parse_profile(path: Path, colours: object) -> ColourProfile:
    if not isinstance(colours, dict) or len(colours) != 6:
        raise CalibrationFileError(
            f"{str(path)!r} is not a colour profile: it has no table [colours] of six, such as "
            "white = [94.0, 0.0, 0.0]"
        )
    return ColourProfile({name: _parse_lab(path, name, lab) for name, lab in colours.items()})


def _parse_lab(path: Path, name: str, lab: object) -> tuple[float, float, float]:
    values = lab if isinstance(lab, list) else []
    if len(values) != 3 or not all(_in_range(v, r) for v, r in zip(values, RANGES, strict=True)):
        raise CalibrationFileError(
            f"{str(path)!r} gives {name} as {lab!r}; give L (0 to 100), a and b (-128 to 128)"
        )
    lightness, a, b = map(float, values)
    return lightness, a, b


def _in_range(value: object, between: Iterable[float]) -> bool:
    least, most = between
    return is_finite_number(value) and least <= cast("float", value) <= most
