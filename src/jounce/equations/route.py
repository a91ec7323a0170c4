"""Routes: how the equations of motion are written. Each takes any model, and gives the same kernels.

A route that is not the production route writes a model in one piece, in the ground's frame: the rows that close its
loops, and mass matrix and right-hand side of its speeds. What is before (parts, tree, coordinates, forces) and behind
(elimination, kernels, integrators, channels) is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, Protocol

from jounce.equations.recursive.closure_rows import drive_row, tie_row, write_closure_rows
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Expression, Scalar, jacobian
from jounce.graph.derivative import tangent
from jounce.mechanism.tree import spanning_tree
from jounce.model import Model
from jounce.parts.citation import Citation
from jounce.parts.joints.joint_rows import joint_rows
from jounce.spatial.relative_motion import RelativeMotion

RECURSIVE = "recursive"  # the production route
ROUTES = (RECURSIVE, "lagrange", "poincare", "relative_cartesian")
EquationsOfSpeeds = tuple[dict[tuple[Unknown, Unknown], Scalar], dict[Unknown, Scalar]]  # lower half of M; right side


class Route(Protocol):
    """What the module `route` of a route has."""

    name: str
    title: str
    source: Citation

    def own_model(self, model: Model) -> Model:
        """The model in the coordinates of the route."""

    def write_rows(self, sub: SubsystemEquations) -> tuple[ClosureRow, ...]: ...

    def write_equations(self, sub: SubsystemEquations) -> EquationsOfSpeeds: ...


def find_route(name: str) -> Route:
    """A route besides the production route, by name."""
    require_route(name)
    return import_module(f"jounce.equations.{name}.route")


def require_route(name: str) -> None:
    if name not in ROUTES:
        what = f"'{name}' is not known.{did_you_mean(name, ROUTES)}"
        raise ModelError("settings", [Problem("route", what, f"one of {', '.join(ROUTES)}")])


def require_by_route(route: str, body: Any) -> None:
    """What only the production route does."""
    if not body.gyroscopic:
        what = "its gyroscopic moment is left out, which only the production route can do"
        raise ModelError(route, [Problem(f"bodies.{body.name}.gyroscopic", what, f"true, or route = '{RECURSIVE}'")])


def with_angles(model: Model) -> Model:
    """The model with yaw, pitch and roll in place of quaternions, also for bodies that float by themselves."""
    links, _ = spanning_tree(model)
    known = {joint.name for joint in model.joints}
    floating = [link.joint for link in links if link.joint.name not in known]
    changed = [_by_angles(joint) for joint in model.joints]
    return model.with_joints([*changed, *(replace(joint, angles="zyx") for joint in floating)])


def _by_angles(joint: Any) -> Any:
    if getattr(joint, "angles", "") == "quaternion":
        return replace(joint, angles="zyx")
    return joint


def differentiated_rows(sub: SubsystemEquations, motion_of: Callable[[int], RelativeMotion]) -> tuple[ClosureRow, ...]:
    """The rows of closing parts from the rates of their residuals alone: J = dg'/ds, gamma = (dg'/dq) q'."""
    speeds = [(k, c, s) for k in sub.own.links for c, s in enumerate(sub.s[k])]

    def rows_of(part: Any) -> list[ClosureRow]:
        if not hasattr(part, "rows"):
            return [tie_row(sub, part)]
        a, b = (motion_of(sub.mechanism.index(body)) for body in (part.parent, part.child))
        equations = joint_rows(part, a, b)
        slopes = jacobian([row.gd for row in equations], [s for *_, s in speeds])  # type: ignore[misc]
        gammas = tangent([row.gd for row in equations], _coordinate_changes(sub))
        return [
            ClosureRow(
                (),
                "",
                row.g,
                row.gd,
                gammas[i],
                {speeds[column][:2]: entry for (at, column), entry in slopes.items() if at == i},
                1.0,
                wrench=row.wrench,
            )
            for i, row in enumerate(equations)
        ]

    return write_closure_rows(sub, lambda part: [drive_row(sub, part, row) for row in rows_of(part)])


def _coordinate_changes(sub: SubsystemEquations) -> dict[Expression, Scalar]:
    """How fast every coordinate changes."""
    from jounce.equations.coordinate_rates import coordinate_rates

    return {
        symbol: rate  # type: ignore[misc]
        for k in sub.own.links
        for symbol, rate in zip(sub.q[k], coordinate_rates(sub, k, sub.s[k]), strict=True)
    }
