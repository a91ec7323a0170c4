"""Rules for stability and traction control: they have what they act on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from jounce.errors import Problem
from jounce.model.assemblies.brakes.rules import BY_PRESSURE
from jounce.parts.controls.stability_control import exit_share_limit


def check_controls(unit: Any, unread: Collection[str]) -> Iterator[Problem]:
    """Finds controllers without brakes by pressure or a steered axle, and shares that are none."""
    if unit.esc is not None and not (unit.brakes is not None and unit.brakes.by_pressure()):
        yield Problem("esc", "it brakes single wheels, and the brakes have no pressures", BY_PRESSURE)
    if unit.esc is not None and not unit.steers():
        yield Problem("esc", "no axle is steered: it would not know what the driver wants", "steered = true in an axle")
    if unit.esc is not None:
        yield from (replace(problem, where=f"esc.{problem.where}") for problem in exit_share_limit(unit.esc.exit_share))
    traction = unit.traction_control
    if traction is not None and traction.most_reduction > 1.0:
        yield Problem("traction_control.most_reduction", f"{traction.most_reduction:g}", "a share from 0 to 1")
