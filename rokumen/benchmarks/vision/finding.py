"""Detection rate and time on synthetic scenes, by cube size and condition."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from rokumen.benchmarks.support.photographs import corner_error
from rokumen.benchmarks.support.scenes import Scene, draw_scene, empty_scene
from rokumen.benchmarks.support.table_rows import TableRow
from vision.detect.lattice_finder import SIZES
from vision.detect.search import find_faces

# Largest error of a corner of a found face, in sides of the face.
EXACT = 0.04
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
class DetectionScore:
    """Number of front faces found within 4%, and the seconds of each scene."""

    count: int
    of: int
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DetectionReport:
    """Scores by cube size: for each condition, with unknown size, and without a cube.

    `false_positives` counts the empty tables on which a face was found.
    """

    conditions: Mapping[str, Mapping[int, DetectionScore]]
    size_unknown: Mapping[int, DetectionScore]
    false_positives: Mapping[int, DetectionScore]


def find_in_scenes(scenes: int, seed: int, on_progress: Callable[[str], None]) -> DetectionReport:
    """Return the scores of finding the front face in `scenes` rendered scenes of each kind."""
    seeds = [1000 * seed + k for k in range(scenes)]
    conditions = {}
    for name, options in CONDITIONS.items():
        on_progress(f"rendered scenes: {name}")
        conditions[name] = {n: _fronts(_scenes(n, seeds, options), n) for n in SIZES}
    on_progress("rendered scenes: size unknown, and no cube")
    unknown_size = {n: _fronts(_scenes(n, seeds, {}), n, size_known=False) for n in SIZES}
    return DetectionReport(conditions, unknown_size, {n: _on_empty_tables(seeds, n) for n in SIZES})


def _scenes(n: int, seeds: Sequence[int], options: Mapping[str, Any]) -> Iterator[Scene]:
    far = {"side": options["side"] * n} if options.get("side") == FAR else {}
    return (draw_scene(n, seed, **{**options, **far}) for seed in seeds)


def _fronts(scenes: Iterator[Scene], n: int, size_known: bool = True) -> DetectionScore:
    count, seconds = 0, []
    for scene in scenes:
        began = time.thread_time()
        faces = find_faces(scene.image, n if size_known else None)
        seconds.append(time.thread_time() - began)
        off = [corner_error(face.corners, scene.corners[0]) for face in faces if face.n == n]
        count += min(off, default=np.inf) < EXACT
    return DetectionScore(count, len(seconds), tuple(seconds))


def _on_empty_tables(seeds: Sequence[int], n: int) -> DetectionScore:
    count, seconds = 0, []
    for seed in seeds:
        image = empty_scene(seed, clutter=40)
        began = time.thread_time()
        count += bool(find_faces(image, n))
        seconds.append(time.thread_time() - began)
    return DetectionScore(count, len(seconds), tuple(seconds))


def scene_rows(finding: DetectionReport) -> Iterator[TableRow]:
    """Yield the rows of the front faces found, with a number for each cube size."""
    sizes = f"{SIZES[0]}x{SIZES[0]} to {SIZES[-1]}x{SIZES[-1]}"
    title = f"drawn scenes, faces of {sizes} found"
    for name, found in finding.conditions.items():
        yield TableRow(f"{title}: {name}", _counts(found))
    by_size = {n: [found[n] for found in finding.conditions.values()] for n in SIZES}
    yield TableRow(f"{title}: all of these", ", ".join(map(_share, by_size.values())))
    yield TableRow(f"{title}: size unknown", _counts(finding.size_unknown))
    yield TableRow(f"{title}: no cube, 40 squares", _counts(finding.false_positives), "0")
    timed = {
        "size known": by_size,
        "size unknown": {n: [finding.size_unknown[n]] for n in SIZES},
        "no cube": {n: [finding.false_positives[n]] for n in SIZES},
    }
    for name, scores in timed.items():
        yield TableRow(
            f"drawn scenes, milliseconds for {sizes}: {name}",
            ", ".join(map(_milliseconds, scores.values())),
        )


def _counts(found: Mapping[int, DetectionScore]) -> str:
    counts = ", ".join(str(each.count) for each in found.values())
    return f"{counts} of {max(each.of for each in found.values())}"


def _share(found: Sequence[DetectionScore]) -> str:
    return f"{sum(f.count for f in found) / sum(f.of for f in found):.0%}"


def _milliseconds(found: Sequence[DetectionScore]) -> str:
    seconds = np.concatenate([f.seconds for f in found])
    return f"{1000 * seconds.mean():.0f}"
