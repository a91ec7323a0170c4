"""Optimise a car: numbers within bounds, for goals of studies, from several starts, by SciPy with exact gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import ModelError, NumericalError, Problem, shown_in_message
from jounce.model import Vehicle
from jounce.results import Metric
from jounce.results.kinds import shown_unit_of_value
from jounce.results.shown_units import ENGINEERING, SI, metric_in_units, read_unit_system
from jounce.studies.gradients.gradient import Gradient
from jounce.studies.gradients.gradient_paths import GradientPath
from jounce.studies.optimise.goals import Goal, GoalsOfCar, check_goals
from jounce.studies.optimise.starts import spread_starts
from jounce.studies.optimise.variables import read_variables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

METHODS = ("auto", "least-squares", "slsqp")
KEPT = 1e-4  # of the scale: a limit that is missed by less counts as kept
SAME_COST = 1e-3  # share of what was gained: starts that end so near each other found the same optimum
TOLERANCE = 1e-9
LEAST_GAIN = 1e-7  # share of the cost of least squares: less is not worth another evaluation
MOST_STEPS = 60


@dataclass(frozen=True, kw_only=True)
class Course:
    """One start of an optimisation: where it began, where it ended, and the way."""

    start: np.ndarray  # SI, by variable
    end: np.ndarray
    tried: np.ndarray  # [evaluation, variable], SI
    tried_costs: np.ndarray  # by evaluation of all studies
    cost: float
    kept: bool  # all limits
    evaluations: int
    reason: str  # in the words of the method, or why it stopped

    @property
    def costs(self) -> np.ndarray:
        """Best so far, after each evaluation."""
        return np.minimum.accumulate(self.tried_costs)


@dataclass(frozen=True, eq=False, kw_only=True)
class Optimisation:
    """What an optimisation found."""

    car: Vehicle  # with the best values
    before: Vehicle
    variables: tuple[str, ...]
    units: tuple[str, ...]
    bounds: np.ndarray  # [variable, 2], SI
    goals: tuple[Goal, ...]
    courses: tuple[Course, ...]  # by start
    best: int
    cost_before: float
    metrics_before: Mapping[str, Metric]  # of goals
    metrics_after: Mapping[str, Metric]
    shown_in: str = ENGINEERING  # units of what is printed and drawn

    def in_units(self, system: str) -> Optimisation:
        """The same optimisation, shown in "engineering" units or in "SI"."""
        before, after = (
            {name: metric_in_units(metric, system) for name, metric in metrics.items()}
            for metrics in (self.metrics_before, self.metrics_after)
        )
        return replace(self, metrics_before=before, metrics_after=after, shown_in=read_unit_system(system))

    @property
    def shown_units(self) -> tuple[str, ...]:
        """The unit in which people read each variable."""
        return self.units if self.shown_in == SI else tuple(map(shown_unit_of_value, self.units))

    @property
    def values(self) -> dict[str, float]:
        """The best values by path, SI."""
        return dict(zip(self.variables, self.courses[self.best].end.tolist(), strict=True))

    @property
    def cost(self) -> float:
        return self.courses[self.best].cost

    @property
    def agreed(self) -> int:
        """How many starts ended at the best cost, to a thousandth of what was gained."""
        gained = max(abs(self.cost_before - self.cost), abs(self.cost), np.finfo(float).tiny)
        return sum(course.kept and course.cost - self.cost <= SAME_COST * gained for course in self.courses)

    def plot(self, path: str | Path | None = None) -> Figure:
        """Cost over evaluations, a curve for each start; and metrics before and after."""
        from jounce.views.plots.optimise_chart import plot_optimisation

        return plot_optimisation(self, [path] if path is not None else [])

    def report(self, path: str | Path) -> Path:
        """Before and after, variables, limits and courses in one HTML file."""
        from jounce.views.report.optimise_report import write_optimise_report

        return write_optimise_report(self, path)


@dataclass
class _Search:
    """The sum of all costs in variables from 0 to 1, for SciPy; all that was tried is kept."""

    car: Vehicle
    paths: Sequence[GradientPath]
    low: np.ndarray
    span: np.ndarray
    goals: Sequence[Goal]
    tried: list[tuple[np.ndarray, float]] = field(default_factory=list)  # values and their cost

    def __post_init__(self) -> None:
        self.studies = GoalsOfCar(self.goals, [own.path for own in self.paths])

    def found(self, z: np.ndarray) -> list[tuple[Goal, Gradient]]:
        """Each goal with the gradient of its study."""
        x = self.low + np.clip(z, 0.0, 1.0) * self.span
        car = self.car.with_values(dict(zip((own.path for own in self.paths), x.tolist(), strict=True)))
        before = self.studies.evaluations
        gradients = self.studies.at(car, x)
        pairs = [(goal, gradients[goal.study]) for goal in self.goals]
        if self.studies.evaluations > before:
            self.tried.append((x, sum(goal.cost(one)[0] for goal, one in pairs)))
        return pairs

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


def optimise(
    car: Any,
    variables: Mapping[str, tuple[Any, Any]],
    goals: Sequence[Goal],
    *,
    starts: int = 3,
    seed: int = 1,
    method: str = "auto",
    workers: int = 1,
) -> Optimisation:
    """Find numbers of a car within their bounds that serve the goals best.

        optimise(car, {"axles.rear.spring.law.slope": ("15 N/mm", "40 N/mm")},
                 [Goal(study="steady-circle", metric="understeer_gradient", target=2.0, scale=0.1)])

    The first start is the car as it is; the others lie within the bounds, each as far as possible from those before
    (of many points that are drawn with the seed). Without limits and with targets only the method is least squares,
    else sequential quadratic programming.
    """
    problems: list[Problem] = []
    paths, bounds = read_variables(car, variables, problems)
    check_goals(goals, problems)
    check_optimise_choices(starts, seed, method, problems)
    if problems:
        raise ModelError("optimise", problems)
    low, span = bounds[:, 0], bounds[:, 1] - bounds[:, 0]
    begins = spread_starts((np.array([own.value for own in paths]) - low) / span, starts, seed)
    chosen = _method(method, goals)

    def from_start(z: np.ndarray) -> Course:
        return _course(_Search(car, paths, low, span, goals), z, chosen)

    first = _Search(car, paths, low, span, goals)
    before = first.found(begins[0])
    if workers == 1 or starts == 1:
        courses = [from_start(z) for z in begins]
    else:
        with ThreadPoolExecutor(min(workers, starts)) as pool:
            courses = list(pool.map(lambda z: copy_context().run(from_start, z), begins))
    return _optimisation(car, paths, bounds, goals, courses, before)


def check_optimise_choices(starts: Any, seed: Any, method: Any, problems: list[Problem]) -> None:
    """How many starts, of which seed, by which method."""
    for name, value, least, most in (("starts", starts, 1, 1000), ("seed", seed, 0, 2**32 - 1)):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            problems.append(Problem(name, f"is {shown_in_message(value)}", f"a whole number from {least} to {most}"))
    if method not in METHODS:
        problems.append(Problem("method", f"{shown_in_message(method)} is not known", f"one of {', '.join(METHODS)}"))


def _method(asked: str, goals: Sequence[Goal]) -> str:
    limited = any(goal.least is not None or goal.most is not None for goal in goals)
    squares = not limited and not any(goal.minimise for goal in goals)
    return ("least-squares" if squares else "slsqp") if asked == "auto" else asked


def _course(search: _Search, z: np.ndarray, method: str) -> Course:
    """From one start to its end; a car that cannot be computed ends it there."""
    from scipy.optimize import least_squares, minimize

    start, end, reason = z.copy(), z.copy(), ""
    try:
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
        end, reason = np.asarray(found.x), str(found.message)
    except (ModelError, NumericalError) as stopped:
        reason = f"stopped: {stopped}"
    cost, margins = np.inf, np.zeros(0)
    if not reason.startswith("stopped"):
        cost, margins = search.cost(end)[0], search.margins(end)[0]
    at = search.low + np.clip([start, end], 0.0, 1.0) * search.span
    return Course(
        start=at[0],
        end=at[1],
        tried=np.array([x for x, _ in search.tried]).reshape(-1, len(z)),
        tried_costs=np.array([one for _, one in search.tried]),
        cost=float(cost),
        kept=bool((margins >= -KEPT).all() and np.isfinite(cost)),
        evaluations=search.studies.evaluations,
        reason=reason,
    )


def _optimisation(
    car: Vehicle,
    paths: Sequence[GradientPath],
    bounds: np.ndarray,
    goals: Sequence[Goal],
    courses: Sequence[Course],
    before: Sequence[tuple[Goal, Gradient]],
) -> Optimisation:
    if not any(np.isfinite(course.cost) for course in courses):
        raise NumericalError(f"no start came to its end: {courses[0].reason}")
    order = sorted(range(len(courses)), key=lambda k: (not courses[k].kept, courses[k].cost))
    best = courses[order[0]]
    names = tuple(own.path for own in paths)
    found = car.with_values(dict(zip(names, best.end.tolist(), strict=True)))
    after = GoalsOfCar(goals, names).at(found, best.end)
    return Optimisation(
        car=found,
        before=car,
        variables=names,
        units=tuple(own.unit for own in paths),
        bounds=bounds,
        goals=tuple(goals),
        courses=tuple(courses),
        best=order[0],
        cost_before=sum(goal.cost(one)[0] for goal, one in before),
        metrics_before={goal.metric: goal.metric_of(one) for goal, one in before if goal.metric},
        metrics_after={goal.metric: goal.metric_of(after[goal.study]) for goal in goals if goal.metric},
    )
