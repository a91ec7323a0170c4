"""Metrics as a plain function of numbers, with its derivatives: for SciPy, JAX, or an optimiser of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, shown_in_message
from jounce.model import Vehicle
from jounce.outdated import take_old_order
from jounce.studies import Study
from jounce.studies.gradients.gradient import Gradient, differentiator_of, gradient, wrong_metrics
from jounce.studies.gradients.gradient_paths import GradientPath, read_gradient_paths
from jounce.studies.many.vary import study_to_vary
from jounce.studies.old_orders import take_old_gradient


class MetricFunction:
    """f(x): metrics of a study for the values x of some numbers of a car, SI; `jac(x)` is its Jacobian.

    Both take and give plain arrays. A call of either works out both, and the last points are kept: an optimiser that
    asks for the one and then for the other pays once.
    """

    KEPT = 8  # points

    def __init__(self, car: Vehicle, study: Study, metrics: Sequence[str], paths: Sequence[GradientPath]):
        self.car, self.study, self.metrics, self._paths = car, study, tuple(metrics), tuple(paths)
        self._known: dict[bytes, Gradient] = {}

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(own.path for own in self._paths)

    @property
    def x0(self) -> np.ndarray:
        """Returns the values that the car has."""
        return np.array([own.value for own in self._paths])

    def car_at(self, x: Any) -> Vehicle:
        """Returns the car with these values."""
        numbers = self._row(x).tolist()
        return self.car.with_values(
            {own.path: value for own, value in zip(self._paths, numbers, strict=True) if not own.setting}
        )

    def study_at(self, x: Any) -> Study:
        """Returns the study with those values that are settings."""
        given = {own.setting: value for own, value in zip(self._paths, self._row(x).tolist(), strict=True)}
        given.pop("", None)
        return type(self.study)(**(dict(self.study.values) | given)) if given else self.study

    def __repr__(self) -> str:
        return f"<MetricFunction of {self.study.name}: {', '.join(self.metrics)} by {', '.join(self.paths)}>"

    def gradient(self, x: Any) -> Gradient:
        """Returns all that is known at a point."""
        key = self._row(x).tobytes()
        if key not in self._known:
            self._known[key] = gradient(self.car_at(x), self.study_at(x), self.paths, metrics=self.metrics)
            while len(self._known) > self.KEPT:
                del self._known[next(iter(self._known))]
        return self._known[key]

    def _row(self, x: Any) -> np.ndarray:
        """Returns the values as one row of finite numbers, or why they are none."""
        right = f"one row of numbers, one for each of {', '.join(self.paths)}"
        try:
            numbers = np.asarray(x, float)
        except (TypeError, ValueError, OverflowError):
            what = f"{shown_in_message(x)} is no row of numbers"
            raise ModelError("metric_function", [Problem("x", what, right)]) from None
        what = ""
        if numbers.ndim != 1:
            what = "is one number" if numbers.ndim == 0 else f"has {numbers.ndim} dimensions, of shape {numbers.shape}"
        elif numbers.size != len(self._paths):
            what = f"{numbers.size} values for {len(self._paths)} paths"
        elif not np.isfinite(numbers).all():
            what = f"{shown_in_message(numbers.tolist())} is not finite"
        if what:
            raise ModelError("metric_function", [Problem("x", what, right)])
        return numbers

    def __call__(self, x: Any) -> np.ndarray:
        return self.gradient(x).metric_values.copy()

    def jac(self, x: Any) -> np.ndarray:
        """Returns [metric, path]"""
        return self.gradient(x).values.copy()


@take_old_order(take_old_gradient)
@check_arguments
def metric_function(
    car: Any, study: str | Study, values: str | Iterable[str], *, metrics: str | Iterable[str], **settings: Any
) -> MetricFunction:
    """Metrics of a study as a function of values of a car, with exact derivatives.

    f = metric_function(car, "step-steer", ["body.mass"], metrics=["yaw_rate_overshoot"])
    scipy.optimize.least_squares(f, f.x0, jac=f.jac)
    """
    chosen = study_to_vary(study, settings)
    problems: list[Problem] = []
    paths = read_gradient_paths(car, chosen, values, problems)
    names = list(dict.fromkeys([metrics] if isinstance(metrics, str) else metrics))
    problems += wrong_metrics(chosen, names)
    if problems:
        raise ModelError("metric_function", problems)
    differentiator_of(chosen)
    return MetricFunction(car, chosen, names, paths)
