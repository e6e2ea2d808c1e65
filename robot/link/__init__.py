"""The line to a robot: protocol, port, session."""
