"""Scenes, labelled photographs and simulated jobs that benchmarks and tests share."""
