"""Compare methods on random cubes: turns, and cubes a second, relative to the first method."""

import time

import rokumen

CUBES = [rokumen.Cube.random(seed) for seed in range(50)]


def measure(method: str) -> tuple[float, float]:
    """Return the mean number of turns, and the seconds a cube."""
    rokumen.solve(CUBES[0], method=method)  # tables are loaded
    began = time.perf_counter()
    turns = [rokumen.solve(cube, method=method).htm for cube in CUBES]
    return sum(turns) / len(turns), (time.perf_counter() - began) / len(turns)


results = {method: measure(method) for method in ("lbl", "beginner", "lbl-paper")}
_, usual = results["lbl"]
for method, (turns, seconds) in results.items():
    print(f"{method:10} {turns:6.1f} turns  {seconds / usual:6.2f} times the time of lbl")
