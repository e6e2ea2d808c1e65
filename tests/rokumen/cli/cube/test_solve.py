"""`rokumen solve`: input, methods, limits, files and errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from solver.cube import Cube
from solver.engines.registry import method_names
from tests.support import mmays
from tests.support.command_line import Rokumen
from tests.support.solutions import solves

SOLVED = Cube.solved()
CUBE = Cube.random(7)


@pytest.mark.parametrize(
    "text",
    [
        CUBE.facelets,
        CUBE.facelets.translate(str.maketrans("URFDLB", "WRGYOB")),
        " ".join(CUBE.facelets[i : i + 9] for i in range(0, 54, 9)),
        " ".join(map(str, CUBE.numbers)),
        "{" + ", ".join(map(str, CUBE.numbers)) + "}",
    ],
)
def test_a_cube_is_accepted_in_every_form(rokumen: Rokumen, text: str) -> None:
    result = rokumen("solve", text, "--json")
    assert result.status == 0
    answer = result.json()
    assert answer["cube"] == CUBE.facelets
    assert solves(CUBE, answer["moves"])
    assert answer["method"] == "lbl"


def test_a_shortest_solution_of_few_turns_needs_no_pattern_database(
    rokumen: Rokumen, table_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "cache"
    own.mkdir()
    for path in (*table_cache.glob("two-phase-htm-*.tables"), *table_cache.glob("tables.key")):
        (own / path.name).hardlink_to(path)
    monkeypatch.setenv("ROKUMEN_CACHE", str(own))
    answer = rokumen("solve", "R L R U F", "--method", "optimal", "--json").json()
    assert answer["htm"] == 4
    assert not list(own.glob("optimal-*.tables"))


@pytest.mark.parametrize("command", ["solve", "explain", "plan", "paper search"])
def test_the_list_of_mmays_is_solved_by_one_turn_of_the_right_face(
    rokumen: Rokumen, command: str
) -> None:
    result = rokumen(*command.split(), " ".join(mmays.RIGHT_COLOURS), "--json")
    assert result.status == 0, result.err
    assert '"R\'"' in result.out
    assert rokumen(*command.split(), " ".join(mmays.RIGHT_COLOURS[:47])).status == 2


def test_a_list_in_braces_takes_several_lines_of_a_file(rokumen: Rokumen, tmp_path: Path) -> None:
    faces = [", ".join(mmays.RIGHT_COLOURS[i : i + 8]) for i in range(0, 48, 8)]
    file = tmp_path / "cubes.txt"
    file.write_text("L\n{" + ",\n ".join(faces) + "}\nDRLUUB\nF2\n", encoding="utf-8")
    result = rokumen("solve", "--file", str(file))
    assert result.out.splitlines() == ["L'", "R'", "F2"]
    assert "line 8: 'DRLUUB' has 6 facelets; a list has 54" in result.err
    assert result.status == 2


def test_the_stages_add_up(rokumen: Rokumen) -> None:
    answer = rokumen("solve", CUBE.facelets, "--json").json()
    joined = " ".join(stage["moves"] for stage in answer["stages"]).split()
    assert joined == answer["moves"].split()
    assert answer["htm"] == len(joined)
    assert answer["qtm"] == sum(2 if move.endswith("2") else 1 for move in joined)
    assert answer["seconds"] >= 0
    names = [stage["name"] for stage in answer["stages"]]
    assert names[0].startswith("Cross")
    assert names[-2].startswith("OLL")
    assert names[-1].startswith("PLL")


def test_a_scramble_is_solved(rokumen: Rokumen) -> None:
    result = rokumen("solve", "R U [F, Rw] M2 x", "--json")
    assert result.status == 0
    assert solves(Cube.from_facelets(result.json()["cube"]), result.json()["moves"])


def test_the_text_has_the_stages_and_the_length(rokumen: Rokumen) -> None:
    result = rokumen("solve", "R U F")
    assert result.status == 0
    for word in ("Cross", "First two layers (F2L) 1", "layer (OLL)", "layer (PLL)", "turns"):
        assert word in result.out


def test_a_solved_cube_needs_no_turn(rokumen: Rokumen) -> None:
    assert rokumen("solve", SOLVED.facelets, "--json").json()["moves"] == ""


def test_more_effort_finds_fewer_turns(rokumen: Rokumen) -> None:
    cube = CUBE.facelets
    least = rokumen("solve", cube, "--effort=1", "--json").json()
    most = rokumen("solve", cube, "--effort=100", "--json").json()
    assert solves(CUBE, least["moves"])
    assert solves(CUBE, most["moves"])
    assert most["htm"] < least["htm"]


def test_one_look_solves_the_last_layer_in_one_stage(rokumen: Rokumen) -> None:
    answer = rokumen("solve", CUBE.facelets, "--one-look", "--json").json()
    assert solves(CUBE, answer["moves"])
    assert [stage["name"] for stage in answer["stages"]][5:] == ["Last layer"]


def test_effort_0_uses_the_steps_of_the_paper(rokumen: Rokumen) -> None:
    answer = rokumen("solve", CUBE.facelets, "--effort=0", "--json").json()
    assert solves(CUBE, answer["moves"])
    assert answer["stages"][0]["name"] == "Cross: D"
    assert answer["htm"] > rokumen("solve", CUBE.facelets, "--effort=1", "--json").json()["htm"]


@pytest.mark.parametrize("processes", [1, 2])
def test_effort_0_has_no_one_look_whatever_the_cubes(
    rokumen: Rokumen, tmp_path: Path, processes: int
) -> None:
    file = tmp_path / "cubes.txt"
    file.write_text("R U\nF\n")
    for cubes in (["R U"], ["--file", str(file), f"--processes={processes}"]):
        result = rokumen("solve", *cubes, "--effort=0", "--one-look")
        assert result.status == 2
        assert result.out == ""
        assert result.err.count("effort 0") == 1
        assert "one look needs an effort of at least 1" in result.err


def test_the_link_sets_the_cube_up_and_solves_it(rokumen: Rokumen, tmp_path: Path) -> None:
    link = rokumen("solve", CUBE.facelets, "--json").json()["link"]
    assert "http" not in rokumen("solve", CUBE.facelets).out
    *_, moves, page, player = rokumen("solve", CUBE.facelets, "--link").out.splitlines()
    assert solves(CUBE, moves)
    assert page.startswith(f"Play it: http://127.0.0.1:8000/?cube={CUBE.facelets} ")
    assert player == link
    other = rokumen("solve", "--puzzle=2x2x2", "R", "--link")
    assert other.status == 2
    assert "--link: only for the 3x3x3" in other.err
    cubes = tmp_path / "cubes.txt"
    cubes.write_text("R U\n")
    for given in (["--file", str(cubes)], ["R U", "--step=cross"]):
        refused = rokumen("solve", *given, "--link")
        assert refused.status == 2
        assert "--link" in refused.err
    address, _, query = link.partition("?")
    assert address == "https://alpha.twizzle.net/edit/"
    values = {key: value for key, (value,) in parse_qs(query).items()}
    assert set(values) == {"alg", "setup-alg"}
    assert Cube.solved().apply(values["setup-alg"]) == CUBE
    lines = [line.split(" // ") for line in values["alg"].splitlines()]
    assert solves(CUBE, " ".join(moves for moves, _ in lines))
    assert lines[0][1].startswith("Cross")


METHODS_TO_A_STATE = [name for name in method_names() if name not in ("optimal", "tsukuda")]


@pytest.mark.parametrize("method", METHODS_TO_A_STATE)
def test_every_method_leads_to_a_state(rokumen: Rokumen, method: str) -> None:
    goal = Cube.random(8)
    answer = rokumen(
        "solve", CUBE.facelets, f"--to={goal.facelets}", f"--method={method}", "--json"
    ).json()
    assert CUBE.apply(answer["moves"]) == goal
    assert (answer["cube"], answer["to"]) == (CUBE.facelets, goal.facelets)


def test_a_state_is_proven_near_and_several_solutions_lead_there(rokumen: Rokumen) -> None:
    near = rokumen("solve", "R U2", "--to=R U2 F D'", "--method=optimal", "--json").json()
    assert near["moves"] in ("F D'", "D' F")
    several = rokumen("solve", "R U2", "--to=L B", "--all=3", "--json").json()
    goal = Cube.solved().apply("L B")
    for moves in (several["moves"], *several["others"]):
        assert Cube.solved().apply("R U2").apply(moves) == goal


def test_the_link_leads_from_the_cube_to_the_state(rokumen: Rokumen) -> None:
    link = rokumen("solve", CUBE.facelets, "--to=F2 R", "--json").json()["link"]
    values = {key: value for key, (value,) in parse_qs(link.partition("?")[2]).items()}
    shown = Cube.solved().apply(values["setup-alg"])
    assert shown == CUBE
    lines = [line.split(" // ")[0] for line in values["alg"].splitlines()]
    assert shown.apply(" ".join(lines)) == Cube.solved().apply("F2 R")


@pytest.mark.parametrize("processes", [1, 2])
def test_many_cubes_are_led_to_one_state(rokumen: Rokumen, tmp_path: Path, processes: int) -> None:
    cubes = [Cube.random(seed) for seed in range(3)]
    file = tmp_path / "cubes.txt"
    file.write_text("\n".join(cube.facelets for cube in cubes))
    result = rokumen("solve", "--file", str(file), "--to=F2 R", f"--processes={processes}")
    found = [cube.apply(moves) for cube, moves in zip(cubes, result.out.splitlines(), strict=True)]
    assert found == [Cube.solved().apply("F2 R")] * 3


def test_the_solved_state_may_be_named_too(rokumen: Rokumen) -> None:
    answer = rokumen("solve", CUBE.facelets, f"--to={SOLVED.facelets}", "--json").json()
    assert answer["moves"] == rokumen("solve", CUBE.facelets, "--json").json()["moves"]


def test_two_phase_accepts_limits_and_prints_several_solutions(rokumen: Rokumen) -> None:
    result = rokumen(
        "solve", CUBE.facelets, "--method=two-phase", "--time-limit=0.2", "--all=3", "--json"
    )
    assert result.status == 0
    answer = result.json()
    assert answer["method"] == "two-phase"
    assert answer["htm"] <= 21
    every = [answer["moves"], *answer["others"]]
    assert len(set(every)) == 3
    assert all(solves(CUBE, moves) for moves in every)
    axial = rokumen("solve", CUBE.facelets, "--method=two-phase", "--metric=axial", "--json")
    assert solves(CUBE, axial.json()["moves"])


def test_the_text_has_every_solution(rokumen: Rokumen) -> None:
    result = rokumen("solve", CUBE.facelets, "--method=two-phase", "--time-limit=0.2", "--all=2")
    assert result.status == 0
    assert result.out.count("Two-phase: ") == 2
    assert result.out.count(" quarter turns)") == 2


def test_a_target_length_that_is_not_reached_is_reported(rokumen: Rokumen) -> None:
    result = rokumen(
        "solve", CUBE.facelets, "--method=two-phase", "--max-length=9", "--time-limit=0.1"
    )
    assert result.status == 2
    assert "no solution of at most 9 was found in 0.1 s" in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([SOLVED.facelets[1:]], 2, "has 53 facelets"),
        (["R Q"], 2, "'Q' is not a move"),
        (["U" * 54], 2, "must all differ"),
        ([" "], 2, "no cube was given"),
        ([], 2, "give a cube or --file with one a line"),
        (["R", "--file", "x"], 2, "give a cube or --file with one a line, not both"),
        (["1 2 3"], 2, "3 numbers"),
        (["R", "--to", "F Q"], 2, "'Q' is not a move"),
        (["R", "--to", SOLVED.facelets[1:]], 2, "has 53 facelets"),
        (["--file", "/no/such/file"], 2, "/no/such/file"),
        (["R", "--method", "magic"], 2, "unknown method 'magic'"),
        (["R", "U"], 2, "write moves in quotes"),
        (["3R", "2-3Uw2", "f'"], 2, "write moves in quotes"),
        (
            ["R", "--time-limit", "1"],
            2,
            "--time-limit: not an option of the method 'lbl'; available with optimal, two-phase. "
            "'lbl' ends by itself, and needs no limit",
        ),
        (["R", "--max-length=9"], 2, "--max-length: not an option of the method 'lbl'"),
        (
            ["R", "--method", "optimal", "--max-length=9", "--all=2"],
            2,
            "--max-length, --all: not an option",
        ),
        (
            ["R", "--method", "optimal", "--all", "2"],
            2,
            "--all: not an option of the method 'optimal'",
        ),
        (
            ["R", "--method", "two-phase", "--effort=1"],
            2,
            "--effort: not an option of the method 'two-phase'",
        ),
        (
            ["R", "--method", "two-phase", "--one-look"],
            2,
            "--one-look: not an option of the method 'two-phase'",
        ),
        (["R", "--method", "two-phase", "--time-limit", "-1"], 2, "-1"),
        (["R", "--method", "two-phase", "--all", "0"], 2, "'--all': 0 is not"),
        (["R", "--method", "two-phase", "--threads", "0"], 2, "threads = 0 must be"),
        (
            ["R", "--method", "two-phase", "--time-limit", "nan"],
            2,
            "'nan' is not a number",
        ),
        (["R", "--method", "two-phase", "--metric", "stm"], 2, "'stm' is not"),
    ],
)
def test_an_error_quotes_bad_input(
    rokumen: Rokumen, arguments: list[str], status: int, message: str
) -> None:
    result = rokumen("solve", *arguments)
    assert result.status == status
    assert message in result.err
    assert result.out == ""


def test_every_fault_of_an_impossible_cube_is_listed(rokumen: Rokumen) -> None:
    text = list(SOLVED.facelets)
    text[8], text[9], text[20] = text[9], text[20], text[8]
    text[7], text[19] = text[19], text[7]
    result = rokumen("solve", "".join(text))
    assert result.status == 4
    assert "the corner at URF is twisted" in result.err
    assert "the edge at UF is flipped" in result.err


def test_heavy_libraries_are_imported_only_when_needed() -> None:
    code = (
        "import sys; from rokumen.cli.main import run; run(['solve', 'R U']); "
        "sys.exit(not {'distributed', 'numba', 'numpy', 'rich'}.isdisjoint(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_error_quotes_an_unknown_puzzle(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle", "4x4x5", "R")
    assert result.status == 2
    assert "'4x4x5'" in result.err


def test_options_of_the_3x3x3_are_rejected_for_other_puzzles(rokumen: Rokumen) -> None:
    for given in (
        ["--one-look"],
        ["--to", "F"],
        ["--cluster", "tcp://x:1"],
        ["--notation", "shintani"],
    ):
        result = rokumen("solve", "--puzzle", "2x2x2", *given, "R")
        assert result.status == 2
        assert f"{given[0]}: " in result.err
        assert "2x2x2" in result.err


def test_all_crosses_of_up_to_so_many_turns_are_listed_by_face(rokumen: Rokumen) -> None:
    printed = rokumen("solve", "F R", "--step=cross", "--all=3").out
    assert "yellow below: " in printed
    assert "  2: R' F'   fills FR, BR, BL, FL" in printed
    faces = rokumen("solve", "F R", "--step=xcross", "--all=3", "--json").json()["faces"]
    assert {"turns": "R' F'", "rotation": "", "seen": "R' F'"}.items() <= faces["D"][0].items()
    assert faces["D"][0]["slots"] == ["FR", "BR", "BL", "FL"]
    assert all(len(each["turns"].split()) <= 3 for found in faces.values() for each in found)


def test_without_a_number_the_shortest_crosses_of_each_face_are_listed(rokumen: Rokumen) -> None:
    faces = rokumen("solve", "F R U2 B' D L", "--step=cross", "--json").json()["faces"]
    for found in faces.values():
        assert len({len(each["turns"].split()) for each in found}) == 1


def test_crosses_are_of_one_3x3x3_and_of_no_more_turns_than_any_needs(rokumen: Rokumen) -> None:
    for given in (["--to", "F"], ["--puzzle", "2x2x2"], ["--all", "9"]):
        result = rokumen("solve", "--step", "cross", "R", *given)
        assert result.status == 2
        assert "--step" in result.err
