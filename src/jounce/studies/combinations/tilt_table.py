"""Tilt table: at which angle does a standing vehicle tip over, and which wheel lifts first?"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from jounce import __version__
from jounce.errors import NumericalError
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.unit_model import UnitModel
from jounce.parts.roads import FrictionPatch, Road
from jounce.results import Channel, Result
from jounce.results.panel import Panel
from jounce.simulation.run_result import run_result_channels
from jounce.studies.driving.drive import Drive, Values, drive_with_notes
from jounce.studies.driving.driving_start import start_parked, state_after, trim_at_rest
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.settings import Amount, Word
from jounce.studies.study import Progress

ANGLE = "table.angle"
KERB = 3.0  # friction of the table: a tilt table has a kerb against sliding, and its angle is that of tipping
LARGEST = np.radians(65.0)  # tan of it is beyond what any tyre holds
FINEST = 2.0**-7  # of a stride: so close the last standing angle lies to the one at which it tips
SPELL, SPELLS = 2.0, 5  # s between looks at one that settles, and how many there are
RESTING = 1e-4  # rad/s of roll: one that falls over is faster, but for the first instants
FALLEN = 0.5  # rad: a body that rolls by more lies on its side
LIFTED = 5.0  # N: a wheel with less has lifted


@dataclass(frozen=True)
class Tilted:
    """The vehicle as it stands at an angle of the table."""

    angle: float  # rad
    state: np.ndarray
    seen: dict[str, float]


class TiltTable(Drive):
    """Tilt table: at which angle does a standing vehicle tip over, and which wheel lifts first? [ISO 16333]

    The table turns about a line along the vehicle, slowly, under wheels that do not slide. Each angle is an equilibrium
    of its own: gravity leans across the vehicle, and springs, tyres, axles and hitches give way. It tips at the angle
    behind which there is no equilibrium. The tangent of this angle is the lateral acceleration, divided by gravity, of
    the steady turn that tips it over, but for a load of the wheels that is smaller on the table by the cosine. Of the
    standard only the abstract was at hand.
    """

    name = "tilt-table"
    doing = "tilting"
    simulates = False
    needs_wheels = True
    without = ("output_step", "integrator", "accuracy", "rtol", "route")
    side = Word(default="right", words=("left", "right"), meaning="side that the table lowers")
    stride = Amount(
        default="1 deg", unit="rad", least=1e-3, most=0.1, meaning="between angles of the curves", last=True
    )
    panels = (
        Panel("wheel loads", ("{corner}.tyre.Fz",), ANGLE),
        Panel("roll of the body against the table", ("vehicle.roll",), ANGLE),
    )
    metrics = {
        "tilt_angle": ("rad", "angle of the table at which the vehicle tips over: behind it there is no equilibrium"),
        "rollover_threshold": (
            "1",
            "tangent of that angle: lateral acceleration divided by gravity at which it tips over",
        ),
        "static_stability_factor": (
            "1",
            "the same of a rigid vehicle on rigid tyres: half the mean track, by axle loads, divided by the height of "
            "the common centre of mass, design position",
        ),
        "first_lift": ("rad", "angle of the table at which the first wheel lifts"),
        "{corner}.lift": ("rad", "angle of the table at which {corner} lifts"),
        "{unit}.roll": ("rad", "roll of the {unit} against the table at the last angle at which it stands"),
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        began = clock.perf_counter()
        vehicle = self.require_car(subject)
        car = self.build_car(vehicle)
        parked = start_parked(car)
        on_table = replace(parked, ready=parked.ready.on_road(_table()))
        found: list[Tilted] = []
        way = 1.0 if self.side == "right" else -1.0  # a lowered right side makes it lean to the right
        for tilted in self._angles(on_table, way):
            found.append(tilted)
            if on_progress:
                on_progress(min(0.99, tilted.angle / LARGEST))
        values = _figures(car, found)
        lifts = {name: _lift(found, f"{name}.tyre.Fz") for name in car.corners}
        lifted = {name: angle for name, angle in lifts.items() if np.isfinite(angle)}
        values |= {f"{name}.lift": angle for name, angle in lifted.items()}
        notes = [*parked.notes, f"wheels do not slide: friction {KERB:g}, as a kerb holds them"]
        if lifted:
            first = min(lifted, key=lambda name: lifted[name])
            values["first_lift"] = lifted[first]
            notes.append(f"{first} lifts first, at {np.degrees(lifted[first]):.4g} deg")
        run = drive_with_notes(_curves(on_table, found), notes)
        places = {"corner": list(car.corners)}
        return self.outcome(run, values, places, {}, wall_time=clock.perf_counter() - began)

    def _angles(self, start: SteadyMotionStart, way: float) -> Iterator[Tilted]:
        """Yields equilibria from level on; each stride begins at the one before, and the last are cut in halves."""
        level = start.seen()
        now = Tilted(0.0, start.ready.state, level)
        yield now
        stride = self.stride
        while stride > FINEST * self.stride:
            ahead = _stand(_leaning(start.moved_to(now.state), now.angle + stride, way), now.angle + stride)
            if ahead is None:
                stride *= 0.5
                continue
            now = ahead
            yield now
            if now.angle > LARGEST:
                what = f"it stands at {np.degrees(now.angle):.3g} deg, more than any tyre holds"
                raise NumericalError(f"{start.car.model.name} does not tip over: {what}")


def _table() -> Road:
    return Road(name="tilt table", elements={"surface": FrictionPatch(friction=KERB)})


def _leaning(start: SteadyMotionStart, angle: float, way: float) -> SteadyMotionStart:
    """Returns a start with gravity that leans across the vehicle, as it does on the table."""
    work, layout = start.ready.numbers.copy(), start.ready.layout
    size = float(np.linalg.norm(start.car.model.gravity))
    values = work.values.copy()
    values[layout.values["gravity.y"]] = -way * size * np.sin(angle)
    values[layout.values["gravity.z"]] = -size * np.cos(angle)
    work.set_values(values)
    return replace(start, ready=replace(start.ready, numbers=work.frozen()))


def _stand(start: SteadyMotionStart, angle: float) -> Tilted | None:
    """Finds the equilibrium near a start: by trim, or where a wheel lifts and slopes jump, by letting it settle.

    None where it does not settle: then it falls over.
    """
    for _ in range(SPELLS):
        with suppress(NumericalError):
            found = trim_at_rest(start)
            seen = start.at(found).seen()
            if _stands(start.car, seen):
                return Tilted(angle, found.state, seen)
        state = state_after(start, SPELL)
        seen = start.moved_to(state).seen()
        if not _stands(start.car, seen):
            return None
        if abs(seen["vehicle.roll_rate"]) < RESTING:
            state[list(start.ready.layout.speeds.values())] = 0.0
            return Tilted(angle, state, seen)
        start = start.moved_to(state)
    return None


def _stands(car: CarModel, seen: dict[str, float]) -> bool:
    """Tells whether every unit stands on its wheels: one that has fallen over may have found a rest as well."""
    return all(
        abs(seen[f"{unit.motion}.roll"]) < FALLEN and max(seen[f"{name}.tyre.Fz"] for name in unit.corners) > LIFTED
        for unit in car.units.values()
    )


def _lift(found: list[Tilted], channel: str) -> float:
    """Returns the angle at which the load of a wheel is gone, between two strides; not a number where it stays."""
    for before, after in pairwise(found):
        if after.seen[channel] < LIFTED <= before.seen[channel]:
            share = before.seen[channel] / (before.seen[channel] - after.seen[channel])
            return before.angle + share * (after.angle - before.angle)
    return float("nan")


def _figures(car: CarModel, found: list[Tilted]) -> Values:
    last = found[-1]
    values = {
        "tilt_angle": last.angle,
        "rollover_threshold": float(np.tan(last.angle)),
        "static_stability_factor": _stability_factor(car, found[0].seen),
    }
    rolls = {unit.name: abs(last.seen[f"{unit.motion}.roll"]) for unit in car.units.values()}
    return values | {f"{name}.roll": roll for name, roll in rolls.items()}


def _stability_factor(car: CarModel, level: dict[str, float]) -> float:
    """Returns half the mean track, by the loads of the axles on level ground, divided by the height of all masses."""
    units: list[UnitModel] = list(car.units.values())
    masses = np.array([unit.mass for unit in units], float)
    height = float(masses @ np.array([unit.centre[2] for unit in units], float)) / masses.sum()
    loads, moments = 0.0, 0.0
    for corner in car.corners.values():
        load = level[f"{corner.prefix}.tyre.Fz"]
        loads += load
        moments += load * abs(float(corner.wheel_centre[1]))  # type: ignore[arg-type]
    return moments / loads / height


def _curves(start: SteadyMotionStart, found: list[Tilted]) -> Result:
    """Returns wheel loads and roll of all units over the angle of the table."""
    ready = start.ready
    motions = [f"{unit.motion}.roll" for unit in start.car.units.values()]
    names = [name for name in ready.layout.channels if name in motions or name.endswith(".tyre.Fz")]
    own = run_result_channels(ready, {name: ready.layout.channels[name][2] for name in names})
    table = Channel(ANGLE, "rad", "of the table, about a line along the vehicle")
    return Result(
        time=np.arange(len(found), dtype=float),
        channels=(table, *own),
        numbers=np.array([[row.angle, *(row.seen[name] for name in names)] for row in found]),
        metadata={
            "model": ready.model.name,
            "model_hash": ready.fingerprint(),
            "jounce_version": __version__,
            "abscissa": ANGLE,
            "settings": {},
            "wall_time": 0.0,
            "status": "finished",
            "notes": [],
        },
    )
