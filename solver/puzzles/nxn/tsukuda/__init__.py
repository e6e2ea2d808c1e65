"""The Tsukuda method in sixteen steps."""
