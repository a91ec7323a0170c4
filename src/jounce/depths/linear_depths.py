"""Linear depths: the single-track model and the roll model of a car, from its masses, its rig and one small circle."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from jounce.depths.axle_numbers import (
    AxleNumbers,
    AxleTyres,
    axle_numbers,
    axle_tyres,
    standing_travels,
)
from jounce.depths.car_masses import (
    LumpedMass,
    spin_momenta,
    sprung_car_mass,
    unsprung_car_masses,
    whole_car_mass,
)
from jounce.errors import ModelError, Problem
from jounce.model.assembly.car import CarModel
from jounce.model.fields import fields_of
from jounce.model.linear_cars import RollCar, SingleTrackCar
from jounce.model.vehicle import Vehicle
from jounce.results import Metric
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.handling.standing_car import standing_start
from jounce.studies.handling.steady_cornering import steady_cornering_geometry

REFERENCE_SPEED = 20.0  # m/s, of the circle
SMALL_ACCELERATION = 0.05  # m/s^2, of the circle: the linear range


@dataclass(frozen=True, kw_only=True)
class SmallCircle:
    """How a car answers in the linear range, each per lateral acceleration (s^2/m times the unit)."""

    steering_wheel: float  # rad
    sideslip: float  # rad, of the centre of mass
    yaw_rate: float  # rad/s
    roll: float  # rad


def small_circle(car: CarModel) -> tuple[SmallCircle, dict[str, AxleTyres]]:
    """Finds the way from straight ahead to a small steady circle, both by trim; and the tyres straight ahead."""
    speed = REFERENCE_SPEED
    straight = start_straight(car, speed)
    turning = start_in_circle(car, speed, SMALL_ACCELERATION / speed, at=straight)
    before, after = straight.seen(), turning.seen()
    wheel: Any = car.steering
    a_y = after["vehicle.yaw_rate"] * speed - before["vehicle.yaw_rate"] * speed
    slip = (after["vehicle.cg.vy"] - before["vehicle.cg.vy"]) / speed
    return (
        SmallCircle(
            steering_wheel=(turning.inputs[wheel] - straight.inputs[wheel]) / a_y,
            sideslip=slip / a_y,
            yaw_rate=1.0 / speed,
            roll=(after["vehicle.roll"] - before["vehicle.roll"]) / a_y,
        ),
        {axle: axle_tyres(car, straight, axle) for axle in car.axles},
    )


@dataclass(frozen=True, kw_only=True)
class LinearNumbers:
    """All that both models are made of."""

    name: str
    whole: LumpedMass
    front: float  # m from the centre of mass to the front axle
    rear: float
    ratio: float
    circle: SmallCircle
    tyres: tuple[AxleTyres, AxleTyres]  # front, rear

    def axle_slips(self, roll_steer: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float]:
        """Returns slip angle of each axle's middle per lateral acceleration, less what steers it."""
        c = self.circle
        turned = c.steering_wheel / self.ratio
        front = c.sideslip + self.front * c.yaw_rate / REFERENCE_SPEED - turned - roll_steer[0] * c.roll
        rear = c.sideslip - self.rear * c.yaw_rate / REFERENCE_SPEED - roll_steer[1] * c.roll
        return front, rear

    def axle_stiffnesses(self, roll_steer: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float]:
        """Returns side force that the centre of mass asks of each axle, divided by its slip angle."""
        share = self.whole.mass / (self.front + self.rear)
        front, rear = self.axle_slips(roll_steer)
        return -share * self.rear / front, -share * self.front / rear

    def single_track(self, roll_steer: tuple[float, float] = (0.0, 0.0)) -> dict[str, Any]:
        """The fields of a single-track model. The lag of an axle softer than its tyres is shorter by as much."""
        C = self.axle_stiffnesses(roll_steer)
        lags = [stiff * tyre.relaxation / tyre.cornering_stiffness for stiff, tyre in zip(C, self.tyres, strict=True)]
        return dict(
            name=self.name,
            mass=self.whole.mass,
            yaw_inertia=float(self.whole.inertia[2, 2]),
            front=self.front,
            rear=self.rear,
            front_stiffness=C[0],
            rear_stiffness=C[1],
            steering_ratio=self.ratio,
            front_relaxation=lags[0],
            rear_relaxation=lags[1],
        )


def linear_numbers(vehicle: Vehicle, car: CarModel) -> LinearNumbers:
    """Returns the numbers of a car with two axles, the first of them steered."""
    names = list(vehicle.axles)
    if len(names) != 2 or car.steering is None or vehicle.axles[names[1]].steered:
        what = f"{len(names)} axles, steered: {', '.join(n for n in names if vehicle.axles[n].steered) or 'none'}"
        hint = "a single-track model has two axles, of which the first is steered"
        raise ModelError(vehicle.name, [Problem("depth", what, hint)])
    whole = whole_car_mass(car)
    car = without_dry_friction(vehicle).car_model("angle")
    places = [float(vehicle.axles[name].hardpoints["wheel_centre"][0]) for name in names]
    circle, tyres = small_circle(car)
    return LinearNumbers(
        name=vehicle.name,
        whole=whole,
        front=places[0] - float(whole.centre[0]),
        rear=float(whole.centre[0]) - places[1],
        ratio=steady_cornering_geometry(vehicle, car)["steering_ratio"],
        circle=circle,
        tyres=(tyres[names[0]], tyres[names[1]]),
    )


def without_dry_friction(vehicle: Vehicle) -> Vehicle:
    """Returns the vehicle without the friction of rack and differentials: in the linear range it would hold or push."""
    known = vehicle.values()
    paths = [path for path in ("steering.rack_friction", "drive.differential_friction") if path in known]
    return vehicle.with_values(dict.fromkeys(paths, 0.0)) if paths else vehicle


def derive_single_track(vehicle: Vehicle, car: CarModel) -> SingleTrackCar:
    """Returns the single-track model of a car: axle stiffnesses as a small circle shows them."""
    return SingleTrackCar(**linear_numbers(vehicle, car).single_track())


def derive_roll_car(vehicle: Vehicle, car: CarModel) -> RollCar:
    """The roll model of a car: what roll does to its axles is taken out of their stiffnesses, and stands by itself."""
    numbers = linear_numbers(vehicle, car)
    seen = standing_start(car).seen()
    rise = seen["vehicle.cg.z"] - float(car.centre[2])  # type: ignore[arg-type]
    axles = [axle_numbers(vehicle, name, rest) for name, rest in standing_travels(car, seen).items()]
    steer = tuple(_steer_by_roll(axle, tyres) for axle, tyres in zip(axles, numbers.tyres, strict=True))
    sprung = sprung_car_mass(car, unsprung_car_masses(vehicle, car))
    return RollCar(
        **numbers.single_track(steer),  # type: ignore[arg-type]
        sprung_mass=sprung.mass,
        sprung_offset=float(sprung.centre[0] - numbers.whole.centre[0]),
        sprung_height=float(sprung.centre[2]) + rise,
        sprung_inertia=tuple(float(sprung.inertia[k, k]) for k in range(3)),  # type: ignore[arg-type]
        sprung_product=-float(sprung.inertia[2, 0]),
        front_roll_centre=axles[0].roll_centre_with_tyres(),
        rear_roll_centre=axles[1].roll_centre_with_tyres(),
        roll_stiffness=sum(axle.roll_stiffness_with_tyres() for axle in axles),
        roll_damping=sum(axle.roll_damping() for axle in axles),
        front_roll_steer=steer[0],
        rear_roll_steer=steer[1],
        spin_momentum=_spin_momentum(car, dict(zip(vehicle.axles, axles, strict=True))),
    )


def _spin_momentum(car: CarModel, axles: dict[str, AxleNumbers]) -> float:
    """Returns angular momentum about y of wheels, shafts and engine per speed of the car.

    A wheel leans with the body only by its camber against the road: by that share its moment rolls the body.
    """
    total, wheels = 0.0, {body for corner in car.corners.values() for body in (corner.wheel_body, corner.belt_body)}
    for body, own in spin_momenta(car).items():
        axle = axles[car.model.owner(body).axle] if body in wheels else None
        total += float(own[1]) * (1.0 + axle.roll_camber if axle else 1.0)
    return total


def _steer_by_roll(axle: AxleNumbers, tyres: AxleTyres) -> float:
    """Returns the steer angle per roll, and that whose side force is that of the camber against the road."""
    return axle.roll_steer + tyres.camber_stiffness / tyres.cornering_stiffness * (1.0 + axle.roll_camber)


DEFINITIONS = {
    "mass": "all bodies of the car",
    "yaw_inertia": "all bodies of the car in the design position, about their centre of mass",
    "front": "from the centre of mass to the front wheel centres, along x",
    "rear": "from the rear wheel centres to the centre of mass, along x",
    "front_stiffness": f"side force of the axle divided by its slip angle, in a circle of {SMALL_ACCELERATION:g} m/s^2 "
    f"at {REFERENCE_SPEED:g} m/s: with what suspension, steering and aligning moments take away from the tyres",
    "rear_stiffness": "the same of the rear axle",
    "steering_ratio": "steering-wheel angle divided by the mean steer angle of the wheels, by the linkage alone",
    "front_relaxation": "of the tyres at their static loads, times axle stiffness divided by their cornering stiffness",
    "rear_relaxation": "the same of the rear axle",
    "sprung_mass": "all bodies less those masses at the wheels that have the kinetic energy of wheel travel",
    "sprung_offset": "centre of the sprung mass ahead of that of the whole car",
    "sprung_height": "centre of the sprung mass above the road, where the car stands",
    "sprung_inertia": "of the sprung mass about its own centre",
    "sprung_product": "Izx of the sprung mass as a positive integral",
    "front_roll_centre": "kinematic roll centre, times the share of the roll that springs take and not tyres",
    "rear_roll_centre": "the same of the rear axle",
    "roll_stiffness": "where the car stands: springs and bars, t^2/2 wheel rate + bar, with the tyres; both axles",
    "roll_damping": "t^2/2 wheel damping, mean of slow jounce and rebound, less what tyres take; sum of both axles",
    "front_roll_steer": "roll steer on the rig, and the steer angle that has the side force of the camber by roll",
    "rear_roll_steer": "the same of the rear axle",
    "spin_momentum": "angular momentum of wheels, shafts and engine about y per speed; wheels by their camber by roll",
}


def list_linear_car(car: SingleTrackCar) -> dict[str, Metric]:
    """Returns what was computed for a linear car; with the closed forms that follow."""
    found = {}
    for known in fields_of(type(car)):
        value = getattr(car, known.name)
        if known.form == "number" and value is not None:
            found[known.name] = Metric(float(value), known.quantity.unit, DEFINITIONS[known.name])
        elif known.form == "vector":
            for axis, number in zip("xyz", value, strict=True):
                found[f"{known.name}.{axis}"] = Metric(float(number), known.quantity.unit, DEFINITIONS[known.name])
    found["understeer_gradient"] = Metric(car.understeer_gradient(), "rad s^2/m", "m (b/Cf - a/Cr)/L")
    if isfinite(car.characteristic_speed()):
        found["characteristic_speed"] = Metric(car.characteristic_speed(), "m/s", "root of (wheelbase / understeer)")
    return found
