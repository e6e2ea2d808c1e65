"""Entry point of `python -m benchmarks`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the benchmark that the arguments name, and exit with its status."""
    # As of `rokumen`: the matrices are small.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from benchmarks.command import run
    from rokumen.cli.output import replace_closed_streams

    replace_closed_streams()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
