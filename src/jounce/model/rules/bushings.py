"""Bushings of an axle give back no more than they took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.parts.forces.bushing import passive_matrices


def bushings(axle: Axle, path: str) -> Iterator[Problem]:
    """Bushings of an axle."""
    for mount, data in axle.bushings.items():
        for problem in passive_matrices(data):
            yield replace(problem, where=f"{path}.bushings.{mount}.{problem.where}")
