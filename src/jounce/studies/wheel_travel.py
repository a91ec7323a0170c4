"""Wheel travel: an axle on a rig, its wheels lifted or its rack moved, and everything an engineer reads off it."""

from __future__ import annotations

import hashlib
import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np

from jounce import __version__
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model.axle import AxleModel
from jounce.model.vehicle import Vehicle
from jounce.results import Channel, Metric, Result, machine_class
from jounce.simulation import prepare
from jounce.studies import kc_outputs, rig
from jounce.studies.axle_curves import axle_outputs
from jounce.studies.car_data import CarData, car_data, figures_of
from jounce.studies.corner_curves import corner_outputs
from jounce.studies.kc_outputs import Output
from jounce.units import UnitError, to_si

# how far each pad goes for a unit of travel
MODES = {"parallel": (1.0, 1.0), "opposite": (1.0, -1.0), "single": (1.0, 0.0), "rack": (0.0, 0.0)}
FEWEST_POINTS, MOST_POINTS = 2, 100_001
LARGEST_TRAVEL = 1.0  # m; beyond it a range in mm was meant
TRAVEL = Output("travel", "m", "mm", "travel of the left wheel, positive in jounce; the right one's goes with the mode")
RACK = Output("rack.displacement", "m", "mm", "rack to the left")
Value = float | str


def wheel_travel(
    car: Vehicle | AxleModel,
    *,
    axle: str = "front",
    mode: str = "parallel",
    travel: Sequence[Value] = ("-80 mm", "80 mm"),
    points: int = 141,
    figures: Mapping[str, Value] | None = None,
) -> Result:
    """Curves over the travel of the left wheel ("parallel", "opposite", "single") or of the rack ("rack").

    `car` is a vehicle, or one of its axles on a rig. `figures` are those of `CarData`; a vehicle brings its own,
    which they replace. Metrics are the outputs in the design position. The samples have no time: `Result.time`
    counts them, and the channel that metadata calls `abscissa` is what they run over.
    """
    began = clock.perf_counter()
    low, high = _checked(mode, travel, points)
    model = _axle_model(car, axle)
    if mode == "rack" and model.rack is None:
        raise _refusal("mode", f"axle '{model.name}' has no rack", "one of: parallel, opposite, single")
    own = figures_of(car, axle) if isinstance(car, Vehicle) else {}
    known = car_data({**own, **(figures or {})})
    found = rig.measure(model, prepare(rig.instrumented(model)), _moved(model, mode), np.linspace(low, high, points))
    outputs = _outputs(model, found, known, _is_front(car, axle))
    abscissa = RACK if mode == "rack" else TRAVEL
    channels = {abscissa.name: (abscissa, np.concatenate([[0.0], found.grid])), **outputs}
    return Result(
        time=np.arange(len(found.grid), dtype=float),
        channels=tuple(Channel(name, o.unit, o.definition) for name, (o, _) in channels.items()),
        values=np.column_stack([values[1:] for _, values in channels.values()]),
        metrics={
            name: Metric(float(values[0]), output.unit, output.definition)
            for name, (output, values) in outputs.items()
            if output.name not in kc_outputs.FROM_DESIGN and not np.isnan(values[0])
        },
        metadata={
            "model": model.model.name,
            "model_hash": hashlib.sha256(model.model.to_toml().encode()).hexdigest(),
            "study": f"wheel travel, {mode}",
            "jounce_version": __version__,
            "settings": {"axle": model.name, "mode": mode, "travel": [low, high], "points": points},
            "figures": {name: value for name, value in asdict(known).items() if value is not None},
            "steering_axis": _axis_kind(model),
            "abscissa": abscissa.name,
            "machine_class": machine_class(),
            "wall_time": clock.perf_counter() - began,
            "status": found.status,
        },
    )


def _outputs(model: AxleModel, found: rig.Measured, car: CarData, front: bool) -> dict[str, tuple[Output, np.ndarray]]:
    """Channel name -> what it is and its values, the design position first."""
    corners, outputs = [], {}
    for corner in model.corners.values():
        sweep = rig.corner_sweep(model, corner, found.by_travel, found.by_rack)
        corners.append(sweep)
        values = corner_outputs(sweep, car, front)
        for output in (*kc_outputs.CORNER, *(kc_outputs.FRONT if front else kc_outputs.REAR)):
            if output.name in values:
                outputs[f"{corner.prefix}.{output.name}"] = (output, values[output.name])
        for name, length in sweep.lengths.items():
            outputs[f"{name}.{kc_outputs.MOTION_RATIO.name}"] = (kc_outputs.MOTION_RATIO, -length.d)
    left, right = corners
    pairs = [rig.arms(model, corner, found.by_travel) for corner in model.corners.values()]
    values = axle_outputs(left, right, (pairs[0], pairs[1]) if pairs[0] and pairs[1] else None, car)
    outputs |= {f"{model.name}.{o.name}": (o, values[o.name]) for o in kc_outputs.AXLE if o.name in values}
    return outputs


def _is_front(car: Vehicle | AxleModel, axle: str) -> bool:
    """A rear axle is called so, or stands behind another."""
    if isinstance(car, AxleModel):
        return car.name != "rear"
    return axle != "rear" and axle == next(iter(car.axles))


def _moved(model: AxleModel, mode: str) -> dict[str, float]:
    """Factor of every input for a unit of the range."""
    moved = {corner.travel: factor for corner, factor in zip(model.corners.values(), MODES[mode], strict=True)}
    if model.rack is not None:
        moved[model.rack] = float(mode == "rack")
    return moved


def _axis_kind(model: AxleModel) -> str:
    if all(corner.steering_axis is not None for corner in model.corners.values()):
        return "geometric, through two points of the suspension"
    return "virtual, screw of the carrier for a rack movement, spring length held" if model.rack else "none"


def _axle_model(car: Vehicle | AxleModel, axle: str) -> AxleModel:
    if isinstance(car, AxleModel):
        return car
    if not isinstance(car, Vehicle):
        raise _refusal("car", f"'{getattr(car, 'name', car)}' is a mechanism, not a vehicle", 'needs kind = "vehicle"')
    return car.axle_model(axle)


def _checked(mode: str, travel: Sequence[Value], points: int) -> tuple[float, float]:
    """The range in metres; every mistake in the settings at once."""
    problems = []
    if mode not in MODES:
        problems.append(Problem("mode", f"there is no mode '{mode}'.{did_you_mean(mode, MODES)}", ", ".join(MODES)))
    if isinstance(points, bool) or not isinstance(points, int) or not FEWEST_POINTS <= points <= MOST_POINTS:
        problems.append(Problem("points", f"{points!r} is not a number of points", f"{FEWEST_POINTS} to {MOST_POINTS}"))
    ends: list[float] = []
    if isinstance(travel, str) or len(travel) != 2:
        problems.append(Problem("travel", f"{travel!r} is not a range", 'for example ("-80 mm", "80 mm")'))
    else:
        for value in travel:
            try:
                ends.append(to_si(value, "m"))
            except UnitError as error:
                problems.append(Problem("travel", error.what, error.help))
    if len(ends) == 2 and not ends[0] < ends[1]:
        problems.append(Problem("travel", f"{travel[0]} is not below {travel[1]}", "give the lower end first"))
    if any(abs(end) > LARGEST_TRAVEL for end in ends):
        problems.append(Problem("travel", f"{max(ends, key=abs):g} m is no wheel travel", 'with a unit: "80 mm"'))
    if problems:
        raise ModelError("wheel-travel", problems)
    return ends[0], ends[1]


def _refusal(where: str, what: str, help: str) -> ModelError:
    return ModelError("wheel-travel", [Problem(where, what, help)])
