"""Integrators: a method is a table, a family of methods one compiled loop, kept in the cache.

The files of this folder other than `run_method`, the job and the tables import numba; nobody imports them but the
compiler, so a warm start does without it.
"""

from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.integrators.run_method import Trajectory, integrate

__all__ = ["METHODS", "Trajectory", "integrate"]
