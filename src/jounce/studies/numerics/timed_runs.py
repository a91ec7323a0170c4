"""Runs that are timed: a manoeuvre of a study by any integrator, and its error against a converged run.

An error is that of a channel at the rows, divided by how much the channel changes in the converged run. Processor time
is that of the steps with all channels at 100 Hz. What a run does once (choosing an integrator, describing its model)
is not in it: the benchmark `start-up` has that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.parts.roads.road import Road
from jounce.results import Result
from jounce.simulation.inputs import Source
from jounce.simulation.prepare import Prepared
from jounce.simulation.simulate import simulate
from jounce.studies.driving.drive import Drive

OUTPUT_STEP = 0.01  # s
CONVERGED: Mapping[str, Any] = {"integrator": "rk4", "step": 1e-4}
YAW_RATE, LATERAL, LOADS, FORCES, WHEEL_SPEED = "yaw_rate", "ay", "Fz", "Fx", "wheel_speed"
SPEED, SPEED_CHANGE = "speed", "ax"
CHANNELS = {  # word in figures -> channels whose error is the largest of all, by the largest change of all
    YAW_RATE: ("vehicle.yaw_rate",),
    LATERAL: ("vehicle.cg.ay",),
    LOADS: ("{corner}.tyre.Fz",),
    FORCES: ("{corner}.tyre.Fx",),
    WHEEL_SPEED: ("{corner}.wheel_bearing.angle_rate",),
    SPEED: ("vehicle.speed",),
    SPEED_CHANGE: ("vehicle.ax",),
}


@dataclass(frozen=True, kw_only=True)
class TimedRun:
    """A car at its start, what is done with it, and where."""

    ready: Prepared
    inputs: Mapping[str, Source]
    duration: float
    corners: tuple[str, ...]
    road: Road | None = None

    def stable_step(self) -> float:
        """Returns the largest stable step of RK4 at the start, whether friction sticks or slides; at most 1 ms."""
        begun = replace(self, duration=OUTPUT_STEP).run(integrator="rk4", step="auto")
        return float(begun.metadata["settings"]["step"])  # type: ignore[index, call-overload]

    def run(self, **how: Any) -> Result:
        """Runs with the settings of `simulate` that say how steps are taken."""
        return simulate(
            self.ready, self.duration, inputs=self.inputs, road=self.road, **({"output_step": OUTPUT_STEP} | how)
        )


def timed_run_of_drive(vehicle: Vehicle, study: Drive, duration: float | None = None) -> TimedRun:
    """Returns the manoeuvre of a study, all of it or its beginning."""
    done = study.manoeuvre(vehicle)
    return TimedRun(
        ready=done.start.ready,
        inputs=dict(done.start.inputs) | dict(done.inputs),
        duration=duration or done.duration,
        corners=tuple(done.car.corners),
        road=done.road,
    )


def error_of_timed_run(
    run: Result, truth: Result, channels: Iterable[str], norm: Callable[[np.ndarray], float]
) -> float:
    """Of several channels together: the norm of their errors by the norm of their changes from the start."""
    names = list(channels)
    errors = np.array([run[name] - truth[name] for name in names])
    changes = np.array([truth[name] - truth[name][0] for name in names])
    return norm(errors) / norm(changes)


def largest_of_timed_run(values: np.ndarray) -> float:
    """Returns the largest of all."""
    return float(np.abs(values).max())


def root_mean_square_of_timed_run(values: np.ndarray) -> float:
    """Returns the root mean square over all rows; of several channels the worst."""
    return float(np.sqrt(np.mean(values**2, axis=1)).max())


def errors_of_timed_run(
    drive: TimedRun, run: Result, truth: Result, words: Iterable[str]
) -> dict[str, tuple[float, float]]:
    """Returns the largest and root-mean-square error of each word of CHANNELS."""
    found = {}
    for word in words:
        names = [name.format(corner=corner) for name in CHANNELS[word] for corner in drive.corners]
        names = list(dict.fromkeys(names))
        found[word] = tuple(
            error_of_timed_run(run, truth, names, norm)
            for norm in (largest_of_timed_run, root_mean_square_of_timed_run)
        )
    return found  # type: ignore[return-value]


def measure_drives(
    drives: Mapping[str, TimedRun],
    ways: Mapping[str, Mapping[str, Any]],
    rounds: int,
    on_progress: Callable[[str], None],
) -> tuple[dict[tuple[str, str], list[float]], dict[tuple[str, str], Result]]:
    """Returns simulated time by processor time of every drive in every way, in all rounds; and the last runs."""
    factors: dict[tuple[str, str], list[float]] = {}
    runs: dict[tuple[str, str], Result] = {}
    for number in range(rounds):  # interleaved, so that a noisy machine hits all alike
        on_progress(f"round {number + 1} of {rounds}")
        for name, drive in drives.items():
            for way, how in ways.items():
                runs[name, way] = run = drive.run(**how)
                factors.setdefault((name, way), []).append(real_time_factor(run))
    return factors, runs


def real_time_factor(run: Result) -> float:
    """Returns simulated time by the processor time of the steps."""
    return run.duration / float(run.metadata["cpu_time"])  # type: ignore[arg-type]


def spread_of_timed_runs(factors: Mapping[tuple[str, str], list[float]]) -> dict[str, float]:
    """Tells how far the median of the rounds is above the best, in processor time."""
    return {" ".join(which): max(found) / median(found) - 1.0 for which, found in factors.items()}
