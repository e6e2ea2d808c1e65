"""The turns of a cube in a film of hands."""
