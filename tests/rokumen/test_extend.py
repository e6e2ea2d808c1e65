"""The examples of docs/extending.md as packages of other makers, with `rokumen.extend` alone."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import rokumen
from rokumen.extend import (
    Cube,
    Puzzle,
    check_drive,
    check_engine,
    check_puzzle,
    check_rig,
    load_rig,
)
from rokumen.own_packages import PACKAGES
from solver.core.errors import PuzzleError
from solver.engines.registry import load_engine
from tests.support.command_line import Rokumen
from tests.support.maestro_example import EXAMPLE
from tests.support.plugins import documented_modules, install

# Module -> the class that its example defines, and its entry point.
EXAMPLES = {
    "own_drive": ("TimedDrive", "[rokumen.drives]\ntimed = own_drive:TimedDrive\n"),
    "own_mechanism": ("SlowSix", "[rokumen.rigs]\nslow-six = own_mechanism:SLOW_SIX\n"),
    "own_method": ("FewQuarters", "[rokumen.engines]\nfew-quarters = own_method:FewQuarters\n"),
    "own_puzzle": ("Floppy", "[rokumen.puzzles]\nfloppy = own_puzzle:Floppy\n"),
    "neighbours": ("neighbours", "[rokumen.commands]\nneighbours = neighbours:neighbours\n"),
}


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install each example as a distribution of its own."""
    for module, (name, entry_point) in EXAMPLES.items():
        folder = tmp_path / module
        folder.mkdir()
        install(folder, {module: documented_modules()[name]}, entry_point, name=module)
        monkeypatch.syspath_prepend(folder)
        monkeypatch.delitem(sys.modules, module, raising=False)


@pytest.mark.parametrize("module", EXAMPLES)
def test_an_example_imports_nothing_of_ours_but_the_public_names(module: str) -> None:
    tree = ast.parse(documented_modules()[EXAMPLES[module][0]])
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "rokumen.extend" in imported
    ours = {name for name in imported if name.split(".")[0] in ("rokumen", *PACKAGES)}
    assert ours <= {"rokumen", "rokumen.extend"}


def test_a_command_is_listed_run_and_suggested(rokumen: Rokumen) -> None:
    assert "Print the cubes that are one turn from CUBE." in rokumen("--help").out
    found = rokumen("neighbours", "R U").out.split()
    assert len(set(found)) == len(found) == 18
    assert Cube.parse("R U F2").facelets in found
    refused = rokumen("neighbours", "R U Q")
    assert refused.status == 2
    assert "[E203]" in refused.err
    assert "did you mean 'neighbours'" in rokumen("neighbour").err


@pytest.mark.parametrize(
    ("module", "words"),
    [("import nothing_like_this", "No module named"), ("command = 1", "is no click.Command")],
)
def test_a_command_that_cannot_be_loaded_harms_no_other(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, words: str
) -> None:
    install(
        tmp_path,
        {"broken_command": module},
        "[rokumen.commands]\nbroken = broken_command:command\n",
        name="broken-command",
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_command", raising=False)
    shown = rokumen("--help")
    assert shown.status == 0
    assert "plug-in" in shown.out
    refused = rokumen("broken")
    assert refused.status == 2
    assert words in refused.err


@pytest.mark.long
def test_an_engine_solves(rokumen: Rokumen) -> None:
    answer = rokumen("solve", "R U R' U'", "--method=few-quarters", "--json").json()
    assert (answer["method"], answer["moves"]) == ("few-quarters", "U R U' R'")
    check_engine(load_engine("few-quarters"), cubes=1)


def test_a_rig_is_planned_for(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "--moves", "R U2", "--rig=slow-six", "--json").json()
    assert (plan["rig"], plan["seconds"]) == ("slow-six", pytest.approx(0.6))
    check_rig(load_rig("slow-six"))


def test_a_drive_is_a_robot(rokumen: Rokumen, tmp_path: Path) -> None:
    settings = tmp_path / "desk.toml"
    settings.write_text(EXAMPLE)
    assert rokumen("robot", "off", f"--port=timed://desk?settings={settings}").status == 0


@pytest.mark.waits
@pytest.mark.long
def test_the_check_of_drives_runs_every_rule() -> None:
    check_drive("timed://checked?channels=0,1&min=500&max=2500")


def test_a_puzzle_is_scrambled_solved_and_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    assert rokumen("solve", "R F R", "--puzzle=floppy").out.endswith(": 3 turns\nR F R\n")
    scramble = rokumen("scramble", "--puzzle", "floppy", "--seed=1").out
    assert len(scramble.split()) == 20
    assert "floppy" in rokumen("puzzle", "list").out
    result = rokumen("solve", "R U", "--puzzle=floppy")
    assert (result.status, "'U' is not a turn" in result.err) == (2, True)
    floppy = load_public_puzzle("floppy")
    check_puzzle(floppy)
    floppy.draw("R F", tmp_path / "floppy.svg")
    assert (tmp_path / "floppy.svg").read_text().count("<polygon") == 8


def load_public_puzzle(name: str) -> Puzzle:
    assert name in rokumen.puzzles()
    return rokumen.puzzle(name)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("moves = paths[SOLVED]", r"does not solve"),
        ("raise NotationError(", r"parse accepts '\?!'"),
        ('methods = ("shortest",)', "has no methods"),
    ],
)
def test_the_check_of_puzzles_names_what_is_wrong(change: str, message: str) -> None:
    wrong = {
        "moves = paths[SOLVED]": 'moves = ("R",)',
        "raise NotationError(": "str(",
        'methods = ("shortest",)': "methods = ()",
    }[change]
    namespace: dict[str, object] = {"__name__": "own_puzzle"}
    exec(documented_modules()["Floppy"].replace(change, wrong), namespace)
    floppy = namespace["Floppy"]
    assert isinstance(floppy, type)
    with pytest.raises(PuzzleError, match=message):
        check_puzzle(floppy())
