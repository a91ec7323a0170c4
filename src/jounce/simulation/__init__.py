"""Solve the equations: assemble, find rank and idle freedoms, trim, linearise, integrate, project."""

from jounce.simulation.judging.judged import simulate
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.simulate import Interrupted

__all__ = ["Interrupted", "Prepared", "prepare", "simulate"]
