"""Joints that hold speeds: a blade that does not slide sideways, wheels and balls that roll without slip."""
