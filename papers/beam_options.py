"""The options of the engines of several papers."""

from __future__ import annotations

from dataclasses import dataclass

from solver.engines.engine import EngineOptions, option
from solver.engines.options import DEFAULT_EFFORT, MAX_EFFORT


@dataclass(frozen=True, slots=True)
class BeamOptions(EngineOptions):
    """Options: the beam width; with 1, each stage takes its first shortest solution."""

    effort: int = option(DEFAULT_EFFORT, minimum=1, maximum=MAX_EFFORT)
