"""An axle held on its rig: where its wheels stand, and why it may be refused, in the words of the vehicle file."""

from __future__ import annotations

import hashlib
import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce import __version__
from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import AxleModel, CornerModel
from jounce.model.vehicle import Vehicle
from jounce.results import machine_class
from jounce.simulation.loops.pose import body_pose_columns, motions
from jounce.simulation.loops.rank import ASIDE
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.spatial.rotation import turn
from jounce.studies.settings import AXLE, Amount, Amounts
from jounce.studies.study import Study

UP = np.array([0.0, 0.0, 1.0])  # the road's normal
STRETCHED = "links are stretched, folded or all parallel as designed: move one of these points"
LOOSE = (
    "links that coincide, meet in one point or lie in line hold less than they seem to; a hinge must let wheels rise"
)

FREE_MOTIONS = (
    *("moves along the car", "moves across the car", "rises and sinks"),
    *("leans over", "turns about an axis across the car", "steers by itself"),
)
FREE, STILL = 1e-9, 1e-6  # of the largest singular value of constraints; m/s of a wheel in a free motion of 1 (SI)
ARM = 0.5  # m, by which turning is compared with moving
SURPLUS = "one of these is too many, or two of them lie so that they hold the same"


class HeldAxle(Study):
    """What studies of one axle at one position share."""

    doing = "computing"
    axle = AXLE
    travel = Amounts(
        default="0 mm",
        unit="m",
        least=-1.0,
        most=1.0,
        counts=(1, 2),
        meaning="travel of both wheels, or of the left and the right one",
    )
    rack = Amount(default="0 mm", unit="m", least=-1.0, most=1.0, meaning="displacement of the rack, to the left")

    def inputs(self, model: AxleModel) -> dict[str, float]:
        """Returns inputs of the rig at this position."""
        if self.rack and model.rack is None:
            raise self.refuse("rack", f"axle '{model.name}' has no rack", "leave it out")
        return held_axle_inputs(model, self.travel, self.rack)


def prepare_held_axle(axle: AxleModel) -> Prepared:
    """Returns the axle on its rig, ready to be moved by its pads and its rack."""
    try:
        ready = prepare(axle.model, integrator=None)
    except ModelError as error:
        problems = [_in_words_of_file(axle, problem) for problem in error.problems]
        raise axle.model.refusal(problems) from error
    refuse_loose_axle(ready, axle)
    return ready


def refuse_loose_axle(ready: Prepared, axle: AxleModel) -> None:
    """Nothing moves while the pads and the rack stand still, but for rods that turn about themselves.

    What bushings hold may move; what joints hold twice cannot follow the pads.
    """
    free = ready.rank.mobility - len(ready.rank.idle)
    if free:
        what = f"{free} freedom{'s are' if free > 1 else ' is'} left while the wheels are held in height"
        what += f"{' and the rack stands' if axle.rack else ''}; {_rows(ready.rank.redundant)} hold nothing"
        what += f": {_free_motion(ready, axle)}"
        raise axle.model.refusal([Problem(f"axles.{axle.name}.hardpoints", what, LOOSE)])
    if ready.rank.redundant:
        holding = ", ".join(name for name in ready.rank.not_unique if not name.endswith(".pad"))
        what = f"{_rows(ready.rank.redundant)} holds what other joints hold already: the axle cannot follow the pads"
        raise axle.model.refusal([Problem(f"axles.{axle.name}.hardpoints", what, f"{SURPLUS}: {holding}")])


def _free_motion(ready: Prepared, axle: AxleModel) -> str:
    """Tells how the wheel moves that a free motion moves most: by its centre and its turning."""
    from scipy.linalg import null_space  # slow to import

    layout, corners = ready.layout, list(axle.corners.values())
    columns = body_pose_columns(ready.mechanism, layout, ready.state)
    placed = motions(ready.mechanism, layout, ready.state)
    free = null_space(ready.workspace().matrices(ready.state)["J"][:, : len(layout.speeds)], rcond=FREE)
    moving: dict[str, np.ndarray] = {}
    for corner in corners:
        k = ready.mechanism.index(corner.carrier)
        w, v = columns[k, :3] @ free, columns[k, 3:] @ free
        at_centre = v + np.cross(w, np.array(placed[k].position(corner.wheel_centre), float), axisa=0, axisc=0)
        moving[corner.prefix] = np.vstack([at_centre, ARM * w])
    sizes = {name: np.abs(found).max(axis=1) for name, found in moving.items()}
    name = max(sizes, key=lambda each: float(sizes[each].max()))
    if not sizes[name].max() > STILL:
        return "no wheel moves, but a link does"
    return f"{name} {FREE_MOTIONS[int(np.argmax(sizes[name]))]}"


def _in_words_of_file(axle: AxleModel, problem: Problem) -> Problem:
    if problem.help != ASIDE:
        return problem
    return replace(problem, where=f"axles.{axle.name}.hardpoints", help=STRETCHED)


def _rows(rows: tuple[str, ...]) -> str:
    """Returns joints of the rows, each once."""
    return (
        ", ".join(dict.fromkeys(row.rpartition(".")[0] if row.count(".") > 1 else row for row in rows)) or "the joints"
    )


class WheelPose(NamedTuple):
    """One wheel: centre W, spin axis e pointing left, contact point C; vehicle axes."""

    side: int  # +1 left, -1 right
    W: np.ndarray
    e: np.ndarray
    C: np.ndarray


def pose_held_wheel(ready: Prepared, corner: CornerModel, state: np.ndarray) -> WheelPose:
    """Returns C = W + R u/|u| with u = -n + (n . e) e: the lowest point of the wheel's disc."""
    carrier = motions(ready.mechanism, ready.layout, state)[ready.mechanism.index(corner.carrier)]
    W, e = np.array(carrier.position(corner.wheel_centre)), np.array(turn(carrier.R, corner.spin_axis))
    u = (UP @ e) * e - UP
    return WheelPose(corner.side.sign, W, e, W + corner.tyre_radius * u / np.linalg.norm(u))


def held_axle_of(car: Any, axle: str | None, study: str, compliant: bool = False) -> AxleModel:
    """Returns the axle of a vehicle on its rig, the first one if none is named; or the axle itself."""
    if isinstance(car, AxleModel):
        return car
    if not isinstance(car, Vehicle):
        what = f"'{getattr(car, 'name', car)}' is no vehicle"
        raise ModelError(study, [Problem("car", what, 'needs a file of kind = "vehicle"')])
    return car.axle_model(next(iter(car.axles)) if axle is None else axle, compliant)


def refuse_axle_beyond_lock_up(rigid: Prepared, axle: AxleModel, inputs: Mapping[str, float], study: str) -> None:
    """Walks the axle with ideal joints from its design position to the inputs: where it locks, it gets no further.

    Closing the loops there at once could find another branch, and bushings would stretch to any position.
    """
    path = {name: [value] for name, value in inputs.items()}
    found = sweep(rigid, path, [dict.fromkeys(inputs, 1.0)], [])
    if found.status != "finished":
        where = "rack" if axle.rack and inputs[axle.rack] else "travel"
        text = found.limit.text if found.limit else f"the linkage cannot be moved there: {found.status}"
        raise ModelError(study, [Problem(where, text, "a position nearer to the design position")])


def held_axle_inputs(axle: AxleModel, travel: Sequence[float], rack: float = 0.0) -> dict[str, float]:
    """Returns the inputs for a travel of both wheels, or of the left and the right one, and of the rack; m."""
    left, right = travel if len(travel) == 2 else (travel[0], travel[0])
    found = {corner.travel: value for corner, value in zip(axle.corners.values(), (left, right), strict=True)}
    return found if axle.rack is None else found | {axle.rack: rack}


def held_axle_settings(axle: AxleModel, inputs: Mapping[str, float]) -> dict[str, object]:
    """Returns what a result keeps of where the axle stood."""
    travel = [inputs[corner.travel] for corner in axle.corners.values()]
    return {"axle": axle.name, "travel": travel, "rack": inputs.get(axle.rack or "", 0.0)}


def held_axle_metadata(
    study: str, axle: AxleModel, settings: Mapping[str, object], began: float, **more: object
) -> dict[str, object]:
    """Returns what a result of statics keeps besides its figures; `began` is the clock's reading at the start."""
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
