"""What `rokumen read` and `rokumen scan` print of a reading."""

from __future__ import annotations

import rokumen
from rokumen.cli.output import print_json
from rokumen.show.encoding import nxn_reading_as_json, reading_as_json
from rokumen.show.terminal.reading import print_nxn_reading, print_reading


def print_any_reading(reading: rokumen.Reading | rokumen.NxNReading) -> None:
    """Print a reading: the net on stderr, the facelets on stdout if it is certain."""
    if isinstance(reading, rokumen.NxNReading):
        print_nxn_reading(reading)
    else:
        print_reading(reading)


def print_any_reading_as_json(reading: rokumen.Reading | rokumen.NxNReading) -> None:
    """Print a reading as one JSON object on stdout."""
    if isinstance(reading, rokumen.NxNReading):
        print_json(nxn_reading_as_json(reading))
    else:
        print_json(reading_as_json(reading))
