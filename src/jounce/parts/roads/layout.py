"""How a road is laid out as one array of numbers: looking distances, and all that its evaluation sees.

    size of all, friction where no patch lies, then one record after another:
    kind, size of the record, x_min, x_max, y_min, y_max (outside of them it does nothing), its own numbers

Profiles, that is bump, sinusoid, random and surface, begin their own numbers with the largest curvature of the
profile and the distance at which a search for the highest point looks at it; zero if it is longer than any tyre.
Obstacles, that is plank and bump, go on with height, first edge, length and the axes in which they lie:

    x, y of the origin, cosine and sine of the direction, where it ends on the right, where on the left

Random tracks end with the number of their tables, and the tables: both tracks as a cam feels them, so that the cam
need not be rolled again and again. A table is

    its size, smallest and largest half axis a, b/a, p, first x, step, count, then for each x
    height and slope of the left and of the right track; if the half axes differ, the same for the largest one
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

FIRST = 2  # where the first record begins
OWN = 6  # where the own numbers of a record begin
SHAPE = 8  # where those of a profile begin, behind curvature and distance
AXES = 11  # where those of an obstacle's axes begin, behind height, first edge and length
TABLE = 8  # where the heights of a table of random tracks begin
SLOPE, PATCH, PLANK, BUMP, SINUSOID, RANDOM, SURFACE = 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0

LONG = 3.0  # m: wavelengths from here on are felt as they are, without a cam rolled over them
LOOKS = 8  # at a profile on its shortest wavelength

Range = tuple[float, float]  # m
EVERYWHERE: Range = (-inf, inf)


def record(kind: float, own: Sequence[float] | np.ndarray, x: Range = EVERYWHERE, y: Range = EVERYWHERE) -> np.ndarray:
    """One record: where it lies and its own numbers."""
    return np.array([kind, OWN + len(own), *x, *y, *own], float)


def road_layout_looking_distance(shortest: float) -> float:
    """How far apart the looks at a profile are, for its shortest wavelength; zero where it is long."""
    return 0.0 if shortest >= LONG else shortest / LOOKS
