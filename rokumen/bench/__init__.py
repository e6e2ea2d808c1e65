"""The project's own benchmarks, a module each: functions that measure, and tables to print."""
