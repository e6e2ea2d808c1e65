"""Tests of simulated robots on boards."""
