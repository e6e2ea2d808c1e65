"""Puzzles that are data: KPuzzle definitions are read, turned, solved, drawn and written."""
