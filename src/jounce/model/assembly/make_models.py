"""Making models of a vehicle: an axle on its rig or the whole car, at its depth, refused where rules say so."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.car import CarModel
from jounce.model.rules.limits import check_finite_limits
from jounce.model.rules.rods import check_ideal_rods
from jounce.model.rules.unit import check_car_can_drive
from jounce.results import Metric

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle


@partial(check_arguments, name="Vehicle.axle_model")
def make_axle_model(vehicle: Vehicle, name: str, compliant: bool = False) -> AxleModel:
    """Returns one axle on a rig: what `wheel-travel` moves up and down; on its bushings if it is to be compliant."""
    known = vehicle.blueprint().base.all_axles()
    if name not in known:
        what = f"there is no axle '{name}'.{did_you_mean(name, known)}"
        raise ModelError(vehicle.name, [Problem("axle", what, f"axles: {', '.join(known)}")])
    _refuse_ideal_rods(vehicle, [name], compliant)
    if vehicle.depth.startswith("functional"):
        return _derived_axle_model(vehicle, name, compliant)
    passed = vehicle.passed and not compliant  # rules look at axles with ideal joints
    return vehicle.blueprint().axle(name, compliant).made(vehicle, vehicle.vector(), passed)  # type: ignore[no-any-return]


def make_car_model(
    vehicle: Vehicle, steering: str | None = None, compliant: bool = False, posts: bool = False
) -> CarModel:
    """Returns the whole car on the road; `steering` is "angle" or "torque" where it shall differ from the file.

    On its bushings if it is to be compliant, else with ideal joints in their place. With posts, each wheel stands on
    one of a rig, whose height is an input.
    """
    if vehicle.depth != "structural":
        return _derived_car_model(vehicle, steering, compliant, posts)
    blueprint, vector = vehicle.blueprint(), vehicle.vector()
    _refuse_ideal_rods(vehicle, blueprint.base.all_axles(), compliant)
    kind = steering or blueprint.base.steering.input  # a word: it is the same for all of one structure
    guards = blueprint.guards(kind, lambda traced: check_car_can_drive(traced, kind))
    if problems := guards.problems(vehicle, vector):
        raise vehicle.style.refusal(vehicle.name, problems)
    car: CarModel = blueprint.car(kind, compliant, posts).made(vehicle, vector)
    if problems := check_finite_limits(car.model):
        raise car.model.refusal(problems)
    return car


def computed_numbers(vehicle: Vehicle) -> dict[str, Metric]:
    """Returns what was computed for its depth, each with unit and definition; nothing of a structural car."""
    from jounce.depths.derive import derived_numbers

    return derived_numbers(vehicle)


def _refuse_ideal_rods(vehicle: Vehicle, names: Iterable[str], compliant: bool) -> None:
    """Refuses axles that more rods hold than guide them, unless their bushings give way."""
    axles = vehicle.blueprint().base.all_axles()
    if problems := [] if compliant else check_ideal_rods({name: axles[name] for name in names}):
        raise vehicle.style.refusal(vehicle.name, problems)


def _derived_axle_model(vehicle: Vehicle, name: str, compliant: bool) -> AxleModel:
    """Returns an axle at a depth that is computed from another."""
    from jounce.depths.derive import derived_axle_model

    return derived_axle_model(vehicle, name, compliant)


def _derived_car_model(vehicle: Vehicle, steering: str | None, compliant: bool, posts: bool) -> CarModel:
    """Returns the whole car at a depth that is computed from another."""
    from jounce.depths.derive import derived_car_model

    return derived_car_model(vehicle, steering, compliant, posts)
