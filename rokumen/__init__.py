"""The application: command line, pipeline and displays. The only room where all parts meet."""

__version__ = "0.1.0"
