"""Readings and results as JSON: what the commands print and the pages receive."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rokumen.api.any_size import NxNReading
    from rokumen.api.seeing import Reading
    from rokumen.jobs.result import Result


def reading_as_json(reading: Reading) -> dict[str, object]:
    """Return the JSON of a reading, as printed by `read` and `scan`."""
    return {
        "facelets": reading.facelets,
        "certain": reading.certain,
        "colours": "".join(reading.colours),
        "numbers": None if reading.numbers is None else list(reading.numbers),
        "faults": [] if reading.certain else [str(fault) for fault in reading.found.faults_as_seen],
        "confidence": [round(value, 4) for value in reading.confidence],
        "ambiguous": list(reading.ambiguous),
        "faces": [
            {
                "face": found.face,
                "image": face.picture,
                "corners": face.corners,
                "colour": found.colour,
            }
            for found, face in zip(reading.found.faces, reading.faces, strict=True)
        ],
        "advice": reading.advice,
        "seconds": round(reading.seconds, 3),
    }


def nxn_reading_as_json(reading: NxNReading) -> dict[str, object]:
    """Return the JSON of a reading of another size than 3x3x3, as printed by `read` and `scan`."""
    return {
        "size": reading.size,
        "facelets": reading.facelets,
        "certain": reading.certain,
        "as_given": reading.found.as_given,
        "scheme": dict(reading.found.scheme),
        "confidence": [round(value, 4) for value in reading.confidence],
        "ambiguous": list(reading.ambiguous),
        "faces": [
            {"face": face.face, "image": face.image_name, "corners": face.corners}
            for face in reading.faces
        ],
        "advice": reading.advice,
        "seconds": round(reading.seconds, 3),
    }


def result_as_json(result: Result) -> dict[str, object]:
    """Return the JSON of `run` and `demo`; `resume` is the journal to resume from, or None."""
    return {
        "solved": result.solved,
        "facelets": result.facelets,
        "moves": result.moves,
        "htm": result.htm,
        "motion_seconds": round(result.motion_seconds, 3),
        "jams": result.jams,
        "slips": result.slips,
        "retries": result.retries,
        "replans": result.replans,
        "missing_turns": result.missing_turns,
        "outcome": result.outcome,
        "resume": None if result.solved else str(result.journal),
    }
