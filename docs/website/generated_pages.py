"""Pages of the site that are not files of docs: the README, the changes, and the docstrings.

MkDocs calls these functions (`hooks` in mkdocs.yml). mkdocstrings reads the docstrings from the
sources, without importing them.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
# Files of the repository's root, and their pages.
COPIED = {"README.md": "index.md", "CHANGELOG.md": "changes.md"}
# Page and its title -> the modules whose docstrings are on it.
REFERENCE = {
    ("reference/rokumen.md", "Package rokumen"): (
        "solver.cube",
        "rokumen.api.seeing",
        "rokumen.api.scanning",
        "rokumen.api.watching",
        "rokumen.smart_cubes.smart_cube",
        "solver.core.watched_turn",
        "rokumen.api.solving",
        "rokumen.api.planning",
        "robot.planning.motion_plan",
        "robot.planning.robot_state",
        "rokumen.api.connecting",
        "rokumen.api.robot",
        "rokumen.api.ports",
        "rokumen.run_result",
    ),
    ("reference/interfaces.md", "Interfaces to implement"): (
        "rokumen.extend",
        "rokumen.extend.commands",
        "solver.engines.engine",
        "solver.solution",
        "solver.plugin_checks",
        "robot.rigs.rig",
        "robot.rigs.command",
        "robot.rigs.check",
        "robot.drives.drive",
        "solver.puzzles.registry",
        "solver.plugin_checks",
    ),
    ("reference/errors.md", "Errors"): (
        "solver.core.errors",
        "rokumen.errors",
        "robot.errors",
        "vision.errors",
        "calibration.errors",
    ),
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for source, page in COPIED.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        # What is beside them in the repository is above them on the site.
        files.append(File.generated(config, page, content=text.replace("](docs/", "](")))
    for (page, title), modules in REFERENCE.items():
        blocks = "\n\n".join(f"## `{module}`\n\n::: {module}" for module in modules)
        files.append(File.generated(config, page, content=f"# {title}\n\n{blocks}\n"))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to the files of the root to their pages."""
    return re.sub(
        rf"\]\(\.\./({'|'.join(map(re.escape, COPIED))})",
        lambda found: f"]({COPIED[found[1]]}",
        markdown,
    )
