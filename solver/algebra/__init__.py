"""The algebra of permutations on things with names: a die's faces, a cube's stickers (seed 004)."""

from solver.algebra.die import DIE
from solver.algebra.expression import evaluate
from solver.algebra.language import Language
from solver.algebra.stickers import STICKERS, WCA_STICKERS

__all__ = ["DIE", "STICKERS", "WCA_STICKERS", "Language", "evaluate"]
