"""Detection rate and time on synthetic scenes, by cube size and condition."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.support.photographs import EXACT_CORNERS, corner_error
from benchmarks.support.scenes import Scene, draw_scene, empty_scene
from vision.detect.lattice_finder import SIZES
from vision.detect.photograph import find_faces

FAR = 24  # pixels of a sticker

CONDITIONS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "black border": {},
        "white border": {"border": "white"},
        "stickerless": {"border": "stickerless"},
        "not tilted": {"tilt": 0.0},
        "tilted by 50 degrees": {"tilt": 50.0},
        "stickerless, tilted by 50 degrees": {"border": "stickerless", "tilt": 50.0},
        "near: the front 330 pixels a side": {"side": 330.0},
        f"far: {FAR} pixels a sticker": {"side": FAR},
        "faces of one colour": {"one_colour": True},
        "a quarter of the light": {"light": 0.25},
        "a hard shadow": {"shadow": True},
        "two fingers over the edge": {"fingers": 2},
        "40 coloured squares beside it": {"clutter": 40},
    }
)


@dataclass(frozen=True, slots=True)
class DrawnFaces(Record):
    """In how many drawn scenes the front face is found within 4%, by cube size.

    Of tables without a cube, on how many a face is found.
    """

    key = "drawn_faces"
    title = "faces found in drawn scenes"

    what: str = column("scenes")
    found: Mapping[str, int] = column("")
    scenes: int = column("of")


@dataclass(frozen=True, slots=True)
class DrawnTimes(Record):
    """Milliseconds of one processor to search a drawn scene, by cube size."""

    key = "drawn_times"
    title = "milliseconds for a drawn scene"

    what: str = column("search")
    milliseconds: Mapping[str, float] = column("", ".0f")


@dataclass(frozen=True, slots=True)
class _Score:
    """Number of scenes in which a face is found, and the seconds of each scene."""

    count: int
    seconds: tuple[float, ...]


_Scores = Mapping[int, _Score]


def find_in_scenes(
    scenes: int, seed: int, progress: Progress = QUIET
) -> Iterator[DrawnFaces | DrawnTimes]:
    """Yield how many front faces are found in `scenes` rendered scenes of each kind and size."""
    seeds = [1000 * seed + k for k in range(scenes)]
    conditions: list[_Scores] = []
    for name, options in progress.each("drawn scenes", CONDITIONS.items(), len(CONDITIONS)):
        conditions.append({n: _fronts(_scenes(n, seeds, options), n) for n in SIZES})
        yield _faces(name, conditions[-1:])
    yield _faces("all of these", conditions)
    unknown_size = {n: _fronts(_scenes(n, seeds, {}), n, size_known=False) for n in SIZES}
    yield _faces("size unknown", [unknown_size])
    nothing = {n: _on_empty_tables(seeds, n) for n in SIZES}
    yield _faces("no cube, 40 squares", [nothing])
    yield _times("size known", conditions)
    yield _times("size unknown", [unknown_size])
    yield _times("no cube", [nothing])


def _faces(what: str, scores: Sequence[_Scores]) -> DrawnFaces:
    found = {f"{n}x{n}": sum(each[n].count for each in scores) for n in SIZES}
    return DrawnFaces(what, found, sum(len(each[SIZES[0]].seconds) for each in scores))


def _times(what: str, scores: Sequence[_Scores]) -> DrawnTimes:
    return DrawnTimes(
        what,
        {f"{n}x{n}": 1000 * fmean(s for each in scores for s in each[n].seconds) for n in SIZES},
    )


def _scenes(n: int, seeds: Sequence[int], options: Mapping[str, Any]) -> Iterator[Scene]:
    far = {"side": options["side"] * n} if options.get("side") == FAR else {}
    return (draw_scene(n, seed, **{**options, **far}) for seed in seeds)


def _fronts(scenes: Iterator[Scene], n: int, size_known: bool = True) -> _Score:
    count, seconds = 0, []
    for scene in scenes:
        began = time.thread_time()
        faces = find_faces(scene.image, n if size_known else None)
        seconds.append(time.thread_time() - began)
        off = [corner_error(face.corners, scene.corners[0]) for face in faces if face.n == n]
        count += min(off, default=np.inf) < EXACT_CORNERS
    return _Score(count, tuple(seconds))


def _on_empty_tables(seeds: Sequence[int], n: int) -> _Score:
    count, seconds = 0, []
    for seed in seeds:
        image = empty_scene(seed, clutter=40)
        began = time.thread_time()
        count += bool(find_faces(image, n))
        seconds.append(time.thread_time() - began)
    return _Score(count, tuple(seconds))
