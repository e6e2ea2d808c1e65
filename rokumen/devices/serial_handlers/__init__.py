"""Ports of ours that pySerial opens by their URLs, a module for each scheme."""
