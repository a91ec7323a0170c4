"""Decide what moves on what: tree, loop cuts, coordinate order and names, subsystems."""

from jounce.mechanism.driven_coordinates import driven_coordinates
from jounce.mechanism.lanes import lane_inputs, lane_parts
from jounce.mechanism.mechanism import Mechanism, connect_mechanism
from jounce.mechanism.tree import OUTSIDE, Named, TreeLink, tree_row_names

__all__ = [
    "OUTSIDE",
    "Mechanism",
    "Named",
    "TreeLink",
    "connect_mechanism",
    "driven_coordinates",
    "lane_inputs",
    "lane_parts",
    "tree_row_names",
]
