"""The application, and its public Python API; docs/api.md shows each name at work.

The public names are those of the stub `__init__.pyi`. A name is loaded when it is first used:
`import rokumen` alone imports none of the parts.
"""

import os

# The first import: from then on a signal ends a command without a traceback.
import rokumen.early_signals  # noqa: F401
from rokumen.own_packages import check_own_packages

__version__ = "0.2.0"

check_own_packages(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), __version__)


# Public name -> the module that defines it; read when the first name is used.
_modules: dict[str, str] = {}


def _read_stub() -> None:
    import re

    with open(f"{os.path.splitext(__file__)[0]}.pyi", encoding="utf-8") as stub:
        imports = re.findall(r"^from (\S+) import (\([^)]*\)|.+)$", stub.read(), re.MULTILINE)
    for module, names in imports:
        _modules.update(dict.fromkeys(re.findall(r"\w+(?= as )", names), module))


def __getattr__(name: str) -> object:
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not _modules:
        _read_stub()
    if name == "__all__":
        return sorted(_modules)
    if name not in _modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = _modules[name]
    value: object = (
        import_module(f"{module}.{name}")
        if module == __name__
        else getattr(import_module(module), name)
    )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    if not _modules:
        _read_stub()
    return ["__version__", *sorted(_modules)]
