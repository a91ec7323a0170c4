"""Engine, converter, gears and shifts against closed forms and quadratures."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from powertrain_rig import (
    CRANK,
    FINAL,
    RATIOS,
    RPM,
    TURBINE,
    WHEEL,
    automatic,
    converter,
    engine,
    manual,
    rig,
    shift_times,
)
from scipy.integrate import quad

import jounce
from jounce.parts.forces import Motor
from jounce.parts.laws import Grid, Linear, Points
from jounce.parts.powertrain.converter import converter_torques
from jounce.parts.signals import Constant

EXACT: dict = {"integrator": "dormand-prince", "rtol": 1e-11}
LOCATED = 1e-9  # s: of events
TORQUE = 200.0  # N m of the rig's engine


def turned(crank: float, ratio: float = 0.0) -> dict[str, float]:
    """Start rates of crankshaft and wheel, in a gear."""
    return {CRANK: crank, WHEEL: crank / ratio if ratio else 0.0}


def test_full_throttle_in_one_gear_takes_the_time_of_a_quadrature(measured):
    """(I + J/i^2) w' = efficiency T(w): the time from w0 to w1 is the integral of the left side's inertia by torque."""
    points, efficiency = ((100.0, 250.0, 500.0), (120.0, 220.0, 160.0)), 0.93
    full = Points(x=points[0], y=points[1], interpolation="linear")
    model = rig(engine(full_load=full, efficiency=efficiency), manual())
    gear, i = 2, RATIOS[1] * FINAL
    inertia = 0.2 + 150.0 / i**2
    w0, w1 = 120.0, 480.0
    time = quad(lambda w: inertia / (efficiency * np.interp(w, *points)), w0, w1, points=points[0], epsabs=1e-12)[0]
    run = jounce.simulate(
        model, time, inputs={"gear": float(gear)}, start_rates=turned(w0, i), **{"integrator": "rk4", **EXACT}
    )
    measured("engine through one gear: speed after the time of a quadrature", run[f"{CRANK}_rate"][-1] / w1 - 1, 1e-9)
    assert run[f"{WHEEL}_rate"][-1] == pytest.approx(w1 / i, rel=1e-9)


@pytest.mark.parametrize("throttle", [0.35, 0.8, 1.0])
def test_part_throttle_by_a_map_takes_the_time_of_a_quadrature(throttle):
    """The torque of the map between its lines, linear both ways; at full throttle that of the full-load curve."""
    speeds, throttles = (100.0, 300.0, 500.0), (0.0, 0.2, 0.6, 1.0)
    torques = np.array([[-10.0, 60.0, 115.0, 120.0], [-14.0, 40.0, 190.0, 220.0], [-20.0, 10.0, 110.0, 160.0]])
    curves = {
        word: Points(x=speeds, y=tuple(torques[:, k]), interpolation="linear")
        for word, k in (("full_load", 3), ("drag", 0))
    }
    flat = tuple(torques.ravel().tolist())
    grid = Grid(x=speeds, v=throttles, y=flat, interpolation="linear", beyond="clamped")
    model = rig(engine(torque_map=grid, throttle=Constant(value=throttle), **curves), manual())
    i = RATIOS[1] * FINAL
    inertia, w0, w1 = 0.2 + 150.0 / i**2, 120.0, 480.0
    along = [np.interp(throttle, throttles, row) for row in torques]  # torques at this throttle
    time = quad(lambda w: inertia / np.interp(w, speeds, along), w0, w1, points=[300.0], epsabs=1e-12)[0]
    run = jounce.simulate(
        model, time, inputs={"gear": 2.0}, start_rates=turned(w0, i), **{"integrator": "rk4", **EXACT}
    )
    assert run[f"{CRANK}_rate"][-1] == pytest.approx(w1, rel=1e-8)


@pytest.mark.parametrize("gear", [1, 2, 3, -1])
def test_wheel_torque_is_engine_torque_times_ratios_times_efficiency(gear):
    """J w_wheel' = i (efficiency T - I w_engine'), and that is what the row of the gearbox passes on."""
    wheel, efficiency = 150.0, 0.9
    i = (RATIOS[gear - 1] if gear > 0 else -3.5) * FINAL
    model = rig(engine(efficiency=efficiency), manual(), wheel=wheel)
    run = jounce.simulate(
        model,
        0.1,
        inputs={"gear": float(gear)},
        start_rates={CRANK: 200.0, WHEEL: 200.0 / i},
        **{"integrator": "rk4", **EXACT},
    )
    on_wheel, on_crank = (
        inertia * np.ptp(run[f"{name}_rate"][[0, -1]]) / 0.1 for inertia, name in ((wheel, WHEEL), (0.2, CRANK))
    )
    assert on_wheel == pytest.approx(abs(i) * (efficiency * TORQUE - on_crank), rel=1e-9)
    assert on_wheel == pytest.approx(abs(i * run["gearbox.torque"][-1]), rel=1e-9)


def test_a_stalled_converter_takes_and_gives_what_its_capacity_says():
    """T = (w/15)^2 at 2000 rpm: 194.96 N m, twice that on the turbine [low-fidelity-dynamic-models, sedan]."""
    model = rig(engine(), converter(), turbine=0.05)
    run = jounce.simulate(
        model, 1e-6, output_step=1e-6, start_rates={CRANK: 2000 * RPM, TURBINE: 0.0}, **{"integrator": "rk4", **EXACT}
    )
    assert run["converter.pump_torque"][0] == pytest.approx((2000 * RPM / 15) ** 2, rel=1e-14)
    assert run["converter.pump_torque"][0] == pytest.approx(194.96, abs=0.005)
    assert run["converter.turbine_torque"][0] == pytest.approx(389.9, abs=0.05)


def test_stall_speed_is_where_the_pump_takes_the_torque_of_the_engine():
    """A turbine that cannot turn: (w/15)^2 = 200 N m at w = 15 sqrt(200)."""
    model = rig(engine(), converter(), turbine=1e7)
    run = jounce.simulate(model, 4.0, start_rates={CRANK: 50.0}, **{"integrator": "rk4", **EXACT})
    assert run["engine.speed"][-1] == pytest.approx(15 * math.sqrt(TORQUE), rel=1e-9)


def test_a_converter_never_makes_power():
    """T_pump w_pump >= T_turbine w_turbine, with the turbine slower, faster or going back; and no jump."""
    ratio = SimpleNamespace(value=lambda v: float(np.interp(v, (0, 0.25, 0.5, 0.75, 1), (2, 1.8, 1.5, 1.15, 1))))
    K = SimpleNamespace(value=lambda v: float(np.interp(v, (0, 0.5, 0.75, 0.9, 1), (15, 15, 16, 18, 35))))
    random = np.random.default_rng(3)
    for w, v in zip(random.uniform(0, 600, 2000), random.uniform(-200, 700, 2000), strict=True):
        into, out = converter_torques(w, v, ratio, K)
        assert into * w - out * v >= -1e-9 * abs(into * w)
    for w in (100.0, 400.0):
        below, above = (converter_torques(w, w * (1 + s), ratio, K) for s in (-1e-9, 1e-9))
        assert np.allclose(below, above, atol=1e-4)
        assert np.allclose(below, 0.0, atol=1e-4)


class Shifts:
    """Constant torque T, limit of the row L: between shifts w' = T/(I + J/i^2); a shift up slips.

    Slipping, the crankshaft slows by (L - T)/I and the wheel gains i L/J, until both fit in the new gear.
    """

    def __init__(self, line: float, throttle: float = 1.0):
        self.I, self.J, self.T, self.L, self.line = 0.2, 150.0, throttle * TORQUE, 500.0, line

    def times(self, w: float) -> tuple[list[float], list[float]]:
        """Shifts up from gear 1 and 2, and when the row sticks again behind each."""
        time, ups, sticks = 0.0, [], []
        wheel = w / (RATIOS[0] * FINAL)
        for low, high in ((0, 1), (1, 2)):
            i, j = RATIOS[low] * FINAL, RATIOS[high] * FINAL
            rate = self.T / (self.I + self.J / i**2)
            time += (self.line - wheel * i) / rate
            ups.append(time)
            wheel = self.line / i
            slip = (self.line - j * wheel) / ((self.L - self.T) / self.I + j * j * self.L / self.J)
            time, wheel = time + slip, wheel + j * self.L / self.J * slip
            sticks.append(time)
        return ups, sticks


@pytest.mark.parametrize(("throttle", "line"), [(1.0, 400.0), (0.75, 350.0), (0.3, 300.0)])
def test_shifts_come_at_the_speeds_of_the_lines(throttle, line, measured):
    """The engine's speed at the event is that of the line: it speeds up evenly, so time and speed are one number."""
    model = rig(engine(), automatic())
    exact = Shifts(line, throttle)
    ups, sticks = exact.times(120.0)
    run = jounce.simulate(
        model,
        sticks[-1] + 0.5,
        inputs={"throttle": throttle},
        start_rates=turned(120.0, RATIOS[0] * FINAL),
        **{"integrator": "rk4", **EXACT},
    )
    rate = exact.T / (exact.I + exact.J / (RATIOS[0] * FINAL) ** 2)
    assert len(shift_times(run)) == 2
    measured("speed of the engine at a shift, against the line", rate * (np.array(shift_times(run)) - ups) / line, 1e-9)
    again = [e["time"] for e in run.metadata["events"] if e["part"] == "gearbox" and e["what"] == "sticks"]
    np.testing.assert_allclose(again, sticks, rtol=0, atol=LOCATED)
    assert list(np.unique(run["gearbox.gear"])) == [1.0, 2.0, 3.0]


def test_a_shift_waits_for_its_dwell():
    """Past the line of gear 2 at once, it still stays in that gear for the time."""
    lines = (200.0, 200.0, 200.0, 100.1, 100.1, 100.1)
    model = rig(engine(), automatic(dwell=0.7, up=lines, down=(10.0,) * 6))
    run = jounce.simulate(model, 3.0, start_rates=turned(150.0, RATIOS[0] * FINAL), **{"integrator": "rk4", **EXACT})
    first, second = shift_times(run)
    assert second - first == pytest.approx(0.7, abs=LOCATED)


@pytest.mark.parametrize("level", [105.0, 200.0, 285.0])
def test_between_the_lines_nothing_shifts(level):
    """Speeds that stay between the line down and the line up, near one of them or far, by a torque to and fro."""
    push = Motor(name="push", coordinate=WHEEL, signal=jounce.parts.signals.Harmonic(amplitude=900.0, frequency=1.0))
    model = rig(engine(), automatic(dwell=0.01), push)
    run = jounce.simulate(
        model,
        4.0,
        start={"gearbox.gear": 2.0},
        inputs={"throttle": 0.0},
        start_rates=turned(level, RATIOS[1] * FINAL),
        **{"integrator": "rk4", **EXACT},
    )
    assert np.ptp(run["engine.speed"]) > 3.0
    assert not shift_times(run)


def test_a_car_that_slows_down_shifts_down_at_the_lines():
    """Drag of 40 N m alone: w' = -40/(I + J/i^2), so the line of 100 rad/s is met at a known time."""
    model = rig(engine(drag=Points(x=(0.0, 1000.0), y=(-40.0, -40.0))), automatic(dwell=0.01))
    i = RATIOS[2] * FINAL
    run = jounce.simulate(
        model,
        16.0,
        start={"gearbox.gear": 3.0},
        inputs={"throttle": 0.0},
        start_rates=turned(150.0, i),
        **{"integrator": "rk4", **EXACT},
    )
    assert shift_times(run, "shifts down")[0] == pytest.approx(50.0 * (0.2 + 150.0 / i**2) / 40.0, abs=LOCATED)
    assert run["gearbox.gear"][-1] < 3.0


def test_idle_speed_holds_and_gives_way_to_a_load_by_its_band():
    """Without a load the engine stays at idle; a load L lets it fall by band L/(F - D), its own law."""
    full, drag = Points(x=(50.0, 500.0), y=(200.0, 200.0)), Points(x=(50.0, 500.0), y=(-20.0, -20.0))
    idling = engine(full_load=full, drag=drag, idle_speed=80.0, idle_band=20.0)
    free = jounce.simulate(
        rig(idling), 2.0, inputs={"throttle": 0.0}, start_rates={CRANK: 80.0}, **{"integrator": "rk4", **EXACT}
    )
    np.testing.assert_allclose(free["engine.speed"], 80.0, rtol=1e-12)
    load = Motor(name="load", coordinate=CRANK, signal=Constant(value=-33.0))
    held = jounce.simulate(
        rig(idling, load), 5.0, inputs={"throttle": 0.0}, start_rates={CRANK: 80.0}, **{"integrator": "rk4", **EXACT}
    )
    assert held["engine.speed"][-1] == pytest.approx(80.0 - 20.0 * 33.0 / 220.0, rel=1e-9)


def test_an_engine_that_stands_stays_off():
    """At rest it does not fire, and its drag goes with its speed: a parked car does not start by itself."""
    run = jounce.simulate(
        rig(engine(idle_speed=80.0, idle_band=20.0)), 5.0, start_rates={CRANK: 1e-6}, **{"integrator": "rk4", **EXACT}
    )
    assert np.abs(run["engine.speed"]).max() <= 1e-6


def test_the_limiter_holds_the_engine_below_its_speed():
    """Full throttle without a load: D + L (F - D) = 0 within the band, at limit - band (-D)/(F - D)."""
    full, drag = Points(x=(50.0, 500.0), y=(200.0, 200.0)), Points(x=(50.0, 500.0), y=(-50.0, -50.0))
    model = rig(engine(full_load=full, drag=drag, limit_speed=600.0, limit_band=10.0))
    run = jounce.simulate(model, 3.0, start_rates={CRANK: 300.0}, **{"integrator": "rk4", **EXACT})
    assert run["engine.speed"][-1] == pytest.approx(600.0 - 10.0 * 50.0 / 250.0, rel=1e-9)


def test_the_lock_up_clutch_closes_and_opens_at_its_own_speeds():
    """It closes at the later of ratio and speed, and opens below a lower speed: no chatter between."""
    lock = converter(lock_torque=600.0, lock_ratio=0.8, lock_speed=200.0, unlock_speed=120.0)
    motor = Motor(name="brake", coordinate=TURBINE, signal=Constant(value=0.0))
    model = rig(engine(converter="converter"), lock, motor, turbine=3.0)
    run = jounce.simulate(model, 4.0, start_rates={CRANK: 100.0}, output_step=1e-3, **{"integrator": "rk4", **EXACT})
    (closed,) = shift_times(run, "closes its lock-up")
    at = np.searchsorted(run.time, closed)
    assert run[f"{TURBINE}_rate"][at] >= 200.0 - 1.0
    assert run["converter.speed_ratio"][at] >= 0.8 - 1e-2
    assert run["converter.speed_ratio"][-1] == pytest.approx(1.0, abs=1e-9)
    load = Motor(name="load", coordinate=TURBINE, signal=Constant(value=-300.0))
    slowing = rig(engine(converter="converter"), lock, load, turbine=3.0)
    run = jounce.simulate(
        slowing,
        3.0,
        start={"converter.closed": 1.0},
        inputs={"throttle": 0.0},
        start_rates={CRANK: 200.0, TURBINE: 200.0},
        **{"integrator": "rk4", **EXACT},
    )
    assert shift_times(run, "opens its lock-up")[0] == pytest.approx(80.0 * 3.2 / 300.0, abs=LOCATED)


def test_energy_is_booked_over_a_start_with_lock_up_and_shifts(measured):
    """Work of engine, converter and gears and the kinetic energy of all shafts: nothing is lost on the way."""
    box = automatic(coordinates=(TURBINE, WHEEL), torque=900.0)
    lock = converter(lock_torque=500.0, lock_speed=150.0, unlock_speed=120.0, efficiency=0.95)
    model = rig(engine(efficiency=0.95, converter="converter"), lock, box, turbine=0.05)
    run = jounce.simulate(model, 8.0, start_rates={CRANK: 80.0}, **{"integrator": "rk4", **EXACT})
    assert len(shift_times(run)) == 2
    assert len(shift_times(run, "closes")) == 1
    balance, work = run["energy.balance"], np.abs(run["engine.work"]).max()
    measured("energy of a start with converter, lock-up and shifts", np.ptp(balance) / work, 1e-9)


def test_a_clutch_that_opens_for_a_shift_lets_the_throttle_go():
    """With a shift time the row bears nothing in its first half, and the engine asks for nothing."""
    timed = automatic(shift_time=0.4, dwell=1.0)
    model = rig(engine(gearbox="gearbox", shift_time=0.4), timed)
    run = jounce.simulate(
        model, 6.0, start_rates=turned(150.0, RATIOS[0] * FINAL), output_step=1e-3, **{"integrator": "rk4", **EXACT}
    )
    first = shift_times(run)[0]
    open_ = (run.time > first + 1e-6) & (run.time < first + 0.199)
    assert np.abs(run["engine.torque"][open_]).max() == 0.0
    assert np.abs(run["gearbox.torque"][open_]).max() == 0.0
    assert np.ptp(run["engine.speed"][open_]) < 1e-9
    after = np.searchsorted(run.time, first + 0.45)
    assert run["engine.torque"][after] == pytest.approx(TORQUE)


@pytest.mark.parametrize("by", ["engine", "output"])
def test_lines_may_be_of_the_output(by):
    """While the row sticks both speeds are one; in a clutch that slips only the output counts for its lines."""
    model = rig(engine(), automatic(shift_by=by, open_speed=150.0, closed_speed=390.0))
    run = jounce.simulate(model, 3.0, start_rates={CRANK: 200.0}, output_step=1e-3, **{"integrator": "rk4", **EXACT})
    first = np.searchsorted(run.time, shift_times(run)[0])
    other = run[f"{WHEEL}_rate"][first] * RATIOS[0] * FINAL if by == "output" else run["engine.speed"][first]
    assert other == pytest.approx(400.0, rel=5e-3)  # a sample later


def test_drag_of_the_engine_brakes_through_the_gears():
    """Overrun through gears with losses: the wheels have to bring (2 - efficiency) times the drag."""
    drag = Points(x=(0.0, 1000.0), y=(-40.0, -40.0))
    model = rig(engine(drag=drag, efficiency=0.9), manual())
    i = RATIOS[1] * FINAL
    inputs = {"gear": 2.0, "throttle": 0.0}
    run = jounce.simulate(model, 1.0, inputs=inputs, start_rates=turned(300.0, i), **{"integrator": "rk4", **EXACT})
    rate = (run["engine.speed"][-1] - 300.0) / 1.0
    assert rate == pytest.approx(-40.0 * 1.1 / (0.2 + 150.0 / i**2), rel=1e-9)


def test_a_linear_law_serves_as_well_as_a_table():
    """w' = k w has an exponential: a full-load law of any kind."""
    model = rig(engine(full_load=Linear(slope=0.5)))
    run = jounce.simulate(model, 0.5, start_rates={CRANK: 50.0}, **{"integrator": "rk4", **EXACT})
    assert run["engine.speed"][-1] == pytest.approx(50.0 * math.exp(0.5 / 0.2 * 0.5), rel=1e-9)


def test_clutches_hand_over_what_the_engine_gave_while_it_gives_less(measured):
    """L = u F of the clutches, T = (1 - reduction) L of the engine in the first half of a shift, until both fit:
    (w - j v)/((L - T)/I + j^2 L/J) from the shift on. The torque behind them is that which the next gear goes on with.
    """
    I, J, u, cut = 0.05, 150.0, 0.9, 0.4
    shifting = {"shift_time": 0.6, "hold": 200.0, "reduction": Constant(value=0.0)}
    model = rig(engine(gearbox="gearbox", shift_time=0.6, shift_reduction=cut), automatic(**shifting), crank=I, wheel=J)
    run = jounce.simulate(
        model,
        3.0,
        inputs={"throttle": u},
        start_rates=turned(250.0, RATIOS[0] * FINAL),
        output_step=1e-3,
        **{"integrator": "rk4", **EXACT},
    )
    shift = shift_times(run)[0]
    line, i, j, L = 380.0, RATIOS[0] * FINAL, RATIOS[1] * FINAL, 200.0 * u
    slip = (line - j * line / i) / (L * cut / I + j * j * L / J)
    again = next(e["time"] for e in run.metadata["events"] if e["part"] == "gearbox" and e["what"] == "sticks")
    measured("time that gears slip in a shift", (again - shift) / slip - 1.0, 1e-6)
    while_slipping = (run.time > shift + 2e-3) & (run.time < again - 2e-3)
    np.testing.assert_allclose(run["gearbox.torque"][while_slipping], L, rtol=1e-9)
    np.testing.assert_allclose(run["engine.torque"][while_slipping], L * (1.0 - cut), rtol=1e-9)


def test_clutches_tighten_in_the_second_half_of_a_shift():
    """Where the gears still slip then, the limit goes on with the square of the time: none of it comes at once."""
    shifting = {"shift_time": 0.4, "hold": 200.0, "reduction": Constant(value=0.0)}
    model = rig(engine(gearbox="gearbox", shift_time=0.4, shift_reduction=0.5), automatic(**shifting), crank=2.0)
    rates = turned(395.0, RATIOS[0] * FINAL)
    run = jounce.simulate(model, 3.0, start_rates=rates, output_step=1e-3, **{"integrator": "rk4", **EXACT})
    shift = shift_times(run)[0]
    for part in (0.25, 0.5, 0.75):
        wanted = 200.0 + (500.0 - 200.0) * part**2
        at = np.interp(shift + 0.2 + 0.2 * part, run.time, run["gearbox.torque"])
        assert at == pytest.approx(wanted, rel=1e-3)  # between rows of 1 ms
