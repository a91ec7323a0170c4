"""Beams: parts of a mechanism that are made of other parts, bodies that bend or rigid elements with springs between."""

from jounce.parts.beams.elastic_beam import ElasticBeam
from jounce.parts.beams.rigid_elements import RigidElements

BEAMS = {"elastic": ElasticBeam, "rigid_elements": RigidElements}

__all__ = ["BEAMS", "ElasticBeam", "RigidElements"]
