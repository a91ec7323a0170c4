"""Differentials that are open, biased, viscous or locked, on shafts and straight on wheels, by closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from drive_rig import WHEEL_INERTIA, bench

import jounce
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData
from jounce.parts.forces import Brake, Motor
from jounce.parts.signals import Constant
from jounce.studies.driveline.starting_engine import CLUTCH, ENGAGED, GIVEN, StartingEngine

RIGID = HalfShaftData(elements=0, inertia=1e-6, inner_joint_inertia=0.0, outer_joint_inertia=0.0)
SOFT = HalfShaftData(
    elements=1, stiffness=5000.0, damping=40.0, inertia=2e-4, inner_joint_inertia=0.0, outer_joint_inertia=0.0
)
RATIO, INPUT = 4.0, 25.0  # of the final drive; N m
CASE_TORQUE = RATIO * INPUT
GRIP, ICE = 400.0, 10.0  # N m with which the road holds the left and the right wheel
BIAS = 3.0


def drive_with(layout: str, **other) -> DriveData:
    """A drive without inertia of its own, so that all torque goes to the wheels."""
    none = {"differential_inertia": 1e-6} if layout == "differential" else {}
    return DriveData(layout=layout, final_ratio=RATIO, **none, **other)


def split_road(axles=("front",), grip: float = GRIP, ice: float = ICE) -> list[Brake]:
    """The left wheels held by much friction, the right ones by little."""
    return [
        Brake(
            name=f"{axle}_{side}.road",
            coordinate=f"{axle}_{side}.wheel_bearing.angle",
            torque=torque,
            signal=Constant(value=1.0),
        )
        for axle in axles
        for side, torque in (("left", grip), ("right", ice))
    ]


def on_split_road(drive: DriveData, shafts: HalfShaftData = RIGID, duration: float = 0.2, grip: float = GRIP, **other):
    """A constant torque on the input shaft."""
    model = bench(drive, shafts).add(*split_road(drive.axles, grip))
    return jounce.simulate(model, duration=duration, inputs={"drive.torque": INPUT}, **{"integrator": "rk4", **other})


@pytest.mark.parametrize("layout", ["differential", "torque"])
def test_an_open_differential_gives_both_sides_the_torque_of_the_wheel_that_spins(layout, measured):
    """T/2 each way: what is more than the ice holds accelerates the right wheel, and the left one stands still.

    With the wheel of 0.5 kg m^2 turn its shaft of 1e-6 and, half as fast, a case of 1e-6; drives by torque alone have
    neither. The rest is rounding.
    """
    run = on_split_road(drive_with(layout))
    found = run["front_right.wheel_bearing.angle_acceleration"][1:]
    with_it = {"differential": RIGID.inertia + 1e-6 / 4, "torque": 0.0}[layout]
    expected = (0.5 * CASE_TORQUE - ICE) / (WHEEL_INERTIA + with_it)
    measured("drive.open", np.abs(found / expected - 1).max(), 1e-12)
    np.testing.assert_allclose(run["front_left.road.torque"][1:], 0.5 * CASE_TORQUE, rtol=2.6e-6)
    assert np.abs(run["front_left.wheel_bearing.angle"]).max() < 1e-9


@pytest.mark.parametrize("layout", ["differential", "torque"])
@pytest.mark.parametrize("bias", [1.0, 2.0, 3.5, 5.0])
def test_a_torque_bias_splits_the_torque_by_its_ratio(layout, bias, measured):
    """T_slow / T = B/(1 + B) of the torque through the case. [Chocholek 1988]"""
    run = on_split_road(drive_with(layout, differential="limited slip", differential_bias=bias))
    slow, fast = bias / (1 + bias) * CASE_TORQUE, 1 / (1 + bias) * CASE_TORQUE
    np.testing.assert_allclose(run["front_left.road.torque"][1:], slow, rtol=2e-6)
    found = WHEEL_INERTIA * run["front_right.wheel_bearing.angle_acceleration"][1:] + ICE
    measured("drive.bias", np.abs(found / fast - 1).max(), 1e-5)
    work = run["drive.front_differential_friction.work"]
    assert np.all(np.diff(work) <= 0.0)  # friction only takes
    assert work[-1] == pytest.approx(-0.5 * (slow - fast) * run["front_right.wheel_bearing.angle"][-1], rel=1e-6)
    assert np.ptp(run["energy.balance"]) < 1e-6 * abs(run["energy.work"][-1])


def test_preload_adds_to_what_the_bias_holds():
    """R = preload + (B - 1)/(B + 1) T/2."""
    drive = drive_with("torque", differential="limited slip", differential_bias=BIAS, differential_friction=7.0)
    run = on_split_road(drive)
    np.testing.assert_allclose(run["front_left.road.torque"][1:], 0.75 * CASE_TORQUE + 7.0, rtol=1e-9)


def test_outputs_turn_as_one_while_the_bias_holds_them():
    """On 40 N m of ice, 5:1 holds up to 200 N m: nothing slips apart, and both wheels stand."""
    drive = drive_with("differential", differential="limited slip", differential_bias=5.0)
    model = bench(drive, RIGID).add(*split_road(grip=70.0, ice=40.0))
    run = jounce.simulate(
        model, duration=0.3, inputs={"drive.torque": ([0, 0.3], [0.0, 40.0], "linear")}, integrator="rk4"
    )
    left, right = (run[f"front_{side}.wheel_bearing.angle_rate"] for side in ("left", "right"))
    np.testing.assert_allclose(left, right, atol=1e-10)
    assert left[-1] > 0.1  # rad/s: beyond 110 N m both slide


def test_on_soft_shafts_the_torque_is_read_off_their_twist(measured):
    """T_left / T_right = B at the shafts once their ringing has died out; the inner ends weigh 1e-4 kg m^2.

    Torque that accelerates the inner end of the right shaft is not seen in its twist: of 1e-4 kg m^2 at (25 - 10)/J.
    The case's own is the same on both sides. J = 0.5 kg m^2, so that is 3e-3 N m of 25.
    """
    drive = drive_with("differential", differential="limited slip", differential_bias=BIAS)
    run = on_split_road(drive, SOFT, duration=0.6, integrator="auto")
    left, right = (run[f"front_{side}.half_shaft_twist_1.torque"][-1] for side in ("left", "right"))
    lost = 1e-4 * (25.0 - ICE) / WHEEL_INERTIA
    measured("drive.bias on shafts", abs(left / right - BIAS), BIAS * 2 * lost / 25.0)


def test_engine_inertia_does_not_lock_a_differential_that_reads_its_shafts():
    """With J_in = 0.2 kg m^2 at the input shaft, part of the torque accelerates the engine; the ratio is still B.

    T_c = T - i^2 J_in a/2 through the case and J a = T_c/4 - ice at the wheel that spins: a = 16.67 rad/s^2.
    """
    drive = DriveData(
        final_ratio=RATIO, input_inertia=0.2, differential_inertia=1e-6, differential="limited slip",
        differential_bias=BIAS,
    )  # fmt: skip
    run = on_split_road(drive, SOFT, duration=0.8, integrator="auto")
    left, right = (run[f"front_{side}.half_shaft_twist_1.torque"][-1] for side in ("left", "right"))
    assert left / right == pytest.approx(BIAS, rel=1e-3)
    spin_up = (CASE_TORQUE / 4 - ICE) / (WHEEL_INERTIA + RATIO**2 * 0.2 / 8)
    assert left + right == pytest.approx(CASE_TORQUE - RATIO**2 * 0.2 * spin_up / 2, rel=1e-3)


@pytest.mark.parametrize("layout", ["differential", "torque"])
def test_behind_an_engine_the_torque_is_the_reaction_of_the_gears(layout, measured):
    """T_c = i (T_e - J_e i a/2) and J a = T_c/4 - ice at the wheel that spins, B = 3; the clutch sticks throughout."""
    drive = drive_with(layout, differential="limited slip", differential_bias=BIAS)
    engine = StartingEngine(inertia=0.1, clutch=500.0, gear=2.0)
    model = bench(drive, RIGID, engine=True)
    driven = {"drive.front_differential.angle": RATIO}
    if layout == "torque":
        driven = {f"front_{side}.wheel_bearing.angle": 0.5 * RATIO for side in ("left", "right")}
        model = bench(drive, RIGID, engine=True, gears=CLUTCH)
    model.add(*engine.parts(driven, (0.0, 0.0, 0.3)), *split_road())
    run = jounce.simulate(model, duration=0.3, step=5e-4, inputs={ENGAGED: 1.0, GIVEN: 20.0})
    i = engine.gear * RATIO
    spin_up = (i * 20.0 / 4 - ICE) / (WHEEL_INERTIA + i * i * engine.inertia / 8)
    through = i * (20.0 - engine.inertia * i * spin_up / 2)
    found = run["front_right.wheel_bearing.angle_acceleration"][1:]
    measured("drive.bias behind an engine", np.abs(found / spin_up - 1).max(), 1e-5)
    np.testing.assert_allclose(run["front_left.road.torque"][1:], 0.75 * through, rtol=1e-5)


@pytest.mark.parametrize("layout", ["differential", "torque"])
def test_a_viscous_differential_lets_speeds_come_together_exponentially(layout, measured):
    """J w' = -c (w - w_other) on both sides: the difference fades by exp(-2 c t / J); no torque drives.

    Shafts weigh 2e-6 of the wheels, and heat is that of the wheels.
    """
    drive = drive_with(layout, differential="limited slip", differential_viscosity=0.8)
    run = jounce.simulate(
        bench(drive, RIGID), duration=0.5, start_rates={"front_left.wheel_bearing.angle": 10.0}, rtol=1e-9,
        integrator="rk4",
    )  # fmt: skip
    apart = run["front_left.wheel_bearing.angle_rate"] - run["front_right.wheel_bearing.angle_rate"]
    expected = apart[0] * np.exp(-2 * 0.8 / WHEEL_INERTIA * run.time)
    measured("drive.viscous", np.abs(apart - expected).max() / apart[0], 3e-6)
    heat = 0.25 * WHEEL_INERTIA * (apart[0] ** 2 - apart[-1] ** 2)  # J: the energy of turning apart that is gone
    assert -run["drive.front_differential_viscosity.work"][-1] == pytest.approx(heat, rel=3e-6)


@pytest.mark.parametrize("layout", ["differential", "torque"])
def test_a_locked_differential_turns_both_wheels_though_one_stands_on_ice(layout):
    """100 N m against 60 and 10 N m of road: both wheels accelerate with 30 N m, an open one would leave the left."""
    run = on_split_road(drive_with(layout, differential="locked"), grip=60.0)
    left, right = (run[f"front_{side}.wheel_bearing.angle_rate"] for side in ("left", "right"))
    np.testing.assert_allclose(left, right, atol=1e-9)
    assert left[-1] == pytest.approx(0.2 * (CASE_TORQUE - 70.0) / (2 * WHEEL_INERTIA), rel=1e-5)


@pytest.mark.parametrize("layout", ["differential", "torque"])
@pytest.mark.parametrize("share", [0.5, 0.4])
def test_a_centre_differential_shares_the_torque_as_it_is_told(layout, share, measured):
    """Free wheels: each axle accelerates by its share, also 40:60. Cases weigh 2e-6 of the wheels."""
    drive = drive_with(layout, axles=("front", "rear"), centre_share=share)
    run = jounce.simulate(bench(drive, RIGID), duration=0.1, inputs={"drive.torque": INPUT}, integrator="rk4")
    for axle, part in (("front", share), ("rear", 1 - share)):
        found = run[f"{axle}_left.wheel_bearing.angle_acceleration"]
        expected = 0.5 * part * CASE_TORQUE / WHEEL_INERTIA
        measured("drive.centre", np.abs(found / expected - 1).max(), 1e-5)


@pytest.mark.parametrize("layout", ["differential", "torque"])
def test_a_biased_centre_differential_moves_torque_to_the_axle_that_grips(layout):
    """40:60 at B = 3: R = T/4, so an axle in front that spins keeps 15 %, and the rear one gets 85 %."""
    drive = drive_with(layout, axles=("front", "rear"), centre="limited slip", centre_share=0.4, centre_bias=BIAS)
    model = bench(drive, RIGID)
    for axle, torque in (("front", 3.0), ("rear", GRIP)):
        for side in ("left", "right"):
            name = f"{axle}_{side}"
            model.add(
                Brake(
                    name=f"{name}.road",
                    coordinate=f"{name}.wheel_bearing.angle",
                    torque=torque,
                    signal=Constant(value=1.0),
                )
            )
    run = jounce.simulate(model, duration=0.2, inputs={"drive.torque": INPUT}, integrator="rk4")
    rear = run["rear_left.road.torque"][1:] + run["rear_right.road.torque"][1:]
    np.testing.assert_allclose(rear, 0.85 * CASE_TORQUE, rtol=1e-5)
    front = 2 * (WHEEL_INERTIA * run["front_left.wheel_bearing.angle_acceleration"][1:] + 3.0)
    np.testing.assert_allclose(front, 0.15 * CASE_TORQUE, rtol=1e-4)


@pytest.mark.parametrize("layout", ["differential", "torque"])
def test_a_locked_centre_turns_both_axles_alike(layout):
    drive = drive_with(layout, axles=("front", "rear"), centre="locked")
    model = bench(drive, RIGID)
    model.add(Motor(name="hill", coordinate="rear_left.wheel_bearing.angle", signal=Constant(value=-30.0)))
    run = jounce.simulate(model, duration=0.2, inputs={"drive.torque": INPUT}, integrator="rk4")
    speeds = {axle: sum(run[f"{axle}_{s}.wheel_bearing.angle_rate"] for s in ("left", "right")) for axle in drive.axles}
    np.testing.assert_allclose(speeds["front"], speeds["rear"], atol=1e-9)
    total = (CASE_TORQUE - 30.0) / (4 * WHEEL_INERTIA)
    assert speeds["front"][-1] == pytest.approx(2 * total * 0.2, rel=1e-5)
