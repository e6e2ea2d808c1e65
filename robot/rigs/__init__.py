"""The mechanisms people build, a file for each."""
