"""What spins in a car turns it: moments of rotors in a circle and while they speed up, against closed forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drive_rig import WHEEL_INERTIA, bench

import jounce
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData, MotorData
from jounce.model.assemblies.drive.parts import driveline_inputs
from jounce.parts import Input, Prescribed, Revolute
from jounce.parts.signals import External

RATIO, GEAR = 4.0, 1.3
INPUT, CASE, MOTOR = 0.18, 0.02, 0.05  # kg m^2
SHAFTS = HalfShaftData(elements=0, inertia=1e-3, inner_joint_inertia=0.0, outer_joint_inertia=0.0)
TURN, SPIN = 0.7, 90.0  # rad/s of the car about z, of its wheels
ACROSS, BACKWARD = np.array([0.0, 1.0, 0.0]), np.array([-1.0, 0.0, 0.0])

# by case: drive, motor, and the angular momentum of what drives for each rad/s of the wheels, next to its own axis
ENGINE = DriveData(final_ratio=RATIO, input_inertia=INPUT, differential_inertia=CASE)
SOFT = {"shaft_elements": 2, "shaft_stiffness": 1e6, "shaft_damping": 500.0, "shaft_inertia": 0.04}
CASES = {
    "given at the shaft it turns with": (ENGINE, None, RATIO * INPUT, ACROSS),
    "given behind a gear": (replace(ENGINE, turns=GEAR), None, RATIO * GEAR * INPUT / GEAR**2, ACROSS),
    "along the car": (replace(ENGINE, lies="along", turns=GEAR), None, RATIO * INPUT / GEAR, BACKWARD),
    "backwards": (replace(ENGINE, turns=-GEAR), None, -RATIO * INPUT / GEAR, ACROSS),
    "shaft in torsion": (replace(ENGINE, lies="along", **SOFT), None, RATIO * (INPUT + 0.04), BACKWARD),
    "two axles": (replace(ENGINE, axles=("front", "rear"), lies="along"), None, RATIO * INPUT, BACKWARD),
    "motors of wheels": (
        DriveData(layout="motors", motor_inertia=MOTOR),
        MotorData(ratio=8.0, peak_torque=1e4, peak_power=1e7),
        2 * 8.0 * MOTOR / 8.0**2,
        ACROSS,
    ),
    "motor of an axle": (
        replace(ENGINE, layout="axle motors"),
        MotorData(peak_torque=1e4, peak_power=1e7),
        RATIO * INPUT,
        ACROSS,
    ),
}


def beside(drive: DriveData) -> float:
    """Angular momentum about y of wheels, shafts and cases for each rad/s of the wheels."""
    axles = len(drive.axles)
    cases = 0 if drive.layout == "motors" else axles + (axles > 1)
    return 2 * axles * (WHEEL_INERTIA + SHAFTS.inertia) + cases * CASE


def spinning(drive: DriveData, wheels: float) -> dict[str, float]:
    """Start rates of everything that turns with the wheels."""
    found = {f"{axle}_{side}.half_shaft_0.angle": wheels for axle in drive.axles for side in ("left", "right")}
    motors = {name.replace("_0", "_motor"): wheels for name in found} if drive.layout == "motors" else {}
    return found | motors | {f"drive.shaft_{i}.angle": RATIO * wheels for i in range(int(drive.shaft_elements))}


def on_turntable(drive, motor):
    """The bench on a table that turns about z as an input asks."""
    model = bench(drive, SHAFTS, motor=motor)
    table = Revolute(name="bench", parent="ground", child="body", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0))
    model = model.with_joints([table if joint.name == "bench" else joint for joint in model.joints])
    turn = Prescribed(name="table", coordinate="bench.angle", signal=External(input="turn"))
    return model.add(Input(name="turn", unit="rad"), turn)


@pytest.mark.parametrize("case", CASES)
def test_a_rotor_in_a_circle_asks_for_its_angular_momentum_times_the_yaw_rate(case):
    """M = W x h, h = n I w of the wheels with the rotor's own I: the bearing of a turntable carries it.

    What it carries with wheels at rest is taken off. The table stands at its start, where its axes are the ground's.
    """
    drive, motor, own, axis = CASES[case]
    turning = beside(drive) * ACROSS + own * axis
    assert_table_carries(turning, drive, motor, lambda wheels: spinning(drive, wheels))


def test_the_motor_of_a_functional_axle_keeps_its_own_momentum():
    """Where a biased differential needs a case: motor_inertia is given at the wheels, at which it turns r times."""
    drive = DriveData(
        layout="axle torques", final_ratio=RATIO, motor_inertia=RATIO**2 * INPUT, differential_inertia=CASE,
        differential="limited slip", differential_bias=2.0, rotor_inertia=0.3, rotor_inertia_along=0.1,
    )  # fmt: skip
    motor = MotorData(peak_torque=1e4, peak_power=1e7)
    turning = (2 * WHEEL_INERTIA + CASE + RATIO * INPUT) * ACROSS
    names = ("front_left.wheel_bearing.angle", "front_right.wheel_bearing.angle", "drive.front_case.angle")
    assert_table_carries(turning, drive, motor, lambda wheels: dict.fromkeys(names, wheels))


def assert_table_carries(turning, drive, motor, rates):
    """What the bearing of the table carries because the wheels turn: W x h, with h by rad/s of the wheels.

    The table does not go forward, so that a gyroscopic moment that grows with the speed is not there.
    """
    model, moments = on_turntable(drive, motor), []
    for wheels in (0.0, SPIN):
        inputs = {"turn": ([0.0, 1.0], [0.0, TURN], "linear")}
        given = rates(wheels) | {"bench.angle": TURN}
        run = jounce.simulate(model, 1e-3, step=1e-4, inputs=inputs, start_rates=given)
        moments.append([run[f"bench.M{axis}"][0] for axis in "xy"])
    expected = np.cross([0.0, 0.0, TURN], SPIN * turning)[:2]
    np.testing.assert_allclose(np.subtract(*moments[::-1]), expected, rtol=1e-8, atol=1e-8 * np.abs(expected).max())


@pytest.mark.parametrize("case", [case for case in CASES if case != "shaft in torsion"])
def test_a_rotor_that_speeds_up_turns_the_body_back(case):
    """The bench holds dh/dt = n I dw/dt about the rotor's axis, while n^2 I is what the torque has to speed up."""
    drive, motor, own, axis = CASES[case]
    torque = 12.0
    inputs = dict.fromkeys(driveline_inputs(drive), torque)
    run = jounce.simulate(bench(drive, SHAFTS, motor=motor), 1e-3, step=1e-3, inputs=inputs)
    rate = run["front_left.half_shaft_0.angle_acceleration"][0]
    reflected = {"motors": 2 * MOTOR}.get(drive.layout, RATIO**2 * INPUT)
    driven = torque * {"motors": 2 * 8.0}.get(drive.layout, RATIO)
    assert rate == pytest.approx(driven / (beside(drive) + reflected), rel=1e-9)
    expected = rate * (beside(drive) * ACROSS + own * axis)
    for name, moment in zip("xyz", expected, strict=True):
        assert run[f"bench.M{name}"][0] == pytest.approx(moment, rel=1e-9, abs=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("elements", [0, 2])
@pytest.mark.parametrize("lies", ["across", "along"])
def test_a_functional_car_keeps_the_angular_momentum_of_its_engine(lies, elements):
    """At the speed of the wheels: r I / gear of the engine about its axis, and cases and shafts across the car.

    An input shaft turns as fast, rigid or in torsion.
    """
    soft = {"drive.shaft_elements": elements, "drive.shaft_stiffness": 1e4, "drive.shaft_inertia": 1e-3}
    car = jounce.load("small_car").with_tables({"drive.lies": lies, "drive.turns": 1.3} | soft)
    values, found = car.values(), car.at_depth("functional").computed()
    words = ("inertia", "right_inertia", "inner_joint_inertia", "outer_joint_inertia")
    shafts = sum((1 + ("joint" in word)) * values[f"half_shafts.{word}"] for word in words)
    across = shafts + values["drive.differential_inertia"]
    engine = values["drive.final_ratio"] * (values["drive.input_inertia"] / 1.3 + 1e-3)
    expected = (across + engine, 0.0) if lies == "across" else (across, engine)
    inertias = [found[f"drive.{word}"].value for word in ("rotor_inertia", "rotor_inertia_along")]
    np.testing.assert_allclose(inertias, expected, rtol=1e-9, atol=1e-12)
