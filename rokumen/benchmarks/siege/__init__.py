"""Hostile files, command lines, requests and robots, and whether the program withstands them."""
