"""Paths on the ground that a driver follows: position, heading and curvature over the distance along them."""

from jounce.parts.paths.path import Path, PathPoint
from jounce.parts.paths.shapes import clothoid_path, polyline_path, shift_height, shift_path

__all__ = ["Path", "PathPoint", "clothoid_path", "polyline_path", "shift_height", "shift_path"]
