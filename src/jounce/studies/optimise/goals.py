"""Goals of an optimisation: metrics or curves that are wanted, small, or limited; each as residuals with slopes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem, shown_in_message
from jounce.model import Vehicle
from jounce.results import Metric
from jounce.studies import Study
from jounce.studies.gradients.gradient import Gradient, differentiator_of, gradient, wrong_metrics
from jounce.studies.many.vary import study_to_vary


@dataclass(frozen=True, kw_only=True)
class Goal:
    """What is wanted of one metric, or of one channel over the abscissa of a study; SI.

    With `target` the square of (value - target) / scale is minimised; with `minimise` the value / scale itself, with a
    negative scale it is maximised. `least` and `most` limit it. A curve has `over` and `target` as equally long lists.
    """

    study: Any = None  # a study, or its name for one with its usual settings; None: that of the optimisation
    metric: str = ""
    channel: str = ""
    over: tuple[float, ...] = ()  # abscissa of a wanted curve
    target: float | tuple[float, ...] | None = None
    scale: float = 1.0
    minimise: bool = False
    least: float | None = None
    most: float | None = None
    weight: float = 1.0

    def __post_init__(self) -> None:
        if self.study is not None:
            object.__setattr__(self, "study", study_to_vary(self.study, {}, "goal"))

    @property
    def name(self) -> str:
        return self.metric or self.channel

    def values(self, found: Gradient) -> tuple[np.ndarray, np.ndarray]:
        """Returns numbers that the goal speaks of, and their slopes [number, path]."""
        if self.metric:
            row = found.metrics.index(self.metric)
            return found.metric_values[row : row + 1], found.values[row : row + 1]
        abscissa = found.run[str(found.run.metadata["abscissa"])]
        order = np.argsort(abscissa)

        def at(curve: np.ndarray) -> np.ndarray:
            return np.interp(self.over, abscissa[order], curve[order])

        slopes = found.histories[self.channel]
        return at(found.run[self.channel]), np.array([at(slopes[k]) for k in range(len(slopes))]).T

    def metric_of(self, found: Gradient) -> Metric:
        """Returns the goal's metric at a car."""
        row = found.metrics.index(self.metric)
        value, unit = float(found.metric_values[row]), found.metric_units[row]
        return replace(found.run.metrics.get(self.metric) or Metric(value, unit, self.metric), value=value)

    def residuals(self, found: Gradient) -> tuple[np.ndarray, np.ndarray] | None:
        """Returns (value - target) / scale with slopes, where there is a target."""
        if self.target is None:
            return None
        values, slopes = self.values(found)
        share = np.sqrt(self.weight / len(values)) / self.scale
        return share * (values - np.asarray(self.target)), share * slopes

    def cost(self, found: Gradient) -> tuple[float, np.ndarray]:
        """Returns what is added to the sum that is minimised, with its slopes by paths."""
        if (pair := self.residuals(found)) is not None:
            return float(pair[0] @ pair[0]), 2.0 * pair[0] @ pair[1]
        values, slopes = self.values(found)
        if not self.minimise:
            return 0.0, np.zeros(slopes.shape[1])
        return float(self.weight * values.sum() / self.scale), self.weight * slopes.sum(axis=0) / self.scale

    def margins(self, found: Gradient) -> tuple[np.ndarray, np.ndarray]:
        """Returns how far inside its limits the goal is, in parts of its scale: not negative where they are kept."""
        values, slopes = self.values(found)
        rows: list[np.ndarray] = []
        turned: list[np.ndarray] = []
        for limit, sign in ((self.least, 1.0), (self.most, -1.0)):
            if limit is not None:
                rows.append(sign * (values - limit) / abs(self.scale))
                turned.append(sign * slopes / abs(self.scale))
        if not rows:
            return np.zeros(0), np.zeros((0, slopes.shape[1]))
        return np.concatenate(rows), np.vstack(turned)


@dataclass
class GoalsOfCar:
    """All goals at a car: one gradient for each study, kept as long as the car is the same."""

    goals: Sequence[Goal]
    paths: Sequence[str]
    evaluations: int = 0
    _last: tuple[bytes, Any] = field(default=(b"", None))

    def at(self, car: Vehicle, x: np.ndarray) -> Mapping[Study, Gradient]:
        """Returns the gradients of all studies that goals speak of."""
        key = x.tobytes()
        if self._last[0] != key:
            self._last = (key, {study: self._of(study, car) for study in dict.fromkeys(g.study for g in self.goals)})
            self.evaluations += 1
        found: Mapping[Study, Gradient] = self._last[1]
        return found

    def _of(self, study: Study, car: Vehicle) -> Gradient:
        own = [goal for goal in self.goals if goal.study == study]
        metrics = list(dict.fromkeys(goal.metric for goal in own if goal.metric))
        channels = list(dict.fromkeys(goal.channel for goal in own if goal.channel))
        return gradient(car, study, self.paths, metrics=metrics, channels=channels)


def goals_of_study(goals: Any, study: Any, settings: Mapping[str, Any], problems: list[Problem]) -> Any:
    """Gives goals that name no study the one of the optimisation."""
    goals = [goals] if isinstance(goals, Goal) else goals
    if study is None:
        if settings:
            what, right = "no study is named that they are of", "the name of a study in front of the values"
            problems.append(Problem(", ".join(settings), what, right))
        return goals
    own = study_to_vary(study, settings, "optimise")
    if not isinstance(goals, list | tuple):
        return goals
    return [replace(goal, study=own) if isinstance(goal, Goal) and goal.study is None else goal for goal in goals]


def check_goals(goals: Sequence[Goal], problems: list[Problem]) -> None:
    """Finds what is wrong with goals, as far as it shows without a run."""
    check_goals_together(goals, problems)
    for k, goal in enumerate(goals):
        check_goal(goal, f"goals.{k}", problems)


def check_goals_together(goals: Sequence[Goal], problems: list[Problem]) -> None:
    """Finds what no goal shows by itself."""
    if not goals:
        problems.append(Problem("goals", "nothing is wanted", "a metric with a target, or one to minimise"))
    if goals and not any(goal.target is not None or goal.minimise for goal in goals):
        problems.append(Problem("goals", "there are limits only", "a target, or minimise = true, for one of them"))


def check_goal(goal: Goal, where: str, problems: list[Problem]) -> None:
    """Finds what is wrong with one goal."""
    kinds = (("metric", str, "a name"), ("channel", str, "a name"), ("minimise", bool, "true or false"))
    if wrong := [
        Problem(f"{where}.{word}", f"is {shown_in_message(getattr(goal, word))}", right)
        for word, kind, right in kinds
        if not isinstance(getattr(goal, word), kind)
    ]:
        problems += wrong
        return
    if goal.study is None:
        what, right = "has no study", "study= of the goal, or optimise(car, study, values, goals)"
        problems.append(Problem(f"{where}.study", what, right))
        return
    if bool(goal.metric) == bool(goal.channel):
        problems.append(Problem(where, "needs a metric or a channel", 'metric = "roll_gradient"'))
        return
    if goal.metric:
        problems += [Problem(f"{where}.metric", p.what, p.help) for p in wrong_metrics(goal.study, [goal.metric])]
    try:
        differentiator_of(goal.study)
    except ModelError as error:
        problems += [Problem(f"{where}.study", p.what, p.help) for p in error.problems]
    if all(word is None for word in (goal.target, goal.least, goal.most)) and not goal.minimise:
        problems.append(Problem(where, f"nothing is wanted of {goal.name}", "target, minimise, least or most"))
    if _check_numbers_of_goal(goal, where, problems):
        _check_sense_of_goal(goal, where, problems)


def _check_numbers_of_goal(goal: Goal, where: str, problems: list[Problem]) -> bool:
    """Tells whether all that should be a number is one; a nan or a text would stop the search far from its cause."""
    before = len(problems)
    for word in ("over", "target", "scale", "least", "most", "weight"):
        given = getattr(goal, word)
        if given is None:
            continue
        try:
            finite = bool(np.isfinite(np.asarray(given, float)).all())
        except (TypeError, ValueError):
            finite = False
        if not finite:
            what = f"is {shown_in_message(given)}"
            problems.append(Problem(f"{where}.{word}", what, f"a finite number, in the SI unit of {goal.name}"))
    return len(problems) == before


def _check_sense_of_goal(goal: Goal, where: str, problems: list[Problem]) -> None:
    if goal.scale == 0.0:
        problems.append(Problem(f"{where}.scale", "is zero", "the change that counts as one"))
    if goal.weight < 0.0:
        problems.append(Problem(f"{where}.weight", f"is {goal.weight:g}", "zero or more"))
    if goal.least is not None and goal.most is not None and goal.least > goal.most:
        problems.append(Problem(f"{where}.least", f"{goal.least:g} is above most, {goal.most:g}", "least below most"))
    count = np.size(goal.target) if goal.target is not None and np.ndim(goal.target) else 0
    if goal.channel and (not goal.over or count != len(goal.over)):
        what = f"{len(goal.over)} positions for {count} values"
        problems.append(Problem(f"{where}.target", what, "over = [...] and target = [...] of one length"))
    if goal.metric and count:
        problems.append(Problem(f"{where}.target", f"{count} values for one metric", "one number"))
