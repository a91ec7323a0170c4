"""Anti-lock brakes: phases and pressures as closed forms, and a stop between locked and peak friction."""

from __future__ import annotations

import math

import numpy as np
import pytest
from braked_cars import by_pressure, golf
from wheel_rig import MASS, wheel_rig

import jounce
from jounce import Model
from jounce.parts import GROUND, Body, Input
from jounce.parts.brakes import AbsBrake
from jounce.parts.forces import AppliedForce, Motor
from jounce.parts.joints import Prismatic, Revolute
from jounce.parts.laws import Linear
from jounce.parts.signals import Constant, External
from jounce.parts.tyres.simple_laws.magic_formula_1987 import Curve1987, MagicFormula1987

G = 9.81
X, Y, O = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)
V, RADIUS, FULL = 20.0, 0.3, 1e7  # m/s, m, Pa at full pedal
SLIPS = {"release_slip": 0.12, "reapply_slip": 0.05, "release_deceleration": 150.0, "recovery_acceleration": 20.0}
RATES = {"build_rate": 2e7, "release_rate": 3e7, "line_lag": 0.02, "filter_time": 0.01}
FINE = {"integrator": "dormand-prince", "rtol": 1e-11, "output_step": 1e-3}


def bench(mass: float = 1.0, force: float = 0.0, **changed) -> Model:
    """A car of its own speed, a wheel that only a motor turns, and the modulator that watches both; its brake acts on a
    disc that stands still. So speed and slip are what the test makes them, and pressures are closed forms. The washout
    begins at zero, so that the wheel seems to speed up by omega/tau exp(-t/tau) at first."""
    model = Model("bench", gravity=O)
    hinge = {"parent": GROUND, "point": O, "axis": Y}
    model.add(
        Input(name="pedal"),
        Input(name="torque", unit="N m"),
        *(Body(name=name, mass=mass, inertia=(1.0, 1.0, 1.0)) for name in ("car", "wheel", "disc")),
        Prismatic(name="way", parent=GROUND, child="car", point=O, axis=X),
        Revolute(name="turns", child="wheel", **hinge),
        Revolute(name="stands", child="disc", **hinge),
        AppliedForce(name="drag", body="car", point=O, direction=X, signal=Constant(value=force)),
        Motor(name="motor", coordinate="turns.angle", signal=External(input="torque")),
    )
    given = {"watched": ("turns.angle",), "coordinate": "stands.angle", "signal": External(input="pedal")}
    given |= {"body": "car", "point": O, "radius": RADIUS, "line": Linear(slope=FULL), "torque": Linear(slope=1e-4)}
    return model.add(AbsBrake(name="brake", **given | SLIPS | RATES | changed))


def run_bench(model: Model, torques, duration: float, speed: float = V):
    times, values = zip(*torques, strict=True)
    start = {"way.displacement": speed, "turns.angle": speed / RADIUS}
    inputs = {"pedal": 1.0, "torque": (np.array(times), np.array(values), "hold")}
    return jounce.simulate(model, duration, start_rates=start, inputs=inputs, **FINE)


def events(run) -> list[tuple[float, str]]:
    return [(e["time"], e["part"].removeprefix("brake.")) for e in run.metadata["events"] if "brake." in e["part"]]


def test_a_cycle_of_the_modulator_is_its_closed_form(measured):
    """The wheel slows down by B from t = 0 and speeds up by C from t = 0.15 s on; v is constant.

    Slip: s = B t R/v reaches 0.12 at t1. Washout: a = -B (1 - exp(-t/tau)), and after the change it goes to C with the
    same lag; it reaches 20 rad/s^2 at t2. The slip falls through 0.05 at t3. Pressure: p_d (1 - exp(-t/T)) to t1, then
    falls by 30 MPa/s to t2, stays to t3, rises by 20 MPa/s until (p_d - p)/T is less, at t4, and then follows.
    """
    B, C, change, T, tau = 70.0, 90.0, 0.15, RATES["line_lag"], RATES["filter_time"]
    run = run_bench(bench(), [(0.0, -B), (change, C), (1.0, C)], 0.35)
    t1 = 0.12 * V / (RADIUS * B)
    faded = math.exp(-change / tau)
    before = V / RADIUS / tau * faded - B * (1.0 - faded)
    t2 = change + tau * math.log((C - before) / (C - 20.0))
    t3 = change + (B * change - 0.05 * V / RADIUS) / C
    p1 = FULL * (1.0 - math.exp(-t1 / T))
    p2 = p1 - 3e7 * (t2 - t1)
    t4 = t3 + (FULL - 2e7 * T - p2) / 2e7
    wanted = [
        (t1, "follow_slip"),
        (t2, "release_recovers"),
        (t3, "hold_regains"),
        (t4, "build_done"),
    ]
    found = events(run)
    assert [word for _, word in found] == [word for _, word in wanted]
    measured("brakes.abs events", np.abs(np.subtract(*([t for t, _ in each] for each in (found, wanted)))), 1e-9)
    t = run.time
    pressure = np.select(
        [t <= t1, t <= t2, t <= t3, t <= t4],
        [FULL * (1.0 - np.exp(-t / T)), p1 - 3e7 * (t - t1), p2, p2 + 2e7 * (t - t3)],
        FULL - 2e7 * T * np.exp(-(t - t4) / T),
    )
    np.testing.assert_allclose(run["brake.pressure"], pressure, rtol=0.0, atol=1e-8 * FULL)
    phases = np.select([t <= t1, t <= t2, t <= t3, t <= t4], [0.0, 1.0, 2.0, 3.0], 0.0)
    np.testing.assert_array_equal(run["brake.phase"], phases)
    assert run["brake.releases"][-1] == 1.0
    np.testing.assert_allclose(run["brake.limit"], 1e-4 * run["brake.pressure"], rtol=1e-12)


def test_slip_at_a_release_is_the_threshold(measured):
    """The state at the instant of the event: a run that ends there. s = 1 - omega R/v."""
    model, torques = bench(), [(0.0, -70.0), (1.0, -70.0)]
    (time, word), *_ = events(run_bench(model, torques, 0.2))
    run = run_bench(model, torques, time)
    assert word == "follow_slip"
    slip = 1.0 - run["turns.angle_rate"][-1] * RADIUS / run["way.displacement_rate"][-1]
    measured("brakes.abs slip", abs(slip - 0.12), 1e-9)


def test_a_wheel_that_slows_down_fast_is_released_before_it_slips_so_far(measured):
    """B = 400 rad/s^2 from 0.4 s on, when the washout has forgotten its start (exp(-40)): at a slip of 0.05, after
    0.05 v/(R B) = 8.3 ms, it shows -226 rad/s^2 already, more than 150. It would show these 150 after
    tau ln(B/(B - 150)) = 4.7 ms, but then the wheel hardly slips."""
    B, begins = 400.0, 0.4
    (time, word), *_ = events(run_bench(bench(), [(0.0, 0.0), (begins, -B), (1.0, -B)], 0.42))
    assert word == "follow_slow" and begins - RATES["filter_time"] * math.log(1.0 - 150.0 / B) < time
    measured("brakes.abs events", abs(time - begins - 0.05 * V / (RADIUS * B)), 1e-9)


def test_below_its_cut_out_speed_the_modulator_lets_go(measured):
    """The car slows down by 10 m/s^2 from 4 m/s, its wheel locks at once: released from the first slip on, and below
    2 m/s, at 0.2 s, pressure goes to that of the line by its lag. It does not act again."""
    model = bench(force=-10.0)
    run = run_bench(model, [(0.0, -400.0), (0.03, -40.0 / 3.0), (1.0, 0.0)], 0.35, speed=4.0)
    found = events(run)
    assert found[-1][1] == "cut_out"
    measured("brakes.abs events", abs(found[-1][0] - 0.2), 1e-9)
    late = run.time >= 0.2
    lag = np.exp(-(run.time[late] - 0.2) / RATES["line_lag"])
    p = run["brake.pressure"][late]
    np.testing.assert_allclose(p, FULL - (FULL - p[0]) * lag, rtol=1e-7, atol=1e-2)
    assert not run["brake.phase"][late][1:].any()


def test_pressure_never_becomes_negative_and_falls_with_the_pedal():
    """Released for long, what is left below 2 bar goes as exp(-t R/p_soft). A driver who lets go is followed."""
    run = run_bench(bench(), [(0.0, -70.0), (1.0, -70.0)], 0.9)
    assert run["brake.phase"][-1] == 1.0 and 0.0 < run["brake.pressure"][-1] < 1.0
    pedal = (np.array([0.0, 0.16, 0.16001, 1.0]), np.array([1.0, 1.0, 0.0, 0.0]), "linear")
    start = {"way.displacement": V, "turns.angle": V / RADIUS}
    torque = (np.array([0.0, 0.15, 1.0]), np.array([-70.0, 90.0, 90.0]), "hold")
    run = jounce.simulate(
        bench(),
        0.3,
        start_rates=start,
        inputs={"pedal": pedal, "torque": torque},
        **FINE,
    )
    after = run.time > 0.165  # hold: nothing but the pedal takes pressure away
    fell = run["brake.pressure"][after]
    np.testing.assert_allclose(fell, fell[0] * np.exp(-(run.time[after] - run.time[after][0]) / 0.02), rtol=1e-6)


PEAK, SHAPE, STIFF, CURVATURE = 1.05, 1.6, 28.0, 0.2  # mu, C, slope by load, E
NONE = Curve1987(C=1.0, a1=0.0, a2=1.0, a3=0.0, a4=1e-6, a5=0.0, a6=0.0, a7=0.0, a8=0.0)
GRIP = Curve1987(C=SHAPE, a1=0.0, a2=1e3 * PEAK, a3=0.0, a4=10.0 * STIFF, a5=0.0, a6=0.0, a7=0.0, a8=CURVATURE)
STIFFNESS, LOAD = 2e5, 4000.0  # N/m, N, of the wheel rig


def friction(slip: float) -> float:
    """mu = D sin(C atan(B k - E (B k - atan(B k)))), the same at every load."""
    x = STIFF / (SHAPE * PEAK) * slip
    return PEAK * math.sin(SHAPE * math.atan(x - CURVATURE * (x - math.atan(x))))


def quarter(modulated: bool) -> Model:
    law = MagicFormula1987(radius=RADIUS, stiffness=STIFFNESS, damping=2e3, Fx=GRIP, Fy=NONE, Mz=NONE)
    given = {"coordinate": "axle.angle", "signal": External(input="pedal")}
    given |= {"line": Linear(slope=FULL), "torque": Linear(slope=4e-4)}
    watch = {"watched": ("axle.angle",), "body": "carriage", "point": (0.0, 0.0, RADIUS), **RATES}
    watch["radius"] = RADIUS - LOAD / (3.0 * STIFFNESS)
    kind = AbsBrake if modulated else jounce.parts.PressureBrake
    return wheel_rig(law).add(Input(name="pedal"), kind(name="brake", **given | (watch if modulated else {})))


@pytest.fixture(scope="module")
def stops():
    """From 30 m/s on, with and without a modulator."""
    found = {}
    for modulated in (True, False):
        start = {"up.displacement": -LOAD / STIFFNESS}
        rolling = {"ahead.displacement": 30.0, "axle.angle": 30.0 / (RADIUS - LOAD / (3.0 * STIFFNESS))}
        found[modulated] = jounce.simulate(
            quarter(modulated), 6.0, start=start, start_rates=rolling, inputs={"pedal": 1.0}, integrator="auto"
        )
    return found


def way(run, fast: float, slow: float) -> float:
    """From one speed to another."""
    v, x = run["ahead.displacement_rate"], run["ahead.displacement"]
    down = slice(0, int(np.argmax(v < slow)) + 1)
    return float(np.interp(-slow, -v[down], x[down]) - np.interp(-fast, -v[down], x[down]))


def test_an_anti_lock_stop_lies_between_locked_and_peak_friction(stops, measured):
    """v' = -mu(s) g of a rig whose load is constant: (v1^2 - v2^2)/(2 mu g) with mu of the peak, D, and of the locked
    wheel, mu(1). One kg of the rig hangs on its guide and does not press on the tyre. The locked rig itself stops as
    the second of these says; its tyre springs by some tenths of a millimetre between both speeds. The modulator
    reaches 95 % of the peak: the curve is within 5 % of it from a slip of 0.055 on to 0.19."""
    fast, slow = 25.0, 5.0
    pressed = G * (1.0 - 1.0 / MASS)  # load by mass
    by_peak, by_locked = ((fast**2 - slow**2) / (2.0 * mu * pressed) for mu in (PEAK, friction(1.0)))
    locked, modulated = (way(stops[which], fast, slow) for which in (False, True))
    measured("brakes.locked way", abs(locked / by_locked - 1.0), 2e-4)
    assert by_peak < modulated < by_peak / 0.95 < by_locked
    assert stops[True]["brake.releases"][-1] > 5 and stops[False]["brake.sticks"][100]


def test_the_wheel_stays_locked_at_standstill(stops):
    """Full pedal, and nothing that could turn it: the brake sticks to the end, and the wheel keeps its angle."""
    for run in stops.values():
        assert run["brake.sticks"][-1] and abs(run["ahead.displacement_rate"][-1]) < 1e-3
        rest = run.time > run.time[-1] - 0.2
        assert np.ptp(run["axle.angle"][rest]) == 0.0


def test_energy_is_accounted_for_in_an_anti_lock_stop(stops):
    """All that was kinetic is work of brake and tyre in the end."""
    run = stops[True]
    kinetic = 0.5 * (LOAD / G) * 30.0**2 + 0.5 * 1.0 * run["axle.angle_rate"][0] ** 2
    balance = run["energy.balance"]
    assert np.abs(balance - balance[0]).max() < 1e-4 * kinetic
    assert run["brake.work"][-1] + run["tyre.work"][-1] == pytest.approx(-kinetic, rel=0.01)


@pytest.fixture(scope="module")
def car():
    return by_pressure(golf(), 2.0, abs={})


def values(run) -> dict[str, float]:
    return {name: metric.value for name, metric in run.metrics.items()}


def test_a_car_with_anti_lock_brakes_stops_shorter_and_no_wheel_locks(car):
    """golf1 on its own tyres with strong brakes; `abs.on` switches the modulators off."""
    on, off = (
        values(jounce.run(car.with_values({"abs.on": word}), "straight-braking", speed="80 km/h"))
        for word in ("true", "false")
    )
    assert on["locked_wheels"] == 0 and off["locked_wheels"] == 4
    assert on["stopping_distance"] < 0.92 * off["stopping_distance"]
    assert on["front_left.abs_cycles"] > 3.0 and "front_left.abs_cycles" not in off


def test_select_low_holds_both_rear_wheels_where_the_worse_one_needs_it(car):
    """On ice under the right wheels both rear brakes get the same pressure, that of the wheel on ice."""
    low, free = (
        car.with_tables({"abs": {"rear": word, "front": "individual"}}) for word in ("select low", "individual")
    )
    settings = {"speed": "60 km/h", "low_friction": 0.3, "duration": "1.2 s"}
    run, single = (jounce.run(one, "straight-braking", **settings) for one in (low, free))
    np.testing.assert_allclose(run["rear_left.brake.pressure"], run["rear_right.brake.pressure"], atol=1.0)
    rows = (run.time > 0.8) & (run.time < 0.95)  # before the cars have turned away
    assert run["rear_left.brake.pressure"][rows].mean() < 0.5 * single["rear_left.brake.pressure"][rows].mean()


def test_pressure_of_the_line_reaches_the_wheels_while_nothing_slips(car):
    """A gentle brake: the modulator stays open, and pressure is that of the line behind its lag."""
    run = jounce.run(car, "straight-braking", speed="60 km/h", pedal=0.1, duration="2 s")
    assert not any(run[f"{corner}.brake.releases"].any() for corner in ("front_left", "rear_right"))
    assert run["front_left.brake.pressure"][-1] == pytest.approx(0.1 * 1e7, rel=1e-6)
