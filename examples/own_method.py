"""A method of one's own: few quarter turns, by the two-phase search on several images of the cube.

In a package with this entry point, every command takes `--method few-quarters`:

    [project.entry-points."rokumen.engines"]
    few-quarters = "own_method:FewQuarters"
"""

from dataclasses import dataclass

import rokumen
from rokumen.extend import (
    ALL_TURNS,
    SYMMETRIES,
    Cube,
    CubeSolution,
    Engine,
    EngineOptions,
    Stage,
    option,
    qtm,
)


@dataclass(frozen=True, slots=True)
class FewQuartersOptions(EngineOptions):
    """How many symmetric images are searched, and how many seconds each takes."""

    effort: int = option(4, minimum=1)
    time_limit: float = option(0.02, minimum=0)


class FewQuarters(Engine[FewQuartersOptions]):
    """Few quarter turns, found on several symmetric images of the cube."""

    name = "few-quarters"
    options = FewQuartersOptions

    def solve(self, cube: Cube, options: FewQuartersOptions) -> CubeSolution:
        """Return the solution of a legal cube."""
        found = []
        for symmetry in SYMMETRIES[: options.effort]:
            image = symmetry.conjugate(cube)
            turns = rokumen.solve(image, method="two-phase", time_limit=options.time_limit).turns
            original = {symmetry.map_turn(turn): turn for turn in ALL_TURNS}
            found.append(tuple(original[turn] for turn in turns))
        return CubeSolution(cube, self.name, (Stage("Few quarters", min(found, key=qtm)),))


if __name__ == "__main__":
    scrambled = Cube.parse("R U R' U'")
    print(FewQuarters().solve(scrambled, FewQuartersOptions()).moves)
