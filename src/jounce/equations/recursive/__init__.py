"""The production route: recursive equations in the frame of the car body, eliminated by subsystem."""
