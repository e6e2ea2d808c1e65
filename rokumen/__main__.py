"""Entry point of `python -m rokumen` and of the console script."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line and exit with its status."""
    # The matrices here are small: to start threads for them takes longer than to multiply them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from rokumen.cli.main import run
    from rokumen.cli.output import replace_closed_streams

    replace_closed_streams()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
