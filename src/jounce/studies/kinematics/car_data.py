"""Car data that a study of one axle needs: what is known of the car around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any
from weakref import WeakKeyDictionary

from jounce.errors import ModelError
from jounce.graph import Expression, Scalar
from jounce.model.assembly.blueprint import Blueprint
from jounce.model.assembly.car import weigh_unit
from jounce.model.templates.axles.steered_axle import pitman_arm_length
from jounce.model.vehicle import Vehicle
from jounce.native.formulas import Formulas
from jounce.studies.settings import Amount, NamedAmounts, Wrong

# of figures, by blueprint and axle, as far as this process has met them
_formulas: WeakKeyDictionary[Blueprint, dict[str, tuple[tuple[str, ...], Formulas]]] = WeakKeyDictionary()
Known = Scalar | None  # a symbol while formulas are written
HALF_PEDAL = 0.5  # where brakes by pressure are asked for their shares, which may change with it
# beyond these ranges a unit slipped
FIGURES = NamedAmounts(
    default={},
    example="wheelbase=2.6 m, front_brake_share=60 %",
    meaning="numbers of the car around the axle, in place of the vehicle's own",
    entries={
        "wheelbase": Amount(
            default="2600 mm", unit="m", least=0.1, most=30.0, meaning="distance from the first to the last axle"
        ),
        "centre_height": Amount(
            default="550 mm",
            unit="m",
            least=0.01,
            most=5.0,
            meaning="height of the whole car's centre of mass above the road",
        ),
        "front_brake_share": Amount(unit="1", least=0.0, most=1.0, meaning="share of the brake force at the front"),
        "front_drive_share": Amount(unit="1", least=0.0, most=1.0, meaning="share of the drive force at the front"),
        "tyre_stiffness": Amount(
            default="200 N/mm", unit="N/m", least=1e3, most=1e8, meaning="vertical stiffness of one tyre"
        ),
        "sprung_mass": Amount(
            default="350 kg", unit="kg", least=1.0, most=50e3, meaning="sprung mass on one wheel of this axle"
        ),
        "rack_ratio": Amount(
            default="8 mm/rad", unit="m/rad", least=1e-4, most=1.0, meaning="rack travel per steering-wheel angle"
        ),
        "rim_diameter": Amount(
            default="15 in", unit="m", least=0.05, most=2.0, meaning="where toe is measured in millimetres"
        ),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarData:
    """Numbers of the car, as in `FIGURES`; outputs that need one that is not known are left out."""

    wheelbase: Known = None
    centre_height: Known = None
    front_brake_share: Known = None
    front_drive_share: Known = None
    tyre_stiffness: Known = None
    sprung_mass: Known = None
    rack_ratio: Known = None
    rim_diameter: Known = None

    def known(self) -> dict[str, Any]:
        """Returns those that are known, by name."""
        return {field.name: v for field in fields(self) if (v := getattr(self, field.name)) is not None}


def car_data(given: Mapping[str, float | str]) -> CarData:
    """Returns numbers by name, as SI numbers or text with a unit; all mistakes at once."""
    try:
        return CarData(**FIGURES.read(given, "figures"))
    except Wrong as wrong:
        raise ModelError("wheel-travel", wrong.problems) from None


def figures_of_car_data(vehicle: Vehicle, axle: str) -> dict[str, float]:
    """Returns what a vehicle says of itself, by formulas of its vector."""
    by_axle = _formulas.setdefault(vehicle.blueprint(), {})
    if axle not in by_axle:
        by_axle[axle] = _compiled(vehicle.blueprint(), axle)
    names, code = by_axle[axle]
    found: dict[str, Any] = dict(zip(names, code(vehicle.vector()).tolist(), strict=True))
    if _by_tables(vehicle.blueprint().base):
        found |= _known_ones(_of_equipment(_alone_with(vehicle, axle)[0]))
    if found.get("wheelbase") == 0.0:  # axles in one place have fewer figures
        return write_figures(*_alone_with(vehicle, axle))  # type: ignore[return-value]
    return found


def _alone_with(vehicle: Vehicle, axle: str) -> tuple[Vehicle, str]:
    """The unit that an axle belongs to as a vehicle of its own, and what its file calls the axle."""
    owners = {f"{unit.prefix}{name}": (unit, name) for unit in vehicle.units.values() for name in unit.axles}
    unit, name = owners[axle]
    if len(vehicle.units) == 1:
        return vehicle, name
    return replace(vehicle, units={"": replace(unit, leads=True).with_tables()}, hitches={}), name


def _compiled(blueprint: Blueprint, axle: str) -> tuple[tuple[str, ...], Formulas]:
    vehicle, axle = _alone_with(blueprint.symbolic, axle)
    formulas = _known_ones(_of_places(vehicle, axle)) if _by_tables(vehicle) else write_figures(vehicle, axle)
    return tuple(formulas), Formulas(blueprint.graph, list(formulas.values()), blueprint.place, blueprint.size)


def _by_tables(vehicle: Vehicle) -> bool:
    """Tells whether steering or brakes work by tables, which are data and no formulas."""
    return vehicle.steering.form == "look-up" or (vehicle.brakes is not None and vehicle.brakes.by_pressure())


def write_figures(vehicle: Vehicle, axle: str) -> dict[str, Scalar]:
    """Returns the figures of a vehicle. Its numbers may be symbols: then the figures are formulas."""
    return _known_ones(_of_places(vehicle, axle) | _of_equipment(vehicle))


def _known_ones(figures: Mapping[str, Scalar | None]) -> dict[str, Scalar]:
    return {name: value for name, value in figures.items() if value is not None}


def _of_places(vehicle: Vehicle, axle: str) -> dict[str, Scalar | None]:
    """Gives figures by places, masses and tyres: the whole car's centre of mass, its body on the axles as on a beam."""
    own, body, names = vehicle.axles[axle], vehicle.body, list(vehicle.axles)
    x = {name: vehicle.axles[name].hardpoints["wheel_centre"][0] for name in names}
    found: dict[str, Any] = {"tyre_stiffness": own.tyre.vertical_stiffness()}
    wheelbase: Scalar = x[names[0]] - x[names[-1]]
    if isinstance(wheelbase, Expression) or wheelbase != 0:  # one axle, or several to choose from in one place
        found["wheelbase"] = wheelbase
    if body is not None and body.centre is not None:
        road = own.hardpoints["wheel_centre"][2] - own.tyre.radius
        found["centre_height"] = weigh_unit(vehicle)[1][2] - road
        if len(names) == 2 and "wheelbase" in found:
            other = x[names[0] if axle == names[1] else names[1]]
            share: Any = (body.centre[0] - other) / wheelbase
            found["sprung_mass"] = 0.5 * body.mass * abs(share)
    return found


def _of_equipment(vehicle: Vehicle) -> dict[str, Scalar | None]:
    """Returns figures of steering, brakes and drive."""
    ratio = {"rack_ratio": _rack_per_angle(vehicle)}
    return ratio | (_shares(vehicle, *vehicle.axles) if len(vehicle.axles) == 2 else {})


def _rack_per_angle(vehicle: Vehicle) -> Scalar | None:
    """Rack travel per steering-wheel angle; of a pitman arm the way of the drag link's ball along its arc."""
    data, steered = vehicle.steering, vehicle.unit.steered_axle()
    if data.form == "pitman arm" and data.gear_ratio is not None and steered is not None:
        return pitman_arm_length(vehicle.axles[steered].hardpoints) / data.gear_ratio
    return data.rack_per_angle()


def _shares(vehicle: Vehicle, front: str, rear: str) -> dict[str, Scalar | None]:
    """Shares of the brake and drive force: brake torques by the tyres' radii; the drive of one axle is all of it."""
    found: dict[str, Scalar | None] = {}
    if vehicle.brakes is not None:
        p: Any = vehicle.brakes.front_share
        if vehicle.brakes.by_pressure():
            torques = [vehicle.brakes.wheel_torque(HALF_PEDAL, front) for front in (True, False)]
            p = torques[0] / sum(torques)
        by_force = [torque / vehicle.axles[n].tyre.radius for torque, n in ((p, front), (1.0 - p, rear))]
        found["front_brake_share"] = by_force[0] / (by_force[0] + by_force[1])
    if vehicle.drive is not None and len(vehicle.drive.axles) == 1:
        found["front_drive_share"] = float(vehicle.drive.axles[0] == front)
    return found
