"""Courses of cones, the driver's line through them, and what is run on them."""
