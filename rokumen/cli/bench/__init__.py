"""`rokumen bench`: benchmarks that have no records yet."""
