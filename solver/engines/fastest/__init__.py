"""The fastest solution of a cube, if the cost of a turn depends on the turns before it."""
