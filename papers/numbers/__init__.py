"""mmays (2014): from the list of colours to the list of numbers, which is `solver.core.numbers`."""
