"""Variants in lanes: cars of one structure share calls of machine code, and start from the trim of the car as it is."""
