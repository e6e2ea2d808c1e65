"""The robot's side of the wire protocol."""
