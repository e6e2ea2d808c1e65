"""Ports of ours that pySerial opens by their URLs, once `rokumen.ports.register` has told it."""
