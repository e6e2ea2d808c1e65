"""Puzzles that are data, beside cubing.js, which npm installs for these tests alone."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.puzzles.families import POLYHEDRA
from solver.puzzles.kpuzzle.export import definition_of
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.registry import load_puzzle
from tests.support.command_line import Rokumen

# Reads {definitions, algorithms} and writes the pieces and orientations after each algorithm.
_AFTER = """
import { KPuzzle } from "cubing/kpuzzle";
import { readFileSync } from "fs";
const given = JSON.parse(readFileSync(0));
console.log(JSON.stringify(given.map(({ definition, algorithms }) => {
  const puzzle = new KPuzzle(definition);
  return algorithms.map((each) => puzzle.defaultPattern().applyAlg(each).patternData);
})));
"""
_DEFINITIONS = """
import { puzzles } from "cubing/puzzles";
import { getPuzzleGeometryByName } from "cubing/puzzle-geometry";
const found = {};
for (const name of ["fto", "kilominx", "redi_cube"]) {
  const puzzle = await puzzles[name].kpuzzle();
  found[name] = { definition: puzzle.definition, net: await puzzles[name].svg() };
}
const dino = getPuzzleGeometryByName("dino", { allMoves: true });
found.dino = { definition: dino.getKPuzzleDefinition(false), net: null };
console.log(JSON.stringify(found));
"""

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder where cubing.js is installed; skips where npm cannot do that."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    made = tmp_path_factory.mktemp("cubing")
    try:
        subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "cubing@0.56.0"],
            cwd=made,
            check=True,
            capture_output=True,
            timeout=120,
        )
    except (subprocess.SubprocessError, OSError):
        pytest.skip("npm cannot install cubing.js here")
    return made


def run(folder: Path, script: str, given: object = None) -> Any:
    file = folder / "script.mjs"
    file.write_text(script, encoding="utf-8")
    done = subprocess.run(
        ["node", file],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return json.loads(done.stdout)


def test_four_puzzles_of_cubing_js_are_brought_home_as_it_sees_them(
    folder: Path, tmp_path: Path, rokumen: Rokumen
) -> None:
    for name, found in run(folder, _DEFINITIONS).items():
        file, net = tmp_path / f"their-{name}.json", tmp_path / f"{name}.svg"
        file.write_text(json.dumps(found["definition"]), encoding="utf-8")
        options = []
        if found["net"] is not None:
            net.write_text(found["net"], encoding="utf-8")
            options = ["--net", str(net)]
        done = rokumen("puzzle", "import", str(file), *options)
        assert done.status == 0, done.err
        puzzle = load_puzzle(file.stem)
        algorithms = []
        for seed in range(50):
            scramble = puzzle.scramble(seed)
            algorithms.append(f"{scramble} {puzzle.solve(scramble).moves}")
        given = [{"definition": found["definition"], "algorithms": ["", *algorithms]}]
        (solved, *patterns), *_ = run(folder, _AFTER, given)
        # What the net does not show is not a part of the puzzle.
        seen = [orbit for orbit in solved if found["net"] is None or f'"{orbit}-l' in found["net"]]
        assert seen
        for pattern in patterns:
            assert {orbit: pattern[orbit] for orbit in seen} == {o: solved[o] for o in seen}, name


def test_cubing_js_turns_ours_as_we_do(folder: Path) -> None:
    given, ours = [], []
    for family in POLYHEDRA:
        puzzle = polyhedron(family.names[0])
        definition = definition_of(puzzle)
        rng = Random(puzzle.name)
        names = list(definition["moves"])
        algorithms = [" ".join(rng.choices(names, k=10)) for _ in range(10)]
        given.append({"definition": definition, "algorithms": algorithms})
        ours.append([_after(definition, each.split()) for each in algorithms])
    theirs = run(folder, _AFTER, given)
    for family, mine, patterns in zip(POLYHEDRA, ours, theirs, strict=True):
        for own, pattern in zip(mine, patterns, strict=True):
            for orbit, pieces in own.items():
                seen = zip(pattern[orbit]["pieces"], pattern[orbit]["orientation"], strict=True)
                assert pieces == list(seen), family.names[0]


def _after(definition: dict[str, Any], names: list[str]) -> dict[str, list[tuple[int, int]]]:
    """Return the piece and the orientation in each place, by what is written in a definition."""
    ways = {each["orbitName"]: each["numOrientations"] for each in definition["orbits"]}
    state = {
        orbit: list(zip(solved["pieces"], solved["orientation"], strict=True))
        for orbit, solved in definition["defaultPattern"].items()
    }
    for name in names:
        for orbit, change in definition["moves"][name].items():
            before = state[orbit]
            state[orbit] = [
                (before[source][0], (before[source][1] + delta) % ways[orbit])
                for source, delta in zip(
                    change["permutation"], change["orientationDelta"], strict=True
                )
            ]
    return state
