"""Detection rate and time on synthetic scenes, by cube size and condition."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from rich.table import Table

from rokumen.benchmarks.support.photographs import corner_error
from rokumen.benchmarks.support.scenes import Scene, draw_scene, empty_scene
from vision.detect.face_finder import SIZES, find_faces

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


def table(finding: DetectionReport) -> Table:
    """Return a table of the front faces found, a cube size a column."""
    shown = Table("", *(f"{n} x {n}" for n in SIZES), title="faces found in rendered scenes")
    for column in shown.columns[1:]:
        column.justify = "right"
    for name, found in finding.conditions.items():
        shown.add_row(name, *(f"{found[n].count} of {found[n].of}" for n in SIZES))
    shown.add_row(
        "all of these", *(_share([f[n] for f in finding.conditions.values()]) for n in SIZES)
    )
    shown.add_row("size unknown", *(f"{f.count} of {f.of}" for f in finding.size_unknown.values()))
    shown.add_row(
        "no cube, 40 squares: found",
        *(f"{f.count} of {f.of}" for f in finding.false_positives.values()),
    )
    shown.add_section()
    timed = {
        "ms a frame": {n: [f[n] for f in finding.conditions.values()] for n in SIZES},
        "ms, size unknown": {n: [finding.size_unknown[n]] for n in SIZES},
        "ms, no cube": {n: [finding.false_positives[n]] for n in SIZES},
    }
    for name, by_size in timed.items():
        shown.add_row(f"{name}: mean, slowest", *map(_milliseconds, by_size.values()))
    return shown


def _share(found: Sequence[DetectionScore]) -> str:
    return f"{sum(f.count for f in found) / sum(f.of for f in found):.0%}"


def _milliseconds(found: Sequence[DetectionScore]) -> str:
    seconds = np.concatenate([f.seconds for f in found])
    return f"{1000 * seconds.mean():.0f}, {1000 * seconds.max():.0f}"
