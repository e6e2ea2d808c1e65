"""A scan as the page sees it: frames and wishes come in, what was seen goes out as JSON."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from rokumen.errors import InputError
from rokumen.profiles import NOTHING_CHOSEN, Chosen
from rokumen.show.reading import reading_as_json
from rokumen.show.scanning import PLACES, paints
from solver.cube import Cube
from solver.turn import Turn
from vision.camera import Frame
from vision.known_colours import learn
from vision.reading import Reading
from vision.scan import Scan, Sight
from vision.take import Take
from vision.turn_check import TurnCheck
from vision.turn_watch import TurnWatch

# A cube that is followed may differ from what was read by so many stickers, corrected by hand.
MOST_CORRECTED = 6


class PageScan:
    """One page's scan, and then how its person follows the solution.

    Not to be used by two threads at once.
    """

    def __init__(self, chosen_for: Callable[[str], Chosen] = lambda camera: NOTHING_CHOSEN) -> None:
        """Start anew; `chosen_for` tells which profile of colours a camera uses."""
        self._chosen_for = chosen_for
        self._chosen = chosen_for("")
        self._scan = Scan(self._chosen.profile)
        self._began = time.perf_counter()
        self._told: Reading | None = None
        self._watch: TurnWatch | None = None

    @property
    def takes(self) -> tuple[Take, ...]:
        """The faces taken so far."""
        return self._scan.takes

    @property
    def is_done(self) -> bool:
        """Tell whether the cube is known with certainty."""
        return self._scan.is_done

    def see(self, frame: Frame) -> dict[str, Any]:
        """Take a frame into account, and say what came of it."""
        if self._watch is not None:
            before = self._watch.at
            sight = self._watch.see(frame)
            return {"seen": _seen(sight, frame), "check": _check(self._watch, before)}
        sight = self._scan.see(frame)
        return {
            "seen": _seen(sight, frame),
            # What has not changed is not sent again.
            **(self.state() if sight.took or self._scan.reading is not self._told else {}),
        }

    def wish(self, wish: Mapping[str, Any]) -> dict[str, Any]:
        """Do what the person wants; raises InputError for what cannot be done, ProfileError."""
        match wish:
            case {"do": "forget", "name": str(name)}:
                try:
                    self._scan.forget(name)
                except KeyError:
                    raise InputError(f"no face {name!r} has been taken") from None
            case {"do": "camera", "name": str(camera)}:
                self._use(self._chosen_for(camera))
            case {"do": "follow", "facelets": str(facelets), "moves": list(moves), "at": int(at)}:
                self._follow(facelets, [Turn.parse(str(move)) for move in moves])
                return self._go(at)
            case {"do": "at", "at": int(at)} if self._watch is not None:
                return self._go(at)
            case {"do": "unfollow"}:
                self._watch = None
                return {"check": None}
            case {"do": "restart"}:
                self._watch = None
                self._scan = Scan(self._chosen.profile)
                self._began = time.perf_counter()
            case _:
                raise InputError(f"{dict(wish)!r} is nothing that can be wished for")
        return self.state()

    def _use(self, chosen: Chosen) -> None:
        """Read with a camera's colours; what another camera has taken is kept."""
        if chosen != self._chosen:
            self._chosen = chosen
            self._scan = Scan(chosen.profile, self._scan.takes)

    def _follow(self, facelets: str, moves: list[Turn]) -> None:
        """Begin to watch for turns on the cube that was scanned."""
        reading = self._scan.reading
        cube = Cube.from_facelets(facelets)
        if reading is None or _differences(facelets, reading.facelets) > MOST_CORRECTED:
            raise InputError("this cube has not been scanned: show its six faces first")
        colours = learn(self._scan.takes, reading, facelets)
        if colours is None:
            raise InputError("the scan did not show all six colours: start over, and scan it anew")
        self._watch = TurnWatch(TurnCheck(cube, moves, colours))

    def _go(self, at: int) -> dict[str, Any]:
        assert self._watch is not None
        try:
            self._watch.go(at)
        except IndexError as error:
            raise InputError(f"there is no such turn: {error}") from None
        return {"check": _check(self._watch, at)}

    def state(self) -> dict[str, Any]:
        """Say what has been taken, and the cube if it can be read."""
        scan = self._scan
        reading = self._told = scan.reading
        seconds = time.perf_counter() - self._began
        return {
            "words": scan.words,
            "profile": self._chosen.name,
            "mirrored": scan.looks_mirrored,
            "faces": [
                {"name": take.name, "place": PLACES[centre], "paints": paints(take)}
                for centre, take in zip(scan.centres, scan.takes, strict=True)
            ],
            "reading": None
            if reading is None
            else {**reading_as_json(reading, seconds), "scheme": dict(reading.scheme)},
        }


def _seen(sight: Sight, frame: Frame) -> dict[str, Any]:
    return {
        "phase": sight.phase.value,
        "progress": round(sight.progress, 2),
        "corners": _corners(sight),
        "took": sight.took,
        "words": sight.words,
        "size": frame.image.shape[1::-1],
    }


def _check(watch: TurnWatch, before: int) -> dict[str, Any]:
    """Say how the turns stand; `before`: where they stood before this frame."""
    finding = watch.verdict.finding.value if watch.verdict else ""
    return {"from": before, "at": watch.at, "finding": finding, "words": watch.words}


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _corners(sight: Sight) -> list[list[float]] | None:
    if sight.view is None:
        return None
    return [[round(float(x), 1), round(float(y), 1)] for x, y in sight.view.corners]
