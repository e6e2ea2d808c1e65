"""Jobs, devices and pages import nothing of the command line."""

from __future__ import annotations

import subprocess
import sys

LAYERS = (
    "rokumen.jobs.batch",
    "rokumen.jobs.calibrate_camera",
    "rokumen.jobs.calibrate_grippers",
    "rokumen.jobs.recorded_job",
    "rokumen.devices.simulated_robot",
    "rokumen.storage.settings",
    "rokumen.api.connecting",
    "rokumen.web.app",
)


def test_the_layers_below_the_command_line_load_none_of_it() -> None:
    code = (
        f"import sys, {', '.join(LAYERS)}; "
        "print([name for name in sys.modules if name in ('click', 'rich') "
        "or name.startswith('rokumen.cli')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
