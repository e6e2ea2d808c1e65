"""Our simulated mechanics compared with an independent physics engine."""
