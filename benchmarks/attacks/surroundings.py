"""Commands in a locale, a home and a time zone for which nobody has written them."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

from benchmarks.attacks.isolation import Malformed

MAX_SECONDS = 40.0
NOBODY = 65534  # the number of a user who owns nothing else
_LOCALES = ("C", "POSIX", "C.UTF-8", "tr_TR.UTF-8", "de_DE.ISO-8859-1", "ja_JP.EUC-JP", "xx_YY", "")
_ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "nowhere", "")
_COMMANDS = (
    ("solve", "R U R' U'", "--json"),
    ("robot", "history", "--json"),
    ("resume", "--json"),
    ("robot", "rigs", "list", "--json"),
    ("doctor", "config", "show"),
    ("doctor", "--json"),
    ("scramble", "--json"),
    ("solve", "é İ ı ß 54", "--json"),
)
# Started anew, since a locale is read at the start of a process.
_PROGRAM = (sys.executable, "-m", "rokumen")


def unusual_surroundings(folder: Path, number: int, chance: Random) -> Malformed:
    """Return a command where its surroundings are not the usual ones."""
    arguments = list(chance.choice(_COMMANDS))
    what, home = _home(folder, chance)
    environment = _environment(home, chance)

    def work() -> int:
        for key in ("ROKUMEN_STATE", "ROKUMEN_CONFIG", "ROKUMEN_CACHE"):
            os.environ.pop(key, None)
        os.execvp(_PROGRAM[0], [*_PROGRAM, *arguments])

    given = ", ".join(f"{key}={environment[key]!r}" for key in ("LC_ALL", "TZ", "COLUMNS"))
    shown = f"{' '.join(arguments)}, the home {what}, {given}"
    return Malformed(shown, work, "--json" in arguments, environment, max_seconds=MAX_SECONDS)


def _home(folder: Path, chance: Random) -> tuple[str, Path]:
    """Return a home that is not this user's, or can hold nothing, in words and as a path."""
    what = chance.choice(("of another user", "not there", "a file", "where nothing can be made"))
    home = folder / "home"
    if what == "where nothing can be made":
        return what, Path("/proc")
    if what == "a file":
        home.touch()
    elif what == "of another user":
        _make_foreign(home)
    return what, home


def _make_foreign(home: Path) -> None:
    """Make a home that another user has left, with a cache; or one that is closed."""
    (home / ".cache" / "rokumen").mkdir(parents=True)
    places = [home, home / ".cache", home / ".cache" / "rokumen"]
    for place in places:
        # Only root may give a folder away, and is not kept out of one.
        with suppress(PermissionError):
            os.chown(place, NOBODY, NOBODY)
        place.chmod(0o777 if os.getuid() == 0 else 0o500)


def _environment(home: Path, chance: Random) -> dict[str, str]:
    """Return a home of another user, a locale, and a time zone."""
    locale = chance.choice(_LOCALES)
    return {
        "HOME": str(home),
        "XDG_STATE_HOME": "",
        "XDG_CONFIG_HOME": "",
        "XDG_CACHE_HOME": "",
        "LC_ALL": locale,
        "LANG": locale,
        "TZ": chance.choice(_ZONES),
        "PYTHONUTF8": chance.choice(("0", "1")),
        "PYTHONCOERCECLOCALE": chance.choice(("0", "1")),
        "TERM": chance.choice(("dumb", "xterm", "")),
        "COLUMNS": chance.choice(("1", "80", "99999", "x")),
    }
