"""A functional car derived from a richer one: a hinge for each wheel, forces at the wheel, tables of the steering.

The hinge of a wheel is chosen so that camber, toe, track and the support of braking change with travel as they do in
the linkage: see docs/theory/single_track.md. Springs and stops become one curve of wheel load over travel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.depths.axle_numbers import axle_bar_stiffness, standing_travels
from jounce.depths.car_masses import LumpedMass, spin_momenta, whole_car_mass
from jounce.depths.functional_steering import functional_steering
from jounce.depths.tables.tabulated_corner import linkage_kinetic_masses
from jounce.errors import ModelError, Problem
from jounce.model.assemblies.controls import CONTROLS
from jounce.model.assemblies.drive.data import DIRECT_LAYOUTS, SHAFT_LAYOUTS, WHEEL_LAYOUTS, DriveData
from jounce.model.assemblies.drive.parts import has_direct_case
from jounce.model.assemblies.powertrain import POWERTRAIN
from jounce.model.assemblies.seat.parts import DRIVER, SEAT
from jounce.model.assembly.names import Side
from jounce.model.axle_data import AntiRollBarData, Axle, CarcassData, DamperData, MassData, SpringData
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.vehicle import Vehicle
from jounce.parts.ends import bodies_of_ends
from jounce.parts.laws import Points
from jounce.results import Metric, Result
from jounce.simulation.prepare import prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.kinematics.wheel_travel import WheelTravel

TRAVEL, POINTS = 0.1, 41  # m up and down, and points of the curve of wheel loads
SHRINK, TRIES = 0.85, 8  # of ranges in which a linkage cannot be moved
STRUT = 0.4  # m: length of spring and damper, which stand upright on the wheel centre
STRAIGHT, FLAT = 1e-3, 0.02  # rad/m below which a wheel slides straight; dy/dz below which a contact moves upright
ARM_GYRATION = 0.1  # m
TYRE_SHARE, CARCASS_RATIO, CARCASS_DAMPING = 0.3, 6.0, 0.05  # of wheel mass; of the tyre's rate; of critical
SHORTEST_RELAXATION = 0.05  # m, that a tyre on a carcass with a lateral spring keeps
GRAVITY = 9.81  # m/s^2


@dataclass(frozen=True, kw_only=True)
class WheelHinge:
    """How a wheel of the left side moves per m of travel, and the hinge that moves it so."""

    w: np.ndarray  # rad/m, of the hinge
    v: np.ndarray  # m/m, of the wheel centre on the hinge
    true_w: np.ndarray  # rad/m, of the linkage
    true_v: np.ndarray

    def straight(self) -> bool:
        """Whether the wheel does not turn as it moves."""
        return float(np.linalg.norm(self.w)) < STRAIGHT

    def point(self, centre: np.ndarray) -> np.ndarray:
        """Of the hinge, nearest to the wheel centre."""
        found: np.ndarray = centre + np.cross(self.w, self.v) / float(self.w @ self.w)
        return found


def functional_car(vehicle: Vehicle, carcass: bool) -> tuple[Vehicle, dict[str, Metric]]:
    """The vehicle of a functional depth, and what was computed for it."""
    found: dict[str, Metric] = {}
    car = vehicle.car_model("angle")
    rest, body = standing_travels(vehicle, car), car.leading.body
    axles = {name: _functional_axle(vehicle, name, rest[name], carcass, found) for name in vehicle.axles}
    simpler = Vehicle(
        name=vehicle.name,
        axles=axles,
        body=vehicle.body,
        steering=functional_steering(vehicle, found),
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
    return replace(simpler, body=_body_of_rest(vehicle, simpler, found)), found


def _body_of_rest(vehicle: Vehicle, simpler: Vehicle, found: dict[str, Metric]) -> MassData:
    """The whole car less all bodies of the simpler one but its car body: so both weigh the same in every way."""
    car = vehicle.car_model("angle")
    whole = whole_car_mass(car)
    own = (car.leading.body, SEAT, DRIVER)  # the car body is weighed with the driver on his seat
    others = [LumpedMass.of_body(b) for b in simpler.car_model("angle").model.bodies if b.name not in own and b.mass]
    rest = LumpedMass.joined([whole, *(each.negative() for each in others)])
    I = rest.inertia
    found["body.mass"] = Metric(rest.mass, "kg", "whole car less its arms, wheels and steering wheel")
    found |= {
        f"body.inertia.{axis}": Metric(float(I[k, k]), "kg m^2", "the same, about its own centre")
        for k, axis in enumerate("xyz")
    }
    centre, inertia = rest.centre.tolist(), np.diag(I).tolist()
    products = (-float(I[0, 1]), -float(I[1, 2]), -float(I[2, 0]))
    return MassData(mass=rest.mass, centre=tuple(centre), inertia=tuple(inertia), products=products)


def _functional_axle(vehicle: Vehicle, name: str, rest: float, carcass: bool, found: dict[str, Metric]) -> Axle:
    """One axle: hinge or slider, spring, damper, bar, virtual tyre."""
    axle = vehicle.axles[name]
    if "actuator" in axle.elements:
        hint = 'depth = "structural", or take it out'
        raise ModelError(vehicle.name, [Problem(f"axles.{name}.actuator", "a functional car has no actuators", hint)])
    centre = np.array(axle.hardpoints["wheel_centre"], float)
    hinge, linkage_weight = _hinge(vehicle, name)
    kinetic = linkage_kinetic_masses(vehicle, name)[Side.LEFT]
    arm = kinetic / float(hinge.v @ hinge.v)
    rig, left = _loads_over_travel(vehicle, name, rest), vehicle.axle_model(name).corners[Side.LEFT].prefix
    points = {"wheel_centre": axle.hardpoints["wheel_centre"]}
    points |= {word: axle.hardpoints[word] for word in ("spindle",) if word in axle.hardpoints}
    points |= _hinge_points(hinge, centre) | _strut_points(centre)
    points |= _kingpin_points(vehicle, name)
    role = "hub" if hinge.straight() else "arm"
    inertia = (arm * ARM_GYRATION**2,) * 3
    data = MassData(mass=arm, centre=tuple(centre.tolist()), inertia=inertia)
    elements: dict[str, Any] = {"spring": _spring(rig, left, (linkage_weight - arm) * GRAVITY)}
    if "damper" in axle.elements:
        ratio = rig.metrics[f"{left}.damper.motion_ratio"].value
        damper = axle.elements["damper"]
        seals = None if damper.seal_friction is None else abs(ratio) * damper.seal_friction
        law = _law_at_wheel(damper.law, ratio)
        elements["damper"] = DamperData(law=law, seal_friction=seals, seal_static_ratio=damper.seal_static_ratio)
    track = rig.metrics[f"{name}.track"].value
    if bar := axle_bar_stiffness(vehicle, name, track):
        elements["anti_roll_bar"] = AntiRollBarData(form="roll stiffness", stiffness=bar)
    wheel = axle.bodies["wheel"]
    tyre, elements["carcass"] = _carcass(axle, wheel, rig.metrics[f"{left}.wheel_load"].value, carcass)
    what = "of the wheels above the design position at rest; hinge and rates are those of the design position"
    found[f"{name}.standing_travel"] = Metric(rest, "m", what)
    _list_axle(name, left, rig, hinge, arm, bar, found)
    return Axle(
        template="lumped_mass" if hinge.straight() else "swing_arm",
        steered=axle.steered,
        gyroscopic=axle.gyroscopic,
        hardpoints=points,
        right_hardpoints={},
        bodies={role: data, "wheel": wheel},
        tyre=tyre,
        alignment=axle.alignment,
        elements=elements,
    )


def _hinge(vehicle: Vehicle, name: str) -> tuple[WheelHinge, float]:
    """The motion of the left wheel at the design position; and the mass whose weight acts along its travel."""
    rig = axle_rig(vehicle, name, weighed=True)
    ready = prepare(rig.model, integrator=None)
    corner = rig.corners[Side.LEFT]
    moved = sweep(ready, {corner.travel: [0.0]}, [{corner.travel: 1.0}])

    def rate(point: str) -> np.ndarray:
        return np.array([float(moved.of(f"{corner.prefix}.{point}.velocity_{axis}", 0)[0]) for axis in "xyz"])

    e = np.array(corner.spin_axis, float)
    ahead = np.cross(e, [0.0, 0.0, 1.0])
    ahead /= np.linalg.norm(ahead)
    v = rate("centre")
    by_e, by_a = rate("spindle") - v, rate("mark") - v
    n, by_n = np.cross(e, ahead), np.cross(by_e, ahead) + np.cross(e, by_a)
    w = 0.5 * (np.cross(e, by_e) + np.cross(ahead, by_a) + np.cross(n, by_n))
    from jounce.depths.tables.tabulated_corner import linkage_weight

    return _fitted_hinge(w, v, float(corner.tyre_radius)), linkage_weight(ready, rig, Side.LEFT)  # type: ignore[arg-type]


def _fitted_hinge(w: np.ndarray, v: np.ndarray, radius: float) -> WheelHinge:
    """A turn about an axis moves no point along it: w.v = 0. Of a linkage it does, so w_y and v_x are chosen.

    Kept are w_x and w_z (camber and toe), v_y and v_z (track and roll centre), and b = v_x - w_y R, the way of the
    contact point when the wheel is braked:  w_x (b + w_y R) + w_y v_y + w_z v_z = 0. Where the contact moves upright,
    w_y is kept in place of b.
    """
    if float(np.linalg.norm(w)) < STRAIGHT:
        return WheelHinge(w=np.zeros(3), v=v, true_w=w, true_v=v)
    jacking = v[1] + w[0] * radius
    b, turned, moved = v[0] - w[1] * radius, w.copy(), v.copy()
    if abs(jacking) > FLAT:
        turned[1] = -(w[0] * b + w[2] * v[2]) / jacking
        moved[0] = b + turned[1] * radius
    elif abs(w[0]) > STRAIGHT:
        moved[0] = -(w[1] * v[1] + w[2] * v[2]) / w[0]
    else:
        turned[2] = -(w[0] * v[0] + w[1] * v[1]) / v[2]
    return WheelHinge(w=turned, v=moved, true_w=w, true_v=v)


def _hinge_points(hinge: WheelHinge, centre: np.ndarray) -> dict[str, Any]:
    if hinge.straight():
        return {"slider_top": tuple((centre + STRUT * hinge.v / np.linalg.norm(hinge.v)).tolist())}
    at = hinge.point(centre)
    return {
        "instant_centre": tuple(at.tolist()),
        "axis_point": tuple((at + hinge.w / np.linalg.norm(hinge.w)).tolist()),
    }


def _strut_points(centre: np.ndarray) -> dict[str, Any]:
    """Spring and damper stand upright on the wheel centre, so that their force is the one at the wheel."""
    return {
        "spring_bottom": tuple(centre.tolist()),
        "spring_top": tuple((centre + np.array([0.0, 0.0, STRUT])).tolist()),
    }


def _kingpin_points(vehicle: Vehicle, name: str) -> dict[str, Any]:
    """The steering axis of the linkage, where bodies define it; else it stands upright in the wheel centre."""
    axle = vehicle.axles[name]
    ends = vehicle.axle_model(name).corners[Side.LEFT].steering_axis if axle.steered else None
    if ends is None:
        return {}
    low, high = sorted((at for _, at in ends), key=lambda at: float(at[2]))  # type: ignore[arg-type]
    return {"kingpin_lower": tuple(map(float, low)), "kingpin_upper": tuple(map(float, high))}  # type: ignore[arg-type]


def _loads_over_travel(vehicle: Vehicle, name: str, rest: float) -> Result:
    """`wheel-travel` over as much travel as the linkage has, about design position and rest."""
    for attempt in range(TRIES):
        most = TRAVEL * SHRINK**attempt
        low, high = min(0.0, rest) - most, max(0.0, rest) + most
        try:
            found = WheelTravel(axle=name, travel=(low, high), points=POINTS).run(vehicle)
        except ModelError:
            if attempt == TRIES - 1:
                raise
            continue
        if found.time.size == POINTS:
            return found
    return found


def _spring(rig: Result, left: str, weight: float) -> SpringData:
    """Wheel load of springs and stops over travel, as tension over extension of a strut on the wheel centre.

    `weight` is what of the linkage pulls the wheel down and not the arm that stands for it.
    """
    z, load = rig[f"{left}.travel"], rig[f"{left}.wheel_load"]
    extension, tension = -z[::-1], -(load + weight)[::-1]
    law = Points(x=tuple(extension.tolist()), y=tuple(tension.tolist()), interpolation="spline")
    return SpringData(law=law, free_length=STRUT)


def _law_at_wheel(law: Any, ratio: float) -> Any:
    """A damper's law seen from the wheel: r F(r v)."""
    if hasattr(law, "geared"):
        return law.geared(ratio)
    v = np.sinh(np.linspace(-5.0, 5.0, 81)) / np.sinh(5.0) * 2.0  # m/s, close near rest
    y = ratio * np.array([float(law.value(ratio * x)) for x in v])
    return Points(x=tuple(v.tolist()), y=tuple(y.tolist()))


def _carcass(axle: Axle, wheel: MassData, load: float, lateral: bool) -> tuple[Any, CarcassData]:
    """The tyre upright on its rim; with springs along and across as well where asked, which take over the lag."""
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
    """The law with relaxation lengths of SHORTEST_RELAXATION: the springs of the carcass are the rest."""
    if hasattr(law, "LSGKP"):
        along, across = (SHORTEST_RELAXATION / lag for lag in lags)
        return replace(law, LSGKP=law.LSGKP * along, LSGAL=law.LSGAL * across)
    return replace(law, slip_relaxation=SHORTEST_RELAXATION, side_relaxation=SHORTEST_RELAXATION)


def _functional_drive(vehicle: Vehicle, found: dict[str, Metric]) -> DriveData | None:
    """Torques on the driven wheels themselves; engine, motors and shafts are left as an angular momentum.

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
    """Angular momenta across the car and along it, by the speed of the driven wheels, of what turns besides wheels.

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
    name: str, left: str, rig: Result, hinge: WheelHinge, arm: float, bar: float, found: dict[str, Metric]
) -> Mapping[str, Metric]:
    """What was computed for an axle; the figures of the linkage are those of its rig."""
    for word in ("track", "roll_centre_height", "roll_steer", "roll_camber"):
        found[f"{name}.{word}"] = rig.metrics[f"{name}.{word}"]
    words = ("wheel_rate", "wheel_damping_jounce", "wheel_damping_rebound", "wheel_load", "bump_camber", "bump_steer")
    for word in words:
        if f"{left}.{word}" in rig.metrics:
            found[f"{name}.{word}"] = rig.metrics[f"{left}.{word}"]
    turned = float(hinge.w[1] - hinge.true_w[1])
    found |= {
        f"{name}.arm_mass": Metric(
            arm, "kg", "mass at the wheel that stands for all links of a corner in wheel travel"
        ),
        f"{name}.bar_stiffness": Metric(bar, "N m/rad", "moment of the anti-roll bar per roll angle of the axle"),
        f"{name}.caster_error": Metric(turned, "rad/m", "change of caster by travel: hinge less linkage"),
    }
    return found
