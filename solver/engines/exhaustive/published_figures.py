"""Figures that Shintani (2018) reports, for comparison."""

from __future__ import annotations

from solver.notation import shintani

# Three corners cycle; the search begins at the cube that this solves.
SEQUENCE = shintani.parse("W3N3E3N1W1N3E1N1")
STATES = 903_553_330
SECONDS = 22 * 60 + 38
MEMORY = "over 60 GB"
# The "nodes" of each level. From level 2 on they are more than there are cubes: of 18 x 18 only the
# 18 that lead back are left out, so U1 U1 and U2, U1 D1 and D1 U1 count as two.
NODES = (1, 18, 306, 5_472, 98_100, 1_763_496, 31_721_688, 570_824_352)
