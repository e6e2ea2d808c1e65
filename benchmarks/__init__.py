"""The project's own benchmarks: functions that measure, and tables of the results."""
