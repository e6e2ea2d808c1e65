"""Terminal output: progress, results and tables."""
