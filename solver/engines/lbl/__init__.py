"""The layer-by-layer method: cross, F2L, OLL and PLL."""
