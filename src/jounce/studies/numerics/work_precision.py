"""What each integrator costs for the error that it has."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce import __version__
from jounce.errors import NumericalError
from jounce.model import Vehicle, load
from jounce.native.drafts import optimised_code
from jounce.results import Channel, Result, machine_class
from jounce.results.panel import Panel
from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.prepare import prepare
from jounce.studies.driveline.torque_step import TorqueStep
from jounce.studies.handling.sine_steer import SineSteer
from jounce.studies.numerics.timed_runs import TimedRun, error_of_timed_run, largest_of_timed_run, timed_run_of_drive
from jounce.studies.ride.three_bumps import ThreeBumps
from jounce.studies.settings import Amount, Count, Words
from jounce.studies.study import Progress, Study

ELEMENTS = 5  # of each half shaft: eigenvalues of some 1e5 1/s
CONVERGED = {"integrator": "dormand-prince", "rtol": 1e-10}
FIRST_TOLERANCE, FIRST_ACCURACY = 1e-3, 1e-2  # of level 0: relative tolerance, accuracy of methods that keep a Jacobian
MORE_PER_LEVEL = {"tolerance": 0.01, "accuracy": 0.1, "step": 0.5}


@dataclass(frozen=True)
class Case:
    """A model and a manoeuvre, and what its error is read off."""

    title: str
    build: Callable[[Vehicle], TimedRun]
    channels: tuple[str, ...]  # {corner} stands for every corner


def _quarter_car(vehicle: Vehicle) -> TimedRun:
    ready = prepare(load("quarter_car"))
    return TimedRun(ready=ready, inputs={}, duration=1.5, corners=())


def _sine(vehicle: Vehicle) -> TimedRun:
    return timed_run_of_drive(vehicle, SineSteer(speed="60 km/h"), duration=3.0)


def _bumps(vehicle: Vehicle) -> TimedRun:
    return timed_run_of_drive(vehicle, ThreeBumps(speed="40 km/h"), duration=0.9)


def _shafts(vehicle: Vehicle) -> TimedRun:
    return timed_run_of_drive(vehicle, TorqueStep(elements=ELEMENTS, torque="20 N m"), duration=0.6)


CASES = {
    "quarter_car": Case("a quarter car over its bump", _quarter_car, ("tyre.Fz",)),
    "sine": Case("a sine of steering", _sine, ("vehicle.yaw_rate",)),
    "bumps": Case("three bumps at 40 km/h", _bumps, ("{corner}.tyre.Fz",)),
    "shafts": Case(
        f"a step of torque on half shafts of {ELEMENTS} elements", _shafts, ("{corner}.wheel_bearing.angle_rate",)
    ),
}


@dataclass(frozen=True)
class Point:
    """One run: its processor time and its error; not numbers where it failed."""

    cpu_time: float = np.nan  # s
    error: float = np.nan


class WorkPrecision(Study):
    """Error over processor time of integrators: a smooth drive, obstacles, and a stiff driveline.

    Three models are run: the quarter car of the library over its bump, the car in a sine of steering and over three
    bumps, and the car with half shafts of five elements under a step of torque. Each integrator runs with several
    steps or tolerances, level by level. The error is the largest one of the channels compared, divided by their
    largest change, against Dormand and Prince's method with a relative tolerance of 1e-10.
    """

    name = "work-precision"
    doing = "integrating"
    cases = Words(default=tuple(CASES), words=tuple(CASES), meaning="manoeuvres")
    integrators = Words(default=tuple(METHODS), words=tuple(METHODS), meaning="methods to compare")
    levels = Count(default=3, least=1, most=8, meaning="steps or tolerances of each method, from coarse to fine")
    rounds = Count(default=1, least=1, most=100, meaning="runs of each, of which the fastest counts")
    accuracy = Amount(
        default=1e-3, unit="1", least=1e-9, most=0.1, meaning="error for which processor times are compared"
    )
    metrics = {
        "{case}_time_{integrator}": (
            "s",
            "processor time of the fastest {integrator} run on {case} whose error is at most accuracy",
        ),
        "{case}_least_error_{integrator}": ("1", "smallest error of {integrator} on {case}, of all levels"),
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        if not isinstance(subject, Vehicle):
            what = f"a {type(subject).__name__.lower()} cannot be driven"
            raise self.refuse("model", what, "a vehicle file, for example small_car")
        began = clock.perf_counter()
        found: dict[tuple[str, str], list[Point]] = {}
        steps = len(self.cases) * (len(self.integrators) + 1)
        with optimised_code():  # who measures time wants that
            for number, name in enumerate(self.cases):
                for k, (method, points) in enumerate(self._points(subject, CASES[name]), 1):
                    found[name, method] = points
                    if on_progress:
                        on_progress((number * (len(self.integrators) + 1) + k) / steps)
        return self._result(subject, found, clock.perf_counter() - began)

    def _points(self, vehicle: Vehicle, case: Case) -> Iterator[tuple[str, list[Point]]]:
        """Runs of one case by every integrator."""
        drive = case.build(vehicle)
        stable = drive.stable_step()
        truth = drive.run(**CONVERGED)
        names = [name.format(corner=corner) for name in case.channels for corner in drive.corners or ("",)]
        for method in self.integrators:
            ways = [_setting(method, level, stable) for level in range(self.levels)]
            yield method, [self._point(drive, method, how, truth, list(dict.fromkeys(names))) for how in ways]

    def _point(self, drive: TimedRun, method: str, how: dict[str, float], truth: Result, names: Sequence[str]) -> Point:
        try:
            runs = [drive.run(integrator=method, **how) for _ in range(self.rounds)]
        except NumericalError:
            return Point()
        took = min(float(run.metadata["cpu_time"]) for run in runs)  # type: ignore[arg-type]
        return Point(took, error_of_timed_run(runs[-1], truth, names, largest_of_timed_run))

    def _result(self, vehicle: Vehicle, found: dict[tuple[str, str], list[Point]], took: float) -> Result:
        columns: dict[str, tuple[list[float], str, str]] = {
            "level": ([float(k) for k in range(self.levels)], "1", "from coarse to fine")
        }
        for (case, method), points in found.items():
            place, on = f"{case}.{method}", f"of {method} on {case}"
            columns[f"{place}.cpu_time"] = ([p.cpu_time for p in points], "s", f"processor time {on}")
            columns[f"{place}.error"] = ([p.error for p in points], "1", f"error {on}")
        run = Result(
            time=np.arange(self.levels, dtype=float),
            channels=tuple(Channel(name, unit, text) for name, (_, unit, text) in columns.items()),
            numbers=np.column_stack([values for values, _, _ in columns.values()]),
            panels=tuple(_panel(case, self.integrators) for case in self.cases),
            metadata={
                "model": vehicle.name,
                "study": self.name,
                "settings": self.chosen(),
                "jounce_version": __version__,
                "machine_class": machine_class(),
                "abscissa": "level",
                "wall_time": took,
                "status": "finished",
                "notes": [text for case in self.cases for text in self._notes(case, found)],
            },
        )
        return self.with_metrics(run, self._metrics(found))

    def _metrics(self, found: dict[tuple[str, str], list[Point]]) -> dict[str, float]:
        values: dict[str, float] = {}
        for (case, method), points in found.items():
            times = self._times(points)
            if times:
                values[f"{case}_time_{method}"] = min(times)
            errors = [p.error for p in points if np.isfinite(p.error)]
            if errors:
                values[f"{case}_least_error_{method}"] = min(errors)
        return values

    def _times(self, points: Sequence[Point]) -> list[float]:
        """Returns of runs that are accurate enough."""
        return [p.cpu_time for p in points if p.error <= self.accuracy]

    def _notes(self, case: str, found: dict[tuple[str, str], list[Point]]) -> list[str]:
        """Returns which integrators are fastest at the wanted error, and which never reach it."""
        times = {method: min(self._times(found[case, method]), default=np.inf) for method in self.integrators}
        order = sorted(times, key=lambda method: times[method])
        reached = [f"{method} {1e3 * times[method]:.3g} ms" for method in order if np.isfinite(times[method])]
        missed = [method for method in order if not np.isfinite(times[method])]
        wanted = f"{CASES[case].title}, an error of at most {self.accuracy:g}"
        first = f"{wanted}: {', '.join(reached[:3]) or 'no integrator'}"
        return [first, *([f"{wanted}: not reached by {', '.join(missed)}"] if missed and reached else [])]


def _setting(method: str, level: int, stable: float) -> dict[str, float]:
    """Returns step, accuracy or tolerance of a level."""
    if METHODS[method].fixed:
        return {"step": stable * MORE_PER_LEVEL["step"] ** level}
    if METHODS[method].jacobian == "kept":
        return {"accuracy": FIRST_ACCURACY * MORE_PER_LEVEL["accuracy"] ** level}
    return {"rtol": FIRST_TOLERANCE * MORE_PER_LEVEL["tolerance"] ** level}


def _panel(case: str, integrators: Sequence[str]) -> Panel:
    return Panel(
        f"{CASES[case].title}: error over processor time",
        tuple(f"{case}.{method}.error" for method in integrators),
        tuple(f"{case}.{method}.cpu_time" for method in integrators),
        labels=tuple(integrators),
        logarithmic=True,
    )
