"""The robot's host side: rigs, motion planner, wire protocol, serial link, recovery, journal."""
