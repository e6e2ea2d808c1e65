"""What the servos of a drive do, the settings that say it, and the rules of motion."""
