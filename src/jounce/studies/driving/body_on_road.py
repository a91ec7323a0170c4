"""A car body on the road after it has tipped over: when it touches, how hard, and what is beyond the model then."""

from __future__ import annotations

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.read_offs import first_instant, highest

MEASURED_INCLINATION = np.radians(15.0)  # to which tyres are measured, at most


def body_contact_names(car: CarModel) -> list[str]:
    """Returns points of the body that may touch the road."""
    return [part.name for part in car.model.forces if hasattr(part, "touches_road")]


def body_contact_metrics(run: Result, begin: float) -> dict[str, float]:
    """Tells when the body touches the road, and the largest load of one of its points; nothing if it does not."""
    loads = _loads(run)
    touching = loads.max(axis=0, initial=0.0) > 0.0
    if not touching.any():
        return {}
    return {
        "touch_time": first_instant(run.time, touching) - begin,
        "largest_contact_load": max(highest(run.time, load) for load in loads),
    }


def _loads(run: Result) -> np.ndarray:
    """Returns [point, sample]"""
    names = [name for name in run if name.endswith(".load") and f"{name[:-5]}.depth" in run]
    return np.array([run[name] for name in names]).reshape(len(names), run.time.size)


def body_contact_notes(run: Result, car: CarModel) -> list[str]:
    """Returns what of a run is beyond what the model is made for."""
    found = []
    touched = body_contact_metrics(run, 0.0)
    if touched:
        load, weight = touched["largest_contact_load"], 9.81 * float(car.mass)  # type: ignore[arg-type]
        found.append(
            f"the car body touches the road from {touched['touch_time']:.2f} s on, one point with up to "
            f"{1e-3 * load:.1f} kN ({load / weight:.1f} times the weight of the car): points on springs with smooth "
            "friction, no part bends for good; what follows shows where the car goes, not what it suffers"
        )
    leaning = _leaning(run, car)
    if leaning:
        corner, angle, time = leaning
        found.append(
            f"{corner} carries at an inclination of up to {np.degrees(angle):.0f} deg, beyond "
            f"{np.degrees(MEASURED_INCLINATION):.0f} deg from {time:.2f} s on: tyre laws are not measured there"
        )
    return found


def _leaning(run: Result, car: CarModel) -> tuple[str, float, float] | None:
    """Returns the wheel that carries at the largest inclination, if that is too large; and since when one does."""
    largest, first = ("", 0.0), np.inf
    for corner in car.corners:
        name = f"{corner}.tyre"
        leans = np.where(run[f"{name}.Fz"] > 0.0, np.abs(run[f"{name}.inclination"]), 0.0)
        since = first_instant(run.time, leans > MEASURED_INCLINATION)
        if np.isfinite(since):
            first = min(first, since)
            largest = max(largest, (corner, highest(run.time, leans)), key=lambda each: each[1])
    return (*largest, first) if largest[0] else None
