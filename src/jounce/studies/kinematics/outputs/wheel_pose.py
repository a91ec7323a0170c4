"""Where a wheel stands at one position of its axle on the rig."""

from __future__ import annotations

import hashlib
import time as clock
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce import __version__
from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import AxleModel, CornerModel
from jounce.model.vehicle import Vehicle
from jounce.results import machine_class
from jounce.simulation.loops.pose import motions
from jounce.simulation.prepare import Prepared
from jounce.simulation.sweeps.sweep import sweep
from jounce.spatial.rotation import turn

UP = np.array([0.0, 0.0, 1.0])  # the road's normal


class WheelPose(NamedTuple):
    """One wheel: centre W, spin axis e pointing left, contact point C; vehicle axes."""

    side: int  # +1 left, -1 right
    W: np.ndarray
    e: np.ndarray
    C: np.ndarray


def wheel_pose(ready: Prepared, corner: CornerModel, state: np.ndarray) -> WheelPose:
    """C = W + R u/|u| with u = -n + (n . e) e: the lowest point of the wheel's disc."""
    carrier = motions(ready.mechanism, ready.layout, state)[ready.mechanism.index(corner.carrier)]
    W, e = np.array(carrier.position(corner.wheel_centre)), np.array(turn(carrier.R, corner.spin_axis))
    u = (UP @ e) * e - UP
    return WheelPose(corner.side, W, e, W + corner.tyre_radius * u / np.linalg.norm(u))


def axle_of(car: Any, axle: str | None, study: str, compliant: bool = False) -> AxleModel:
    """The axle of a vehicle on its rig, the first one if none is named; or the axle itself."""
    if isinstance(car, AxleModel):
        return car
    if not isinstance(car, Vehicle):
        what = f"'{getattr(car, 'name', car)}' is no vehicle"
        raise ModelError(study, [Problem("car", what, 'needs a file of kind = "vehicle"')])
    return car.axle_model(next(iter(car.axles)) if axle is None else axle, compliant)


def refuse_beyond_lock_up(rigid: Prepared, axle: AxleModel, inputs: Mapping[str, float], study: str) -> None:
    """Walk the axle with ideal joints from its design position to the inputs: where it locks, it gets no further.

    Closing the loops there at once could find another branch, and bushings would stretch to any position.
    """
    path = {name: [value] for name, value in inputs.items()}
    found = sweep(rigid, path, [dict.fromkeys(inputs, 1.0)], [])
    if found.status != "finished":
        where = "rack" if axle.rack and inputs[axle.rack] else "travel"
        text = found.limit.text if found.limit else f"the linkage cannot be moved there: {found.status}"
        raise ModelError(study, [Problem(where, text, "a position nearer to the design position")])


def rig_inputs(axle: AxleModel, travel: Sequence[float], rack: float = 0.0) -> dict[str, float]:
    """The inputs for a travel of both wheels, or of the left and the right one, and of the rack; m."""
    left, right = travel if len(travel) == 2 else (travel[0], travel[0])
    found = {corner.travel: value for corner, value in zip(axle.corners.values(), (left, right), strict=True)}
    return found if axle.rack is None else found | {axle.rack: rack}


def settings_of(axle: AxleModel, inputs: Mapping[str, float]) -> dict[str, object]:
    """What a result keeps of where the axle stood."""
    travel = [inputs[corner.travel] for corner in axle.corners.values()]
    return {"axle": axle.name, "travel": travel, "rack": inputs.get(axle.rack or "", 0.0)}


def metadata_of(
    study: str, axle: AxleModel, settings: Mapping[str, object], began: float, **more: object
) -> dict[str, object]:
    """What a result of statics keeps besides its figures; `began` is the clock's reading at the start."""
    return {
        "model": axle.model.name,
        "model_hash": hashlib.sha256(axle.model.to_toml().encode()).hexdigest(),
        "study": study,
        "jounce_version": __version__,
        "settings": settings,
        **more,
        "machine_class": machine_class(),
        "wall_time": clock.perf_counter() - began,
        "status": "finished",
    }
