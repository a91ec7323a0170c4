"""Draw docs/figures/convergence.png and print its table: python docs/figures/make_convergence_figure.py"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import jounce
from jounce.results import Result, machine_class
from jounce.simulation.simulate import simulate
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight
from jounce.studies.driving.histories import sine
from jounce.views.plots.chart import COLOURS, GREY

PICTURE = Path(__file__).parent / "convergence.png"
DURATION, SPEED, ANGLE, FREQUENCY, BEGIN = 5.0, 60 / 3.6, 0.9, 0.5, 0.5  # s, m/s, rad, Hz, s
STEPS = (1e-3, 5e-4, 2.5e-4, 1.25e-4)  # s
TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
REFERENCE = 1e-11  # relative tolerance of the run that the others are compared with
REPEATS = 3


@dataclass(frozen=True)
class Point:
    """One run: what was chosen, what came out."""

    method: str
    setting: float  # s of step, or relative tolerance
    error: float  # largest error of the yaw rate by its largest value
    evaluations: int
    cpu: float  # s, least of several runs


class SineSteer:
    """The sine-steer study of the small car from one start, by any method."""

    def __init__(self) -> None:
        self.start: SteadyMotionStart = start_straight(jounce.load("small_car").car_model(steering="angle"), SPEED)
        name = str(self.start.car.steering)
        wheel = sine(self.start.inputs[name], ANGLE, FREQUENCY, BEGIN, DURATION)
        self.inputs = dict(self.start.inputs) | {name: wheel}

    def run(self, method: str, setting: float) -> Result:
        how = {"step": setting} if method == "rk4" else {"rtol": setting, "atol": 1e-2 * setting}
        return simulate(self.start.ready, DURATION, inputs=self.inputs, integrator=method, output_step=0.01, **how)

    def points(self) -> Iterator[Point]:
        truth = self.run("dormand-prince", REFERENCE)["vehicle.yaw_rate"]
        for method, settings in (("rk4", STEPS), ("dormand-prince", TOLERANCES)):
            for setting in settings:
                times = []
                for _ in range(REPEATS):
                    began = process_time()
                    run = self.run(method, setting)
                    times.append(process_time() - began)
                error = np.abs(run["vehicle.yaw_rate"] - truth).max() / np.abs(truth).max()
                yield Point(method, setting, float(error), int(run.metadata["evaluations"]), min(times))


def table(points: list[Point]) -> str:
    """As the documentation prints it."""
    lines = ["| method | step or tolerance | yaw-rate error | evaluations | CPU time |", "|---|---|---|---|---|"]
    for p in points:
        word = "RK4" if p.method == "rk4" else "Dormand-Prince"
        setting = f"{1e3 * p.setting:g} ms" if p.method == "rk4" else f"{p.setting:.0e}"
        lines.append(f"| {word} | {setting} | {100 * p.error:.1e} % | {p.evaluations} | {p.cpu:.2f} s |")
    return "\n".join([*lines, "", f"{DURATION:g} s simulated; {machine_class()}"])


def draw(left: Axes, right: Axes, points: list[Point]) -> None:
    for method, colour, word in (("rk4", COLOURS[0], "RK4"), ("dormand-prince", COLOURS[1], "Dormand-Prince")):
        mine = [p for p in points if p.method == method]
        error = np.array([p.error for p in mine])
        if method == "rk4":
            step = 1e3 * np.array([p.setting for p in mine])
            left.loglog(step, error, "o-", color=colour, label=word)
            left.loglog(step, error[0] * (step / step[0]) ** 4, ":", color=GREY, label="slope 4")
        right.loglog([p.cpu for p in mine], error, "o-", color=colour, label=word)
    for axis, title, ticks in (
        (left, "step [ms]", (0.125, 0.25, 0.5, 1.0)),
        (right, "CPU time for 5 s [s]", (0.1, 0.2, 0.5, 1.0, 2.0)),
    ):
        axis.set_xlabel(title)
        axis.set_ylabel("relative error of the yaw rate [1]")
        axis.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axis.minorticks_off()
        axis.grid(True, alpha=0.3)
        axis.legend(frameon=False, fontsize=8)


def main() -> None:
    points = list(SineSteer().points())
    print(table(points))
    figure = Figure(figsize=(9.0, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    draw(left, right, points)
    figure.savefig(PICTURE, dpi=120)


if __name__ == "__main__":
    main()
