"""Opening robots, cameras and simulated devices."""
