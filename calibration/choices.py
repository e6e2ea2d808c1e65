"""Which profile of colours each camera uses, as a file: TOML that a person can read and write.

[colours]
"0" = "evening"
"http://phone:8080/video" = ""    # none: as most makers paint them
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from calibration.errors import ProfileError
from calibration.replacing import replace_lines


def load_choices(path: Path) -> Mapping[str, str]:
    """Read camera -> name of a profile, "" for none; raises ProfileError for anything else."""
    try:
        chosen = tomllib.loads(path.read_text(encoding="utf-8")).get("colours", {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ProfileError(
            f"cannot read which colours are chosen in {str(path)!r}: {error}; remove the file, and "
            "each camera uses the newest that were measured with it"
        ) from error
    if not isinstance(chosen, dict) or not all(isinstance(name, str) for name in chosen.values()):
        raise ProfileError(
            f'{str(path)!r} has no table [colours] of lines such as "0" = "evening"; correct it, '
            "or remove the file"
        )
    return chosen


def save_choice(path: Path, camera: str, name: str) -> None:
    """Let a camera use the profile of this name; raises ProfileError.

    The file is replaced as a whole or not at all.
    """
    chosen = {**load_choices(path), camera: name}
    lines = [
        '# Which profile of colours each camera uses, "" for none.',
        "[colours]",
        *(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in chosen.items()),
    ]
    try:
        replace_lines(path, lines)
    except OSError as error:
        raise ProfileError(
            f"cannot write which colours are chosen in {str(path)!r}: {error}; make the folder "
            "writable"
        ) from error
