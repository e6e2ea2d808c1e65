"""A cube written as a list: 54 facelets, or the 48 colours or numbers of mmays (2014).

The entries may stand in one word, by rows or faces, or each by itself, with any separators,
brackets and quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from solver.core.errors import FaceletError
from solver.core.facelets import CENTRES, COLOUR_NAMES
from solver.core.geometry import FACES
from solver.core.numbers import FACE_ORDER, facelets_from_colours
from solver.notation.wca import without_comments

LENGTHS = (48, 54)
# Of one list in a file: an entry a line, its braces, and those of its faces.
MOST_LINES = 54 + 2 + 12
# White up and green in front: what a list without centres means by its colours.
_COLOUR_OF_FACE = dict(zip(FACES, "WRGYOB", strict=True))
_FACE_OF_COLOUR = {colour: face for face, colour in _COLOUR_OF_FACE.items()}
_LETTER_OF_NAME = {name: letter for letter, name in COLOUR_NAMES.items()}

_SEPARATORS = re.compile(r"[\s,;{}\[\]()]+")
_QUOTES = re.compile('["“”„«»]')
_SINGLE_QUOTES = re.compile("['‘’`´]")
# A single quotation mark before an entry; after a letter it is the prime of a turn.
_OPENING_QUOTE = re.compile(r"(?:^|[\s,;{\[(])['‘`]\w")
# ASCII digits: int() also reads others, and refuses very long ones.
_NUMBER = re.compile(r"[0-9]{1,9}")
# A whole word of this number of letters is a face of a list; turns are not written like that.
_FACE_WORD = 8
# From this number of letters on, letters that no turn has are taken for a list cut short.
_FEWEST = 6
# From this number of letters on, any six letters are taken for colours.
_MANY = 40


def joined_lists(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines, a list in braces over several of them as one, with its first number.

    Braces in comments do not count, and a list of several lines has none of its comments. Where the
    braces are not closed within MOST_LINES the lines are yielded as they are.
    """
    held: list[tuple[int, str]] = []
    depth = 0
    for number, line in lines:
        bare = without_comments(line)
        depth += bare.count("{") - bare.count("}")
        held.append((number, line))
        if depth <= 0:
            texts = [line] if len(held) == 1 else [without_comments(text) for _, text in held]
            yield held[0][0], " ".join(texts)
        elif len(held) < MOST_LINES:
            continue
        else:
            yield from held
        held, depth = [], 0
    yield from held


def split_entries(text: str) -> tuple[str, ...]:
    """Return the words of a text between separators, brackets and quotation marks."""
    if _QUOTES.search(text):
        text = _QUOTES.sub(" ", text)
    if _OPENING_QUOTE.search(text):
        text = _SINGLE_QUOTES.sub(" ", text)
    return tuple(word for word in _SEPARATORS.split(text) if word)


def read_numbers(words: Sequence[str]) -> tuple[int, ...] | None:
    """Return the entries of a list of numbers, None where it is none."""
    if len(words) > 1 and all(_NUMBER.fullmatch(word) for word in words):
        return tuple(int(word) for word in words)
    return None


def read_letters(words: Sequence[str]) -> str | None:
    """Return one letter an entry of a list of colours, None where it cannot be one.

    Raises FaceletError where some entries are names of colours and others are not.
    """
    if any(word.lower() in _LETTER_OF_NAME for word in words):
        return "".join(_letter(word) for word in words)
    letters = "".join(words)
    # Digits stand for colours only where a word is a face: R2 U2 are turns.
    may_be = letters.isalpha() or (letters.isalnum() and max(map(len, words)) >= _FACE_WORD)
    return letters if may_be else None


def _letter(word: str) -> str:
    letter = _LETTER_OF_NAME.get(word.lower(), word.upper())
    if letter not in COLOUR_NAMES:
        raise FaceletError(
            f"{word!r} among names of colours is none of them: write "
            f"{', '.join(COLOUR_NAMES.values())}, or their first letters"
        )
    return letter


def is_written_by_faces(words: Sequence[str]) -> bool:
    """Return whether a word is as long as a face, so that the letters in it are no turns."""
    return max(map(len, words)) >= _FACE_WORD and all(word.isalpha() for word in words)


def looks_like_list(letters: str, *, are_turns: bool) -> bool:
    """Return whether letters are meant as a list, perhaps cut short or with a wrong entry.

    `are_turns`: they can be read as turns, too; a turn made twice would be written with a 2, so
    that letters which follow themselves are a list.
    """
    is_repeated = any(one == next_one for one, next_one in pairwise(letters))
    known = _in_known_letters(letters) is not None
    if are_turns and not (is_repeated and letters.isalpha()):
        return False
    return len(letters) >= (_FEWEST if known else _MANY)


def has_equal_counts(letters: str) -> bool:
    """Return whether letters are 48 or 54 with each of the six equally often."""
    known = _in_known_letters(letters)
    return (
        len(letters) in LENGTHS
        and known is not None
        and len({known.count(letter) for letter in set(known)}) == 1
        and len(set(known)) == 6
    )


def facelets_of_letters(letters: str, text: str) -> str:
    """Return the 54 facelets of a list of colours, face by face, in the letters of the list.

    54 letters are in the order U R F D L B, or in that of the numbers if their centres are;
    48 in that of the numbers, U L F R B D. Raises FaceletError for another count, which quotes
    `text`, or for 48 letters that are no colours.
    """
    if len(letters) not in LENGTHS:
        raise FaceletError(
            f"{quoted(text)} has {len(letters)} facelets; a list has 54, nine a face in the order "
            "U R F D L B, or 48 without the centres in the order U L F R B D. For turns, write "
            "moves: before them"
        )
    known = _in_known_letters(letters)
    if len(letters) == 54:
        return _in_usual_order(known or letters)
    if known is None:
        strange = sorted(set(letters.upper()) - set(FACES) - set(_FACE_OF_COLOUR))
        raise FaceletError(
            f"{quoted(text)} has 48 entries, among them {', '.join(strange) or 'W, Y, O or G'}: "
            "without centres they must all be of U L F R B D, or all of W O G R B Y"
        )
    if set(known) <= set(FACES):
        return facelets_from_colours(known)
    faces = facelets_from_colours([_FACE_OF_COLOUR[letter] for letter in known])
    return "".join(_COLOUR_OF_FACE[face] for face in faces)


def _in_known_letters(letters: str) -> str | None:
    """Return face letters or letters of colours in upper case, None where some are neither."""
    upper = letters.upper()
    return upper if set(upper) <= set(FACES) or set(upper) <= set(COLOUR_NAMES) else None


def _in_usual_order(facelets: str) -> str:
    """Return 54 facelets in the order U R F D L B, if their centres are in that of the numbers."""
    if "".join(facelets[centre] for centre in CENTRES) != FACE_ORDER:
        return facelets
    faces = {face: facelets[9 * i : 9 * i + 9] for i, face in enumerate(FACE_ORDER)}
    return "".join(faces[face] for face in FACES)


def quoted(text: str) -> str:
    """Return a text as an error quotes it: its beginning, where it is long."""
    return repr(text if len(text) <= 60 else f"{text[:60]}...")
