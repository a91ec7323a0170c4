"""Numbers of axles for simpler cars: kinematics on the rig, roll stiffness, tyres at their loads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.model.assembly.car import CarModel
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.vehicle import Vehicle
from jounce.parts.tables import is_table_of_part
from jounce.parts.tyres.tyre_law import Contact, mirrored_tyre_law
from jounce.simulation.prepare import prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.kinematics.wheel_travel import WheelTravel

SMALL_TRAVEL = 1e-3  # m, of the sweep about the place where the car stands
SMALL_SLIP = 1e-5  # rad, of differences
NOMINAL_SPEED = 16.7  # m/s


@dataclass(frozen=True, kw_only=True)
class AxleNumbers:
    """What a simpler car is told of an axle, where the car stands."""

    track: float  # m
    wheel_rate: float  # N/m, of one wheel: springs and stops, without bar and tyre
    wheel_damping: float  # N s/m, of one wheel: mean of slow jounce and rebound
    roll_centre: float  # m, above the road
    roll_steer: float  # mean steer angle per body roll
    roll_camber: float  # mean inclination against the body per body roll
    bar_stiffness: float  # N m/rad, moment on the body per roll angle between body and axle
    tyre_rate: float  # N/m, vertical, of one tyre

    def roll_stiffness(self) -> float:
        """Returns the stiffness of springs and bar, per roll angle between body and axle: t^2/2 k_w + k_bar."""
        return 0.5 * self.track**2 * self.wheel_rate + self.bar_stiffness

    def roll_stiffness_with_tyres(self) -> float:
        """Returns the stiffness of springs and bar in series with the tyres, t^2/2 k_t."""
        own, tyres = self.roll_stiffness(), 0.5 * self.track**2 * self.tyre_rate
        return own * tyres / (own + tyres)

    def roll_centre_with_tyres(self) -> float:
        """The body rolls about the roll centre on its springs, and about the road on its tyres: the mean of both."""
        own, tyres = self.roll_stiffness(), 0.5 * self.track**2 * self.tyre_rate
        return self.roll_centre * tyres / (own + tyres)

    def roll_damping(self) -> float:
        """At the body, of slow roll: the dampers see only the share of the roll that the tyres do not take."""
        own, tyres = self.roll_stiffness(), 0.5 * self.track**2 * self.tyre_rate
        return 0.5 * self.track**2 * self.wheel_damping * (tyres / (own + tyres)) ** 2


def axle_numbers(vehicle: Vehicle, axle: str, rest: float) -> AxleNumbers:
    """Reads `wheel-travel` about the place where the car stands, `rest` above the design position, and the bar's twist.

    Springs may be progressive, and a car may stand far from its design position: hmmwv by 0.1 m.
    """
    rig = WheelTravel(axle=axle, travel=(rest - SMALL_TRAVEL, rest + SMALL_TRAVEL), points=3).run(vehicle)
    corners = vehicle.axle_model(axle).corners.values()

    def there(word: str, part: str = axle) -> float:
        return float(rig[f"{part}.{word}"][1])

    def mean(word: str) -> float:
        return float(np.mean([there(word, corner.prefix) for corner in corners]))

    track = there("track")
    return AxleNumbers(
        track=track,
        wheel_rate=mean("wheel_rate"),
        wheel_damping=0.5 * (mean("wheel_damping_jounce") + mean("wheel_damping_rebound")),
        roll_centre=there("roll_centre_height"),
        roll_steer=there("roll_steer"),
        roll_camber=there("roll_camber"),
        bar_stiffness=axle_bar_stiffness(vehicle, axle, track, rest),
        tyre_rate=float(vehicle.axles[axle].tyre.vertical_stiffness()),
    )


def standing_travels(car: CarModel, seen: Mapping[str, float]) -> dict[str, float]:
    """Returns how far the wheels of each axle stand above the design position when the car stands, in m.

    `seen` is that of `standing_start`: parked tyres would hold the wheels apart, by 7 mm of travel in hmmwv and sedan.
    """
    return {
        axle: float(np.mean([seen[f"{corner.prefix}.travel"] for corner in corners]))
        for axle, corners in car.axles.items()
    }


def axle_bar_stiffness(vehicle: Vehicle, axle: str, track: float, rest: float = 0.0) -> float:
    """Of the anti-roll bar: its rate times the square of its twist per roll, the wheels moved by half a track each from
    `rest` above the design position."""
    if "anti_roll_bar" not in vehicle.axles[axle].elements:
        return 0.0
    rig = axle_rig(vehicle, axle)
    bar: Any = next(part for part in rig.model.forces if part.name == f"{axle}.anti_roll_bar")
    along = (
        dict(zip(bar.coordinates, bar.factors, strict=True)) if hasattr(bar, "coordinates") else {bar.coordinate: 1.0}
    )
    up = {corner.travel: -0.5 * corner.side.sign * track for corner in rig.corners.values()}  # per rad of roll
    found = sweep(prepare(rig.model, integrator=None), {name: [rest] for name in up}, [up])
    twist = sum(float(factor) * float(found.of(f"{name}_rate", 0)[0]) for name, factor in along.items())
    rate = float(getattr(bar, "stiffness", 0.0))
    if bar.law is not None:
        twists = np.array([-SMALL_SLIP, SMALL_SLIP])
        law = bar.law
        back, forward = law.values(twists) if is_table_of_part(law) else [float(law.value(angle)) for angle in twists]
        rate += float(forward - back) / (2.0 * SMALL_SLIP)
    return rate * twist**2


@dataclass(frozen=True, kw_only=True)
class AxleTyres:
    """The tyres of an axle at their static loads, left and right together."""

    cornering_stiffness: float  # N/rad
    camber_stiffness: float  # N/rad, side force to the left per inclination, top to the right
    relaxation: float  # m, of the side force


def axle_tyres(car: CarModel, start: SteadyMotionStart, axle: str) -> AxleTyres:
    """Returns slopes of the tyres' side forces where the car runs straight."""
    seen = start.seen()
    tyres: Any = {part.name: part for part in car.model.forces}
    slip = camber = lag = 0.0
    for corner in car.axles[axle]:
        name = f"{corner.prefix}.tyre"
        tyre = tyres[name]
        load, speed = seen[f"{name}.Fz"] / tyre.count, seen["vehicle.cg.vx"]
        own = -tyre.count * _slope_of_side_force(tyre.law, load, speed, tyre.side, "slip_angle")
        slip, lag = slip + own, lag + own * float(tyre.law.relaxation(load, 0.0)[1])
        camber += tyre.count * _slope_of_side_force(tyre.law, load, speed, tyre.side, "inclination")
    return AxleTyres(cornering_stiffness=slip, camber_stiffness=camber, relaxation=lag / slip)


def tyre_slopes(law: Any, load: float) -> tuple[float, float]:
    """Returns slip stiffness (N) and cornering stiffness (N/rad) of one tyre at a load."""
    contacts = [_contact(load, NOMINAL_SPEED, slip=kappa) for kappa in (-SMALL_SLIP, SMALL_SLIP)]
    back, forward = (float(law.forces(contact).Fx) for contact in contacts)
    return (forward - back) / (2.0 * SMALL_SLIP), -_slope_of_side_force(law, load, NOMINAL_SPEED, 1.0, "slip_angle")


def _slope_of_side_force(law: Any, load: float, speed: float, side: float, word: str) -> float:
    """Returns the slope by slip angle or inclination, at zero of both."""
    contacts = [_contact(load, speed, **{word: angle}) for angle in (-SMALL_SLIP, SMALL_SLIP)]
    right, left = (float(mirrored_tyre_law(law, contact, side).Fy) for contact in contacts)  # type: ignore[arg-type]
    return (left - right) / (2.0 * SMALL_SLIP)


def _contact(
    load: float, speed: float, slip: float = 0.0, slip_angle: float = 0.0, inclination: float = 0.0
) -> Contact:
    return Contact(slip=slip, slip_angle=slip_angle, inclination=inclination, load=load, speed=speed)
