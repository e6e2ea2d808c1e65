"""Expressions of permutations: algebraic laws, reading, writing and errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.permutations.algebra import DIE, evaluate
from papers.permutations.named_permutations import SymbolTable
from papers.permutations.sticker_names import STICKERS, WCA_STICKERS
from solver.core.errors import NotationError
from solver.core.permutation import Permutation
from tests.support.cases import for_each

factors = st.sampled_from(["t", "s", "e", "b", "n", "w", "H", "I", "J", "K", "(TE TS TW)", "()"])
products = st.lists(factors, max_size=6).map(" ".join)
exponents = st.integers(-12, 12)
permutations = st.permutations(range(48)).map(lambda order: Permutation(tuple(order)))


def value(text: str) -> Permutation:
    return evaluate(text, STICKERS)


@given(permutations)
def test_a_printed_permutation_is_read_back(permutation: Permutation) -> None:
    for language in (STICKERS, WCA_STICKERS):
        assert evaluate(language.print_cycles(permutation), language) == permutation


@given(products, products)
def test_juxtaposition_is_the_product(a: str, b: str) -> None:
    assert value(f"{a} {b}") == value(a) * value(b)
    assert value(f"({a})({b})") == value(a) * value(b)


@given(products, products)
def test_the_inverse_of_a_product_is_the_reversed_product_of_inverses(a: str, b: str) -> None:
    assert value(f"({a} {b})'") == value(f"({b})' ({a})'")


@given(products, exponents, exponents)
def test_powers_add_and_multiply(a: str, m: int, n: int) -> None:
    assert value(f"({a})^{m} ({a})^{n}") == value(f"({a})^{m + n}")
    assert value(f"(({a})^{m})^{n}") == value(f"({a})^{m * n}")


@given(products, products)
def test_brackets_are_commutators_and_conjugates(a: str, b: str) -> None:
    assert value(f"[{a}, {b}]") == value(f"{a} {b} ({a})' ({b})'")
    assert value(f"[{a}: {b}]") == value(f"{a} {b} ({a})'")


@given(products, products)
def test_conjugates_have_the_same_kinds_of_cycles(a: str, b: str) -> None:
    def kinds(text: str) -> list[int]:
        return sorted(len(cycle) for cycle in value(text).cycles())

    assert kinds(f"[{a}: {b}]") == kinds(b)


@for_each(
    ("text", "same"),
    [
        ("e2", "e e"),
        ("e²", "e e"),
        ("e3", "e'"),
        ("e’", "e e e"),
        ("e'2", "e' e'"),
        ("e^-1", "e'"),
        ("e4", "()"),
        ("ttes'", "t2 e s'"),
        ("s,s,t", "s2 t"),
        ("(TE TS TW)2", "(TE TW TS)"),
        ("(TE,TS,TW)'", "(TW TS TE)"),
        ("(TE TS)(TS TW)", "(TE TW TS)"),
        ("(TE)", "()"),
        ("[]", ""),
    ],
)
def test_equivalent_notations(text: str, same: str) -> None:
    assert value(text) == value(same)


def test_flips_and_twists_are_products_of_cycles_of_three() -> None:
    """So Wada's I and K are not needed beside H and J (docs/algebra.md)."""
    assert value("H [t n' e': H]'") == value("(TW WT) (TS ST)")
    assert value("J [t n': J]'") == value("(TSW SWT WTS) (TES STE EST)")


def test_the_knot_of_shimauchi_cycles_three_edges() -> None:
    assert value("e n w s t2 s' w' n' e' t2") == value("(ST NT SE) (TS TN ES)")


def test_a_product_of_too_many_factors_is_refused() -> None:
    evaluate("s " * 10_000, STICKERS)
    with pytest.raises(NotationError, match="over 10000 moves, which are not read; write fewer"):
        evaluate("s " * 10_001, STICKERS)


def test_a_huge_power_is_computed_at_once() -> None:
    turned = value("t e s2 w'")
    left = 10**24 % turned.order()
    assert value(f"(t e s2 w')^{10**24}") == value(f"(t e s2 w')^{left}")


def test_sides_of_the_die_need_no_space_between_them() -> None:
    assert evaluate("(TES)", DIE) == evaluate("(T E S)", DIE)


@for_each(
    ("text", "language", "quoted"),
    [
        ("e q", STICKERS, "'q'"),
        ("(TE TX)", STICKERS, "'TX\\)'"),
        ("(TE TS TE)", STICKERS, "'TE' appears twice"),
        ("TE", STICKERS, "'TE' is a point"),
        ("(e n", STICKERS, "the end stands where '\\)'"),
        ("e)", STICKERS, "'\\)' does not belong here"),
        ("[e n]", STICKERS, "'\\]' is in the place of"),
        ("[e, n", STICKERS, "the end stands where '\\]'"),
        ("(TE e)", STICKERS, "'e \\)' stands where '\\)'"),
        ("[[TE e]]", STICKERS, "'e \\] \\]' stands where '\\]'"),
        ("2e", STICKERS, "'2 e' does not belong here"),
        ("RU", WCA_STICKERS, "'RU' is a point"),
        ("R T", WCA_STICKERS, "'T'"),
        ("(" * 60 + "e" + ")" * 60, STICKERS, "more than 50 deep"),
    ],
)
def test_an_error_quotes_a_bad_expression(text: str, language: SymbolTable, quoted: str) -> None:
    with pytest.raises(NotationError, match=quoted):
        evaluate(text, language)


anything = st.text(max_size=30) | st.text("tsebnw TSEBNWHIJK()[],:'23^-", max_size=25)


@given(anything)
def test_any_text_has_a_value_or_an_error(text: str) -> None:
    for language in (STICKERS, WCA_STICKERS, DIE):
        try:
            result = evaluate(text, language)
        except NotationError as error:
            assert "'" in str(error)  # noqa: PT017
        else:
            assert evaluate(language.print_cycles(result), language) == result


# Wada's definitions of the six rotations of the die.
TIPPED = {
    "t": "SWNE",
    "s": "EBWT",
    "e": "BSTN",
    "b": "NWSE",
    "n": "WBET",
    "w": "TSBN",
}


def printed(expression: str) -> list[str]:
    """Return the cycles as Wada's program lists them."""
    return ["".join(cycle) for cycle in DIE.cycles(evaluate(expression, DIE))]


@pytest.mark.parametrize(("letter", "cycle"), list(TIPPED.items()))
def test_rotations_are_as_wada_defines_them(letter: str, cycle: str) -> None:
    assert DIE.generators[letter] == DIE.permutation([cycle])


def test_east_then_north_is_printed_as_by_wada() -> None:
    assert printed("e n") == ["SWB", "TNE"]
    assert printed("e e e e") == []


def test_the_product_of_cycles_of_wada() -> None:
    assert evaluate("(T N B S) (T W B E)", DIE) == evaluate("(T N E) (B S W)", DIE)
    assert evaluate("(TNBS)", DIE) == evaluate("e", DIE)
    assert evaluate("(TWBE)", DIE) == evaluate("n", DIE)


def test_the_two_rows_of_wada() -> None:
    """T S E B N W go to N W T S E B."""
    tipped = evaluate("[[S,W,B],[T,N,E]]", DIE)
    assert [DIE.points[target] for target in tipped.targets] == list("NWTSEB")
    assert DIE.points[tipped.targets[DIE.points.index("S")]] == "W"


def test_a_die_has_24_orientations() -> None:
    orientations = {evaluate("", DIE)}
    while True:
        more = orientations | {
            orientation * tip for orientation in orientations for tip in DIE.generators.values()
        }
        if more == orientations:
            break
        orientations = more
    assert len(orientations) == 24
