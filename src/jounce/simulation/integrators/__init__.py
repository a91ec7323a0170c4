"""Integrators: a method is a table, a family of methods one compiled loop, kept in the cache.

The files of this folder other than the driver, the job and the tables import numba; nobody imports them but the
compiler, so a warm start does without it.
"""

from jounce.simulation.integrators.driver import Trajectory, integrate
from jounce.simulation.integrators.methods import METHODS

__all__ = ["METHODS", "Trajectory", "integrate"]
