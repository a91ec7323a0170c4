"""Steady cornering in numbers: steering ratio, understeer, roll and sideslip gradients. [ISO 4138:2021]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assemblies.steering.parts import steering_ratio_of_tables
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.loops.pose import motions
from jounce.studies.driving.drive import Added, Drive, Values, drive_sideslip
from jounce.studies.handling.standing_car import standing_linkage, standing_start
from jounce.studies.settings import LEFTWARD_ACCELERATION, SPEED, setting_too_slow

ACCELERATION = "vehicle.cg.ay"
GRAVITY = 9.81  # m/s^2, in which gradients per g are given
HALF_RANGE = 0.5  # of the largest lateral acceleration, where gradients are read
STARTED = 0.1  # of the largest lateral acceleration: below, dry friction in differential and rack changes sides
NEARBY = 0.35  # of that place: the width of the bell by which circles count in the fit of a gradient
WHERE = "with respect to a_y, at half the largest a_y"


class SteadyCornering(Drive):
    """What steady circles by trim and a slow ramp share: curves over the lateral acceleration, and their slopes."""

    simulates = False  # until a subclass does
    without: ClassVar[Sequence[str]] = ("output_step",)
    speed = SPEED
    lateral_acceleration = LEFTWARD_ACCELERATION
    panels: ClassVar[Sequence[Panel]] = (
        Panel("steering wheel", ("steering.wheel.angle",), ACCELERATION),
        Panel("steer beyond wheelbase over radius", ("excess_steer",), ACCELERATION),
        Panel("roll and sideslip", ("vehicle.roll", "vehicle.cg.sideslip"), ACCELERATION),
    )
    metrics = {
        "steering_ratio": ("1", "steering-wheel angle divided by the mean steer angle of the wheels, straight ahead"),
        "understeer_gradient": (
            "deg/g",
            f"slope of (steering-wheel angle divided by ratio, less wheelbase over radius) {WHERE}",
        ),
        "roll_gradient": (
            "deg/g",
            f"slope of the roll angle {WHERE}, positive where the car leans out of the turn",
        ),
        "sideslip_gradient": ("deg/g", f"slope of the sideslip of the centre of mass {WHERE}"),
        "slip_angle_difference": (
            "deg/g",
            f"slope of mean rear less mean front slip angle {WHERE} (both negative in a left turn)",
        ),
        "largest_friction_use": (
            "1",
            "largest friction use of a tyre at the largest a_y: force by peak force, along and across, by an ellipse",
            "share",
        ),
        "characteristic_speed": ("m/s", "root of (wheelbase divided by understeer gradient)", "driving speed"),
    }

    def contradictions(self) -> Iterator[Problem]:
        yield from setting_too_slow(self.speed, "the yaw rate of a circle is the lateral acceleration divided by it")

    def gradients(self, run: Result, car: CarModel, about: dict[str, float]) -> Values:
        """Returns slopes at half the largest lateral acceleration, from a run or from trims."""
        used = np.abs(run[ACCELERATION]) >= STARTED * self.lateral_acceleration
        a, at = run[ACCELERATION][used], HALF_RANGE * self.lateral_acceleration

        def slope(values: np.ndarray) -> float:
            return cornering_gradient(a, values[used], at)

        def per_g(values: np.ndarray) -> float:
            return float(np.degrees(slope(values))) * GRAVITY

        axles = list(car.leading.axles.values())
        front, rear = (
            np.mean([run[f"{corner.prefix}.tyre.slip_angle"] for corner in axle], axis=0)
            for axle in (axles[0], axles[-1])
        )
        found = {
            "steering_ratio": about["steering_ratio"],
            "understeer_gradient": per_g(run["excess_steer"]),
            "roll_gradient": per_g(run["vehicle.roll"]),
            "sideslip_gradient": per_g(drive_sideslip(run, self.speed)),
            "slip_angle_difference": per_g(rear - front),
        }
        uses = [run[name] for corner in car.corners if (name := f"{corner}.tyre.friction_use") in run]
        if uses:
            found["largest_friction_use"] = float(np.max(uses, axis=0)[np.argmax(np.abs(run[ACCELERATION]))])
        if (K := slope(run["excess_steer"])) > 0:
            found["characteristic_speed"] = float(np.sqrt(about["wheelbase"] / K))
        return found


def steady_cornering_geometry(vehicle: Vehicle, car: CarModel) -> dict[str, float]:
    """Finds the steering ratio where the car stands, by linkage or tables alone, and the wheelbase.

    The wheelbase is that of the design position, or where the wheels stand if these turn on king-pins: the design
    position of a car that was derived is found by turning hinges back.
    """
    from jounce.depths.derive import FUNCTIONAL, derived_vehicle  # linear depths ask for this geometry

    vehicle = derived_vehicle(vehicle) if getattr(vehicle, "depth", "") in FUNCTIONAL else vehicle
    places: list[Any] = [corner.wheel_centre[0] for corner in car.leading.corners.values()]
    wheelbase, ratio = float(max(places) - min(places)), car.steering_ratio
    axle = next((name for name, axle in vehicle.axles.items() if axle.steered), "") if ratio is None else ""
    if axle and vehicle.steering.turns_wheels():
        turned = steering_ratio_of_tables(vehicle.steering, wheelbase, vehicle.axles[axle].track())
        heading, wheelbase = _standing_kingpins(car, axle)
        ratio = turned / heading
    elif axle:
        ratio = standing_linkage(vehicle, car, axle)[f"{axle}.steering_ratio"]
    return {"steering_ratio": ratio, "wheelbase": wheelbase}  # type: ignore[dict-item]


def _standing_kingpins(car: CarModel, axle: str) -> tuple[float, float]:
    """Finds how far wheels head to the side per turn about their king-pins, mean of both sides, and the wheelbase.

    Where the car stands: with the king-pin k and the spin axis e, de = k x e for each rad, and the wheel heads to
    atan2(-e_x, e_y).
    """
    ready = standing_start(car).ready
    placed = motions(ready.mechanism, ready.layout, ready.state)
    level = np.array(placed[ready.mechanism.index(car.leading.body)].R, float).T
    found = []
    for corner in car.axles[axle]:
        ends: Any = corner.steering_axis
        R = level @ np.array(placed[ready.mechanism.index(ends[0][0])].R, float)
        k, e = R @ _kingpin_axis(corner), R @ np.array(corner.spin_axis, float)
        rate = np.cross(k, e)
        found.append(float((e[0] * rate[1] - e[1] * rate[0]) / (e[0] ** 2 + e[1] ** 2)))
    corners: Any = car.leading.corners.values()
    centres: list[Any] = [placed[ready.mechanism.index(c.carrier)].position(c.wheel_centre)[0] for c in corners]
    return float(np.mean(found)), float(max(centres) - min(centres))


def _kingpin_axis(corner: Any) -> np.ndarray:
    low, high = sorted((np.array(at, float) for _, at in corner.steering_axis), key=lambda at: float(at[2]))
    found: np.ndarray = (high - low) / np.linalg.norm(high - low)
    return found


def cornering_excess_steer(run: Result, about: dict[str, float]) -> Added:
    """Gives steer angle of the wheels beyond wheelbase over radius; its slope over a_y is the understeer gradient."""
    speed = np.copysign(run["vehicle.cg.speed"], run["vehicle.cg.vx"])
    needed = about["wheelbase"] * run["vehicle.cg.yaw_rate"] / speed
    values = run["steering.wheel.angle"] / about["steering_ratio"] - needed
    return {"excess_steer": (values, "rad", "steering-wheel angle divided by ratio, less wheelbase over radius")}


def cornering_gradient(acceleration: np.ndarray, values: np.ndarray, at: float) -> float:
    """Returns the slope of y = c0 + c1 a + c2 a^3 + c3 a^5, fitted by least squares, at a lateral acceleration.

    Circles nearby count most: one at the end of the range, where the dry friction of a differential has changed sides,
    would turn the slope by several per cent.
    """
    a = acceleration / at  # near one, so that the powers can be told apart
    weights = np.exp(-0.5 * ((a - 1.0) / NEARBY) ** 2)
    terms = np.stack([np.ones_like(a), a, a**3, a**5], axis=1)
    c, *_ = np.linalg.lstsq(weights[:, np.newaxis] * terms, weights * values, rcond=None)
    return float((c[1] + 3 * c[2] + 5 * c[3]) / at)
