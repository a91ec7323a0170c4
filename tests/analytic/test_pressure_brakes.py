"""Brakes by pressure: table values, locked wheels, a mass point by quadrature, a locked stop on dry friction."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import PchipInterpolator

import jounce
from jounce import Model
from jounce.parts import GROUND, Body, Input
from jounce.parts.brakes import PressureBrake
from jounce.parts.forces import Motor
from jounce.parts.joints import Prismatic, Revolute, RollingWheel, Sequence
from jounce.parts.laws import Linear, Points
from jounce.parts.signals import Constant, External, Harmonic
from jounce.parts.tyres.rolling_disc import RollingDisc

INERTIA, RADIUS, G = 0.8, 0.3, 9.81  # kg m^2, m, m/s^2
X, Y, O = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)
# a brake whose pads fade in and saturate: torque over pressure, no straight line anywhere
PRESSURES, TORQUES = (0.0, 1e6, 4e6, 1e7), (0.0, 80.0, 700.0, 1100.0)
TABLE = Points(x=PRESSURES, y=TORQUES, interpolation="linear")


def brake(**changed) -> PressureBrake:
    given = {"signal": External(input="pedal"), "line": Linear(slope=1e7), "torque": TABLE}
    return PressureBrake(name="brake", coordinate="bearing.angle", **given | changed)


def wheel(*parts) -> Model:
    model = Model("wheel", gravity=(0.0, 0.0, 0.0))
    model.add(
        Input(name="pedal"),
        Input(name="demand", unit="Pa"),
        Body(name="wheel", mass=1.0, inertia=(0.5 * INERTIA, INERTIA, 0.5 * INERTIA)),
        Revolute(name="bearing", parent=GROUND, child="wheel", point=O, axis=Y),
    )
    return model.add(*parts)


@pytest.mark.parametrize("pedal", [0.05, 0.25, 0.7, 1.0])
def test_the_torque_is_that_of_the_table(pedal):
    """Linear interpolation between its points, as numpy does it; I w' = -T."""
    run = jounce.simulate(
        wheel(brake()), 0.05, inputs={"pedal": pedal}, start_rates={"bearing.angle": 90.0}, rtol=1e-10, integrator="rk4"
    )
    wanted = np.interp(pedal * 1e7, PRESSURES, TORQUES)
    np.testing.assert_allclose(run["brake.pressure"], pedal * 1e7, rtol=1e-14)
    np.testing.assert_allclose(run["brake.torque"], wanted, rtol=1e-12)
    np.testing.assert_allclose(run["brake.limit"], wanted, rtol=1e-12)
    np.testing.assert_allclose(run["bearing.angle_rate"], 90.0 - wanted / INERTIA * run.time, rtol=1e-9)


def test_pedal_and_valve_have_tables_of_their_own():
    """A pedal with free travel, and a valve that lets half through beyond 2 MPa."""
    pedal = Points(x=(0.0, 0.1, 1.0), y=(0.0, 0.0, 9e6), interpolation="linear")
    valve = Points(x=(0.0, 2e6, 1e7), y=(0.0, 2e6, 6e6), interpolation="linear")
    model = wheel(brake(line=pedal, share=valve, torque=Linear(slope=1e-4)))
    for travel, line, behind in ((0.05, 0.0, 0.0), (0.2, 1e6, 1e6), (0.7, 6e6, 4e6)):
        run = jounce.simulate(
            model, 0.01, inputs={"pedal": travel}, start_rates={"bearing.angle": 90.0}, integrator="rk4"
        )
        assert run["brake.line_pressure"][-1] == pytest.approx(line, abs=1e-6)
        assert run["brake.pressure"][-1] == pytest.approx(behind, abs=1e-6)
        assert run["brake.torque"][-1] == pytest.approx(1e-4 * behind, abs=1e-9)


def test_a_controller_asks_for_more_than_the_driver_and_never_for_less():
    model = wheel(brake(torque=Linear(slope=1e-4), demand=External(input="demand")))
    for pedal, demand, wanted in ((0.2, 3e6, 3e6), (0.4, 3e6, 4e6), (0.4, 0.0, 4e6)):
        run = jounce.simulate(
            model,
            0.01,
            inputs={"pedal": pedal, "demand": demand},
            start_rates={"bearing.angle": 90.0},
            integrator="rk4",
        )
        assert run["brake.pressure"][-1] == pytest.approx(wanted, rel=1e-14)


def test_a_wheel_locks_and_stays_locked_until_more_than_the_table_turns_it(measured):
    """700 N m at 4 MPa: from 30 rad/s it stands after I w/T = 34.3 ms. A motor of 690 N m does not turn it, and a
    swinging one of 750 N m does from the instant on at which 750 sin(2 pi t) = 700."""
    inputs = {"pedal": 0.4}
    stopped = jounce.simulate(
        wheel(brake()),
        0.2,
        inputs=inputs,
        start_rates={"bearing.angle": 30.0},
        output_step=1e-3,
        rtol=1e-9,
        integrator="rk4",
    )
    time = next(e["time"] for e in stopped.metadata["events"] if e["what"] == "sticks")
    measured("brakes.locking", abs(time - INERTIA * 30.0 / 700.0), 1e-9)
    assert not stopped["bearing.angle_rate"][stopped.time > time].any()

    held = wheel(brake(), Motor(name="motor", coordinate="bearing.angle", signal=Constant(value=690.0)))
    assert not jounce.simulate(held, 0.5, inputs=inputs, integrator="rk4")["bearing.angle"].any()

    swung = Motor(name="motor", coordinate="bearing.angle", signal=Harmonic(amplitude=750.0, frequency=1.0))
    run = jounce.simulate(wheel(brake(), swung), 0.25, inputs=inputs, rtol=1e-9, integrator="rk4")
    time = next(e["time"] for e in run.metadata["events"] if e["what"] == "slides")
    assert time == pytest.approx(math.asin(700.0 / 750.0) / (2 * math.pi), abs=1e-9)


def cart(*parts, stands_on: str = "rolls") -> Model:
    """A body that slides along x, and as a disc also up and down, with one wheel."""
    model = Model("cart", gravity=(0.0, 0.0, -G))
    ways = Sequence(name="way", parent=GROUND, child="cart", point=O, order=("tx", "tz"))
    rail = Prismatic(name="way", parent=GROUND, child="cart", point=O, axis=X)
    centre = (0.0, 0.0, RADIUS)
    model.add(
        Input(name="pedal"),
        Body(name="cart", mass=200.0, centre=centre, inertia=(1.0, 1.0, 1.0)),
        Body(name="wheel", mass=20.0, centre=centre, inertia=(0.5 * INERTIA, INERTIA, 0.5 * INERTIA)),
        rail if stands_on == "rolls" else ways,
        Revolute(name="bearing", parent="cart", child="wheel", point=centre, axis=Y),
    )
    if stands_on == "rolls":
        model.add(RollingWheel(name="contact", parent=GROUND, child="wheel", child_point=centre, axis=Y, radius=RADIUS))
    return model.add(*parts)


def test_a_mass_point_stops_as_the_quadrature_of_its_brake_table_says(measured):
    """(m + I/R^2) v' = -T(p(t))/R with p by a swinging pedal and T by a smooth table: SciPy's own integration of the
    same, with SciPy's own monotone interpolation (Fritsch and Butland's slopes, as ours)."""
    table = Points(x=PRESSURES, y=TORQUES)  # monotone
    by_scipy = PchipInterpolator(PRESSURES, TORQUES)
    frequency, v0, end = 0.8, 25.0, 1.5
    pedal = Harmonic(amplitude=0.3, frequency=frequency, offset=0.4)
    model = cart(brake(signal=pedal, torque=table))
    run = jounce.simulate(
        model,
        end,
        start_rates={"way.displacement": v0, "bearing.angle": v0 / RADIUS},
        integrator="dormand-prince",
        rtol=1e-11,
        output_step=0.05,
    )
    mass = 220.0 + INERTIA / RADIUS**2

    def slower(t, v):
        p = 1e7 * (0.4 + 0.3 * math.sin(2 * math.pi * frequency * t))
        return [-float(by_scipy(p)) / (RADIUS * mass)]

    found = solve_ivp(slower, (0.0, end), [v0], t_eval=run.time, rtol=1e-11, atol=1e-12, max_step=0.01).y[0]
    measured("brakes.mass point", np.abs(run["way.displacement_rate"] - found).max(), 1e-7)


@pytest.mark.parametrize("friction", [0.3, 0.8])
def test_a_locked_stop_takes_v_squared_by_two_mu_g(friction):
    """Friction mu Fz v/sqrt(v^2 + z^2) makes v dv/ds = -mu g v/sqrt(v^2 + z^2): from v0 down to v the way is
    (F(v0) - F(v))/(mu g), F(v) = (v sqrt(v^2 + z^2) + z^2 asinh(v/z))/2, which is v0^2/(2 mu g) as z goes to zero.
    The load is the weight: what the cart swings on its tyre in the stop stays below 1e-6 of it."""
    zone, v0 = 0.01, 20.0
    disc = RollingDisc(
        name="tyre",
        body="wheel",
        point=(0.0, 0.0, RADIUS),
        axis=Y,
        radius=RADIUS,
        stiffness=2e5,
        damping=2e3,
        friction=friction,
        zone=zone,
    )
    model = cart(disc, brake(torque=Linear(slope=1e-2)), stands_on="disc")
    sunk = 220.0 * G / 2e5
    run = jounce.simulate(
        model,
        v0 / (friction * G) * 0.98,
        inputs={"pedal": 1.0},
        start={"way.tz": -sunk},
        start_rates={"way.tx": v0},
        integrator="rodas4p2",
        rtol=1e-10,
    )

    def way(v):
        return 0.5 * (v * math.hypot(v, zone) + zone * zone * math.asinh(v / zone)) / (friction * G)

    assert run["brake.sticks"].all()  # it was locked from the start
    v, x = run["way.tx_rate"], run["way.tx"]
    np.testing.assert_allclose(x, [way(v0) - way(u) for u in v], atol=2e-5)
    rest = way(v[-1])
    assert x[-1] + rest == pytest.approx(v0**2 / (2 * friction * G), rel=1e-5)
