"""A wheel on a rig: relaxation, parking, sliding to a stop, and the same force on any plane."""

from __future__ import annotations

from dataclasses import replace
from math import atan, cos, radians, sin, tan

import numpy as np
import pytest
from scipy.optimize import brentq
from wheel_rig import LAW, LOAD, MASS, RADIUS, STIFFNESS, wheel_rig

import jounce
from jounce.parts import Input
from jounce.parts.forces import Brake, Motor
from jounce.parts.roads import FrictionPatch
from jounce.parts.roads.road import Road
from jounce.parts.roads.slope import Slope
from jounce.parts.signals import External
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre
from jounce.parts.tyres.simple_laws.fiala import FialaTyre
from jounce.parts.tyres.simple_laws.magic_formula_1989 import MagicFormula1989
from jounce.parts.tyres.tyre import tyre_slip_of_deflection, tyre_yielding
from jounce.parts.tyres.tyre_law import Contact
from jounce.simulation.prepare import prepare
from jounce.simulation.simulate import simulate
from jounce.simulation.trim import standing

PRESSED = {"up.displacement": -LOAD / STIFFNESS}
DUGOFF = DugoffTyre(
    radius=RADIUS,
    stiffness=STIFFNESS,
    damping=5000.0,  # bounce dies out by exp(-c t / 2 m), 6 per second
    slip_relaxation=0.2,
    side_relaxation=0.4,
    slip_stiffness=80e3,
    cornering_stiffness=60e3,
    friction=0.9,
)


def test_a_step_in_slip_angle_is_answered_by_a_first_order_lag_of_one_relaxation_length():
    """F = F_end (1 - exp(-V t / sigma)): du/dt = -V_y - (V_x / sigma) u is linear at constant speed.

    The speed falls by less than 0.05 % meanwhile (1000 N sin(1 deg) on 400 kg over 80 ms), so does the rate.
    """
    speed, angle = 20.0, radians(1.0)
    ready = prepare(wheel_rig(steer=angle), start=PRESSED)
    state = standing(ready).state
    places = ready.layout.speeds
    state[places["ahead.displacement_rate"]] = speed
    rolling = RADIUS - LOAD / STIFFNESS / 3.0
    state[places["axle.angle_rate"]] = speed * cos(angle) / rolling
    run = simulate(ready.starting_from(state), 0.4, step=1e-4, output_step=1e-3)
    share = 1.0 - run["tyre.Fy"] / run["tyre.Fy"][-1]
    rate, _ = np.polyfit(run.time[1:60], np.log(share[1:60]), 1)
    assert -speed / rate == pytest.approx(LAW.side_relaxation, rel=1e-3)
    # left of the wheel's heading the road comes from the right: alpha = -angle, Fy = C alpha Fz
    load = run["tyre.Fz"][-1]
    assert run["tyre.Fy"][-1] == pytest.approx(LAW.cornering_coefficient * angle * load, rel=1e-3)


STATED = {  # relaxation length at the nominal load and pressure, upright
    # sigma = PTY1 sin(2 atan(Fz / (PTY2 Fz0))) R0  [TNO, MF-Tyre 5.2 equation manual]
    "tyre_205_55_r16": lambda p: p.PTY1 * sin(2 * atan(1 / p.PTY2)) * p.UNLOADED_RADIUS,
    # sigma = |K| / C_y, K = PKY1 Fz0 sin(2 atan(Fz / (PKY2 Fz0)))
    # [Besselink, Schmeitz, Pacejka 2010, equations (17) to (19)]
    "tyre_205_55_r16_mf61": lambda p: -p.PKY1 * p.FNOMIN * sin(2 * atan(1 / p.PKY2)) / p.LATERAL_STIFFNESS,
}


@pytest.mark.parametrize("name", STATED)
def test_a_tyre_of_the_library_answers_a_step_in_slip_angle_with_the_length_that_its_file_states(name):
    """Within 0.2 %: at 0.1 deg the force is short of a straight line by (K alpha / D)^2 = 8e-4 of itself, and the load
    may move by 1e-3.

    The wheel starts with the load that its carriage weighs: a free radius that grows with the spin presses it in
    further, and the length follows the load.
    """
    speed, angle = 20.0, radians(0.1)
    file = jounce.load(name)
    law = file.with_values({"INFLPRES": file.tyre.NOMPRES}).tyre if hasattr(file.tyre, "NOMPRES") else file.tyre
    ready = prepare(wheel_rig(law, steer=angle, mass=law.FNOMIN / 9.81 + 1.0))  # the lift is held up by the ground
    state, layout = ready.state.copy(), ready.layout
    state[layout.speeds["ahead.displacement_rate"]] = speed
    spin = speed / law.UNLOADED_RADIUS
    for _ in range(20):
        spin = speed * cos(angle) / law.effective_radius(law.FNOMIN, spin)
    state[layout.speeds["axle.angle_rate"]] = spin

    def excess(height: float) -> float:
        state[layout.coordinates["up.displacement"]] = height
        return ready.workspace().observe(state)["tyre.Fz"] - law.FNOMIN

    free = law.UNLOADED_RADIUS - RADIUS
    excess(brentq(excess, free - 0.05, free))
    run = simulate(ready.starting_from(state), 0.4, step=1e-4, output_step=1e-3)
    np.testing.assert_allclose(run["tyre.Fz"], law.FNOMIN, rtol=1e-3)
    share = 1.0 - (run["tyre.Fy"] - run["tyre.Fy"][0]) / (run["tyre.Fy"][-1] - run["tyre.Fy"][0])
    rate, _ = np.polyfit(run.time[1:60], np.log(share[1:60]), 1)
    assert -speed / rate == pytest.approx(STATED[name](law), rel=2e-3)


def test_a_parked_wheel_on_a_slope_of_20_percent_does_not_creep():
    """The patch gives way by m g sin / (C / sigma) and then holds: 60 s move it by less than 0.01 mm."""
    road = Road(elements={"hill": Slope(grade=0.2)})
    ready = prepare(wheel_rig(DUGOFF, locked=True), start=PRESSED, road=road)
    found = standing(ready)
    run = simulate(ready.starting_from(found.state), 60.0, step=1e-3, output_step=1.0)
    assert np.ptp(run["ahead.displacement"]) < 1e-5
    # the rig slides along x: what pulls it down is the slope's share of its load
    assert run["tyre.Fx"][-1] == pytest.approx(run["tyre.Fz"][-1] * 0.2, rel=1e-6)


def test_a_wheel_that_falls_onto_a_slope_locked_comes_to_rest_there():
    """Started at rest with its patch unstrained it settles within millimetres and then stands."""
    road = Road(elements={"hill": Slope(grade=0.2)})
    ready = prepare(wheel_rig(DUGOFF, locked=True), start=PRESSED, road=road)
    run = simulate(ready, 20.0, step=1e-3, output_step=0.5)
    assert abs(run["ahead.displacement"][-1]) < 5e-3
    late = run["ahead.displacement"][run.time >= 10.0]
    assert np.ptp(late) < 1e-6


def test_a_locked_wheel_slides_to_rest_in_the_distance_that_friction_takes():
    """v^2 / (2 mu g), less what the patch takes to build up: sigma of the order of 0.2 m at each end."""
    speed = 15.0
    ready = prepare(wheel_rig(DUGOFF, locked=True), start=PRESSED)
    state = standing(ready).state
    state[ready.layout.speeds["ahead.displacement_rate"]] = speed
    run = simulate(ready.starting_from(state), 8.0, step=1e-3, output_step=0.01)
    weight, pressed = MASS * 9.81, run["tyre.Fz"][100]
    distance = speed**2 / (2 * DUGOFF.friction * pressed / MASS)
    assert weight == pytest.approx(pressed, rel=0.01)
    assert run["ahead.displacement"][-1] == pytest.approx(distance, abs=2 * DUGOFF.slip_relaxation)
    assert abs(run["ahead.displacement_rate"][-1]) < 1e-6
    assert np.all(np.isfinite(run.numbers))


@pytest.fixture(scope="module")
def braked_and_driven():
    """The rig with a brake beyond the friction of the road and a motor, standing."""
    model = wheel_rig(DUGOFF)
    model.add(
        Input(name="pedal"),
        Input(name="torque", unit="N m"),
        Brake(name="brake", coordinate="axle.angle", torque=2500.0, signal=External(input="pedal")),
        Motor(name="motor", coordinate="axle.angle", signal=External(input="torque")),
    )
    ready = prepare(model, start=PRESSED)
    return ready.starting_from(standing(ready).state)


def held_by_carcass(law, load: float) -> float:
    """Energy in a patch that slides slowly with its wheel locked: the area under F over u, up to u = full sigma."""
    full, sigma = law.saturation(load, 0.0, 1.0)[0], law.relaxation(load, 0.0)[0]
    c, r = tyre_yielding(full, 0.0, sigma), np.linspace(0.0, full, 2001)
    at = {"slip_angle": 0.0, "inclination": 0.0, "load": load, "speed": 0.0}
    forces = [law.forces(Contact(slip=tyre_slip_of_deflection(float(x), c), **at)).Fx for x in r]
    return float(np.trapezoid(forces, sigma * r))


@pytest.mark.parametrize("way", [1.0, -1.0], ids=["forward", "reverse"])
@pytest.mark.parametrize("pedal", [1.0, 0.3], ids=["locked", "rolling"])
def test_a_wheel_stops_stands_and_starts_again(braked_and_driven, pedal, way):
    """Braked, held, released, driven off: slips, forces and rest as they must be.

    A locked wheel slides with a slip of -1 but for the lag of a relaxation length, and the force is friction's; one
    that rolls has the brake's torque over its radius. It springs back with no more than its carcass holds, at rest
    nothing moves, and driven off, the force on the road is the motor's torque over the radius. In reverse all is the
    mirror image.
    """
    ready = braked_and_driven
    state, speeds, rolling = ready.state.copy(), ready.layout.speeds, RADIUS - LOAD / STIFFNESS / 3.0
    state[speeds["ahead.displacement_rate"]], state[speeds["axle.angle_rate"]] = way * 15.0, way * 15.0 / rolling
    pedals = ([0.0, 0.5, 0.55, 5.0, 5.05, 9.0], [0.0, 0.0, pedal, pedal, 0.0, 0.0], "linear")
    torque = ([0.0, 6.0, 6.5, 9.0], [0.0, 0.0, way * 120.0, way * 120.0], "linear")
    run = simulate(ready.starting_from(state), 9.0, inputs={"pedal": pedals, "torque": torque}, integrator="rk4")
    at = {t: round(t / 0.01) for t in (0.4, 1.5, 4.9, 8.9)}
    slip, force, load = way * run["tyre.slip"], way * run["tyre.Fx"], run["tyre.Fz"]
    speed, radius = way * run["ahead.displacement_rate"], RADIUS - run["tyre.deflection"]
    assert slip[at[0.4]] == pytest.approx(0.0, abs=1e-6)
    inertia = way * 1.0 * run["axle.angle_acceleration"]
    if pedal == 1.0:
        assert abs(run["axle.angle_rate"][at[1.5]]) < 0.1
        assert slip[at[1.5]] == pytest.approx(-1.0, abs=0.02)
        assert force[at[1.5]] == pytest.approx(-DUGOFF.friction * load[at[1.5]], rel=0.02)
    else:
        assert way * run["axle.angle_rate"][at[1.5]] > 10.0
        assert force[at[1.5]] * radius[at[1.5]] == pytest.approx(-pedal * 2500.0 - inertia[at[1.5]], rel=1e-3)
    assert slip.min() >= -1.05 and speed[speed < 0.0].size > 0
    assert -speed.min() < np.sqrt(2 * held_by_carcass(DUGOFF, LOAD) / MASS)
    assert abs(speed[at[4.9]]) < 1e-4
    assert force[at[8.9]] * radius[at[8.9]] == pytest.approx(120.0 - inertia[at[8.9]], rel=1e-3)
    assert speed[at[8.9]] > 1.0
    assert np.all(np.isfinite(run.numbers))


@pytest.mark.parametrize("grade", [0.0, 0.1, -0.3])
def test_on_any_plane_the_load_is_the_stiffness_times_the_distance_that_is_missing(grade):
    """Distance of a point from a plane, along the wheel's plane; the rig only moves the wheel along x and z."""
    model = wheel_rig(replace(LAW, damping=0.0))
    ready = prepare(model, start={"ahead.displacement": 2.0, "up.displacement": -0.02 + 2.0 * grade})
    work = ready.workspace().on_road(Road(elements={"hill": Slope(grade=grade)}))
    seen = work.observe(ready.state)
    distance = (RADIUS - 0.02) * cos(atan(grade))
    assert seen["tyre.Fz"] == pytest.approx(STIFFNESS * (RADIUS - distance), rel=1e-12)


def test_a_wheel_turned_to_the_other_side_gives_the_mirrored_force_to_the_last_bit():
    angle = radians(2.0)
    forces = []
    for side in (1.0, -1.0):
        ready = prepare(wheel_rig(DUGOFF, steer=side * angle, side=side), start=PRESSED)
        state = ready.state.copy()
        state[ready.layout.speeds["ahead.displacement_rate"]] = 20.0
        state[ready.layout.speeds["axle.angle_rate"]] = 66.0
        state[ready.layout.elements["tyre.u_y"]] = side * 0.004
        seen = ready.workspace().observe(state)
        forces.append(tuple(seen[f"tyre.{k}"] for k in ("Fx", "Fy", "Fz", "Mz")))
    left, right = forces
    assert left == (right[0], -right[1], right[2], -right[3])
    assert left[1] != 0.0 and sin(angle) > 0


def library_rig(name: str, sideways: bool = False, locked: bool = True) -> tuple:
    """A wheel of the library on the rig, which may also move sideways, with its mass and law."""
    law = jounce.load(name).with_values({"VERTICAL_DAMPING": 5000.0}).tyre
    model = wheel_rig(law, locked=locked, sideways=sideways, mass=law.FNOMIN / 9.81)
    pressed = law.UNLOADED_RADIUS - RADIUS - law.FNOMIN / law.VERTICAL_STIFFNESS
    return prepare(model, start={"up.displacement": pressed}), law


TYRES = ("tyre_155_65_r13", "tyre_37x12_5_r16_5")  # of the two signs that files have for the side's stiffness


@pytest.mark.parametrize("way", ["ahead", "aside"])
@pytest.mark.parametrize("name", TYRES)
def test_a_wheel_that_slides_to_rest_gives_back_no_more_than_its_carcass_holds(name, way):
    """The patch holds at most the peak force D over u = sigma D / K: at most D u, so sqrt(2 D u / m) of speed."""
    ready, law = library_rig(name, sideways=True)
    state = standing(ready).state
    state[ready.layout.speeds[f"{way}.displacement_rate"]] = 5.0
    run = simulate(ready.starting_from(state), 4.0, output_step=1e-3, integrator="rk4")
    k = ("ahead", "aside").index(way)
    limit, sigma = law.saturation(law.FNOMIN, 0.0, 1.0)[k], law.relaxation(law.FNOMIN, 0.0)[k]
    peak = abs(law.PDX1 if way == "ahead" else law.PDY1) * law.FNOMIN
    assert limit > 0.0
    back = -run[f"{way}.displacement_rate"].min()
    assert 0.05 < back < np.sqrt(2.0 * peak * limit * sigma / (law.FNOMIN / 9.81))


@pytest.mark.parametrize("name", TYRES)
@pytest.mark.parametrize("slope", [{"grade": 0.2}, {"bank": 0.2}, {"bank": -0.5}, {"grade": 0.8}])
def test_a_locked_wheel_holds_on_a_slope_in_any_direction(name, slope):
    ready, _ = library_rig(name, sideways=True)
    ready = ready.on_road(Road(elements={"hill": Slope(**slope)}))
    found = standing(ready)
    run = simulate(ready.starting_from(found.state), 20.0, output_step=1.0, integrator="rk4")
    for way in ("ahead", "aside"):
        assert np.ptp(run[f"{way}.displacement"]) < 1e-5


def test_the_force_changes_exactly_at_the_border_of_a_patch_of_ice():
    """Two neighbouring numbers on both sides of the border, the wheel sliding: the force falls with the friction."""
    ice = Road(elements={"ice": FrictionPatch(friction=0.2, x_min=10.0, x_max=20.0, y_min=-5.0, y_max=5.0)})
    ready = prepare(wheel_rig(DUGOFF, locked=True), start=PRESSED)
    work = ready.workspace().on_road(ice)
    layout, forces = ready.layout, []
    for x in (np.nextafter(10.0, 0.0), 10.0):
        state = ready.state.copy()
        state[layout.coordinates["ahead.displacement"]] = x
        state[layout.speeds["ahead.displacement_rate"]] = 10.0
        state[layout.elements["tyre.u_x"]] = -DUGOFF.slip_relaxation
        forces.append(work.observe(state)["tyre.Fx"])
    assert forces[1] == pytest.approx(0.2 * forces[0], rel=1e-9)


@pytest.mark.parametrize("name", ["fiala", "1989"])
def test_a_steered_wheel_on_an_older_law_has_the_side_force_of_its_closed_form(name):
    """2 degrees of steer on a carriage that runs straight ahead make a slip angle of -2 degrees once the lag is over,
    e^-26 after 8 m where its length is 0.3 m. The closed forms stand here in plain numbers. The side force brakes the
    carriage through the steer, so the wheel has a slip of some 1e-5 besides."""
    angle, speed = radians(2.0), 20.0
    springs = {"radius": RADIUS, "stiffness": STIFFNESS, "damping": 500.0}
    letters = {"A0": 1.5, "A1": -25.0, "A2": 1050.0, "A3": 1200.0, "A4": 7.0, "A6": -0.03, "A7": 0.1}
    law = {
        "fiala": FialaTyre(**springs, slip_stiffness=8e4, cornering_stiffness=5e4, friction=1.0, sliding_friction=0.8),
        "1989": MagicFormula1989(**springs, **letters, B0=1.6, B1=0.0, B2=1100.0, B3=20.0, B4=210.0),
    }[name]
    ready = prepare(wheel_rig(law, steer=angle), start=PRESSED)
    state = standing(ready).state
    places = ready.layout.speeds
    state[places["ahead.displacement_rate"]] = speed
    state[places["axle.angle_rate"]] = speed * cos(angle) / (RADIUS - LOAD / STIFFNESS / 3.0)
    run = simulate(ready.starting_from(state), 0.4, step=1e-4, output_step=1e-2)
    Fz = run["tyre.Fz"][-1]
    if name == "fiala":
        limit = (1.0 - 0.2 * tan(angle)) * Fz
        wanted = limit * (1 - (1 - 5e4 * tan(angle) / (3 * limit)) ** 3)
    else:
        kN = Fz / 1000
        D, E = -25.0 * kN**2 + 1050.0 * kN, -0.03 * kN + 0.1
        Bx = 1200.0 * sin(2 * atan(kN / 7.0)) / (1.5 * D) * 2.0
        wanted = D * sin(1.5 * atan(Bx - E * (Bx - atan(Bx))))
    assert run["tyre.slip_angle"][-1] == pytest.approx(-angle, rel=1e-4)
    assert run["tyre.Fy"][-1] == pytest.approx(wanted, rel=1e-4)
