"""Solve the equations: assemble, find rank and idle freedoms, trim, linearise, integrate, project."""

from jounce.simulation.simulate import Interrupted, Prepared, prepare, simulate

__all__ = ["Interrupted", "Prepared", "prepare", "simulate"]
