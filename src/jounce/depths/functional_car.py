"""A functional car derived from a richer one: a hinge for each wheel, forces at the wheel, tables of the steering.

The hinge of a wheel is chosen so that camber, toe, track and the support of braking change with travel as they do in
the linkage: see docs/theory/single_track.md. Springs and stops become one curve of wheel load over travel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline

from jounce.depths.axle_numbers import axle_bar_stiffness, standing_travels
from jounce.depths.car_masses import LumpedMass, spin_momenta, whole_car_mass
from jounce.depths.functional_steering import functional_steering
from jounce.depths.reach import within_reach
from jounce.depths.standing_corner import StandingCorner, WheelHinge, standing_corner
from jounce.errors import ModelError, Problem
from jounce.model.assemblies.controls import CONTROLS
from jounce.model.assemblies.drive.data import DIRECT_LAYOUTS, SHAFT_LAYOUTS, WHEEL_LAYOUTS, DriveData
from jounce.model.assemblies.drive.parts import has_direct_case
from jounce.model.assemblies.powertrain import POWERTRAIN
from jounce.model.assemblies.seat.parts import DRIVER, SEAT
from jounce.model.axle_data import AlignmentData, AntiRollBarData, Axle, CarcassData, DamperData, MassData, SpringData
from jounce.model.templates.belt import belt_of_axle
from jounce.model.vehicle import Vehicle
from jounce.parts.ends import bodies_of_ends
from jounce.parts.laws import Points
from jounce.results import Metric, Result
from jounce.studies.handling.standing_car import standing_start
from jounce.studies.kinematics.wheel_travel import WheelTravel

TRAVEL, POINTS = 0.1, 41  # m up and down, and points of the curve of wheel loads
STRUT = 0.4  # m: length of spring and damper, which stand upright on the wheel centre
STRIDE, SPINDLE = 1e-3, 0.1  # m, to the second position of a curve; from the wheel centre to the spindle
ARM_GYRATION = 0.1  # m
TYRE_SHARE, CARCASS_RATIO, CARCASS_DAMPING = 0.3, 6.0, 0.05  # of wheel mass; of the tyre's rate; of critical
SHORTEST_RELAXATION = 0.05  # m, that a tyre on a carcass with a lateral spring keeps
GRAVITY = 9.81  # m/s^2


def functional_car(vehicle: Vehicle, carcass: bool) -> tuple[Vehicle, dict[str, Metric]]:
    """Returns the vehicle of a functional depth, and what was computed for it."""
    found: dict[str, Metric] = {}
    car = vehicle.car_model("angle")
    rest, body = standing_travels(car, standing_start(car).seen()), car.leading.body
    axles = {name: _functional_axle(vehicle, name, rest[name], carcass, found) for name in vehicle.axles}
    simpler = Vehicle(
        name=vehicle.name,
        axles=axles,
        body=vehicle.body,
        steering=functional_steering(vehicle, rest, found),
        drive=_functional_drive(vehicle, found),
        motor=vehicle.motor,
        **{word: getattr(vehicle, word) for word in POWERTRAIN.tables},
        brakes=vehicle.brakes,
        **{word: getattr(vehicle, word) for word in ("abs", *CONTROLS.tables)},
        aero=vehicle.aero,
        wind=vehicle.wind,
        seat=vehicle.seat,
        size=vehicle.size,
        controllers=vehicle.controllers,
        forces={name: part for name, part in vehicle.forces.items() if bodies_of_ends(part) == (body,)},
        sensors={name: sensor for name, sensor in vehicle.sensors.items() if getattr(sensor, "body", "") == body},
    )
    return simpler.with_leading_tables(body=_body_of_rest(vehicle, simpler, found)), found


def _body_of_rest(vehicle: Vehicle, simpler: Vehicle, found: dict[str, Metric]) -> MassData:
    """Gives the whole car less all bodies of the simpler one but its car body: so both weigh the same in every way."""
    whole, model = whole_car_mass(vehicle.car_model("angle")), simpler.car_model("angle")
    # the car body is weighed with its rotors, and with the driver on his seat
    own = (model.leading.body, SEAT, DRIVER, *model.rotors)
    others = [LumpedMass.of_body(b) for b in model.model.bodies if b.name not in own and b.mass]
    rest = LumpedMass.joined([whole, *(each.negative() for each in others)])
    I = rest.inertia
    found["body.mass"] = Metric(rest.mass, "kg", "whole car less its arms, wheels and steering wheel")
    found |= {
        f"body.inertia.{axis}": Metric(float(I[k, k]), "kg m^2", "the same, about its own centre")
        for k, axis in enumerate("xyz")
    }
    centre, inertia = rest.centre.tolist(), np.diag(I).tolist()
    products = (-float(I[0, 1]), -float(I[1, 2]), -float(I[2, 0]))
    numbers = {"mass": rest.mass, "centre": tuple(centre), "inertia": tuple(inertia), "products": products}
    return replace(vehicle.body, **numbers)


def _functional_axle(vehicle: Vehicle, name: str, rest: float, carcass: bool, found: dict[str, Metric]) -> Axle:
    """Builds one axle: hinge or slider, spring, damper, bar, virtual tyre, as they are where the car stands."""
    axle = vehicle.axles[name]
    if "actuator" in axle.elements:
        hint = 'depth = "structural", or take it out'
        raise ModelError(vehicle.name, [Problem(f"axles.{name}.actuator", "a functional car has no actuators", hint)])
    if belt_of_axle(axle) is not None:
        hint = 'depth = "structural" or "tabulated", or model = "point contact"'
        what = "a functional car has tyres on a virtual carcass, and no belts"
        raise ModelError(vehicle.name, [Problem(f"axles.{name}.tyre.model", what, hint)])
    corner = standing_corner(vehicle, name, rest)
    hinge = corner.hinge
    arm = corner.kinetic_mass / float(hinge.v @ hinge.v)
    there = WheelTravel(axle=name, travel=(rest, rest + STRIDE), points=2).run(vehicle)
    points = _points_turned_back(axle, corner)
    role = "hub" if hinge.straight() else "arm"
    data = MassData(mass=arm, centre=points["wheel_centre"], inertia=(arm * ARM_GYRATION**2,) * 3)
    elements: dict[str, Any] = {
        "spring": _spring(vehicle, name, corner, points["spring_top"], (corner.weight - arm) * GRAVITY)
    }
    if "damper" in axle.elements:
        ratio = float(there[f"{corner.prefix}.damper.motion_ratio"][0])
        damper = axle.elements["damper"]
        seals = None if damper.seal_friction is None else abs(ratio) * damper.seal_friction
        law = _law_at_wheel(damper.law, ratio)
        elements["damper"] = DamperData(law=law, seal_friction=seals, seal_static_ratio=damper.seal_static_ratio)
    if bar := axle_bar_stiffness(vehicle, name, float(there[f"{name}.track"][0]), rest):
        elements["anti_roll_bar"] = AntiRollBarData(form="roll stiffness", stiffness=bar)
    wheel = _wheel(axle, points)
    load = float(there[f"{corner.prefix}.wheel_load"][0])
    tyre, elements["carcass"] = _carcass(axle, wheel, load, carcass)
    what = "of the wheels above the design position where the car stands: hinge, rates and steering are those there"
    found[f"{name}.standing_travel"] = Metric(rest, "m", what)
    _list_axle(name, corner.prefix, there, hinge, arm, bar, found)
    return Axle(
        template="lumped_mass" if hinge.straight() else "swing_arm",
        steered=axle.steered,
        gyroscopic=axle.gyroscopic,
        hardpoints=points,
        right_hardpoints={},
        bodies={role: data, "wheel": wheel},
        tyre=tyre,
        alignment=AlignmentData(),
        elements=elements,
    )


def _points_turned_back(axle: Axle, corner: StandingCorner) -> dict[str, Any]:
    """Places hinge, wheel, king-pin and strut for the design position, so that they are right where the car stands."""
    hinge, centre = corner.hinge, corner.hinge.centre
    moved = {"wheel_centre": centre, "spindle": centre - SPINDLE * corner.spin_axis}
    if axle.steered:
        moved |= dict(zip(("kingpin_lower", "kingpin_upper"), corner.kingpin, strict=True))
    points = {word: hinge.moved(at, 0.0) for word, at in moved.items()}
    points["wheel_centre"][2] = axle.hardpoints["wheel_centre"][2]  # but for rounding it is
    points |= _hinge_points(hinge, points["wheel_centre"])
    # spring and damper stand upright on the wheel of the standing car: there their force is the one at the wheel
    upright = np.array([*centre[:2], points["wheel_centre"][2] + STRUT])
    points |= {"spring_bottom": points["wheel_centre"], "spring_top": upright}
    return {word: tuple(at.tolist()) for word, at in points.items()}


def _wheel(axle: Axle, points: Mapping[str, Any]) -> MassData:
    """Moves the wheel to its place in the simpler car; a centre of mass beside the wheel centre stays on the axis."""
    wheel = axle.bodies["wheel"]
    if wheel.centre is None:
        return wheel
    centre = np.array(points["wheel_centre"])
    outward = (centre - points["spindle"]) / SPINDLE
    offset = float((np.array(wheel.centre) - np.array(axle.hardpoints["wheel_centre"])) @ outward)
    return replace(wheel, centre=tuple((centre + offset * outward).tolist()))


def _hinge_points(hinge: WheelHinge, design: np.ndarray) -> dict[str, np.ndarray]:
    if hinge.straight():
        return {"slider_top": design + STRUT * hinge.v / np.linalg.norm(hinge.v)}
    return {"instant_centre": hinge.point(), "axis_point": hinge.point() + hinge.w / np.linalg.norm(hinge.w)}


def _loads_over_travel(vehicle: Vehicle, name: str, rest: float) -> Result:
    """Runs `wheel-travel` over as much travel as the linkage has, about design position and rest."""

    def lifted(share: float) -> Result:
        travel = (min(0.0, rest) - share * TRAVEL, max(0.0, rest) + share * TRAVEL)
        return WheelTravel(axle=name, travel=travel, points=POINTS).run(vehicle)

    return within_reach(lifted, lambda found: found.time.size == POINTS)


def _spring(vehicle: Vehicle, name: str, corner: StandingCorner, top: Any, weight: float) -> SpringData:
    """Finds the strut on the wheel centre that has the wheel load of springs and stops at every travel: T dL/dz = -F.

    `weight` is what of the linkage pulls the wheel down and not the arm that stands for it.
    """
    hinge, rig = corner.hinge, _loads_over_travel(vehicle, name, corner.hinge.rest)
    z, load = rig[f"{corner.prefix}.travel"], rig[f"{corner.prefix}.wheel_load"]
    places = np.array([hinge.moved(hinge.centre, travel) for travel in z])
    length = np.linalg.norm(places - np.array(top), axis=1)
    tension = (load + weight) / CubicSpline(z, length)(z, 1)
    extension, tension = length[::-1] - STRUT, tension[::-1]
    law = Points(x=tuple(extension.tolist()), y=tuple(tension.tolist()), interpolation="spline")
    return SpringData(law=law, free_length=STRUT)


def _law_at_wheel(law: Any, ratio: float) -> Any:
    """Returns a damper's law seen from the wheel: r F(r v)."""
    if hasattr(law, "geared"):
        return law.geared(ratio)
    v = np.sinh(np.linspace(-5.0, 5.0, 81)) / np.sinh(5.0) * 2.0  # m/s, close near rest
    y = ratio * np.array([float(law.value(ratio * x)) for x in v])
    return Points(x=tuple(v.tolist()), y=tuple(y.tolist()))


def _carcass(axle: Axle, wheel: MassData, load: float, lateral: bool) -> tuple[Any, CarcassData]:
    """Gives the tyre upright on its rim; with springs along and across as well where asked, which take over the lag."""
    law: Any = axle.tyre.law
    rate = float(axle.tyre.vertical_stiffness())
    mass, upright = TYRE_SHARE * float(wheel.mass), CARCASS_RATIO * rate  # type: ignore[arg-type]
    damping = 2.0 * CARCASS_DAMPING * float(np.sqrt(upright * mass))
    data = CarcassData(vertical=upright, vertical_damping=damping, mass=mass, tyre_spring="whole")
    if not lateral:
        return axle.tyre, data
    from jounce.depths.axle_numbers import tyre_slopes

    slopes = tyre_slopes(law, load)
    lags = [float(s) for s in law.relaxation(load, 0.0)]  # along, across
    stiff = [C / max(lag - SHORTEST_RELAXATION, SHORTEST_RELAXATION) for C, lag in zip(slopes, lags, strict=True)]
    short = replace(axle.tyre, law=_with_short_relaxation(law, lags))  # type: ignore[type-var]
    along, across = (2.0 * CARCASS_DAMPING * float(np.sqrt(k * mass)) for k in stiff)
    return short, replace(  # type: ignore[type-var]
        data, longitudinal=stiff[0], lateral=stiff[1], longitudinal_damping=along, lateral_damping=across
    )


def _with_short_relaxation(law: Any, lags: list[float]) -> Any:
    """Returns the law with relaxation lengths of SHORTEST_RELAXATION: the springs of the carcass are the rest."""
    if hasattr(law, "LSGKP"):
        along, across = (SHORTEST_RELAXATION / lag for lag in lags)
        return replace(law, LSGKP=law.LSGKP * along, LSGAL=law.LSGAL * across)
    return replace(law, slip_relaxation=SHORTEST_RELAXATION, side_relaxation=SHORTEST_RELAXATION)


def _functional_drive(vehicle: Vehicle, found: dict[str, Metric]) -> DriveData | None:
    """Returns torques on the driven wheels themselves; engine, motors and shafts are left as an angular momentum.

    A differential that is open on shafts has friction all the same: here it is a limited slip.
    """
    drive: Any = vehicle.drive
    if drive is None or drive.layout in DIRECT_LAYOUTS:
        return drive
    layout = DIRECT_LAYOUTS[SHAFT_LAYOUTS.index(drive.layout)]
    wheels = layout in WHEEL_LAYOUTS
    word = "open" if wheels else "limited slip" if drive.differential == "open" else drive.differential
    none = {"input_inertia": 0.0, "shaft_elements": 0, "shaft_inertia": 0.0, "shaft_stiffness": None}
    none |= {} if word == "limited slip" else {"differential_friction": 0.0}
    if layout == "axle torques":  # of a motor at the speed of the wheels, where a case is needed
        none |= {"motor_inertia": drive.final_ratio**2 * drive.input_inertia}
    without = replace(drive, layout=layout, differential=word, **none)
    return replace(without, **_rotor_inertias(vehicle, without, found))


def _rotor_inertias(vehicle: Vehicle, drive: DriveData, found: dict[str, Metric]) -> dict[str, float]:
    """Returns angular momenta across the car and along it, by the speed of the driven wheels, of what turns besides
    wheels.

    Cases that the functional car keeps turn by themselves.
    """
    car = vehicle.car_model("angle")
    radius = float(car.axles[drive.axles[0]][0].tyre_radius)  # type: ignore[arg-type]
    kept = ("_differential", ".wheel") if has_direct_case(drive, vehicle.motor) else (".wheel",)
    spins = [each for body, each in spin_momenta(car).items() if not body.endswith(kept)]
    whole = radius * sum(spins, np.zeros(3))
    inertias = {"rotor_inertia": float(whole[1]), "rotor_inertia_along": 0.0 - float(whole[0])}
    where = {"rotor_inertia": "about y", "rotor_inertia_along": "about -x"}
    for word, inertia in inertias.items():
        what = f"angular momentum of engine and shafts {where[word]}, by the speed of the driven wheels"
        found[f"drive.{word}"] = Metric(inertia, "kg m^2", what)
    return inertias


def _list_axle(
    name: str, left: str, there: Result, hinge: WheelHinge, arm: float, bar: float, found: dict[str, Metric]
) -> None:
    """Lists what was computed for an axle; the figures of the linkage are those of its rig where the car stands."""
    words = ("track", "roll_centre_height", "roll_steer", "roll_camber")
    wheel = ("wheel_rate", "wheel_damping_jounce", "wheel_damping_rebound", "wheel_load", "bump_camber", "bump_steer")
    channels = {f"{name}.{word}": f"{name}.{word}" for word in words}
    channels |= {f"{name}.{word}": f"{left}.{word}" for word in wheel}
    for path, channel in channels.items():
        if channel in there:
            found[path] = Metric(float(there[channel][0]), there.units[channel], there.definition[channel])
    turned = float(hinge.w[1] - hinge.true_w[1])
    found |= {
        f"{name}.arm_mass": Metric(
            arm, "kg", "mass at the wheel that stands for all links of a corner in wheel travel"
        ),
        f"{name}.bar_stiffness": Metric(bar, "N m/rad", "moment of the anti-roll bar per roll angle of the axle"),
        f"{name}.caster_error": Metric(turned, "rad/m", "change of caster by travel: hinge less linkage"),
    }
