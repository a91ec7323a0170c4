"""Optimise a car: numbers within bounds, for goals of studies, from several starts, by SciPy with exact gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.arguments import check_arguments, check_methods
from jounce.errors import ModelError, NumericalError, Portable, Problem, shown_in_message
from jounce.model import Vehicle
from jounce.outdated import take_old_order
from jounce.progress import report_progress
from jounce.results import Metric
from jounce.results.kinds import shown_unit_of_value
from jounce.results.shown_units import ENGINEERING, SI, metric_in_units, read_unit_system
from jounce.studies import Study
from jounce.studies.gradients.gradient import Gradient
from jounce.studies.gradients.gradient_paths import GradientPath
from jounce.studies.old_orders import take_old_optimise
from jounce.studies.optimise.goals import Goal, check_goals, goals_of_study
from jounce.studies.optimise.search import Search, SearchedCost, metrics_of_goals, run_search
from jounce.studies.optimise.variables import read_variables
from jounce.studies.study import Progress
from jounce.workers import count_workers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

METHODS = ("auto", "least-squares", "slsqp")
SAME_COST = 1e-3  # share of what was gained: starts that end so near each other found the same optimum
DRAWN = 64  # points from which starts are taken
MORE = 8  # of them for each start, where many starts are wanted


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Optimisation:
    """What an optimisation found."""

    car: Vehicle  # with the best values
    before: Vehicle
    variables: tuple[str, ...]
    units: tuple[str, ...]
    bounds: np.ndarray  # [variable, 2], SI
    goals: tuple[Goal, ...]
    courses: tuple[Search, ...]  # by start
    best: int
    costs_before: tuple[float, ...]  # by goal
    metrics_before: Mapping[str, Metric]  # of goals
    metrics_after: Mapping[str, Metric]
    shown_in: str = ENGINEERING  # units of what is printed and drawn

    def in_units(self, system: str) -> Optimisation:
        """Returns the same optimisation, shown in "engineering" units or in "SI"."""
        before, after = (
            {name: metric_in_units(metric, system) for name, metric in metrics.items()}
            for metrics in (self.metrics_before, self.metrics_after)
        )
        return replace(self, metrics_before=before, metrics_after=after, shown_in=read_unit_system(system))

    @property
    def shown_units(self) -> tuple[str, ...]:
        """Returns the unit in which people read each variable."""
        return self.units if self.shown_in == SI else tuple(map(shown_unit_of_value, self.units))

    @property
    def values(self) -> dict[str, float]:
        """Returns the best values by path, SI."""
        return dict(zip(self.variables, self.courses[self.best].end.tolist(), strict=True))

    @property
    def cost_before(self) -> float:
        return sum(self.costs_before)

    @property
    def cost(self) -> float:
        return self.courses[self.best].cost

    @property
    def agreed(self) -> int:
        """Returns how many starts ended at the best cost, to a thousandth of what was gained."""
        gained = max(abs(self.cost_before - self.cost), abs(self.cost), np.finfo(float).tiny)
        return sum(search.kept and search.cost - self.cost <= SAME_COST * gained for search in self.courses)

    def plot(self, path: str | Path | None = None) -> Figure:
        """Plots cost over evaluations, a curve for each start; and metrics before and after."""
        from jounce.views.plots.optimise_chart import plot_optimisation

        return plot_optimisation(self, [path] if path is not None else [])

    def report(self, path: str | Path) -> Path:
        """Writes before and after, variables, limits and courses in one HTML file."""
        from jounce.views.report.optimise_report import write_optimise_report

        return write_optimise_report(self, path)


@take_old_order(take_old_optimise)
@check_arguments
def optimise(
    car: Any,
    study: str | Study | None,
    values: Mapping[str, tuple[Any, Any]],
    goals: Goal | Sequence[Goal],
    *,
    starts: int = 3,
    seed: int = 1,
    method: str = "auto",
    workers: int | None = None,
    progress: bool | Progress = False,
    **settings: Any,
) -> Optimisation:
    """Find values of a car within their bounds that serve the goals best.

        optimise(car, "steady-circle", {"axles.rear.spring.law.slope": ("15 N/mm", "40 N/mm")},
                 [Goal(metric="understeer_gradient", target=2.0, scale=0.1)])

    `values` gives each path its least and its most. Goals are of the study, unless they name one of their own; where
    all do, the study is None.

    The first start is the car as it is; the others lie within the bounds, each as far as possible from those before
    (of many points that are drawn with the seed). Without limits and with targets only the method is least squares,
    else sequential quadratic programming. A start that comes to a car which cannot be computed stops there, with the
    best that it has tried; the others go on.
    """
    problems: list[Problem] = []
    count = count_workers("optimise", workers)
    wanted = goals_of_study(goals, study, settings, problems)
    paths, bounds = read_variables(car, values, problems)
    check_goals(wanted, problems)
    check_optimise_choices(starts, seed, method, problems)
    if problems:
        raise ModelError("optimise", problems)
    low, span = bounds[:, 0], bounds[:, 1] - bounds[:, 0]
    begins = spread_starts((np.array([own.value for own in paths]) - low) / span, starts, seed)
    chosen = _method(method, wanted)

    cut = Event()
    with report_progress(progress, f"{starts} start{'s' * (starts != 1)}") as report:

        def from_start(z: np.ndarray) -> Search:
            ended = run_search(SearchedCost(car, paths, low, span, wanted, cut), z, chosen)
            if report is not None:
                over.append(ended)
                report(len(over) / starts)
            return ended

        over: list[Search] = []
        before = SearchedCost(car, paths, low, span, wanted, cut).found(begins[0])
        searches = _run_searches(from_start, begins, min(count, starts), cut)
    if not any(len(search.tried) for search in searches) and cut.is_set():
        raise KeyboardInterrupt
    found = _optimisation(car, paths, bounds, wanted, searches, before)
    if cut.is_set():
        raise OptimiseInterrupted(found)
    return found


class OptimiseInterrupted(Portable, KeyboardInterrupt):
    """Ctrl-C in an optimisation; `partial` has the best car so far."""

    def __init__(self, partial: Optimisation):
        super().__init__()
        self.partial = partial


def _run_searches(
    from_start: Callable[[np.ndarray], Search], begins: Sequence[np.ndarray], workers: int, cut: Event
) -> list[Search]:
    """Returns all starts, some at a time; after Ctrl-C they end as soon as they can, each with the best that it has."""
    if workers == 1:
        return [from_start(z) for z in begins]
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(copy_context().run, from_start, z) for z in begins]
        try:
            wait(futures)
        except KeyboardInterrupt:
            cut.set()
        return [future.result() for future in futures]


def check_optimise_choices(starts: Any, seed: Any, method: Any, problems: list[Problem]) -> None:
    """Tells how many starts, of which seed, by which method."""
    for name, value, least, most in (("starts", starts, 1, 1000), ("seed", seed, 0, 2**32 - 1)):
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            problems.append(Problem(name, f"is {shown_in_message(value)}", f"a whole number from {least} to {most}"))
    if method not in METHODS:
        problems.append(Problem("method", f"{shown_in_message(method)} is not known", f"one of {', '.join(METHODS)}"))


def _method(asked: str, goals: Sequence[Goal]) -> str:
    limited = any(goal.least is not None or goal.most is not None for goal in goals)
    squares = not limited and not any(goal.minimise for goal in goals)
    return ("least-squares" if squares else "slsqp") if asked == "auto" else asked


def _optimisation(
    car: Vehicle,
    paths: Sequence[GradientPath],
    bounds: np.ndarray,
    goals: Sequence[Goal],
    searches: Sequence[Search],
    before: Sequence[tuple[Goal, Gradient]],
) -> Optimisation:
    if not any(np.isfinite(search.cost) for search in searches):
        raise NumericalError(f"no start came to a car that could be computed: {searches[0].reason}")
    order = sorted(range(len(searches)), key=lambda k: (not searches[k].kept, searches[k].cost))
    best = searches[order[0]]
    names = tuple(own.path for own in paths)
    found = car.with_values(dict(zip(names, best.end.tolist(), strict=True)))
    return Optimisation(
        car=found,
        before=car,
        variables=names,
        units=tuple(own.unit for own in paths),
        bounds=bounds,
        goals=tuple(goals),
        courses=tuple(searches),
        best=order[0],
        costs_before=tuple(goal.cost(one)[0] for goal, one in before),
        metrics_before=metrics_of_goals(before),
        metrics_after=best.metrics,
    )


def spread_starts(own: np.ndarray, count: int, seed: int) -> list[np.ndarray]:
    """Spreads starts in parts of the bounds: the car as it is, kept within them, then each time the point farthest from
    all before.

    Points come from a scrambled Sobol sequence of the seed, which fills the bounds evenly. Taken one after the other
    they may lie anywhere, also beside the car; so many are drawn, and the one is taken whose distance to the nearest
    start is largest.
    """
    from scipy.stats import qmc

    starts = [np.clip(own, 0.0, 1.0)]
    points = qmc.Sobol(len(own), seed=seed).random_base2(int(np.ceil(np.log2(max(DRAWN, MORE * count)))))
    gaps = np.linalg.norm(points - starts[0], axis=1)
    while len(starts) < count:
        starts.append(points[np.argmax(gaps)])
        gaps = np.minimum(gaps, np.linalg.norm(points - starts[-1], axis=1))
    return starts
