"""The net of a defined puzzle: an SVG drawing whose stickers are named by orbit and position.

As cubing.js has them: the id of a sticker is ORBIT-lPLACE-oORIENTATION.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from drawing.canvas import checked_suffix
from drawing.errors import DrawingError
from files.wording import reason
from solver.core.errors import PuzzleError
from solver.puzzles.kpuzzle.definition import Definition

_FILL = re.compile(r"(?<![\w-])fill\s*:\s*(?P<colour>[^;]+)")
_NAMESPACES = {"": "http://www.w3.org/2000/svg", "xlink": "http://www.w3.org/1999/xlink"}
# Scripts and pages within a drawing are none of it.
_FOREIGN = ("script", "foreignObject", "iframe")


class Net:
    """A net with the stickers of a definition; those that are not drawn are not seen."""

    def __init__(self, text: str, definition: Definition) -> None:
        """Take an SVG text. Raises PuzzleError for what is none, and where no sticker is drawn."""
        self._text = text
        self._numbers = {
            f"{orbit.name}-l{place}-o{orientation}": number
            for number, (orbit, place, orientation) in enumerate(definition.positions)
        }
        stickers = dict(self._stickers(self._read()))
        if not stickers:
            raise PuzzleError(
                "the net has no sticker of the puzzle: an id is ORBIT-lPLACE-oORIENTATION, such as "
                f"{next(iter(self._numbers))!r}"
            )
        self._colours = {number: _colour(sticker) for number, sticker in stickers.items()}
        # The orbits of which there is a sticker.
        self.orbits = {
            each.rpartition("-l")[0]
            for each, number in self._numbers.items()
            if number in self._colours
        }

    def draw(self, places: Sequence[int], path: Path) -> None:
        """Draw the net after what was at each position went to `places`.

        Raises DrawingError for a file that is no .svg, or cannot be written.
        """
        checked_suffix(path, ".svg")
        root = self._read()
        stickers = dict(self._stickers(root))
        for position, place in enumerate(places):
            if position in self._colours and place in stickers:
                _paint(stickers[place], self._colours[position])
        for prefix, address in _NAMESPACES.items():
            ElementTree.register_namespace(prefix, address)
        try:
            path.write_bytes(ElementTree.tostring(root, encoding="utf-8"))
        except OSError as error:
            raise DrawingError(f"cannot write {str(path)!r}: {reason(error)}") from error

    def _read(self) -> ElementTree.Element:
        # What a document type declares may grow without end.
        if "<!DOCTYPE" in self._text or "<!ENTITY" in self._text:
            raise PuzzleError("the net declares a document type; remove the line with <!DOCTYPE")
        try:
            root = ElementTree.fromstring(self._text)
        except ElementTree.ParseError as error:
            raise PuzzleError(f"the net is no SVG: {error}") from error
        for each in root.iter():
            if any(each.tag.endswith(name) for name in _FOREIGN):
                raise PuzzleError(f"the net has <{each.tag.rpartition('}')[2]}>; remove it")
        return root

    def _stickers(self, root: ElementTree.Element) -> Iterator[tuple[int, ElementTree.Element]]:
        for each in root.iter():
            if (number := self._numbers.get(each.get("id", ""))) is not None:
                yield number, each


def _colour(sticker: ElementTree.Element) -> str:
    styled = _FILL.search(sticker.get("style", ""))
    return styled["colour"].strip() if styled else sticker.get("fill", "none")


def _paint(sticker: ElementTree.Element, colour: str) -> None:
    others = _FILL.sub("", sticker.get("style", "")).strip("; ")
    sticker.set("style", f"fill: {colour}; {others}".rstrip("; "))
