"""Cubes that tell their turns by Bluetooth, and recordings of them."""
