"""Tangents of a run: how its whole course changes with its start, its inputs and the numbers of its model."""
