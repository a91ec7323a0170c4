"""Gradients of the kinematics of an axle on its rig: exact, by the formulas of the axle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model import Vehicle
from jounce.studies.gradients.gradient_paths import GradientPath
from jounce.studies.gradients.metric_values import MetricSlopes, chosen_metrics
from jounce.studies.kinematics.sensitivity import sensitivity
from jounce.studies.kinematics.wheel_travel import WheelTravel
from jounce.studies.study import Progress


def differentiate_wheel_travel(
    car: Vehicle,
    study: WheelTravel,
    names: Sequence[str],
    paths: Sequence[GradientPath],
    channels: Sequence[str],
    on_progress: Progress | None = None,
) -> MetricSlopes:
    """Slopes of outputs in the design position; of whole curves where they are asked for as channels."""
    if settings := [own.path for own in paths if own.setting]:
        what = "moves the wheels; outputs are those of the design position, or whole curves over it"
        raise ModelError("gradient", [Problem(path, what, "numbers of the car") for path in settings])
    found = sensitivity(car, [own.path for own in paths], **study.chosen())
    run = found.curves
    if problems := [
        Problem(f"channels.{name}", f"there is no such output.{did_you_mean(name, found.outputs)}")
        for name in channels
        if name not in found.outputs
    ]:
        raise ModelError("gradient", problems)
    values = chosen_metrics({name: metric.value for name, metric in run.metrics.items()}, run, names, study.name)
    slopes = np.array([found.design[found.outputs.index(name)] for name in names]).reshape(len(names), len(paths))
    histories = {name: found.values[found.outputs.index(name)] for name in channels}
    units = [run.metrics[name].unit for name in names]
    return MetricSlopes(
        run=run, units=units, values=values, slopes=slopes, kinks=~np.isfinite(slopes), histories=histories
    )
