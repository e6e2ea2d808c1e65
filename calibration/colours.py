"""Profiles of colours as files: TOML that a person can read and write.

camera = "0"

[colours]                     # CIE Lab under D65
white = [94.0, 0.0, 0.0]
yellow = [86.0, -8.0, 80.0]
...
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from calibration.errors import ProfileError
from calibration.replacing import replace_lines
from vision.profile import ColourProfile

RANGES = ((0.0, 100.0), (-128.0, 128.0), (-128.0, 128.0))


def load_profile(path: str | Path) -> ColourProfile:
    """Read a profile of six colours; raises ProfileError for a file that holds none."""
    return _colours(Path(path), _document(Path(path)).get("colours"))


def save_profile(path: str | Path, profile: ColourProfile, camera: str = "") -> None:
    """Write a profile, `camera` being the one that it is for; raises ProfileError.

    An older one is replaced as a whole or not at all.
    """
    lines = [
        "# The colours of a cube, measured by `rokumen calibrate colours`: CIE Lab under D65.",
        f"camera = {json.dumps(camera)}",
        "",
        "[colours]",
        *(
            f"{_key(name)} = [{', '.join(f'{value:.2f}' for value in lab)}]"
            for name, lab in profile.means.items()
        ),
    ]
    target = Path(path)
    try:
        replace_lines(target, lines)
    except OSError as error:
        raise ProfileError(
            f"cannot write the profile {str(target)!r}: {error}; name another file or folder"
        ) from error


def profile_for(camera: str, folder: Path) -> Path | None:
    """Find the newest profile in a folder that was measured with a camera; raises ProfileError."""
    for path in sorted(folder.glob("*.toml"), key=lambda p: p.stat().st_mtime, reverse=True):
        if _document(path).get("camera") == camera:
            return path
    return None


def profile_names(folder: Path) -> tuple[str, ...]:
    """Name the profiles in a folder."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else json.dumps(name)


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ProfileError(
            f"cannot read the profile {str(path)!r}: {error}; `rokumen calibrate colours` makes one"
        ) from error


def _colours(path: Path, colours: object) -> ColourProfile:
    if not isinstance(colours, dict) or len(colours) != 6:
        raise ProfileError(
            f"{str(path)!r} is no profile of colours: it has no table [colours] of six, such as "
            "white = [94.0, 0.0, 0.0]"
        )
    return ColourProfile({name: _lab(path, name, lab) for name, lab in colours.items()})


def _lab(path: Path, name: str, lab: object) -> tuple[float, float, float]:
    values = lab if isinstance(lab, list) else []
    if len(values) != 3 or not all(_fits(v, r) for v, r in zip(values, RANGES, strict=True)):
        raise ProfileError(
            f"{str(path)!r} gives {name} as {lab!r}; give L (0 to 100), a and b (-128 to 128)"
        )
    lightness, a, b = map(float, values)
    return lightness, a, b


def _fits(value: object, between: Iterable[float]) -> bool:
    least, most = between
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(float(value)) and least <= float(value) <= most  # type: ignore[arg-type]
