"""Proven shortest solutions."""
