"""Measure and store what depends on the setup: cube colours, camera lens and controls, gripper
timings and angles.
"""
