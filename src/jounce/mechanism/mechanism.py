"""A mechanism, connected from a model: the tree, the loops, the coordinates, the subsystems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.mechanism.lanes import forces_in_own_lanes, group_lanes_by_structure, share_sensors_among_lanes
from jounce.mechanism.subsystems import (
    Component,
    Group,
    interface_of_subsystems,
    references_of_subsystems,
    split_subsystems,
)
from jounce.mechanism.tree import OUTSIDE, Named, TreeLink, spanning_tree, tree_row_names
from jounce.model import Model
from jounce.parts import GROUND
from jounce.parts.ends import has_phases


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A model with its tree and cuts chosen. Links come depth-first; indices are positions in `links`."""

    model: Model
    links: tuple[TreeLink, ...]
    closures: tuple[Any, ...]
    reference: tuple[int, ...]  # for each link
    interface: Component
    groups: tuple[Group, ...]
    elements: tuple[Group, ...] = ()  # large force elements, in lanes of their own
    axes: tuple[int, ...] = ()  # for each link, in whose axes its reactions are told

    @property
    def coordinates(self) -> tuple[Named, ...]:
        return tuple(n for link in self.links for n in link.coordinates)

    @property
    def speeds(self) -> tuple[Named, ...]:
        return tuple(n for link in self.links for n in link.speeds)

    @property
    def rows(self) -> tuple[Named, ...]:
        return tuple(n for closure in self.closures for n in tree_row_names(closure))

    @property
    def components(self) -> tuple[Component, ...]:
        return tuple(member for group in self.groups for member in group.members)

    def index(self, body: str) -> int:
        if body == GROUND:
            return OUTSIDE
        return next(k for k, link in enumerate(self.links) if link.body == body)

    def is_round(self, k: int) -> bool:
        """Tells whether a link is a body of revolution about the axis that its joint ends in."""
        body = next(body for body in self.model.bodies if body.name == self.links[k].body)
        return body.axisymmetric and not self.links[k].reverse

    def is_spinner(self, k: int) -> bool:
        """Whether a link is a body of revolution on a hinge, with nothing on it: a wheel, an element of a shaft."""
        link = self.links[k]
        alone = link.parent != OUTSIDE and not any(other.parent == k for other in self.links)
        hinged = len(link.motions) == 1 and link.motions[0].turns
        return alone and hinged and self.is_round(k) and not self.links[link.parent].from_tables

    def path(self, k: int) -> list[int]:
        """Links from k down to the ground."""
        chain = []
        while k != OUTSIDE:
            chain.append(k)
            k = self.links[k].parent
        return chain

    def frame_between(self, j: int, k: int) -> int | None:
        """Returns the frame of a body that bends, link j, by which it carries link k; None of the body itself."""
        return next((a for a in self.path(k) if self.links[a].parent == j), None) if k != j else None

    @property
    def joined(self) -> list[Any]:
        """Returns the joints between two bodies: those of the tree, then those that close loops."""
        return [link.joint for link in self.links] + [c for c in self.closures if hasattr(c, "parent")]

    def incidence(self) -> np.ndarray:
        """Returns bodies (ground first) against `joined`: +1 at the parent, -1 at the child. [Ciglaric, eq. 8]"""
        bodies = [GROUND, *(link.body for link in self.links)]
        matrix = np.zeros((len(bodies), len(self.joined)), int)
        for column, joint in enumerate(self.joined):
            matrix[bodies.index(joint.parent), column] = 1
            matrix[bodies.index(joint.child), column] = -1
        return matrix


def connect_mechanism(model: Model, subsystems: bool = True, from_ground: bool = False) -> Mechanism:
    """Choose tree, cuts and subsystems. Without subsystems all bodies are eliminated in one piece; from the ground,
    all motions are written in its frame, also those on a body that floats.
    """
    links, closures = spanning_tree(model)
    axes = references_of_subsystems(links, [*closures, *filter(has_phases, model.forces)])
    reference = [OUTSIDE] * len(links) if from_ground else axes
    interface = interface_of_subsystems(model, links, reference) if subsystems else list(range(len(links)))
    own, components = split_subsystems(model, links, closures, interface)
    at = {link.body: k for k, link in enumerate(links)}
    alike = group_lanes_by_structure(model, links, closures, reference, components)
    groups, elements = forces_in_own_lanes(model, alike, lambda body: reference[at[body]])
    own, groups = share_sensors_among_lanes(model, links, own, groups)
    return Mechanism(
        model, tuple(links), tuple(closures), tuple(reference), own, tuple(groups), tuple(elements), tuple(axes)
    )
