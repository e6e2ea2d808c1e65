"""Commands that plan for, run, simulate, test and calibrate a robot."""
