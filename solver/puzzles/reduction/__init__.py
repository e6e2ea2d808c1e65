"""Big cubes by reduction: centres and edges joined in phases, then a 3x3x3 (4x4x4: after Tsai)."""
