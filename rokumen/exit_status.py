"""What the exit status of every command means."""

DONE = 0
FAILURE = 1
USAGE = 2
UNCERTAIN = 3
IMPOSSIBLE_CUBE = 4
STOPPED_SAFELY = 5
INTERRUPTED = 130
