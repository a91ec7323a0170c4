"""Compliance: how far the wheels of an axle give way to loads, from one static linearisation.

The axle stands on its rig in equilibrium: r = J^T mu - f = 0, the pads holding the wheels at their travel. Then
the pads' rows are let go while the forces they gave stay, vertical and dead, at the wheel centres. Small loads F
at the wheel centres move the axle by

    N^T (dr/dq) N x = N^T J_w^T F        d = J_w N x        C = J_w N (N^T dr/dq N)^-1 N^T J_w^T

N spans the motions that joints and rack leave. dr/dq is exact and taken with mu held, so that it contains the
geometric stiffness of everything under load. Bushings are relaxed in the design position: the axle settles in
them under its springs.
"""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import null_space

from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.vehicle import Vehicle
from jounce.parts.ends import bodies_of_ends, is_driven_at_ends
from jounce.results import Result
from jounce.simulation.linear.operating_point import OperatingPoint, operating_point
from jounce.simulation.loops.pose import body_pose_columns, motions
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.trim import standing
from jounce.studies.kinematics.compliance_outputs import (
    compliance_entries,
    compliance_output_metrics,
    compliance_outputs,
)
from jounce.studies.kinematics.held_axle import (
    HeldAxle,
    WheelPose,
    held_axle_metadata,
    held_axle_of,
    held_axle_settings,
    pose_held_wheel,
    prepare_held_axle,
    refuse_axle_beyond_lock_up,
)
from jounce.studies.kinematics.panels import compliance_panels
from jounce.studies.study import Progress

LOOSE = 1e-13  # of the largest stiffness: a direction that nothing holds
MOVES = 1e-6  # m or rad of a wheel per unit of such a direction: more is no idle spin of a rod


class Equilibrium(NamedTuple):
    """An axle at rest on its pads, and what its wheels give way by."""

    ready: Prepared
    state: np.ndarray
    wheels: tuple[WheelPose, ...]  # left, right
    pad_forces: tuple[float, ...]  # N, upward at the wheel centres
    C: np.ndarray  # (12, 12): left x y z rx ry rz, right; SI, vehicle axes


class Compliance(HeldAxle):
    """Compliance: how far the wheels of an axle give way to loads, from one static linearisation.

    The 12 x 12 compliance matrix of the wheel centres and what engineers read from it, the rack held. Metrics are the
    figures, channels the figures and all entries of the matrix; there is one sample and no time.
    """

    name = "compliance"
    metrics = compliance_output_metrics()

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        began = clock.perf_counter()
        model = held_axle_of(subject, self.axle, self.name, compliant=True)
        inputs = self.inputs(model)
        if not any(getattr(part, "cushions", False) for part in model.model.forces):
            prepare_held_axle(model)  # nothing gives way, so nothing may be loose
        if isinstance(subject, Vehicle) and any(inputs.values()):
            rigid = prepare(held_axle_of(subject, self.axle, self.name).model, integrator=None)
            refuse_axle_beyond_lock_up(rigid, model, inputs, self.name)
        found = compliance_equilibrium(model, inputs)
        whose = partial(model.model.channel_owner, group="kinematics")
        figures = compliance_outputs(model, found.wheels, found.C)
        entries = {f"{model.name}.compliance.{entry.name}": entry for entry in compliance_entries(model)}
        metrics = {name: output.metric(name, whose(name), value) for name, (output, value) in figures.items()}
        settings = held_axle_settings(model, inputs)
        return Result(
            time=np.zeros(1),
            channels=(
                *(output.channel(name, whose(name)) for name, (output, _) in figures.items()),
                *(entry.channel(name, whose(name)) for name, entry in entries.items()),
            ),
            numbers=np.array([[*(value for _, value in figures.values()), *found.C.ravel()]]),
            metrics=metrics,
            panels=tuple(compliance_panels(metrics)),
            metadata=held_axle_metadata("compliance", model, settings, began, pad_forces=list(found.pad_forces)),
        )


def compliance_equilibrium(axle: AxleModel, inputs: dict[str, float]) -> Equilibrium:
    """Lets the axle settle on its pads, and linearises."""
    ready = prepare(axle.model, inputs=inputs, integrator=None)
    state = standing(ready).state
    point = operating_point(ready, state)
    pads = [part.name for part in axle.model.joints if is_driven_at_ends(part) and bodies_of_ends(part)]
    seen = ready.workspace().observe(state)
    return Equilibrium(
        ready,
        state,
        tuple(pose_held_wheel(ready, corner, state) for corner in axle.corners.values()),
        tuple(seen[f"{pad}.Fz"] for pad in pads),
        _matrix(point, _wheel_columns(axle, ready, point.residual.speeds, state), pads),
    )


def _wheel_columns(axle: AxleModel, ready: Prepared, speeds: Sequence[str], state: np.ndarray) -> np.ndarray:
    """Returns J_w by speeds: velocity of each wheel centre, then turning of its carrier, vehicle axes."""
    layout = ready.layout
    columns = body_pose_columns(ready.mechanism, layout, state)
    first = min(layout.speeds.values())
    order = [layout.speeds[name] - first for name in speeds]
    placed = motions(ready.mechanism, layout, state)
    rows = []
    for corner in axle.corners.values():
        k = ready.mechanism.index(corner.carrier)
        w, v = columns[k, :3][:, order], columns[k, 3:][:, order]  # of the body's point at the origin
        W = np.array(placed[k].position(corner.wheel_centre), float)
        rows += [v + np.cross(w, W, axisa=0, axisc=0), w]
    return np.vstack(rows)


def _matrix(point: OperatingPoint, J_w: np.ndarray, pads: Sequence[str]) -> np.ndarray:
    residual = point.residual
    kept = [row for row in point.active if residual.rows[row].rpartition(".")[0] not in pads]
    slopes = point.slopes(("dynamics", "closure"), ("positions",))
    V = point.slopes(("rates",), ("speeds",))["rates", "speeds"]
    to_speeds = np.linalg.pinv(V) @ slopes["steps", "variation"]  # a small motion, written as speeds are
    N = null_space(slopes["closure", "positions"][kept]) if kept else np.eye(len(residual.speeds))
    moving = to_speeds @ N
    K = moving.T @ slopes["dynamics", "positions"] @ N
    J = J_w @ moving
    U, sizes, Vt = np.linalg.svd(K)
    holds = sizes > LOOSE * sizes.max(initial=0.0)
    if not holds.all() and np.abs(J @ Vt[~holds].T).max() > MOVES:
        names = [residual.positions[int(np.abs(N @ v).argmax())] for v in Vt[~holds]]
        what = f"nothing holds the wheels: {', '.join(names)} can move freely"
        raise ModelError(residual.model.name, [Problem("compliance", what, "give the axle springs and bushings")])
    return (J @ Vt[holds].T / sizes[holds]) @ (U[:, holds].T @ J.T)
