"""Draw docs/figures/work_precision.png and print its table: python docs/figures/make_work_precision_figure.py"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

import jounce
from jounce.results import Result, machine_class
from jounce.simulation.integrators.methods import METHODS
from jounce.studies.numerics.work_precision import CASES
from jounce.views.plots.chart import COLOURS

PICTURE = Path(__file__).parent / "work_precision.png"
ROUNDS, LEVELS = 1, 3
MARKS = {"none": "o", "full": "s", "kept": "^"}  # by what a method does with a Jacobian


def draw(axis: Axes, run: Result, case: str) -> None:
    for number, (name, method) in enumerate(METHODS.items()):
        cpu, error = (run[f"{case}.{name}.{what}"] for what in ("cpu_time", "error"))
        style = f"{MARKS[method.jacobian]}{'-' if number < len(COLOURS) else '--'}"
        axis.loglog(cpu, error, style, color=COLOURS[number % len(COLOURS)], label=name, markersize=4, linewidth=1.1)
    axis.set_title(CASES[case].title, loc="left", fontsize=9)
    axis.set_xlabel("processor time [s]", fontsize=8)
    axis.set_ylabel("largest error divided by largest change [1]", fontsize=8)
    axis.axhline(1e-3, color="#999999", linewidth=0.8, linestyle=":")
    axis.xaxis.set_minor_formatter(NullFormatter())
    axis.grid(True, alpha=0.3)
    axis.tick_params(labelsize=8)
    axis.xaxis.set_minor_formatter(NullFormatter())  # labels of a narrow range would overlap


def table(run: Result) -> str:
    """Processor time at an error of 0.1 %, as the documentation prints it."""
    lines = [f"| integrator | {' | '.join(CASES)} |", f"|---{'|---' * len(CASES)}|"]
    for name in METHODS:
        times = [run.metrics.get(f"{case}_time_{name}") for case in CASES]
        lines.append(f"| `{name}` | {' | '.join('-' if t is None else f'{1e3 * t.value:.3g} ms' for t in times)} |")
    return "\n".join([*lines, "", machine_class()])


def main() -> None:
    run = jounce.run(jounce.load("small_car"), "work-precision", rounds=ROUNDS, levels=LEVELS)
    print(table(run))
    print("\n".join(np.atleast_1d(run.metadata["notes"])))  # type: ignore[arg-type]
    figure = Figure(figsize=(10.0, 7.2), layout="constrained")
    axes = figure.subplots(2, 2)
    for axis, case in zip(axes.ravel(), CASES, strict=True):
        draw(axis, run, case)
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=5, frameon=False, fontsize=8
    )
    figure.savefig(PICTURE, dpi=110)


if __name__ == "__main__":
    main()
