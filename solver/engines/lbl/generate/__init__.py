"""Generates the case tables of the layer-by-layer method."""
