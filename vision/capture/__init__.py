"""Frames from cameras, streams, videos and image files."""
