"""Gradients of metrics with respect to numbers of the car; those of an axle on its rig are exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.arguments import check_arguments, check_methods
from jounce.errors import ModelError, NumericalError, Problem, SetupError, did_you_mean
from jounce.outdated import take_old_order
from jounce.progress import report_progress
from jounce.results import Result
from jounce.results.files import write_text_file
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.studies import Study
from jounce.studies.courses.cone_drive import ConeDrive
from jounce.studies.driving.drive import QUALITY, Drive
from jounce.studies.gradients.driven_gradient import differentiate_drive
from jounce.studies.gradients.gradient_paths import GradientPath, read_gradient_paths
from jounce.studies.gradients.metric_values import FINAL, MetricSlopes
from jounce.studies.gradients.trimmed_gradient import TRIMMED, differentiate_trimmed
from jounce.studies.kinematics.wheel_travel import WheelTravel
from jounce.studies.many.metric_columns import metric_hint
from jounce.studies.many.vary import study_to_vary
from jounce.studies.old_orders import take_old_gradient
from jounce.studies.study import Progress, define_metric

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


from jounce.model import Vehicle
from jounce.studies.gradients.metric_values import chosen_metrics
from jounce.studies.kinematics.sensitivity import sensitivity

SAMPLED = "a run with a fixed step: its steps are differentiated one by one"


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Gradient:
    """Derivatives of metrics by numbers of the car, SI."""

    run: Result  # the study itself
    study: Study
    metrics: tuple[str, ...]
    metric_units: tuple[str, ...]
    metric_values: np.ndarray
    paths: tuple[str, ...]
    path_units: tuple[str, ...]
    path_values: np.ndarray
    values: np.ndarray  # [metric, path]
    notes: tuple[str, ...] = ()
    histories: dict[str, np.ndarray] = field(default_factory=dict)  # channel -> [path, sample]

    def __repr__(self) -> str:
        metrics, values = (
            f"{len(names)} {word}{'' if len(names) == 1 else 's'}"
            for names, word in ((self.metrics, "metric"), (self.paths, "value"))
        )
        return f"<Gradient of {self.study.name}: {metrics} by {values}>"

    def of(self, metric: str, path: str) -> float:
        """Returns the derivative of one metric by one value."""
        return float(self.values[_place(metric, self.metrics, "metric"), _place(path, self.paths, "path")])

    def unit(self, metric: str, path: str) -> str:
        """Returns the unit of that derivative."""
        above = self.metric_units[_place(metric, self.metrics, "metric")]
        below = self.path_units[_place(path, self.paths, "path")]
        if above == below or below == "1":
            return "1" if above == below else above
        above, below = (f"({unit})" if "/" in unit or " " in unit else unit for unit in (above, below))
        return f"{above}/{below}"

    def relative(self) -> np.ndarray:
        """Returns [metric, path]: change of a metric in parts of itself for a change of a value in parts of itself."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found: np.ndarray = self.values * self.path_values / self.metric_values[:, None]
        return found

    def strongest(self, metric: str, count: int = 3) -> list[tuple[str, float]]:
        """Returns the values whose relative change moves a metric most: path and derivative."""
        row = _place(metric, self.metrics, "metric")
        order = np.argsort(-np.abs(np.nan_to_num(self.values[row] * self.path_values)), kind="stable")
        return [(self.paths[k], float(self.values[row, k])) for k in order[:count]]

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a row for each path, a column for each metric."""
        try:
            import pandas
        except ImportError:
            raise SetupError("pandas is not installed: pip install 'jounce[pandas]'") from None
        return pandas.DataFrame(self.values.T.copy(), index=list(self.paths), columns=list(self.metrics))

    def to_csv(self, path: str | Path) -> Path:
        """Writes a row for each path: its value, and the derivative of each metric, SI; units stand in the header."""
        head = ["path", "unit", "value"]
        head += [f"d {name} [{unit}]" for name, unit in zip(self.metrics, self.metric_units, strict=True)]
        lines = [",".join(head)]
        for k, own in enumerate(self.paths):
            numbers = ",".join(repr(float(value)) for value in self.values[:, k])
            lines.append(f"{own},{self.path_units[k]},{float(self.path_values[k])!r},{numbers}")
        return write_text_file(path, "\n".join(lines) + "\n")

    def plot(self, path: str | Path | None = None) -> Figure:
        """Plots bars for each metric: its change in percent for one percent more of each value."""
        from jounce.views.plots.gradient_chart import plot_gradient_bars

        return plot_gradient_bars(self, [path] if path is not None else [])


@take_old_order(take_old_gradient)
@one_blas_thread()
@check_arguments
def gradient(
    car: Any,
    study: str | Study,
    values: str | Iterable[str],
    *,
    metrics: str | Iterable[str] = (),
    channels: str | Iterable[str] = (),
    progress: bool | Progress = False,
    **settings: Any,
) -> Gradient:
    """Derivatives of metrics of a study with respect to values of the car, all in one pass.

        gradient(car, "step-steer", ["axles.front.spring.law.slope", "body.mass"], metrics=["yaw_rate_overshoot"])

    `values` are paths of `car.values()`; a hardpoint stands for its three coordinates. `metrics` are those of the
    study; "final vehicle.y" is a channel at the end of a run. `channels` asks for the derivatives of whole histories
    besides. `progress=True` draws a bar; a function is called with the share that is done.
    A run is taken with RK4 and a fixed step; every operation of its steps is differentiated, through its trimmed start
    and through located events. Studies of kinematics and of trims are differentiated by their equations.
    """
    chosen = study_to_vary(study, settings)
    problems: list[Problem] = []
    paths = read_gradient_paths(car, chosen, values, problems)
    names = list(dict.fromkeys([metrics] if isinstance(metrics, str) else metrics))
    curves = [channels] if isinstance(channels, str) else list(channels)
    problems += wrong_metrics(chosen, names) if names or not curves else []
    if problems:
        raise ModelError("gradient", problems)
    with report_progress(progress, "differentiating") as report:
        found = differentiator_of(chosen)(car, chosen, names, paths, curves, report)
    return _gradient(chosen, names, paths, found)


def differentiator_of(study: Study) -> Any:
    """Tells how a study is differentiated; one that cannot be is refused."""
    if isinstance(study, WheelTravel):
        return differentiate_wheel_travel
    if isinstance(study, ConeDrive) and not study.practises():
        return differentiate_drive
    if isinstance(study, Drive) and study.simulates and type(study).run is Drive.run:
        return differentiate_drive
    if study.name in TRIMMED:
        return differentiate_trimmed
    what = f"{study.name} makes several runs, or chooses among runs, so its metrics have no derivative"
    raise ModelError("gradient", [Problem("study", what, f"{SAMPLED}; wheel-travel; or {', '.join(TRIMMED)}")])


def _gradient(study: Study, names: Sequence[str], paths: Sequence[GradientPath], found: MetricSlopes) -> Gradient:
    kinks = [(names[i], paths[j].path) for i, j in zip(*np.nonzero(found.kinks), strict=True)]
    if kinks:
        text = "; ".join(f"{name} by {path}" for name, path in kinks[:5])
        more = f" and {len(kinks) - 5} more" if len(kinks) > 5 else ""
        raise NumericalError(
            f"{study.name}: not smooth here, so there is no derivative: {text}{more}. A metric that jumps or has a "
            "kink (another peak, a limit that is just met) changes otherwise to the one side than to the other"
        )
    return Gradient(
        run=found.run,
        study=study,
        metrics=tuple(names),
        metric_units=tuple(found.units),
        metric_values=found.values,
        paths=tuple(own.path for own in paths),
        path_units=tuple(own.unit for own in paths),
        path_values=np.array([own.value for own in paths]),
        values=found.slopes,
        notes=tuple(found.notes),
        histories=found.histories,
    )


def wrong_metrics(study: Study, names: Sequence[str]) -> list[Problem]:
    """Finds metrics that the study does not declare, and those that say how good a run is."""
    problems = [] if names else [Problem("metrics", "no metric is named", metric_hint(list(study.metrics)))]
    for name in names:
        if name.startswith(FINAL):
            continue
        try:
            define_metric(study.metrics, name)
        except KeyError:
            what = f"{study.name} has no such metric.{did_you_mean(name, study.metrics)}"
            problems.append(
                Problem(f"metrics.{name}", what, metric_hint([m for m in study.metrics if m not in QUALITY]))
            )
            continue
        if name in QUALITY:
            what = "says how good the run is: it is rounding, and has no derivative"
            problems.append(
                Problem(f"metrics.{name}", what, metric_hint([m for m in study.metrics if m not in QUALITY]))
            )
    return problems


def _place(name: str, known: Sequence[str], what: str) -> int:
    if name not in known:
        raise ModelError("gradient", [Problem(name, f"there is no such {what}.{did_you_mean(name, known)}")])
    return known.index(name)


def differentiate_wheel_travel(
    car: Vehicle,
    study: WheelTravel,
    names: Sequence[str],
    paths: Sequence[GradientPath],
    channels: Sequence[str],
    on_progress: Progress | None = None,
) -> MetricSlopes:
    """Returns slopes of outputs in the design position; of whole curves where they are asked for as channels."""
    if settings := [own.path for own in paths if own.setting]:
        what = "moves the wheels; outputs are those of the design position, or whole curves over it"
        raise ModelError("gradient", [Problem(path, what, "numbers of the car") for path in settings])
    found = sensitivity(car, study, [own.path for own in paths])
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
