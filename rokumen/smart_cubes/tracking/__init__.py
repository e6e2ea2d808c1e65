"""Follows a cube by what it says: which turns are new, which are missing, when sync is lost."""
