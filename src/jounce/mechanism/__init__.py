"""Decide what moves on what: tree, loop cuts, coordinate order and names, subsystems."""

from jounce.mechanism.lanes import component_parts, inputs_of
from jounce.mechanism.mechanism import Mechanism, connect
from jounce.mechanism.tree import OUTSIDE, Link, Named, row_names

__all__ = ["OUTSIDE", "Link", "Mechanism", "Named", "component_parts", "connect", "inputs_of", "row_names"]
