"""A comparison of runs: designs beside each other, or measured histories beside what was computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from jounce.arguments import check_arguments, check_methods
from jounce.errors import ModelError, Problem, shown_in_message
from jounce.results.comparison.agreement import Agreement, agreement, base_to_compare
from jounce.results.comparison.measured_run import read_measured_run
from jounce.results.comparison.pairing import Shift, has_content_to_pair, pair_to_lay_over
from jounce.results.comparison.rows import CurveRow, MetricRow, rows_of_curves, rows_of_metrics
from jounce.results.comparison.run_labels import RunDifference, find_run_differences, is_measured_run, label_runs
from jounce.results.reader import read
from jounce.results.result import Result

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure
from typing import TYPE_CHECKING

from jounce.errors import SetupError

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True)
class RunAgreement:
    """How well one computed channel agrees with a measured one."""

    run: int  # number of the computed run, from 0
    measured: int  # number of the measured one
    channel: str
    found: Agreement


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison:
    """Runs beside each other; the first is what the others are compared with.

    Every run has the channel names and units of the first. `differences` says where they differ in what they were
    made from, `metrics` has a row for each metric, and `errors` says how well computed runs agree with measured ones.
    """

    runs: tuple[Result, ...]
    given_labels: tuple[str, ...]  # none: runs are labelled by what differs between them
    files: tuple[str, ...]  # where each was read from; "" for one that was not
    shifts: tuple[float, ...]  # s, by which each was moved in time

    @cached_property
    def differences(self) -> tuple[RunDifference, ...]:
        return tuple(find_run_differences(self.runs))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Returns a short label for each run, in the units in which the comparison is shown."""
        return self.given_labels or tuple(label_runs(self.runs, self.differences, _short_files(self.files)))

    @cached_property
    def metrics(self) -> tuple[MetricRow, ...]:
        return rows_of_metrics([self.runs[k] for k in self.computed])

    @property
    def computed(self) -> tuple[int, ...]:
        """Returns numbers of the runs that were computed, from 0."""
        return tuple(k for k, run in enumerate(self.runs) if not is_measured_run(run))

    @property
    def measured(self) -> tuple[int, ...]:
        """Returns numbers of the runs that were measured."""
        return tuple(k for k, run in enumerate(self.runs) if is_measured_run(run))

    def shared_channels(self) -> list[str]:
        """Returns channels that the first run and another have, that hold more than rounding in one of them."""
        over = base_to_compare(self.runs[0]).name
        return [
            name
            for name in self.runs[0]
            if name != over
            and any(name in run for run in self.runs[1:])
            and any(has_content_to_pair(run, name) for run in self.runs if name in run)
        ]

    def curves(self, names: Sequence[str] | None = None) -> tuple[CurveRow, ...]:
        """The named channels of all runs and how far they are off the first; without names, all that they share."""
        chosen = self.shared_channels() if names is None else list(names)
        self.runs[0].to_numpy(chosen)  # refuses unknown names, all of them at once
        return rows_of_curves(self.runs, chosen)

    @cached_property
    def errors(self) -> tuple[RunAgreement, ...]:
        """Of every computed run beside every measured one; two designs have differences, not errors."""
        found = []
        for k in self.computed:
            for m in self.measured:
                run, other = self.runs[k], self.runs[m]
                x, x_other = base_to_compare(run).values, base_to_compare(other).values
                found += [
                    RunAgreement(k, m, name, agreement(x, run[name], x_other, other[name]))
                    for name in run
                    if name in other
                    and has_content_to_pair(run, name)
                    and has_content_to_pair(other, name)
                    and name != base_to_compare(run).name
                ]
        return tuple(found)

    def __len__(self) -> int:
        return len(self.runs)

    def __repr__(self) -> str:
        """Returns the runs by their labels, and how much there is to compare."""
        runs = "; ".join(f"({k}) {label}" for k, label in enumerate(self.labels, 1))
        differ = sum(not row.is_same for row in self.metrics)
        metrics = f"{differ} of {len(self.metrics)} metrics differ"
        return f"<Comparison {runs}; {metrics}; {len(self.shared_channels())} channels>"

    def to_pandas(self) -> pandas.DataFrame:
        """Gives metrics as people read them: a column for each run, then its difference from the first and percent."""
        return comparison_frame(self)

    def plot(self, *names: str, over: str | None = None, path: str | Path | None = None) -> Figure:
        """Plots curves of all runs over each other, one colour a run; without names, the study's own panels.

        Names may have `*` and `?` for any letters. `over` is the channel of the x-axis in place of time or travel.
        """
        from jounce.views.plots.comparison_plot import plot_compared_runs

        return plot_compared_runs(self, *names, over=over, paths=[path] if path is not None else [])

    def view(self, path: str | Path) -> Path:
        """Writes a page for the browser with all runs laid over the first, in one file that needs no network."""
        return self.runs[0].view(path, compare=self.runs[1:], labels=self.labels)

    def text(self, every: bool = False) -> str:
        """Tells what differs, metrics side by side and errors, as a terminal shows it; with `every`, also equal
        metrics.
        """
        from jounce.views.report.comparison_tables import comparison_text

        return comparison_text(self, every)

    def in_units(self, system: str) -> Comparison:
        """Returns the same comparison, shown in "engineering" units or in "SI"."""
        return replace(self, runs=tuple(run.in_units(system) for run in self.runs))

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: what differs and the metrics as tables."""
        from jounce.views.report.comparison_tables import comparison_html

        return comparison_html(self)


@check_arguments
def compare(
    runs: Sequence[Result | str | Path],
    *,
    labels: Sequence[str] | None = None,
    names: Mapping[str, str] | None = None,
    shift: Shift = 0.0,
) -> Comparison:
    """Compares two or more runs: results, or files of results (.h5) and of measured histories (.csv).

        compare([before, after])
        compare(["soft.h5", "stiff.h5", "logger.csv"], names={"vehicle.yaw_rate": "GyroZ"}, shift="auto")

    The first computed run comes first, and the others are compared with it. `names` gives channels of a measured file
    by our names, ours = theirs. `shift` moves measured histories in time, or where none is measured every other run;
    "auto" finds the shift. Without `labels`, runs are labelled by what differs between them.
    """
    if isinstance(runs, str | Path | Result):
        what = f"{shown_in_message(str(runs))} alone" if isinstance(runs, str | Path) else "one run alone"
        raise ModelError("compare", [Problem("runs", what, "a list of two runs or more")])
    if len(runs) < 2:
        raise ModelError("compare", [Problem("runs", f"{len(runs)} given", "two runs or more")])
    if labels is not None and len(labels) != len(runs):
        what = f"{len(labels)} labels for {len(runs)} runs"
        raise ModelError("compare", [Problem("labels", what, "one label for each run")])
    found, files = _read_runs(runs, names or {})
    order = sorted(range(len(found)), key=lambda k: is_measured_run(found[k][0]))
    found, files = [found[k] for k in order], [files[k] for k in order]
    given = tuple(labels[k] for k in order) if labels is not None else ()
    first, laid, shifts = found[0][0], [found[0][0]], [0.0]
    any_measured = any(is_measured_run(other) for other, _ in found[1:])
    for other, known in found[1:]:
        moves = is_measured_run(other) or not any_measured
        pairs = {ours: theirs for ours, theirs in known.items() if moves or theirs in other}
        laid.append(pair_to_lay_over(first, other, pairs, shift if moves else 0.0))
        shifts.append(float(laid[-1].time[0] - other.time[0]))
    return Comparison(runs=tuple(laid), given_labels=given, files=tuple(files), shifts=tuple(shifts))


def _read_runs(
    runs: Sequence[Result | str | Path], names: Mapping[str, str]
) -> tuple[list[tuple[Result, Mapping[str, str]]], list[str]]:
    """Each run with pairs of channel names, and its file; measured ones over what the first computed run runs over."""
    files = ["" if isinstance(run, Result) else str(run) for run in runs]
    computed = {
        k: run if isinstance(run, Result) else read(run)
        for k, run in enumerate(runs)
        if Path(files[k]).suffix.lower() != ".csv"
    }
    first = next((run for run in computed.values() if not is_measured_run(run)), None)
    found: list[tuple[Result, Mapping[str, str]]] = []
    for k, file in enumerate(files):
        if k in computed:
            found.append((computed[k], names))
        else:
            found.append(read_measured_run(file, first, names) if first is not None else (read(file), names))
    return found, files


def _short_files(files: Sequence[str]) -> list[str]:
    """Returns each file by its name, with as many folders as tell it from the others."""
    parts = [Path(file).absolute().parts if file else () for file in files]
    there = [each for each in parts if each]
    length = 1
    while len({each[-length:] for each in there}) < len(set(there)):
        length += 1
    return ["/".join(each[-length:]) for each in parts]


def comparison_frame(comparison: Comparison) -> pandas.DataFrame:
    """A row for each metric in the unit that people read; columns are labels over `value`, `difference`, `percent`."""
    try:
        import pandas
    except ImportError:
        raise SetupError('to_pandas needs pandas: pip install "jounce[pandas]"') from None
    labels = [comparison.labels[k] for k in comparison.computed]
    columns: dict[tuple[str, str], list[float]] = {}
    for k, label in enumerate(labels):
        columns[label, "value"] = [row.shown_values()[k] for row in comparison.metrics]
        if k:
            columns[label, "difference"] = [row.shown_differences()[k] for row in comparison.metrics]
            columns[label, "percent"] = [row.percents[k] for row in comparison.metrics]
    index = pandas.Index([row.name for row in comparison.metrics], name="metric")
    table = pandas.DataFrame(columns, index=index)
    table.attrs = {
        "units": {row.name: row.shown_unit for row in comparison.metrics},
        "definitions": {row.name: row.definition for row in comparison.metrics},
    }
    return table
