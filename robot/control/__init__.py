"""The motion controller: what moves a robot's servos by its rig's rules, in this process."""
