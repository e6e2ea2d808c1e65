"""Measuring a cube's colours on the page: frames and wishes come in, clouds go out as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from calibration.clouds import ellipse_around, shown_colour
from calibration.errors import UnclearColoursError
from calibration.measure_colours import Measured, measure_colours
from calibration.separation import CLOSE, pairs, warnings
from rokumen.errors import InputError
from rokumen.profiles import store_profile
from rokumen.serve.scanning import PageScan
from vision.arrays import Floats
from vision.camera import Frame
from vision.errors import PhotographsError
from vision.scan import FACES


class PageColours:
    """One page's measuring of colours. Not to be used by two threads at once."""

    def __init__(self) -> None:
        """Start anew; no profile is used, since one is to be measured."""
        self._scan = PageScan()
        self._camera = ""
        self._solved = False
        self._measured: Measured | None = None
        self._trouble = ""

    def see(self, frame: Frame) -> dict[str, Any]:
        """Take a frame into account, and say what came of it."""
        answer = self._scan.see(frame)
        if "faces" in answer:
            answer.update(self._measure())
        if self._trouble:
            answer["seen"]["words"] = self._trouble
        return answer

    def wish(self, wish: Mapping[str, Any]) -> dict[str, Any]:
        """Do what the person wants; raises InputError for what cannot be done, ProfileError."""
        match wish:
            case {"do": "camera", "name": str(name)}:
                self._camera = name
            case {"do": "solved", "solved": bool(solved)}:
                self._solved = solved
            case {"do": "store", "name": str(name)}:
                return self._store(name)
            case _:
                self._scan.wish(wish)
        return self.state()

    def state(self) -> dict[str, Any]:
        """Say what has been taken, and the colours if they can be told."""
        return {**self._scan.state(), **self._measure()}

    def _measure(self) -> dict[str, Any]:
        """Measure as soon as the faces allow it; what stands in the way is said in `words`."""
        self._measured, self._trouble = None, ""
        takes = self._scan.takes
        if not (self._scan.is_done or (self._solved and len(takes) == FACES)):
            return {"measured": None}
        pictures = [picture for take in takes for picture in take.pictures]
        try:
            self._measured = measure_colours(pictures, solved=self._solved)
        except (UnclearColoursError, PhotographsError) as error:
            self._trouble = str(error)
            return {"measured": None, "words": self._trouble}
        return {"measured": measured_as_json(self._measured)}

    def _store(self, name: str) -> dict[str, Any]:
        if self._measured is None:
            raise InputError("no colours have been measured yet: show all six faces first")
        if name.endswith(".toml"):
            raise InputError(f"{name!r} names a file; give a word, such as 'evening'")
        path = store_profile(name, self._measured.profile, self._camera)
        return {"stored": {"name": name, "path": str(path), "camera": self._camera}}


def measured_as_json(measured: Measured) -> dict[str, Any]:
    """Give the colours as clouds in the Lab plane, with how far apart they are."""
    return {
        "colours": [
            {
                "name": name,
                "lab": [round(value, 2) for value in measured.profile.means[name]],
                "paint": paint(np.array(measured.profile.means[name])),
                "samples": [
                    {"ab": [round(float(value), 1) for value in lab[1:]], "paint": paint(lab)}
                    for lab in samples
                ],
                "ellipse": _ellipse(samples),
            }
            for name, samples in measured.samples.items()
        ],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "apart": round(pair.apart, 1),
                "close": pair.is_close,
            }
            for pair in pairs(measured)
        ],
        "safe": CLOSE,
        "warnings": warnings(measured),
    }


def paint(lab: Floats) -> str:
    """Give a colour (CIE Lab) as `#rrggbb`."""
    blue, green, red = (round(value) for value in shown_colour(lab))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _ellipse(samples: Floats) -> dict[str, Any]:
    around = ellipse_around(samples)
    return {
        "middle": [round(value, 1) for value in around.middle],
        "radii": [round(value, 1) for value in around.radii],
        "degrees": round(around.degrees, 1),
    }
