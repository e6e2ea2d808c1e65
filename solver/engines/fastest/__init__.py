"""The fastest solution of a cube where what a turn costs depends on what was done before."""
