"""The example of a settings file that docs/maestro.md gives."""

from tests.support.documents import ROOT, fenced

(EXAMPLE,) = fenced(ROOT / "docs" / "maestro.md", "toml")
