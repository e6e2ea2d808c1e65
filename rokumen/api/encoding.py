"""Readings and results as JSON: what the commands print and the pages receive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rokumen.show.stage_names import in_full

if TYPE_CHECKING:
    from rokumen.run_result import Result
    from solver.solution import CubeSolution
    from vision.reading_result import Reading


def reading_as_json(reading: Reading) -> dict[str, object]:
    """Return the JSON of a reading, as printed by `read` and `scan`."""
    faces = [
        {"face": face.letter, "image": face.picture, "corners": face.corners}
        for face in reading.faces
    ]
    confidence = [round(value, 4) for value in reading.confidence]
    left_out = [{"image": each.picture, "why": each.why} for each in reading.left_out]
    if reading.size != 3:
        return {
            "size": reading.size,
            "facelets": reading.facelets,
            "certain": reading.certain,
            "as_given": reading.as_given,
            "scheme": dict(reading.scheme),
            "confidence": confidence,
            "ambiguous": list(reading.ambiguous),
            "faces": faces,
            "advice": reading.advice,
            "left_out": left_out,
            "seconds": round(reading.seconds, 3),
        }
    return {
        "facelets": reading.facelets,
        "certain": reading.certain,
        "colours": "".join(reading.colours),
        "numbers": None if reading.numbers is None else list(reading.numbers),
        "faults": [] if reading.certain else [str(fault) for fault in reading.faults_as_seen],
        "confidence": confidence,
        "ambiguous": list(reading.ambiguous),
        "faces": [{**face, "colour": reading.scheme[str(face["face"])]} for face in faces],
        "advice": reading.advice,
        "left_out": left_out,
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


def solution_as_json(solution: CubeSolution) -> dict[str, object]:
    """Return the JSON of a solution, as the pages receive it."""
    return {
        "facelets": solution.cube.facelets,
        "numbers": solution.cube.numbers,
        "method": solution.method,
        "htm": solution.htm,
        "stages": [
            {"name": in_full(stage.name), "note": stage.note, "moves": stage.moves.split()}
            for stage in solution.stages
        ],
    }
