"""Puzzles that are data: read, turned, solved and drawn as an independent model has them."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import NotationError, PuzzleError
from solver.core.permutation import Permutation
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.kpuzzle.definition import MAX_ORDER, read_definition
from solver.puzzles.kpuzzle.export import definition_of
from solver.puzzles.kpuzzle.moves import parse_moves
from solver.puzzles.kpuzzle.stored import stored_path
from solver.puzzles.kpuzzle.turns import DefinedTurns
from solver.puzzles.polyhedra.polyhedron import after, format_turns, polyhedron
from solver.puzzles.registry import load_puzzle, puzzle_names
from tests.support.command_line import Rokumen

# Three rings of three pieces each that share some, a piece that turns in its place, and a turn of
# the whole, which takes each ring to the next one.
RINGS: dict[str, Any] = {
    "name": "rings",
    "orbits": [
        {"orbitName": "BEADS", "numPieces": 6, "numOrientations": 2},
        {"orbitName": "HUB", "numPieces": 1, "numOrientations": 3},
    ],
    "defaultPattern": {
        "BEADS": {"pieces": [0, 1, 2, 3, 4, 5], "orientation": [0, 1, 0, 0, 0, 0]},
        "HUB": {"pieces": [0], "orientation": [0], "orientationMod": [1]},
    },
    "moves": {
        "A": {
            "BEADS": {"permutation": [1, 2, 0, 3, 4, 5], "orientationDelta": [1, 1, 0, 0, 0, 0]},
        },
        "Tv": {
            "BEADS": {"permutation": [2, 3, 4, 5, 0, 1], "orientationDelta": [0] * 6},
            "HUB": {"permutation": [0], "orientationDelta": [1]},
        },
    },
    "derivedMoves": {"B": "[Tv: A]", "C": "[Tv: B]"},
}
NET = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<rect id="BEADS-l0-o0" fill="red"/><rect id="BEADS-l1-o0" style="stroke: black; fill: blue"/>
<g id="BEADS-l2-o0" style="fill: green;"><rect width="3"/></g><rect id="BEADS-l3-o0" fill="gold"/>
</svg>"""


class Pattern:
    """The pieces of a definition, moved as its format says; knows nothing of the program."""

    def __init__(self, definition: Mapping[str, Any]) -> None:
        self.definition = definition
        self.state = {
            name: list(zip(each["pieces"], each["orientation"], strict=True))
            for name, each in definition["defaultPattern"].items()
        }
        self.ways = {each["orbitName"]: each["numOrientations"] for each in definition["orbits"]}

    def make(self, name: str, times: int = 1) -> None:
        for _ in range(times):
            for orbit, change in self.definition["moves"][name].items():
                before = self.state[orbit]
                self.state[orbit] = [
                    (before[source][0], (before[source][1] + delta) % self.ways[orbit])
                    for source, delta in zip(
                        change["permutation"], change["orientationDelta"], strict=True
                    )
                ]


def write(folder: Path, definition: object, name: str = "rings.json") -> str:
    path = folder / name
    path.write_text(json.dumps(definition), encoding="utf-8")
    return str(path)


def changed(path: Sequence[str | int], value: object) -> dict[str, Any]:
    """Return the definition with one value changed."""
    definition = copy.deepcopy(RINGS)
    at: Any = definition
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return definition


def without_derived(turns: DefinedTurns, text: str) -> list[tuple[str, int]]:
    """Return the moves of a text by those that the definition has itself."""
    made: list[tuple[str, int]] = []
    for name, amount in parse_moves(text, ["A", "B", "C", "Tv"]):
        setups = {"A": 0, "B": 1, "C": 2}.get(name)
        if setups is None:
            made.append((name, amount % 3))
        else:
            made += [("Tv", setups), ("A", amount % 6), ("Tv", -setups % 3)]
    return made


def test_an_imported_puzzle_is_scrambled_and_brought_home(tmp_path: Path, rokumen: Rokumen) -> None:
    done = rokumen("puzzle", "import", write(tmp_path, RINGS))
    assert done.status == 0, done.err
    assert "imported rings" in done.out
    assert "rings" in rokumen("puzzle", "list").out
    assert "rings" in puzzle_names()
    puzzle = load_puzzle("Rings")
    turns = DefinedTurns(read_definition(RINGS, "rings"), "")
    solved = Pattern(RINGS).state["BEADS"]
    for seed in range(20):
        scramble = f"{puzzle.scramble(seed)} Tv' B [A: C2]"
        solution = puzzle.solve(scramble)
        pattern = Pattern(RINGS)
        for name, times in without_derived(turns, f"{scramble} {solution.moves}"):
            pattern.make(name, times)
        assert pattern.state["BEADS"] == solved
        assert solution.length <= 100
    assert rokumen("puzzle", "import", write(tmp_path, RINGS)).out.startswith("replaced rings")
    printed = rokumen("solve", "--puzzle", "rings", "A B'")
    assert printed.status == 0
    assert "2 turns" in printed.out


def test_every_exported_polyhedron_turns_as_ours_does() -> None:
    for family in POLYHEDRA:
        puzzle = polyhedron(family.names[0])
        definition = definition_of(puzzle)
        if sum(each["numPieces"] * each["numOrientations"] for each in definition["orbits"]) > 256:
            with pytest.raises(PuzzleError, match="1 to 256 are read"):
                read_definition(definition, "large")
            continue
        moves = read_definition(definition, puzzle.name).moves
        rng = Random(puzzle.name)
        smallest = [turn for turn in puzzle.all_turns if turn.amount == 1]
        for _ in range(10):
            word = rng.choices(smallest, k=3)
            ours = Permutation(after(puzzle, word)).order()
            first, second, third = (moves[name] for name in format_turns(puzzle, word))
            assert (first * second * third).order() == ours, (puzzle.name, word)


def test_an_exported_puzzle_is_imported(tmp_path: Path, rokumen: Rokumen) -> None:
    exported = rokumen("puzzle", "export", "tetrahedron-edges-2")
    assert exported.status == 0
    definition = json.loads(exported.out)
    path = write(tmp_path, definition, "Own_puzzle.json")
    assert rokumen("puzzle", "import", path).status == 0
    puzzle = load_puzzle("own-puzzle")
    for seed in range(5):
        scramble = puzzle.scramble(seed)
        pattern = Pattern(definition)
        for name, amount in parse_moves(
            f"{scramble} {puzzle.solve(scramble).moves}", definition["moves"]
        ):
            pattern.make(name, amount % 60)
        assert pattern.state == Pattern(definition).state


def test_a_cube_is_exported_by_its_usual_name(rokumen: Rokumen) -> None:
    definition = json.loads(rokumen("puzzle", "export", "3x3").out)
    kinds = {(each["numPieces"], each["numOrientations"]) for each in definition["orbits"]}
    assert kinds == {(8, 3), (12, 2), (6, 1)}
    assert len(definition["moves"]) == 9
    done = rokumen("puzzle", "export", "cone")
    assert done.status == 2
    assert "unknown polyhedron 'cone'" in done.err


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("orbits",), None, "orbits is a list, not None"),
        (("orbits",), [], r"orbits have 0 positions"),
        (("orbits", 1, "orbitName"), "BEADS", "is a word that no other orbit has, not 'BEADS'"),
        (("orbits", 0, "numPieces"), 5, "defaultPattern.BEADS.pieces is a list of 5"),
        (("orbits", 0, "numPieces"), True, "numPieces is a number 1 to 256, not True"),
        (("orbits", 0, "numOrientations"), 1e9, "numOrientations is a number 1 to 256"),
        (("defaultPattern", "HUB"), {}, "defaultPattern.HUB.pieces is a list of 1, not None"),
        (("defaultPattern", "BEADS", "orientation", 0), 2, r"orientation\[0\] is a number 0 to 1"),
        (("defaultPattern", "HUB", "orientationMod"), [2], "orientationMod divides 3, or is 0"),
        (("moves",), {}, "moves are 1 to 200, not 0"),
        (("moves", "A", "RING"), {}, r"moves.A names orbits of the puzzle only, not \['RING'\]"),
        (("moves", "A", "BEADS", "permutation", 0), 2, "has each of 0 to 5 once"),
        (("moves", "A", "BEADS", "orientationDelta"), [0], "orientationDelta is a list of 6"),
        (("moves", "A2"), {}, "a move's name is letters, with digits before them at most"),
        (("derivedMoves", "B"), "[C: A]", "made of other moves, not of itself"),
        (("derivedMoves", "B"), "[Tv: D]", "derivedMoves.B: .*'D.*is no move"),
        (("derivedMoves", "B"), 7, "is a sequence of moves, not 7"),
    ],
)
def test_what_is_wrong_with_a_definition_is_named(
    path: Sequence[str | int], value: object, message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        read_definition(changed(path, value), "rings")


def test_a_move_that_is_undone_late_is_refused() -> None:
    # Cycles of 7, 9 and 5.
    wheel = [*range(1, 7), 0, *range(8, 16), 7, *range(17, 21), 16]
    assert Permutation(tuple(wheel)).order() > MAX_ORDER
    count = len(wheel)
    definition = {
        "orbits": [{"orbitName": "W", "numPieces": count, "numOrientations": 1}],
        "defaultPattern": {"W": {"pieces": [*range(count)], "orientation": [0] * count}},
        "moves": {"A": {"W": {"permutation": wheel, "orientationDelta": [0] * count}}},
    }
    with pytest.raises(PuzzleError, match="undone by 60 times at most"):
        read_definition(definition, "wheel")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
PATHS: list[tuple[str | int, ...]] = [
    ("orbits", 0),
    ("orbits", 0, "numPieces"),
    ("defaultPattern", "BEADS"),
    ("defaultPattern", "BEADS", "pieces"),
    ("moves", "A"),
    ("moves", "Tv", "HUB"),
    ("moves", "A", "BEADS", "permutation"),
    ("derivedMoves",),
]


@given(st.sampled_from(PATHS), JSON)
def test_whatever_a_definition_has_it_is_read_or_refused(
    path: Sequence[str | int], value: object
) -> None:
    try:
        definition = read_definition(changed(path, value), "rings")
    except PuzzleError:
        return
    assert sorted(definition.moves["A"].targets) == list(range(len(definition.colours)))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A B' A2", [("A", 1), ("B", -1), ("A", 2)]),
        ("(A B)2'", [("B", -1), ("A", -1)] * 2),
        ("[A, B]", [("A", 1), ("B", 1), ("A", -1), ("B", -1)]),
        ("[A: B2]' // back", [("A", 1), ("B", -2), ("A", -1)]),
        ("[[A: B], (A)0]", [("A", 1), ("B", 1), ("A", -1), ("A", 1), ("B", -1), ("A", -1)]),
        ("", []),
    ],
)
def test_brackets_are_written_out(text: str, wanted: list[tuple[str, int]]) -> None:
    assert parse_moves(text, ["A", "B"]) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A Q B", "'A Q B': 'Q B' is no move: there are A B"),
        ("A)", r"'\)' has no opening bracket"),
        ("(A", r"ends where \) is missing"),
        ("[A B]", "follows where , or : is missing"),
        ("[A, B)", "follows where ] is missing"),
        ("A ?", r"'\?' is no move"),
        ("[" * 60 + "A", "more than 50 brackets deep"),
        ("((A)999)999", "make more than"),
    ],
)
def test_what_is_no_move_is_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_moves(text, ["A", "B"])


@given(st.text(alphabet="AB2'()[],: ", max_size=20))
def test_any_text_is_moves_or_refused(text: str) -> None:
    try:
        moves = parse_moves(text, ["A", "B"])
    except NotationError:
        return
    assert {move.name for move in moves} <= {"A", "B"}


def test_a_net_shows_where_the_pieces_are_and_what_it_leaves_out_is_not_solved(
    tmp_path: Path, rokumen: Rokumen
) -> None:
    net = tmp_path / "net.svg"
    net.write_text(NET, encoding="utf-8")
    assert rokumen("puzzle", "import", write(tmp_path, RINGS), "--net", str(net)).status == 0
    drawn = tmp_path / "drawn.svg"
    done = rokumen("puzzle", "draw", "rings", "--moves", "A Tv", "--draw", str(drawn))
    assert done.status == 0, done.err
    fills = {
        each.get("id"): each.get("style", "")
        for each in ElementTree.fromstring(drawn.read_text(encoding="utf-8")).iter()
        if each.get("id")
    }
    pattern = Pattern(RINGS)
    pattern.make("A")
    pattern.make("Tv")
    # The sticker at orientation 0 of place 2 is that of the piece which is there.
    shown = {0: "red", 1: "blue", 2: "green", 3: "gold"}
    seen = [
        (place, piece)
        for place, (piece, way) in enumerate(pattern.state["BEADS"][:4])
        if piece in shown and way == RINGS["defaultPattern"]["BEADS"]["orientation"][piece]
    ]
    assert seen
    for place, piece in seen:
        assert f"fill: {shown[piece]}" in fills[f"BEADS-l{place}-o0"]
    # The hub is not drawn: what turns it alone needs no turn back.
    assert load_puzzle("rings").solve("Tv3").moves == ""


@pytest.mark.parametrize(
    ("net", "message"),
    [
        ("<svg", "the net is no SVG"),
        ("<svg/>", "no sticker of the puzzle: an id is ORBIT-lPLACE-oORIENTATION"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><svg/>", "remove the line with <!DOCTYPE"),
        (NET.replace("</svg>", "<script>0</script></svg>"), "the net has <script>; remove it"),
    ],
)
def test_what_is_no_net_is_refused(
    net: str, message: str, tmp_path: Path, rokumen: Rokumen
) -> None:
    path = tmp_path / "net.svg"
    path.write_text(net, encoding="utf-8")
    done = rokumen("puzzle", "import", write(tmp_path, RINGS), "--net", str(path))
    assert done.status == 2
    assert message in done.err
    assert "rings" not in puzzle_names()


@pytest.mark.parametrize(
    ("name", "message"),
    [("skewb", "'skewb' is another puzzle's name"), ("../x", "is no name for a puzzle")],
)
def test_a_name_that_cannot_be_used_is_refused(
    name: str, message: str, tmp_path: Path, rokumen: Rokumen
) -> None:
    done = rokumen("puzzle", "import", write(tmp_path, RINGS), "--name", name)
    assert done.status == 2
    assert message in done.err


def test_files_that_hold_no_puzzle_are_quoted(tmp_path: Path, rokumen: Rokumen) -> None:
    path = tmp_path / "bad.json"
    for text, message in (("{", "is no JSON"), ("1e999", "is no JSON"), ("[1]", "not [1]")):
        path.write_text(text, encoding="utf-8")
        done = rokumen("puzzle", "import", str(path))
        assert done.status == 2
        assert message in done.err
    assert rokumen("puzzle", "import", write(tmp_path, RINGS)).status == 0
    stored_path("rings").write_text("{", encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"cannot be read: .*; import it again"):
        load_puzzle("rings")
