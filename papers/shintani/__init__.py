"""Shintani (2018): a layer method from five operations, and the exhaustive search for them."""
