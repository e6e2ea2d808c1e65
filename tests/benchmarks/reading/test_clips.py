"""The scanning benchmark counts captured faces and readings correctly."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.reading.clips import ClipsScanned, backwards, scan_clip
from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS, load_photographed_cubes
from tests.support.videos import HOLD_FRAMES, MOVE_FRAMES, handheld_frames, write_video


@pytest.mark.thorough
def test_a_clip_is_compared_with_its_labels(tmp_path: Path) -> None:
    cube = next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube08")
    frames = list(handheld_frames([frame.image for frame in cube.frames]))
    write_video(tmp_path / "clip.avi", frames)
    begins = [face * (HOLD_FRAMES + MOVE_FRAMES) for face in range(6)]
    entry = {
        "clip": "clip.avi",
        "facelets": cube.facelets,
        "stills": [
            {"face": face, "frames": [begin, begin + HOLD_FRAMES - 1]}
            for face, begin in zip("URFDLB", begins, strict=True)
        ],
    }
    result = scan_clip(tmp_path, entry, lambda frames: frames)
    assert result.taken == frozenset("URFDLB")
    assert (result.moving, result.is_certain, result.is_right) == (0, True, True)
    scanned = ClipsScanned.of("clips", [result, replace(result, is_right=False, moving=2)])
    assert (scanned.clips, scanned.right, scanned.wrong) == (2, 1, 1)
    assert (scanned.faces, scanned.all_faces, scanned.moving) == (12, 12, 2)
    assert scanned.missed == ("clip.avi",)


def test_a_reversed_clip_has_increasing_times(tmp_path: Path) -> None:
    cube = load_photographed_cubes(PHOTOS)[0]
    frames = list(handheld_frames([cube.frames[0].image]))
    turned = backwards(frames)
    assert [frame.time for frame in turned] == [frame.time for frame in frames]
    assert (turned[0].image == frames[-1].image).all()


def test_a_missing_data_setting_is_reported(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ROKUMEN_DATA", raising=False)
    result = bench("scan")
    assert result.status == 2
    assert "--data" in result.err


@pytest.mark.slow
def test_no_wrong_cube_is_called_certain(bench: Rokumen) -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if not data:
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation clips")
    result = bench("scan", "--json", "--data", data)
    assert result.status == 0
    clips = result.json()["clips"]
    assert len(clips) == 4
    assert not any(each["wrong"] for each in clips)


def test_an_error_quotes_a_bad_data_folder(bench: Rokumen, tmp_path: Path) -> None:
    (tmp_path / "cube-clips").mkdir()
    (tmp_path / "cube-clips" / "truth.json").write_text(json.dumps("no list")[:3])
    result = bench("scan", "--data", str(tmp_path))
    assert result.status == 2
    assert str(tmp_path) in result.err
