"""What a robot's electronics can do, by one contract: channels, units and time.

A drive knows no rig, no cube and no jaws. What stands above it is the same for all robots.
"""
