"""The fastest line of a car through a course, by direct shooting: histories of steering and drive are the unknowns."""
