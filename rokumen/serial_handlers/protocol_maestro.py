"""`maestro://`: the name by which pySerial looks for a handler is the module's."""

from rokumen.maestro.port import MaestroPort as Serial

__all__ = ["Serial"]
