"""A cube as text: lists in every form, moves, and what could be both or is nearly a list."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from solver.core.errors import CubeError, FaceletError, IllegalCubeError, NotationError
from solver.core.numbers import colours_from_facelets
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from solver.engines.registry import solve
from solver.notation.printing import moves_text
from solver.notation.written_list import joined_lists
from tests.support import mmays
from tests.support.cases import for_each
from tests.support.strategies import cubes, sequences

RIGHT = Cube.solved().apply("R")
COLOURS = str.maketrans("URFDLB", "WRGYOB")
NAMES = {"W": "white", "R": "red", "G": "green", "Y": "yellow", "O": "orange", "B": "blue"}
# All twelve edges flipped in place (Reid, 1995): no letter follows itself.
SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
SUPERFLIP_TURNS = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"

separators = st.sampled_from([" ", ",", ", ", ";", "\n", ",\n  ", " ; "])
brackets = st.sampled_from(["{}", "[]", "()", ("{{", "}}"), ("", ""), ("list: ", "")])
quotes = st.sampled_from(["", '"', "'", "“"])
sizes = st.sampled_from([1, 3, 8, 9, 100])
letters = st.sampled_from(["faces", "colours"])


def doubles(text: str) -> bool:
    return any(one == other for one, other in pairwise(text))


@pytest.mark.parametrize(
    "text",
    [
        mmays.RIGHT_COLOURS,
        " ".join(mmays.RIGHT_COLOURS),
        "{" + ",".join(mmays.RIGHT_COLOURS) + "}",
        str(list(mmays.RIGHT_COLOURS)),
        str(mmays.RIGHT_NUMBERS),
        "{" + ", ".join(map(str, mmays.RIGHT_NUMBERS)) + "};",
    ],
)
def test_the_lists_of_mmays_are_the_right_face_turned_once(text: str) -> None:
    assert Cube.parse(text) == RIGHT
    assert Cube.parse(f"list: {text}") == RIGHT


@settings(max_examples=200)
@given(cubes, st.booleans(), letters, st.booleans(), separators, brackets, quotes, sizes)
def test_a_list_in_any_form_is_the_same_cube(
    cube: Cube,
    has_centres: bool,
    alphabet: str,
    is_lower: bool,
    separator: str,
    bracket: str,
    quote: str,
    size: int,
) -> None:
    entries = cube.facelets
    if not has_centres:
        entries = "".join(colours_from_facelets(entries)).upper()
    if alphabet == "colours":
        entries = entries.translate(COLOURS)
    # One entry in eleven thousand has no letter that follows itself; that is tested below.
    assume(doubles(entries))
    words = [entries[i : i + size] for i in range(0, len(entries), size)]
    closing = {"“": "”"}.get(quote, quote)
    text = separator.join(f"{quote}{word}{closing}" for word in words)
    text = f"{bracket[0]}{text}{bracket[1]}"
    assert Cube.parse(text.lower() if is_lower else text) == cube


@given(cubes, st.booleans(), separators)
def test_colours_may_be_names(cube: Cube, has_centres: bool, separator: str) -> None:
    facelets = cube.facelets
    entries = facelets if has_centres else "".join(colours_from_facelets(facelets)).upper()
    assert Cube.parse(separator.join(NAMES[c] for c in entries.translate(COLOURS))) == cube


@given(cubes)
def test_54_face_letters_may_go_in_the_order_of_the_numbers(cube: Cube) -> None:
    text = cube.facelets
    faces = {face: text[9 * i : 9 * i + 9] for i, face in enumerate("URFDLB")}
    assert Cube.parse(" ".join(faces[face] for face in "ULFRBD")) == cube


@given(cubes, st.booleans(), st.sampled_from(["", " ", ",", "\n"]), st.integers(6, 60))
def test_a_cut_list_is_an_error_that_names_the_count(
    cube: Cube, has_centres: bool, separator: str, length: int
) -> None:
    whole = cube.facelets if has_centres else "".join(colours_from_facelets(cube.facelets))
    cut = (whole + whole)[:length]
    assume(length not in (48, 54) and doubles(cut))
    with pytest.raises(FaceletError, match=f"has {length} facelets; a list has 54.* or 48"):
        Cube.parse(separator.join(cut))


@pytest.mark.parametrize(("text", "count"), [("DRLUUB", 6), ("u u f u f u u f", 8), ("W" * 9, 9)])
def test_letters_of_a_list_cut_short_are_no_turns(text: str, count: int) -> None:
    with pytest.raises(FaceletError, match=f"{text!r} has {count} facelets.*write moves: before"):
        Cube.parse(text)


@given(sequences)
@example(parse_turns("R R"))
@example(parse_turns("R U F D L B R U F D L B"))
def test_a_scramble_stays_a_scramble(turns: tuple[Turn, ...]) -> None:
    text = moves_text(turns)
    plain = text.replace(" ", "")
    assume(text and not (plain.isalpha() and len(plain) >= 6 and doubles(plain)))
    assert Cube.parse(text) == Cube.solved().apply(turns)
    assert Cube.parse(f"({text})") == Cube.solved().apply(turns)


def test_what_could_be_a_list_or_turns_is_refused_and_a_mark_decides() -> None:
    superflip = Cube.solved().apply(SUPERFLIP_TURNS)
    assert superflip.facelets == SUPERFLIP
    spaced = " ".join(SUPERFLIP)
    with pytest.raises(NotationError, match=r"54 facelets, or 54 turns: write list: or moves:"):
        Cube.parse(spaced)
    assert Cube.parse(SUPERFLIP) == Cube.parse(f"list: {spaced}") == superflip
    as_turns = Cube.solved().apply(Turn(letter, 1) for letter in SUPERFLIP)
    assert Cube.parse(f"Moves: {spaced}") == as_turns
    colours = " ".join(colours_from_facelets(SUPERFLIP))
    with pytest.raises(NotationError, match="48 facelets, or 48 turns"):
        Cube.parse(colours)


def test_moves_after_a_mark_may_repeat_themselves() -> None:
    assert Cube.parse("moves: R R R R R R") == Cube.solved().apply("R2")
    assert Cube.parse("moves: W3 N3") == Cube.solved().apply("L' B'")


def test_the_faults_of_a_list_are_named_in_its_colours() -> None:
    wrong = ["white", *mmays.RIGHT_COLOURS.translate(str.maketrans("urfdlb", "WRGYOB"))[1:]]
    wrong[8] = "white"
    with pytest.raises(IllegalCubeError, match="the corner at ULB is white-white-blue"):
        Cube.parse(" ".join(wrong))


@for_each(
    ("text", "message"),
    [
        ("list: R2 U", "'R2 U' after list: is none"),
        ("moves: R Q", "'Q' is not a move"),
        ("list:", "no cube was given"),
        ("{}", "no cube was given"),
        ("white red pink", "'pink' among names of colours"),
        ("X" + mmays.RIGHT_COLOURS[1:], "48 entries, among them X"),
        (mmays.RIGHT_COLOURS.replace("l", "w"), "48 entries, among them"),
        ("U " * 54, "must all differ"),
        (" ".join(map(str, mmays.RIGHT_NUMBERS[:47])), r"47 numbers that lack \[33\]"),
        ("R" * 100_000, "has 100000 facelets"),
    ],
)
def test_an_error_quotes_what_is_neither(text: str, message: str) -> None:
    with pytest.raises(CubeError, match=message) as error:
        Cube.parse(text)
    assert len(str(error.value)) < 500


@given(st.text(alphabet="URFDLBurfdlbxyMWOGY0123456789'\"{}[](),; \n", max_size=80))
def test_no_text_crashes_the_reader(text: str) -> None:
    with suppress(CubeError):
        assert isinstance(Cube.parse(text), Cube)


def test_a_list_in_braces_over_several_lines_is_one_entry() -> None:
    lines = ["R U", "{u, u,", "{f}", "}", "F"]
    assert list(joined_lists(enumerate(lines, 1))) == [(1, "R U"), (2, "{u, u, {f} }"), (5, "F")]


@pytest.mark.parametrize("after", [1, 200])
def test_a_brace_that_is_never_closed_holds_no_other_line_back(after: int) -> None:
    lines = ["{u, u", *["R U"] * after]
    assert list(joined_lists(enumerate(lines, 1))) == list(enumerate(lines, 1))


def test_a_json_document_is_named_with_what_to_write_in_its_place() -> None:
    document = '{"facelets": "' + 6 * "UUUUUUUUU" + '", "certain": true}'
    with pytest.raises(NotationError, match=r"begins a JSON document.*without --json"):
        Cube.parse(document)


@pytest.mark.parametrize(
    "text",
    [
        "R U // first block\nF2 // cross",
        "R U # first block\nF2",
        "// only a comment\nmoves: R U F2",
        "https://alpha.twizzle.net/edit/?alg=F2+U%27+R%27+%2F%2F+Cross&setup-alg=R+U+F2",
        "https://alpha.twizzle.net/edit/?alg=R+U+F2",
        "Play it: https://alpha.twizzle.net/edit/?alg=R+U+F2",
        "http://127.0.0.1:8000/?view=check&cube="
        "UUUUUUBDDLBBLRRDRRDFFDFFRRRFFFDDBDDBFFRLLRLLULLLUBBUBB",
    ],
)
def test_comments_and_links_to_the_player_are_read(text: str) -> None:
    assert Cube.parse(text) == Cube.solved().apply("R U F2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://example.org/?alg=R", "another page than alpha.twizzle.net"),
        ("https://alpha.twizzle.net/edit/", "has no turns"),
        ("https://alpha.twizzle.net/edit/?alg=R&setup-anchor=end", "write the turns"),
        ("https://[alpha/?alg=R", "is no address"),
    ],
)
def test_other_links_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Cube.parse(text)


@given(cubes)
def test_the_link_of_a_solution_is_read_back(cube: Cube) -> None:
    assert Cube.parse(solve(cube).link) == cube
