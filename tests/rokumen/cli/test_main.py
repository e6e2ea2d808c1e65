"""Every command is documented, has help and uses the settings."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rokumen.cli.commands import COMMANDS, GROUPS
from rokumen.cli.main import cli
from rokumen.cli.parameters import RareOption
from tests.support.command_line import Rokumen

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(rokumen: Rokumen, name: str) -> None:
    result = rokumen(name, "--help")
    assert result.status == 0
    assert len(result.out.split("\n\n")[1].strip()) > 20


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme_or_the_docs(name: str) -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert any(f"rokumen {name}" in page.read_text() for page in pages)


def test_the_top_lists_every_command(rokumen: Rokumen) -> None:
    result = rokumen("--help")
    assert result.status == 0
    for heading, group in GROUPS.items():
        _, found, listed = result.out.partition(f"\n{heading}:\n")
        assert found
        words = " ".join(listed.partition("\n\n")[0].split())
        assert words == " ".join(f"{name} {each.summary}" for name, each in group.items())


def test_there_are_few_commands_at_the_top() -> None:
    assert len(COMMANDS) <= 20


@pytest.mark.parametrize(
    ("arguments", "now"),
    [
        (("conformance", "--port=chip:///dev/ttyACM0"), "rokumen robot conformance"),
        (("rigs", "list"), "rokumen robot rigs"),
        (("history",), "rokumen robot history"),
        (("config", "path"), "rokumen doctor config"),
        (("search", "R U"), "rokumen paper search"),
        (("puzzle", "scramble", "2x2x2"), "rokumen scramble --puzzle NAME"),
        (("puzzle", "pack"), "rokumen paper pack"),
    ],
)
def test_an_old_name_of_a_command_tells_the_new_one(
    rokumen: Rokumen, arguments: tuple[str, ...], now: str
) -> None:
    result = rokumen(*arguments)
    assert (result.status, result.out) == (2, "")
    assert f"it is now `{now}`" in " ".join(result.err.split())
    words = [each for each in now.split()[1:] if each.islower() and each[0] != "-"]
    assert rokumen(*words, "--help").status == 0


def test_an_error_quotes_an_unknown_command(rokumen: Rokumen) -> None:
    result = rokumen("juggle")
    assert result.status == 2
    assert "no command 'juggle'; commands: read, faces," in " ".join(result.err.split())


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("slove",), "no command 'slove'; did you mean 'solve'"),
        (("puzzle", "drow"), "no command 'drow'; did you mean 'draw'?"),
        (("solve", "--metod", "lbl", "R"), "'--method'"),
    ],
)
def test_a_misspelt_command_or_option_is_suggested(
    rokumen: Rokumen, arguments: tuple[str, ...], hint: str
) -> None:
    result = rokumen(*arguments)
    assert result.status == 2
    assert hint in " ".join(result.err.split())


@pytest.mark.parametrize("arguments", [(), ("solve",), ("puzzle", "draw")])
def test_h_is_help(rokumen: Rokumen, arguments: tuple[str, ...]) -> None:
    result = rokumen(*arguments, "-h")
    assert result.status == 0
    assert result.out == rokumen(*arguments, "--help").out
    assert "-h, --help" in result.out


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("rokumen so", ["solve"]),
        ("rokumen puzzle s", ["steps", "state"]),
        ("rokumen solve --me", ["--method", "--metric"]),
        ("rokumen plan --rig f", ["five-axis", "flipper", "four-gripper"]),
    ],
)
def test_the_shell_completes(words: str, completed: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "rokumen"],
        env={
            **os.environ,
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
            "_ROKUMEN_COMPLETE": "bash_complete",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.split() == [f"plain,{each}" for each in completed]


# Raises a signal while Python looks for a module.
SIGNALLING = """
import os, sys

class Finder:
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), {number})

sys.meta_path.insert(0, Finder)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
@pytest.mark.parametrize("is_script", [False, True])
@pytest.mark.parametrize(
    ("number", "module", "status"),
    [
        (signal.SIGINT, "rokumen.own_packages", 130),
        (signal.SIGTERM, "rokumen.own_packages", 143),
        (signal.SIGTERM, "rokumen.cli.main", 143),
        (signal.SIGHUP, "rokumen.cli.commands", 129),
        (signal.SIGINT, "click", 130),
        (signal.SIGINT, "rokumen.cli.cube.scramble", 130),
    ],
)
def test_a_signal_while_modules_load_ends_the_command_without_a_traceback(
    tmp_path: Path, is_script: bool, number: signal.Signals, module: str, status: int
) -> None:
    (tmp_path / "sitecustomize.py").write_text(SIGNALLING.format(module=module, number=number))
    # As pip makes the console script.
    script = tmp_path / "rokumen"
    script.write_text("import rokumen.__main__\nrokumen.__main__.main()\n")
    result = subprocess.run(
        [sys.executable, *([script] if is_script else ["-m", "rokumen"]), "scramble"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (result.returncode, result.stdout, result.stderr) == (status, "", "")


def test_who_imports_the_package_keeps_its_handlers() -> None:
    words = "import signal, rokumen; print(signal.getsignal(signal.SIGINT).__name__)"
    result = subprocess.run([sys.executable, "-c", words], capture_output=True, check=True)
    assert result.stdout.strip() == b"default_int_handler"


def every_command(
    command: click.Command, context: click.Context
) -> Iterator[tuple[click.Command, click.Context]]:
    """Yield a command with its context, and those of a group."""
    yield command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner
            yield from every_command(inner, click.Context(inner, parent=context, info_name=name))


def whole_command_line() -> Iterator[tuple[click.Command, click.Context]]:
    return every_command(cli, click.Context(cli, info_name="rokumen", **cli.context_settings))


def test_the_help_of_every_option_can_be_read() -> None:
    faults = []
    for command, context in whole_command_line():
        usual, _, rare = command.get_help(context).partition("More options:")
        for option in command.get_params(context):
            if not isinstance(option, click.Option):
                continue
            name = f"{context.command_path} {option.opts[0]}"
            shown, words = option.get_help_record(context) or ("", "")
            part = rare if isinstance(option, RareOption) else usual
            if not option.help:
                faults.append(f"{name} has no help")
            if re.search(r"\[default: \(|<=|(?<![\d.])\d+\.0\b(?!\.)", words) or "RANGE" in shown:
                faults.append(f"{name} shows what only Python says: {shown} {words}")
            if len(shown) > 65 or {"flipper", "two-phase"} & set(re.split(r"[\[|\]]", shown)):
                faults.append(f"{name} lists too much: {shown}")
            if not re.search(rf"^  [-\w, ]*{option.opts[-1]}\b", part, re.MULTILINE):
                faults.append(f"{name} is not listed where it should be")
    assert faults == []


def test_a_pace_is_the_same_in_every_command() -> None:
    found = {
        (context.info_name, given): option.type.convert(given, option, context)
        for command, context in whole_command_line()
        for option in command.params
        for given in ("real", "fast", "2.5")
        if option.name == "pace"
    }
    assert found == {
        (command, given): pace
        for command in ("demo", "serve")
        for given, pace in (("real", 1), ("fast", 60), ("2.5", 2.5))
    }


WITH_PICTURES = [
    "read", "explain", "plan", "paper search", "puzzle draw", "puzzle steps", "paper operations",
    "paper permutation", "paper pack", "calibrate colours", "calibrate grippers",
]  # fmt: skip


@pytest.mark.parametrize("name", WITH_PICTURES)
def test_every_command_that_writes_a_picture_calls_it_draw(rokumen: Rokumen, name: str) -> None:
    assert "  --draw" in rokumen(*name.split(), "--help").out


def write_settings(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config" / "config.toml"
    path.parent.mkdir()
    path.write_text(text)


def test_settings_are_defaults_below_the_environment_and_options(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path, "[plan]\njson = true\n")
    assert rokumen("plan", "--moves", "L").json()["moves"] == "L"
    monkeypatch.setenv("ROKUMEN_PLAN_JSON", "0")
    assert "1 turn in" in rokumen("plan", "--moves", "L").out
    assert rokumen("plan", "--moves", "L", "--json").json()["moves"] == "L"


OPTIONS = {
    "read": "camera draw fix images in_order json not_mirrored profile scheme size solve",
    "faces": "images json profile",
    "scan": "camera continue json mirrored not_mirrored profile robot scheme size",
    "watch": "camera check csv cube draw from json record steps video",
    "solve": "all cluster cube effort file json link max_length method metric notation one_look "
    "processes puzzle step threads time_limit to",
    "serve": "camera camera_at cube demo durations fastest faults host jam method overlap pace "
    "phone port profile rig robot seed servos setup token trace",
    "setup": "name step",
    "run": "camera camera_at durations fastest json load method off_after overlap port "
    "record release rig robot servos time_limit trace watch",
    "resume": "camera camera_at faults foreign journal json off_after port release trace",
    "verify": "json run",
    "robot": "",
    "demo": "camera_at durations fastest faults ideal jam json method overlap pace record "
    "rig seed servos time_limit trace",
    "simulate": "attached board camera_at faults ideal jam json maestro rig scramble seed set tcp",
    "plan": "cube draw durations fastest json method moves overlap rig robot servos time_limit",
    "calibrate": "",
    "explain": "beginner cube draw effort json one_look",
    "scramble": "count json puzzle seed",
    "puzzle": "",
    "ports": "json timeout unplug urls",
    "doctor": "json",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_names_of_the_settings(rokumen: Rokumen, tmp_path: Path, name: str) -> None:
    write_settings(tmp_path, f"[{name}]\nnobody = 1\n")
    result = rokumen("plan", "--moves", "L")
    assert result.status == 2
    known = result.err.partition("options: ")[2].partition(" [")[0].replace(",", "").split()
    # Every command has -v, which is added when it is first called.
    assert [each for each in known if each != "verbose"] == OPTIONS[name].split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[plan]\nspede = 1\n", "sets 'spede' in [plan]"),
        ("[juggle]\nballs = 3\n", "[juggle], which is not a command"),
        ("[history]\nlast = 3\n", "[history], which is now `rokumen robot history` and has no"),
        ("[bench]\nseed = 3\n", "[bench], which is now `python -m benchmarks`"),
        ("[plan\n", "cannot read the settings"),
        ("[plan]\nfastest = 1\n", "fastest = 1 in [plan]: it must be true or false"),
        ("[plan]\nmoves = ['R']\n", "moves = ['R'] in [plan]: it must be a text in quotes"),
        ("[plan]\ntime_limit = '3'\n", "time_limit = '3' in [plan]: it must be a finite number"),
        ("[plan]\ntime_limit = nan\n", "time_limit = nan in [plan]: it must be a finite number"),
        ("[plan]\ntime_limit = -1\n", "time_limit = -1 in [plan]: -1"),
        ("[demo]\npace = 2000", "pace = 2000 in [demo]: 2000"),
        ("[demo]\npace = 'slow'", "pace = 'slow' in [demo]: 'slow' is not"),
        ("[solve]\nall = 2.5\n", "all = 2.5 in [solve]: it must be a whole number"),
        ("[solve]\nmetric = 'x'\n", "metric = 'x' in [solve]: 'x' is not one of"),
        ("[read]\nimages = 'a.jpg'\n", "images = 'a.jpg' in [read]: it must be a list"),
    ],
)
def test_unknown_settings_are_an_error(
    rokumen: Rokumen, tmp_path: Path, text: str, message: str
) -> None:
    write_settings(tmp_path, text)
    result = rokumen("plan", "--moves", "L")
    assert result.status == 2
    assert message in result.err
