"""The Tsukuda method in sixteen steps for n x n x n cubes, several pieces at once."""
