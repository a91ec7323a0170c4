"""Equations of motion from a mechanism: formulas on a graph, and where every number lies."""
