"""Benchmarks of reading, finding, scanning, colour calibration and the scanning page."""
