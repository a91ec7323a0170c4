"""Held numbers, which change at located events only, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from held_parts import (
    HELD_PARTS,
    Clock,
    PushOn,
    Restless,
    Steps,
    Swap,
    Thermostat,
    TwoGears,
    TwoSprings,
    Variator,
    slider,
    two_rotors,
)

import jounce
from jounce import Model
from jounce.equations.route import ROUTES
from jounce.errors import ModelError, NumericalError
from jounce.own_parts.register import forget_registration
from jounce.parts import GROUND, Body, Input
from jounce.parts.forces import Motor, TorsionSpring
from jounce.parts.joints import Prismatic
from jounce.parts.laws import Linear
from jounce.parts.signals import Constant, External
from jounce.simulation.compiled import compile_model
from jounce.simulation.events.held_numbers import settle_held
from jounce.simulation.integrators import METHODS

WAY, SPEED = "way.displacement", "way.displacement_rate"
LOCATED, LOCATED_ROUGHLY = 1e-10, 1e-7  # s: ten times what events are located to; the second of W-methods


@pytest.fixture(autouse=True, scope="module")
def registered():
    for word, kind in HELD_PARTS.items():
        jounce.register(word, kind)
    yield
    for word in HELD_PARTS:
        forget_registration("force element", word)


def located(method: str) -> float:
    return LOCATED_ROUGHLY if method in ("auto", "vehicle") or METHODS[method].jacobian == "kept" else LOCATED


def times_of(run, part: str) -> np.ndarray:
    return np.array([event["time"] for event in run.metadata["events"] if event["part"] == part])


THERMOSTAT = Thermostat(name="heat", coordinate=WAY, low=-0.2, high=0.3)


@pytest.mark.parametrize("method", [*METHODS, "auto", "vehicle"])
def test_a_thermostat_swings_between_its_levels_with_slope_one(method):
    """The level rises from 0 to 0.3, and then takes 0.5 s each way."""
    how = {"step": 0.013} if method == "rk4" else {}
    run = jounce.simulate(slider(THERMOSTAT), 3.0, integrator=method, output_step=0.02, **how)
    off = 6 * located(method)  # each half period begins where the one before was found to end
    np.testing.assert_allclose(times_of(run, "heat.top"), [0.3, 1.3, 2.3], rtol=0.0, atol=off)
    np.testing.assert_allclose(times_of(run, "heat.bottom"), [0.8, 1.8, 2.8], rtol=0.0, atol=off)
    triangle = 0.3 - np.abs((run.time + 0.2) % 1.0 - 0.5)
    np.testing.assert_allclose(run["heat.level"], triangle, rtol=0.0, atol=2 * off)
    inside = np.abs(triangle + 0.2) * np.abs(triangle - 0.3) > 1e-6
    rising = (run.time + 0.2) % 1.0 < 0.5
    np.testing.assert_array_equal(run["heat.way"][inside], np.where(rising, 1.0, -1.0)[inside])


@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "rodas5p", "auto", "vehicle"])
def test_a_force_that_turns_with_the_motion_widens_every_swing_by_the_same_way(method):
    """About F/k on the side that it pushes to: each turning point lies 2 F/k further out, half periods stay pi/w."""
    mass, stiffness, force, v0 = 2.0, 50.0, 3.0, 1.5
    w, d = math.sqrt(stiffness / mass), force / stiffness
    spring = TorsionSpring(name="spring", coordinate=WAY, law=Linear(slope=stiffness))
    model = slider(spring, PushOn(name="push", coordinate=WAY, force=force), mass=mass)
    how = {"step": 2e-4} if method == "rk4" else {"rtol": 1e-11} if method in METHODS else {"accuracy": 1e-5}
    run = jounce.simulate(model, 4.0, start_rates={WAY: v0}, integrator=method, output_step=0.01, **how)
    first = (math.pi - math.atan2(v0 / w, d)) / w
    turns = first + math.pi / w * np.arange(6)
    # RK4: w h to the fourth, divided by 120, of a radian per radian; error control: as it was asked for
    off = {"rk4": 1e-9, "auto": 1e-4, "vehicle": 1e-3}.get(method, 1e-8)
    np.testing.assert_allclose(times_of(run, "push.turn"), turns, rtol=0.0, atol=off)
    reach = d + math.hypot(d, v0 / w) + 2 * d * np.arange(6)
    for turn, place in zip(turns[:-1], reach[:-1], strict=True):
        near = np.abs(run[WAY][np.abs(run.time - turn) < 0.05]).max()
        assert near == pytest.approx(place, abs=off + 0.5 * reach[-1] * (w * 0.005) ** 2)  # a row is 5 ms away at most
    last = int(np.searchsorted(run.time, turns[-1])) - 1
    way = 2 * reach[:-1].sum() + run["push.side"][last] * run[WAY][last]  # there and back, and since the last turn
    assert run["push.work"][last] == pytest.approx(force * way, abs=20 * off)


MOTOR = Motor(name="motor", coordinate="axle one.angle", signal=Constant(value=6.0))
GEARS = TwoGears(
    name="box", coordinates=("axle one.angle", "axle two.angle"), low=3.0, high=1.5, limit=20.0, shift_speed=40.0
)


class Shift:
    """Two rotors of J1 and J2 under a torque M: constant accelerations in gear, while it slips, and in gear again."""

    def __init__(self, J1=0.2, J2=0.5, M=6.0, T=20.0, r1=3.0, r2=1.5, w=40.0):
        in_first, in_second = M / (J1 + J2 / r1**2), M / (J1 + J2 / r2**2)
        self.shift = w / in_first
        slip = w * (1.0 - r2 / r1)
        a1, a2 = (M - T) / J1, r2 * T / J2
        self.slips = slip / (r2 * a2 - a1)
        self.sticks = self.shift + self.slips
        self.one, self.two = w + a1 * self.slips, w / r1 + a2 * self.slips
        assert self.one == pytest.approx(r2 * self.two)
        self.lost = 0.5 * T * slip * self.slips
        self.first, self.second = in_first, in_second

    def speeds_at(self, t):
        return self.one + self.second * (t - self.sticks), self.two + self.second / 1.5 * (t - self.sticks)


@pytest.mark.parametrize("method", [*METHODS, "auto", "vehicle"])
def test_a_gear_that_is_shifted_slips_and_holds_by_momentum_and_constant_torque(method):
    how = {"step": 0.01} if method == "rk4" else {}
    run = jounce.simulate(two_rotors(0.2, 0.5, MOTOR, GEARS), 3.0, integrator=method, **how)
    exact, off = Shift(), located(method)
    (shift,), (sticks,) = (
        times_of(run, "box.up"),
        [e["time"] for e in run.metadata["events"] if e["part"] == "box" and e["what"] == "sticks"],
    )
    assert [e["what"] for e in run.metadata["events"]] == ["shifts up", "slides", "sticks"]
    assert shift == pytest.approx(exact.shift, abs=off)
    assert sticks == pytest.approx(exact.sticks, abs=2 * off)
    one, two = exact.speeds_at(3.0)
    steepest = 70.0  # rad/s^2, while it slips
    assert run["axle one.angle_rate"][-1] == pytest.approx(one, abs=2 * steepest * off)
    assert run["axle two.angle_rate"][-1] == pytest.approx(two, abs=2 * steepest * off)
    assert run["box.work"][-1] == pytest.approx(-exact.lost, abs=20.0 * 20.0 * off + 1e-9)
    assert run["box.gear"][0] == 1.0 and run["box.gear"][-1] == 2.0
    assert run["box.since"][-1] == shift


def test_a_gear_that_is_shifted_at_ends_of_steps_only_does_the_same_but_for_a_step():
    run = jounce.simulate(two_rotors(0.2, 0.5, MOTOR, GEARS), 3.0, step=0.001, events="stepwise")
    exact = Shift()
    (shift,) = times_of(run, "box.up")
    assert 0.0 <= shift - exact.shift <= 0.001
    one, two = exact.speeds_at(3.0)
    steepest = 70.0
    assert run["axle one.angle_rate"][-1] == pytest.approx(one, abs=steepest * 0.002)
    assert run["axle two.angle_rate"][-1] == pytest.approx(two, abs=steepest * 0.002)


@pytest.mark.parametrize("route", ROUTES)
def test_equations_of_every_route_shift_alike_and_begin_in_the_gear_that_is_given(route):
    model = two_rotors(0.2, 0.5, MOTOR, GEARS)
    run = jounce.simulate(model, 3.0, step=0.01, route=route)
    assert run["axle one.angle_rate"][-1] == pytest.approx(Shift().speeds_at(3.0)[0], abs=140.0 * LOCATED)
    second = jounce.simulate(model, 1.0, step=0.01, route=route, start={"box.gear": 2})
    assert second["axle one.angle_rate"][-1] == pytest.approx(Shift().second, rel=1e-12)


def test_a_shift_against_a_force_beyond_the_limit_slips_the_way_of_its_speed():
    """A torque on the driven shaft that second gear could not hold: the row first slips forward, then backward, and
    speeds never jump.
    """
    J1, J2, M, T, r1, r2, w = 0.2, 0.5, 70.0, 20.0, 3.0, 1.5, 40.0
    assert J1 * r1 * M / (J2 + r1**2 * J1) < T < J1 * r2 * M / (J2 + r2**2 * J1)
    motor = Motor(name="motor", coordinate="axle two.angle", signal=Constant(value=M))
    run = jounce.simulate(two_rotors(J1, J2, motor, GEARS), 1.0, step=0.01)
    shift = w / r1 / (M / (J2 + r1**2 * J1))
    slips = (w - r2 * w / r1) / (T / J1 + r2 * (M + r2 * T) / J2)
    left = 1.0 - shift - slips
    assert [e["what"] for e in run.metadata["events"]] == ["shifts up", "slides", "slides"]
    assert run.metadata["events"][-1]["time"] == pytest.approx(shift + slips, abs=2 * LOCATED)
    one = w - T / J1 * slips + T / J1 * left
    two = w / r1 + (M + r2 * T) / J2 * slips + (M - r2 * T) / J2 * left
    assert run["axle one.angle_rate"][-1] == pytest.approx(one, abs=1e3 * LOCATED)
    assert run["axle two.angle_rate"][-1] == pytest.approx(two, abs=1e3 * LOCATED)


def test_a_ratio_that_follows_an_input_keeps_the_energy_of_both_shafts():
    """w1 = r w2 and J1 w1' r + J2 w2' = 0, so (J1 r^2 + J2) w2^2 is constant; here r is the square of an input."""
    J1, J2 = 0.2, 0.5
    signal = External(input="ratio")
    box = Variator(name="box", coordinates=("axle one.angle", "axle two.angle"), limit=1e3, signal=signal)
    model = two_rotors(J1, J2, box).add(Input(name="ratio", unit="1", default=1.0))
    ramp = ([0.0, 0.5, 1.5, 2.0], [1.0, 1.0, 2.0, 2.0])
    rates = {"axle one.angle": 10.0, "axle two.angle": 10.0}
    for method, off in (("rk4", 1e-9), ("rodas5p", 1e-6), ("vehicle", 1e-3)):
        run = jounce.simulate(model, 2.0, start_rates=rates, inputs={"ratio": ramp}, integrator=method)
        r = np.interp(run.time, *ramp) ** 2
        expected = 10.0 * np.sqrt((J1 + J2) / (J1 * r**2 + J2))
        np.testing.assert_allclose(run["axle two.angle_rate"], expected, rtol=off)
        np.testing.assert_allclose(run["axle one.angle_rate"], r * expected, rtol=off)


def test_a_clock_strikes_at_the_start_and_after_every_period():
    run = jounce.simulate(slider(Clock(name="clock", coordinate=WAY, period=0.25)), 1.6, integrator="rk4")
    strikes = times_of(run, "clock.period")
    np.testing.assert_allclose(strikes, 0.25 * np.arange(7), rtol=0.0, atol=7 * LOCATED)
    np.testing.assert_array_equal(run["clock.count"][[0, 30, -1]], [1.0, 2.0, 7.0])
    assert run["clock.since"][-1] == strikes[-1]


def test_a_start_far_from_the_held_number_settles_in_rounds_and_lists_each():
    model = slider(Steps(name="stairs", coordinate=WAY))
    run = jounce.simulate(model, 1.0, start={WAY: 3.5}, start_rates={WAY: 1.0}, integrator="rk4")
    np.testing.assert_allclose(times_of(run, "stairs.up"), [0.0, 0.0, 0.0, 0.5], rtol=0.0, atol=LOCATED)
    assert run["stairs.step"][0] == 3.0 and run["stairs.step"][-1] == 4.0
    ready = jounce.prepare(model, start={WAY: 3.5})
    work = ready.workspace()
    assert settle_held(work, ready.state) == ["stairs.up"] * 3
    assert work.modes[ready.layout.held["stairs.step"][0]] == 3.0


def test_conditions_of_one_instant_see_the_numbers_before_it():
    run = jounce.simulate(slider(Swap(name="swap", coordinate=WAY, at=0.333)), 1.0, integrator="rk4")
    assert (run["swap.left"][0], run["swap.right"][0]) == (3.0, 5.0)
    assert (run["swap.left"][-1], run["swap.right"][-1]) == (5.0, 3.0)
    assert len(run.metadata["events"]) == 2


@pytest.mark.parametrize("at", [0.0, 0.2])
def test_a_condition_that_its_event_does_not_end_is_chatter_and_named(at):
    with pytest.raises(NumericalError, match=r"loop\.ever chatters: 32 changes of held numbers at one instant"):
        jounce.simulate(slider(Restless(name="loop", coordinate=WAY, at=at)), 1.0, integrator="rk4")


def test_a_start_gives_held_numbers_by_name_and_refuses_what_is_none():
    model = slider(Steps(name="stairs", coordinate=WAY), Clock(name="clock", coordinate=WAY, period=0.25, first=4.0))
    run = jounce.simulate(model, 0.35, start={"stairs.step": 7, "clock.since": "-100 ms"}, integrator="rk4")
    assert run["stairs.step"][-1] == 7.0
    np.testing.assert_allclose(times_of(run, "clock.period"), [0.15], atol=LOCATED)
    assert run["clock.count"][-1] == 5.0
    with pytest.raises(ModelError, match="'3 kg' is not in s"):
        jounce.simulate(model, 0.4, start={"clock.since": "3 kg"}, integrator="rk4")
    with pytest.raises(ModelError, match=r"not a finite number"):
        jounce.simulate(model, 0.4, start={"clock.count": math.inf}, integrator="rk4")
    with pytest.raises(ModelError, match=r"Did you mean 'clock.count'"):
        jounce.simulate(model, 0.4, start={"clock.cont": 1.0}, integrator="rk4")


def test_other_numbers_of_a_model_start_held_numbers_anew():
    clock = Clock(name="clock", coordinate=WAY, period=0.25, first=4.0)
    model = slider(clock)
    changed = model.with_values({"forces.clock.first": 9.0})
    for each, first in ((model, 5.0), (changed, 10.0)):
        assert jounce.simulate(each, 0.2, integrator="rk4")["clock.count"][-1] == first


@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "rodas5p", "ros2s"])
def test_a_run_that_goes_on_from_a_saved_state_goes_on_to_the_last_bit(method, tmp_path):
    model = two_rotors(
        0.2, 0.5, MOTOR, GEARS, Clock(name="clock", coordinate="axle two.angle", period=0.19, force=0.01)
    )
    sim = jounce.start(model, integrator=method)
    exact = Shift()
    while sim.time < exact.shift + 0.5 * exact.slips:  # in the middle of the shift
        sim.step({}, 0.01)
    path = sim.save(tmp_path / "state.npz")
    other = jounce.start(model, integrator=method, state=path)
    for _ in range(150):
        sim.step({}, 0.01)
        other.step({}, 0.01)
    np.testing.assert_array_equal(other.look(), sim.look())
    assert other["box.gear"] == 2.0


def test_a_run_that_goes_on_from_the_end_of_another_keeps_held_numbers_and_instants():
    """The clock struck 0.1 s before the end, and strikes again 0.15 s behind it."""
    model = slider(Clock(name="clock", coordinate=WAY, period=0.25), THERMOSTAT)
    first = jounce.simulate(model, 0.6, integrator="rk4")
    second = jounce.simulate(first.end, 0.5, integrator="rk4")
    np.testing.assert_allclose(times_of(second, "clock.period"), [0.15, 0.4], rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(times_of(second, "heat.bottom"), [0.2], rtol=0.0, atol=1e-9)
    assert second["clock.count"][0] == 3.0 and second["heat.way"][0] == -1.0
    assert second["clock.since"][0] == pytest.approx(-0.1, abs=1e-9)


def test_small_motions_see_held_numbers_as_constants():
    mass, soft, hard = 2.0, 50.0, 450.0
    model = slider(TwoSprings(name="spring", coordinate=WAY, soft=soft, hard=hard), mass=mass)
    for stage, stiffness in ((1.0, soft), (2.0, hard)):
        ready = jounce.prepare(model, start={"spring.stage": stage})
        (mode,) = jounce.linearise(ready).modes
        assert abs(mode.eigenvalue) == pytest.approx(math.sqrt(stiffness / mass), rel=1e-12)
        trimmed = jounce.trim(ready, unknowns=[WAY], rest=[SPEED])
        run = jounce.simulate(ready.starting_from(trimmed.state, trimmed.friction), 0.1, integrator="rk4")
        assert run["spring.stage"][-1] == stage


def test_copies_in_lanes_hold_numbers_of_their_own():
    """Two equal subsystems on one body run in lanes; each has its own levels and its own gear."""
    model = Model("lanes", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="car", mass=50.0, inertia=(1.0, 1.0, 1.0), interface=True),
        Prismatic(name="road", parent=GROUND, child="car", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
    )
    for side, low, high in (("left", -0.2, 0.3), ("right", -0.1, 0.5)):
        model.add(
            Body(name=f"{side} mass", mass=2.0, inertia=(1.0, 1.0, 1.0)),
            Prismatic(name=side, parent="car", child=f"{side} mass", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
            Thermostat(name=f"{side} heat", coordinate=f"{side}.displacement", low=low, high=high),
        )
    assert [len(group.members) for group in compile_model(model).mechanism.groups] == [2]
    run = jounce.simulate(model, 2.0, integrator="rk4")
    np.testing.assert_allclose(times_of(run, "left heat.top"), [0.3, 1.3], rtol=0.0, atol=6 * LOCATED)
    np.testing.assert_allclose(times_of(run, "right heat.top"), [0.5, 1.7], rtol=0.0, atol=6 * LOCATED)
    np.testing.assert_allclose(times_of(run, "right heat.bottom"), [1.1], rtol=0.0, atol=6 * LOCATED)
    assert run["left heat.way"][60] == -1.0 and run["right heat.way"][-1] == -1.0


def test_phases_of_a_script_keep_held_numbers_and_their_clock(tmp_path):
    """It strikes at 0, 0.25, 0.5 and 0.75 s of the whole run, wherever its phases begin."""
    path = tmp_path / "car.toml"
    clock = '\n[forces.clock]\ntype = "held_clock"\ncoordinate = "steering.rack.displacement"\nperiod = "0.25 s"\n'
    path.write_text(jounce.load("small_car").to_toml() + clock, "utf-8")
    phases = [{"duration": "0.3 s"}, {"name": "on", "duration": "0.3 s"}, {"name": "out", "duration": "0.3 s"}]
    run = jounce.run(jounce.load(path), "script", speed="60 km/h", phases=phases, output_step="10 ms")
    np.testing.assert_allclose(times_of(run, "clock.period"), 0.25 * np.arange(4), rtol=0.0, atol=4 * LOCATED_ROUGHLY)
    assert run["clock.count"][-1] == 4.0
    np.testing.assert_allclose(run["clock.since"][[20, 40, 70, -1]], [0.0, 0.25, 0.5, 0.75], atol=4 * LOCATED_ROUGHLY)
