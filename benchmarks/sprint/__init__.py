"""How long a robot takes from a scrambled cube to a solved one: rows beside what is wanted."""
