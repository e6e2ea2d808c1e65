"""A scan as the page sees it: frames and wishes come in, what was seen goes out as JSON."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from rokumen.errors import InputError
from rokumen.profiles import NOTHING_CHOSEN, Chosen
from rokumen.show.reading import reading_as_json
from rokumen.show.scanning import PLACES, paints
from vision.camera import Frame
from vision.reading import Reading
from vision.scan import Scan, Sight
from vision.take import Take


class PageScan:
    """One page's scan. Not to be used by two threads at once."""

    def __init__(self, chosen_for: Callable[[str], Chosen] = lambda camera: NOTHING_CHOSEN) -> None:
        """Start anew; `chosen_for` tells which profile of colours a camera uses."""
        self._chosen_for = chosen_for
        self._chosen = chosen_for("")
        self._scan = Scan(self._chosen.profile)
        self._began = time.perf_counter()
        self._told: Reading | None = None

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
        sight = self._scan.see(frame)
        return {
            "seen": {
                "phase": sight.phase.value,
                "progress": round(sight.progress, 2),
                "corners": _corners(sight),
                "took": sight.took,
                "words": sight.words,
                "size": frame.image.shape[1::-1],
            },
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
                # What another camera has taken is kept; it is read with the new one's colours.
                self._chosen = self._chosen_for(camera)
                self._scan = Scan(self._chosen.profile, self._scan.takes)
            case {"do": "restart"}:
                self._scan = Scan(self._chosen.profile)
                self._began = time.perf_counter()
            case _:
                raise InputError(f"{dict(wish)!r} is nothing that can be wished for")
        return self.state()

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


def _corners(sight: Sight) -> list[list[float]] | None:
    if sight.view is None:
        return None
    return [[round(float(x), 1), round(float(y), 1)] for x, y in sight.view.corners]
