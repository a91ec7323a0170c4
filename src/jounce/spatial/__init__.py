"""Rotations, poses, twists, wrenches and inertias, for floats and graph alike."""
