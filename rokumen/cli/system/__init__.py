"""Commands for this computer and its ports, and the web server."""
