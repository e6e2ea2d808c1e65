"""Every figure of the five documents that can be measured."""

from __future__ import annotations

import papers.numbers.figures
import papers.packing.figures
import papers.permutations.figures
import papers.polyhedra.figures
import papers.shintani.figures

FIGURES = (
    *papers.polyhedra.figures.FIGURES,
    *papers.numbers.figures.FIGURES,
    *papers.shintani.figures.FIGURES,
    *papers.packing.figures.FIGURES,
    *papers.permutations.figures.FIGURES,
)
