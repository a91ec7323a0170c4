"""Integrators: one method, one file, compiled once and kept in the cache.

The files of this folder other than the driver and the job import numba; nobody imports them but the
compiler, so a warm start does without it.
"""

from jounce.simulation.integrators.driver import METHODS, Trajectory, integrate

__all__ = ["METHODS", "Trajectory", "integrate"]
