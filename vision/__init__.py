"""Cameras, finding faces, sampling and classifying colours, decoding a legal cube."""
