"""The example of a settings file that docs/maestro.md gives."""

from __future__ import annotations

import re
from pathlib import Path

_PAGE = Path(__file__).parents[2] / "docs" / "maestro.md"
(EXAMPLE,) = re.findall(r"```toml\n(.*?)```", _PAGE.read_text(), re.DOTALL)
