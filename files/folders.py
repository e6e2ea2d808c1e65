"""The folders of the user: of settings, of what lasts, and of tables that can be built again."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def config_file() -> Path:
    """Return the path of the settings file: ROKUMEN_CONFIG, or config.toml in the config folder."""
    named = os.environ.get("ROKUMEN_CONFIG")
    return Path(named) if named else platformdirs.user_config_path("rokumen") / "config.toml"


def state_folder() -> Path:
    """Return the folder of persistent data: ROKUMEN_STATE, or the user's state folder."""
    named = os.environ.get("ROKUMEN_STATE")
    return Path(named) if named else platformdirs.user_state_path("rokumen")


def cache_folder() -> Path:
    """Return the folder for tables: ROKUMEN_CACHE, or the user's cache folder."""
    named = os.environ.get("ROKUMEN_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("rokumen")
