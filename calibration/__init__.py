"""Measuring and storing what differs from desk to desk: cube colours, camera, grippers."""
