"""What is usual for road vehicles of a class, and the figures of a car that are compared with it."""
