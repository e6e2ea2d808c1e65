"""Colours of the stickers: samples, illumination, colour model, profiles and names."""
