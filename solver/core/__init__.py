"""The cube: geometry, state, turns, facelets, legality."""
