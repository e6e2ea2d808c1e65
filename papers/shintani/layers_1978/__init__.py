"""The layer method of 1978."""
