"""The benchmark's drawn solved cubes are solved, and read with certainty."""

from benchmarks.reading.solved_cubes import drawn_solved
from solver.core.facelets import SOLVED
from vision.reading import read


def test_a_drawn_solved_cube_is_read_with_its_sides_in_view() -> None:
    frames = drawn_solved(1, "stickerless", 1.0)
    assert sorted(frame.name[-1] for frame in frames) == sorted("URFDLB")
    reading = read(frames)
    assert reading.facelets == SOLVED
    assert reading.certain
