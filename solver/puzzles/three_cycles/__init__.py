"""What solvers by cycles of three pieces share: words of turns that make such cycles."""
