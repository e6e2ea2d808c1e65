"""Big cubes in few turns: short sequences put in where they cancel most."""
