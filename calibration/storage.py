"""The file that selects each camera's colour profile, in TOML.

[colours]
"0" = "evening"
"http://phone:8080/video" = ""    # none: the standard colours
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.errors import CalibrationFileError
from files.access import replace_text, visible
from files.documents import read_toml
from files.locks import changing
from files.records import read_record
from files.toml_writing import table_text, toml_text
from files.wording import reason
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme, parse_scheme, written_scheme

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
            f"cannot read the selected profiles in {str(path)!r}: {reason(error)}; "
            "remove the file, and "
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
    about = 'Which profile of colours each camera uses, "" for none.'
    try:
        with changing(path):
            chosen = {**load_chosen_profiles(path), camera: name}
            replace_text(path, table_text({"colours": chosen}, about))
    except CalibrationFileError:
        raise
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot write the selected profiles in {str(path)!r}: {reason(error)}; "
            "give camera and "
            "profile a name of letters, and make the folder writable"
        ) from error


RANGES = ((0.0, 100.0), (-128.0, 128.0), (-128.0, 128.0))


@dataclass(frozen=True, slots=True)
class ColourFile:
    """The file of six colours (CIE Lab under D65), and of the camera that saw them, "" for any.

    `cubes`: from how many cubes a camera has learnt them, None for measured ones; `scheme`: the
    letters of the colours at U R F D L B of its last cube, where they are its own; `mirrors`: False
    for a camera of which it was said that it does not mirror. Raises ValueError for other colours
    and schemes.
    """

    colours: Mapping[str, tuple[float, float, float]]
    camera: str = ""
    cubes: int | None = None
    scheme: str | None = None
    mirrors: bool | None = None

    def __post_init__(self) -> None:
        if self.scheme is not None:
            parse_scheme(self.scheme)
        if len(self.colours) != 6:
            raise ValueError(
                "it has no table [colours] of six, such as white = [94.0, 0.0, 0.0], but of "
                f"{len(self.colours)}"
            )
        for name, lab in self.colours.items():
            if not all(
                low <= value <= high for value, (low, high) in zip(lab, RANGES, strict=True)
            ):
                raise ValueError(
                    f"[colours] {name} = {list(lab)} must be L (0 to 100), a and b (-128 to 128)"
                )

    @property
    def profile(self) -> ColourProfile:
        """Return the measured colours as a profile."""
        return ColourProfile(self.colours)

    @property
    def known_scheme(self) -> KnownScheme:
        """Return what a camera has learnt of the order of the colours."""
        colours = parse_scheme(self.scheme) if self.scheme else None
        return KnownScheme(colours, self.mirrors is not False, is_learnt=colours is not None)


def load_profile(path: str | Path) -> ColourProfile:
    """Read a profile of six colours; raises CalibrationFileError for a file that holds none."""
    return load_colour_file(Path(path)).profile


def load_colour_file(path: Path) -> ColourFile:
    """Read a file of six colours; raises CalibrationFileError for a file that holds none."""
    try:
        return read_record(ColourFile, read_toml(path))
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot read the profile {str(path)!r}: {reason(error)}; "
            "`rokumen calibrate colours` makes one"
        ) from error


def save_profile(path: str | Path, profile: ColourProfile, camera: str = "") -> None:
    """Write a profile, `camera` being the one that it is for; raises CalibrationFileError.

    An older one is replaced as a whole or not at all.
    """
    heading = "The colours of a cube, measured by `rokumen calibrate colours`: CIE Lab under D65."
    try:
        save_colour_file(Path(path), profile, heading, camera=camera)
    except (OSError, ValueError) as error:
        raise CalibrationFileError(
            f"cannot write the profile {str(path)!r}: {reason(error)}; name another file or folder"
        ) from error


def save_colour_file(
    path: Path,
    profile: ColourProfile,
    *heading: str,
    camera: str,
    cubes: int | None = None,
    scheme: KnownScheme = USUAL_SCHEME,
) -> None:
    """Write a file of six colours below lines of comment. Raises OSError and ValueError."""
    written = written_scheme(scheme.colours) if scheme.colours else None
    mirrors = None if scheme.may_be_mirrored else False
    rounded: Any = {
        name: tuple(round(value, 2) for value in lab) for name, lab in profile.lab.items()
    }
    replace_text(path, toml_text(ColourFile(rounded, camera, cubes, written, mirrors), *heading))


def newest_profile_for(camera: str, folder: Path) -> Path | None:
    """Return the newest profile in a folder for a camera, or None.

    A file that is no profile is left out, with a warning in the log.
    """
    for path in sorted(visible(folder.glob("*.toml")), key=_modified, reverse=True):
        try:
            found = load_colour_file(path)
        except CalibrationFileError as error:
            _log.warning("left out: %s", error)
            continue
        if found.camera == camera:
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
    return tuple(path.stem for path in visible(folder.glob("*.toml")))
