"""Commands for ports, the history of runs and the web server."""
