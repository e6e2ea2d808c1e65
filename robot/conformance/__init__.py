"""Checks of a chip's lines and of any drive against their rules (docs/protocol.md)."""
