"""Joints of bodies that bend: their shapes, and the frames on them."""
