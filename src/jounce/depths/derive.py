"""Derive the car that is driven at a depth from the numbers of a richer one, anew whenever these change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jounce.depths.functional_car import functional_car
from jounce.depths.linear_depths import derive_roll_car, derive_single_track, list_linear_car
from jounce.depths.tabulated_car import tabulated_car
from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.assembly.car import CarModel
from jounce.model.linear_cars import SingleTrackCar
from jounce.model.templates import TEMPLATES
from jounce.model.vehicle import DEPTHS, Vehicle
from jounce.results import Metric
from jounce.studies.driving.known_starts import apart_from_known_starts

MOST_KNOWN = 16  # derived cars that are kept
FUNCTIONAL = ("functional", "functional-carcass")
LINEAR = {"roll": derive_roll_car, "single-track": derive_single_track}
_KNOWN: dict[tuple[Any, ...], DerivedCar] = {}


@dataclass(frozen=True)
class DerivedCar:
    """What a car is at a depth: a plain vehicle, a linear car, or the parts of a tabulated one; and what was found."""

    depth: str
    computed: Mapping[str, Metric]
    vehicle: Vehicle | None = None  # of a functional depth: it can be saved and edited
    linear: SingleTrackCar | None = None  # of a linear depth
    tabulated: dict[tuple[str, bool], CarModel] = field(default_factory=dict)  # by the driver's input, and posts


def derive(vehicle: Vehicle) -> DerivedCar:
    """Returns the car at its depth; kept while its numbers stay."""
    parent = vehicle.at_depth(DEPTHS[0])
    key = (vehicle.depth, id(parent.blueprint()), vehicle.name, parent.vector().tobytes())
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        with apart_from_known_starts():
            _KNOWN[key] = _derived(parent, vehicle.depth)
    return _KNOWN[key]


def _derived(parent: Vehicle, depth: str) -> DerivedCar:
    if len(parent.units) > 1:
        names = ", ".join(unit.name for unit in parent.units.values())
        what = f"'{depth}' is derived of a car alone, and this one has the units {names}"
        raise parent.style.refusal(parent.name, [Problem("depth", what, 'depth = "structural"')])
    _refuse_following_axles(parent, depth)
    if depth != "single-track":  # it takes what a small circle shows
        _refuse_coupled_axles(parent, depth)
    if depth in FUNCTIONAL:
        simpler, computed = functional_car(parent, carcass=depth == "functional-carcass")
        return DerivedCar(depth, computed, vehicle=simpler)
    car = parent.car_model("angle")
    if depth == "tabulated":
        made, computed = tabulated_car(parent, car)
        return DerivedCar(depth, computed, tabulated={("angle", False): made})
    linear = LINEAR[depth](parent, car)
    return DerivedCar(depth, list_linear_car(linear), linear=linear)


def _refuse_following_axles(vehicle: Vehicle, depth: str) -> None:
    """Refuses racks that follow another one: simpler cars have one rack, or none."""
    names = vehicle.unit.following_axles()
    if names:
        what = f"is steered besides the first, and a {depth} car has one rack"
        hint = 'depth = "structural"'
        raise vehicle.style.refusal(vehicle.name, [Problem(f"axles.{n}.steered", what, hint) for n in names])


def _refuse_coupled_axles(vehicle: Vehicle, depth: str) -> None:
    """Refuses to take the rates of a wheel's own travel where one wheel moves the other."""
    coupled = {name: axle.template for name, axle in vehicle.axles.items() if TEMPLATES[axle.template].coupled}
    what = f"one of its wheels moves the other, and a {depth} car takes the rates of each wheel's own travel"
    hint = 'depth = "structural" or "single-track"'
    if coupled:
        places = [Problem(f"axles.{name}.template", f"'{word}': {what}", hint) for name, word in coupled.items()]
        raise vehicle.style.refusal(vehicle.name, places)


def derived_vehicle(vehicle: Vehicle) -> Vehicle:
    """Returns the plain vehicle that a functional depth stands for."""
    found = derive(vehicle).vehicle
    if found is None:
        hint = "depths that are vehicles of their own: functional, functional-carcass"
        raise ModelError(vehicle.name, [Problem("depth", f"a {vehicle.depth} car is no vehicle of its own", hint)])
    return found


def derived_car_model(
    vehicle: Vehicle, steering: str | None = None, compliant: bool = False, posts: bool = False
) -> CarModel:
    """Returns the parts of the car at its depth."""
    if compliant:
        what, hint = f"a {vehicle.depth} car has no bushings", 'compliance = false, or depth = "structural"'
        raise ModelError(vehicle.name, [Problem("compliance", what, hint)])
    found, kind = derive(vehicle), steering or vehicle.steering.input
    if found.vehicle is not None:
        return found.vehicle.car_model(kind, posts=posts)
    if found.linear is not None:
        return found.linear.car_model(kind, posts=posts)
    if (kind, posts) not in found.tabulated:
        parent = vehicle.at_depth(DEPTHS[0])
        found.tabulated[kind, posts] = tabulated_car(parent, parent.car_model(kind, posts=posts))[0]
    return found.tabulated[kind, posts]


def derived_axle_model(vehicle: Vehicle, name: str, compliant: bool) -> AxleModel:
    """Returns an axle of the plain vehicle that a functional depth stands for, on its rig."""
    return derived_vehicle(vehicle).axle_model(name, compliant)


def derived_numbers(vehicle: Vehicle) -> dict[str, Metric]:
    """Returns what was computed for a depth; nothing of a structural car."""
    return dict(derive(vehicle).computed) if vehicle.depth != DEPTHS[0] else {}
