"""Writing a picture into a file, with the errors of what cannot be written."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from drawing.errors import DrawingError
from drawing.picture_file import write_picture

PICTURE = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)


def test_a_picture_is_written_as_it_is(tmp_path: Path) -> None:
    write_picture(tmp_path / "picture.png", PICTURE)
    read = cv2.imread(str(tmp_path / "picture.png"))
    assert read is not None
    assert np.array_equal(read, PICTURE)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("picture.txt", r"picture.txt': name a .png or .jpg file"),
        ("missing/picture.png", r"missing/picture.png': is there such a folder?"),
    ],
)
def test_an_error_quotes_a_file_that_cannot_be_written(
    name: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(DrawingError, match=message):
        write_picture(tmp_path / name, PICTURE)
