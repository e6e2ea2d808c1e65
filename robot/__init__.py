"""Host side of the robot: rig descriptions, motion planning, serial link, execution with recovery,
journal.
"""
