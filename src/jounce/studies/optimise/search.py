"""The search of an optimisation from one start, by SciPy; where it stops, the best that it had tried is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event

import numpy as np

from jounce.errors import ModelError, NumericalError
from jounce.model import Vehicle
from jounce.results import Metric
from jounce.studies.gradients.gradient import Gradient
from jounce.studies.gradients.gradient_paths import GradientPath
from jounce.studies.optimise.goals import Goal, GoalsOfCar

KEPT = 1e-4  # of the scale: a limit that is missed by less counts as kept
TOLERANCE = 1e-9
LEAST_GAIN = 1e-7  # share of the cost of least squares: less is not worth another evaluation
MOST_STEPS = 60


@dataclass(frozen=True, kw_only=True)
class Search:
    """One start of an optimisation: where it began, where it ended, and the way."""

    start: np.ndarray  # SI, by variable
    end: np.ndarray
    tried: np.ndarray  # [evaluation, variable], SI
    tried_costs: np.ndarray  # by evaluation of all studies
    cost: float
    kept: bool  # all limits
    evaluations: int
    reason: str  # in the words of the method, or why it stopped
    metrics: Mapping[str, Metric]  # of goals, where it ended
    goal_costs: tuple[float, ...]  # there, by goal; empty where it could not begin
    stopped: bool = False  # before its end; it ends at the best that it had tried

    @property
    def costs(self) -> np.ndarray:
        """Returns best so far, after each evaluation."""
        return np.minimum.accumulate(self.tried_costs)


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A car that was tried: values in SI, its cost, whether it keeps all limits, and the metrics of goals."""

    values: np.ndarray
    cost: float
    kept: bool
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    goal_costs: tuple[float, ...] = ()


@dataclass
class SearchedCost:
    """The sum of all costs in variables from 0 to 1, for SciPy; all that was tried is kept."""

    car: Vehicle
    paths: Sequence[GradientPath]
    low: np.ndarray
    span: np.ndarray
    goals: Sequence[Goal]
    cut: Event  # set where the optimisation is interrupted: then nothing more is evaluated
    tried: list[Tried] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.studies = GoalsOfCar(self.goals, [own.path for own in self.paths])

    def found(self, z: np.ndarray) -> list[tuple[Goal, Gradient]]:
        """Returns each goal with the gradient of its study."""
        x = self.values_at(z)
        car = self.car.with_values(dict(zip((own.path for own in self.paths), x.tolist(), strict=True)))
        if self.cut.is_set():
            raise KeyboardInterrupt
        before = self.studies.evaluations
        gradients = self.studies.at(car, x)
        pairs = [(goal, gradients[goal.study]) for goal in self.goals]
        if self.studies.evaluations > before:
            self.tried.append(_tried(x, pairs))
        return pairs

    def values_at(self, z: np.ndarray) -> np.ndarray:
        """Returns values in SI, of parts of the bounds."""
        values: np.ndarray = self.low + np.clip(z, 0.0, 1.0) * self.span
        return values

    def cost(self, z: np.ndarray) -> tuple[float, np.ndarray]:
        pairs = [goal.cost(found) for goal, found in self.found(z)]
        return sum(cost for cost, _ in pairs), self.span * np.sum([slopes for _, slopes in pairs], axis=0)

    def residuals(self, z: np.ndarray, slopes: bool) -> np.ndarray:
        pairs = [pair for goal, found in self.found(z) if (pair := goal.residuals(found)) is not None]
        found: np.ndarray = (
            np.vstack([own for _, own in pairs]) * self.span if slopes else np.concatenate([r for r, _ in pairs])
        )
        return found

    def margins(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        pairs = [goal.margins(found) for goal, found in self.found(z)]
        return np.concatenate([m for m, _ in pairs]), np.vstack([s for _, s in pairs]) * self.span


def _tried(values: np.ndarray, pairs: Sequence[tuple[Goal, Gradient]]) -> Tried:
    margins = np.concatenate([goal.margins(one)[0] for goal, one in pairs])
    costs = tuple(float(goal.cost(one)[0]) for goal, one in pairs)
    return Tried(
        values=values,
        cost=sum(costs),
        kept=bool((margins >= -KEPT).all()),
        metrics=metrics_of_goals(pairs),
        goal_costs=costs,
    )


def metrics_of_goals(pairs: Sequence[tuple[Goal, Gradient]]) -> dict[str, Metric]:
    """Returns the metrics that goals are about."""
    return {goal.metric: goal.metric_of(one) for goal, one in pairs if goal.metric}


def run_search(search: SearchedCost, z: np.ndarray, method: str) -> Search:
    """From one start to its end. A car that cannot be computed stops it, and so does Ctrl-C: it then ends at the best
    car that it had tried, one that keeps the limits before any that does not.
    """
    stopped = ""
    try:
        end, reason = _search_by_scipy(search, z, method)
        last = _tried(search.values_at(end), search.found(end))
    except (ModelError, NumericalError) as error:
        stopped = f"stopped: {error}"
    except KeyboardInterrupt:
        search.cut.set()  # for all other starts, too
        stopped = "interrupted" if search.tried else "interrupted before it began"
    if stopped:
        nothing = Tried(values=search.values_at(z), cost=np.inf, kept=False)
        last, reason = min(search.tried, key=lambda one: (not one.kept, one.cost), default=nothing), stopped
    return Search(
        start=search.values_at(z),
        end=last.values,
        tried=np.array([one.values for one in search.tried]).reshape(-1, len(z)),
        tried_costs=np.array([one.cost for one in search.tried]),
        cost=last.cost,
        kept=last.kept and bool(np.isfinite(last.cost)),
        evaluations=search.studies.evaluations,
        reason=reason,
        metrics=last.metrics,
        goal_costs=last.goal_costs,
        stopped=bool(stopped),
    )


def _search_by_scipy(search: SearchedCost, z: np.ndarray, method: str) -> tuple[np.ndarray, str]:
    """Tells where the method ends, in parts of the bounds, and why."""
    from scipy.optimize import least_squares, minimize

    if method == "least-squares":
        found = least_squares(
            lambda v: search.residuals(v, slopes=False),
            np.clip(z, 1e-6, 1.0 - 1e-6),
            jac=lambda v: search.residuals(v, slopes=True),
            bounds=(0.0, 1.0),
            xtol=TOLERANCE,
            ftol=LEAST_GAIN,
            gtol=TOLERANCE,
            max_nfev=MOST_STEPS,
        )
    else:
        limits = {
            "type": "ineq",
            "fun": lambda v: search.margins(v)[0],
            "jac": lambda v: search.margins(v)[1],
        }
        found = minimize(
            search.cost,
            z,
            jac=True,
            bounds=[(0.0, 1.0)] * len(z),
            constraints=[limits] if len(search.margins(z)[0]) else [],
            method="SLSQP",
            options={"maxiter": MOST_STEPS, "ftol": TOLERANCE},
        )
    return np.asarray(found.x), str(found.message)
