# written by docs/tables.py
"""What jounce.parts.paths offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

from jounce.parts.paths.path import Path as RealPath
class Path(RealPath):
    def __init__(self, station: Any, x: Any, y: Any, heading: Any, curvature: Any, columns: Any = ..., made_of: Any = ...) -> None: ...

from jounce.parts.paths.path import PathPoint as PathPoint
from jounce.parts.paths.shapes import clothoid_path as clothoid_path
from jounce.parts.paths.shapes import polyline_path as polyline_path
from jounce.parts.paths.shapes import shift_height as shift_height
from jounce.parts.paths.shapes import shift_path as shift_path
