"""Search machinery that several engines share."""
