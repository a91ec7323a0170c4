"""What a study of one axle needs to know of the car around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Expression, Scalar
from jounce.model.vehicle import Vehicle
from jounce.units import Quantity, UnitError, to_si

Known = Scalar | None  # a symbol while formulas are written
# least and largest in SI, and how one is written: beyond them a unit slipped
LIKELY = {
    "wheelbase": (0.1, 30.0, "2600 mm"),
    "centre_height": (0.01, 5.0, "550 mm"),
    "tyre_stiffness": (1e3, 1e8, "200 N/mm"),
    "sprung_mass": (1.0, 50e3, "350 kg"),
    "rack_ratio": (1e-4, 1.0, "8 mm/rad"),
    "rim_diameter": (0.05, 2.0, "15 in"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CarData:
    """Figures of the car; outputs that need one that is not known are left out."""

    wheelbase: Annotated[Known, Quantity("m", "positive")] = None
    centre_height: Annotated[Known, Quantity("m", "positive")] = None  # of the centre of mass above the road
    front_brake_share: Annotated[Known, Quantity("1")] = None  # p_b, of the brake force
    front_drive_share: Annotated[Known, Quantity("1")] = None  # p_d, of the drive force
    tyre_stiffness: Annotated[Known, Quantity("N/m", "positive")] = None  # vertical, one tyre
    sprung_mass: Annotated[Known, Quantity("kg", "positive")] = None  # on one wheel of this axle
    rack_ratio: Annotated[Known, Quantity("m/rad", "positive")] = None  # rack travel per steering-wheel angle
    rim_diameter: Annotated[Known, Quantity("m", "positive")] = None  # where toe is measured in millimetres

    def known(self) -> dict[str, Any]:
        """Those that are known, by name."""
        return {field.name: v for field in fields(self) if (v := getattr(self, field.name)) is not None}


def car_data(given: Mapping[str, float | str]) -> CarData:
    """Figures by name, as SI numbers or text with a unit; all mistakes at once."""
    quantities = {name: get_args(hint)[1] for name, hint in _hints().items()}
    problems, found = [], {}
    for name, value in given.items():
        if name not in quantities:
            what = f"there is no such figure of a car.{did_you_mean(name, quantities)}"
            problems.append(Problem(f"car_data.{name}", what, f"one of: {', '.join(quantities)}"))
            continue
        quantity = quantities[name]
        try:
            found[name] = to_si(value, quantity.unit)
        except UnitError as error:
            problems.append(Problem(f"car_data.{name}", error.what, error.help))
            continue
        if quantity.rule == "positive" and found[name] <= 0.0:
            problems.append(Problem(f"car_data.{name}", f"{value} is not positive", "needs a positive number"))
        elif name in LIKELY and not LIKELY[name][0] <= found[name] <= LIKELY[name][1]:
            low, high, example = LIKELY[name]
            what = f"{found[name]:g} {quantity.unit} is no {name.replace('_', ' ')}"
            hint = f'{low:g} to {high:g} {quantity.unit}; with its unit: "{example}"'
            problems.append(Problem(f"car_data.{name}", what, hint))
        if name.endswith("share") and not 0.0 <= found[name] <= 1.0:
            problems.append(Problem(f"car_data.{name}", f"{value} is not a share", "needs 0 to 1, or 0 % to 100 %"))
    if problems:
        raise ModelError("wheel-travel", problems)
    return CarData(**found)


def figures_of(vehicle: Vehicle, axle: str) -> dict[str, Scalar]:
    """What a vehicle says of itself; the centre of mass is that of its car body, on the axles as on a beam.

    Its numbers may be symbols: then the figures are formulas.
    """
    own, body, names = vehicle.axles[axle], vehicle.body, list(vehicle.axles)
    x = {name: vehicle.axles[name].hardpoints["wheel_centre"][0] for name in names}
    found: dict[str, Any] = {"tyre_stiffness": own.tyre.vertical_stiffness(), "rack_ratio": vehicle.steering.ratio()}
    wheelbase: Scalar = x[names[0]] - x[names[-1]]
    if isinstance(wheelbase, Expression) or wheelbase != 0:  # one axle, or several to choose from in one place
        found["wheelbase"] = wheelbase
    if body is not None and body.centre is not None:
        road = own.hardpoints["wheel_centre"][2] - own.tyre.radius
        found["centre_height"] = body.centre[2] - road
        if len(names) == 2 and "wheelbase" in found:
            other = x[names[0] if axle == names[1] else names[1]]
            found["sprung_mass"] = 0.5 * body.mass * abs((body.centre[0] - other) / wheelbase)
    if len(names) == 2:
        found |= _shares(vehicle, *names)
    return {name: value for name, value in found.items() if value is not None}


def _shares(vehicle: Vehicle, front: str, rear: str) -> dict[str, Scalar]:
    """Shares of the brake and drive force: brake torques by the tyres' radii; the drive of one axle is all of it."""
    found: dict[str, Scalar] = {}
    if vehicle.brakes is not None:
        p: Scalar = vehicle.brakes.front_share
        by_force = [torque / vehicle.axles[n].tyre.radius for torque, n in ((p, front), (1.0 - p, rear))]
        found["front_brake_share"] = by_force[0] / (by_force[0] + by_force[1])
    if vehicle.drive is not None and len(vehicle.drive.axles) == 1:
        found["front_drive_share"] = float(vehicle.drive.axles[0] == front)
    return found


@cache
def _hints() -> dict[str, object]:
    hints = get_type_hints(CarData, include_extras=True)
    return {field.name: hints[field.name] for field in fields(CarData)}
