"""Searches of one photo at several scales, and which of them is believed."""
