"""The folder of what the user sets, which several packages read."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def config_file() -> Path:
    """Return the path of the settings file: ROKUMEN_CONFIG, or config.toml in the config folder."""
    named = os.environ.get("ROKUMEN_CONFIG")
    return Path(named) if named else platformdirs.user_config_path("rokumen") / "config.toml"
