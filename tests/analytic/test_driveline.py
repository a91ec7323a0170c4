"""Shafts, joints and differentials against closed forms."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from drive_rig import WHEEL_INERTIA, bench

import jounce
from jounce import Model
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData
from jounce.model.assembly.rotors import lump_rotor_inertia, rotor, rotor_springs
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.joints import Fixed, Revolute, ShaftJoint
from jounce.parts.signals import External
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.spatial.vector import Y

STIFFNESS, INERTIA = 5000.0, 2e-4  # N m/rad and kg m^2 of a shaft


def shaft(elements: int, held: bool) -> Model:
    """A shaft of rigid finite elements, clamped at its element 0 or free."""
    model = Model("shaft", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="body", mass=1.0, inertia=(1.0, 1.0, 1.0)), Fixed(name="bench", parent=GROUND, child="body"))
    for i, inertia in enumerate(lump_rotor_inertia(INERTIA, elements)):
        model.add(*rotor(f"element_{i}", f"turn_{i}", inertia, (0.0, 0.0, 0.0), Y))
    model.add(*rotor_springs("twist", [f"turn_{i}.angle" for i in range(elements + 1)], STIFFNESS, 0.0, INERTIA))
    if held:
        model.add(Prescribed(name="clamp", coordinate="turn_0.angle", signal=jounce.parts.signals.Constant(value=0.0)))
    return model


def frequencies(model: Model) -> np.ndarray:
    ready = prepare(model)
    eigenvalues = np.linalg.eigvals(linearise(ready, ready.state.copy()).A)
    return np.sort(np.unique(np.abs(eigenvalues.imag).round(6)))


@pytest.mark.parametrize(("elements", "printed"), [(1, -0.10), (2, -0.026), (5, -0.0041), (10, -0.0010)])
def test_a_clamped_shaft_comes_from_below_to_the_continuous_one(elements, printed):
    """First frequency pi/2 sqrt(k/J) of the continuum; elements with half ends have 2n sin(pi/4n) sqrt(k/J).

    The printed errors have two digits [Szczotka 2007, section 3.2, as read in the tables of the method].
    """
    exact, found = math.pi / 2 * math.sqrt(STIFFNESS / INERTIA), frequencies(shaft(elements, held=True))[-elements]
    closed = 2 * elements * math.sin(math.pi / (4 * elements)) * math.sqrt(STIFFNESS / INERTIA)
    assert found == pytest.approx(closed, rel=1e-9)  # eigenvalues of exact derivatives
    assert found / exact - 1 == pytest.approx(printed, abs=0.06 * abs(printed))


def test_a_free_shaft_has_the_frequencies_of_the_closed_form():
    """f_k = (n c / pi L) sin(k pi / 2n): omega_k = 2 n sqrt(k/J) sin(k pi / 2n), and one motion without a spring."""
    n = 5
    found = frequencies(shaft(n, held=False))
    expected = [2 * n * math.sqrt(STIFFNESS / INERTIA) * math.sin(k * math.pi / (2 * n)) for k in range(n + 1)]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-3)


def two_shafts(kind: str, bend: float) -> Model:
    """A driven shaft along y and another one bent off it by an angle about z."""
    model = Model("two shafts", gravity=(0.0, 0.0, 0.0))
    bent = (-math.sin(bend), math.cos(bend), 0.0)
    for name, axis in (("drive", Y), ("driven", bent)):
        model.add(
            Body(name=name, mass=1.0, inertia=(0.1, 0.1, 0.1)),
            Revolute(name=f"{name} bearing", parent=GROUND, child=name, point=(0.0, 0.0, 0.0), axis=axis),
        )
    model.add(
        Input(name="turn", unit="rad"),
        Prescribed(name="motor", coordinate="drive bearing.angle", signal=External(input="turn")),
        ShaftJoint(
            name="joint", parent="drive", child="driven", point=(0.0, 0.0, 0.0), axis=Y, child_axis=bent, kind=kind
        ),
    )
    return model


def turned(kind: str, bend: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angle of the drive, and angle and rate of the driven shaft at a constant rate of 3 rad/s."""
    inputs = {"turn": ([0.0, 3.0], [0.0, 9.0], "linear")}
    run = jounce.simulate(
        two_shafts(kind, bend), duration=3.0, inputs=inputs, start_rates={"drive bearing.angle": 3.0}, integrator="rk4"
    )
    return run["drive bearing.angle"], run["driven bearing.angle"], run["driven bearing.angle_rate"]


def test_a_universal_joint_follows_the_cardan_law():
    """ratio = cos(bend) / (1 - sin^2(bend) sin^2(drive)), at 20 deg; the drive's pin starts across the bend's plane.

    The relative spin lies in the plane of both pins, so at the start, where the driven pin lies across the driven
    shaft in the bend's plane, the ratio is cos(bend). Loops are closed to 1e-10 and rates with them; nothing else
    errs, because the drive's angle is prescribed.
    """
    bend = math.radians(20.0)
    drive, driven, rate = turned("universal", bend)
    law = math.cos(bend) / (1 - (math.sin(bend) * np.sin(drive)) ** 2)
    np.testing.assert_allclose(rate / 3.0, law, rtol=1e-6)
    np.testing.assert_allclose(np.tan(driven), np.tan(drive) * math.cos(bend), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("bend", [0.0, 20.0, 45.0])
def test_a_constant_velocity_joint_has_the_ratio_one(bend):
    drive, driven, rate = turned("constant velocity", math.radians(bend))
    np.testing.assert_allclose(driven, drive, atol=1e-9)
    np.testing.assert_allclose(rate, 3.0, rtol=1e-9)


SHAFTS = HalfShaftData(elements=1, stiffness=5000.0, right_stiffness=2500.0, damping=5.0)
ENGINE = DriveData(final_ratio=4.0, input_inertia=0.1, differential_inertia=0.01)


def test_an_open_differential_turns_with_the_mean_of_its_outputs_and_shares_the_torque():
    """Half the torque goes each way, whatever the speeds: each side then accelerates by itself."""
    run = jounce.simulate(
        bench(ENGINE, SHAFTS),
        duration=0.5,
        step=1e-4,
        inputs={"drive.torque": 10.0},
        start_rates={"front_left.wheel_bearing.angle": 8.0},
    )
    left, right = (run[f"front_{side}.half_shaft_0.angle_rate"] for side in ("left", "right"))
    assert np.abs(left - right).max() > 1.0  # rad/s: they do turn apart
    np.testing.assert_allclose(0.5 * (left + right), run["drive.front_differential.angle_rate"], atol=1e-10)
    inner = 0.0013 + 0.5e-4  # kg m^2 of the inner end of a shaft: joint and half of the shaft
    torques = [
        run[f"front_{side}.half_shaft_twist_1.torque"] + inner * run[f"front_{side}.half_shaft_0.angle_acceleration"]
        for side in ("left", "right")
    ]
    np.testing.assert_allclose(*torques, atol=1e-9 * np.abs(torques[0]).max())


def test_a_locked_differential_turns_both_outputs_alike():
    run = jounce.simulate(
        bench(replace(ENGINE, differential="locked"), SHAFTS), duration=0.3, step=1e-4, inputs={"drive.torque": 10.0}
    )
    left, right = (run[f"front_{side}.half_shaft_0.angle_rate"] for side in ("left", "right"))
    np.testing.assert_allclose(left, right, atol=1e-10)
    assert run["front_left.half_shaft_twist_1.twist"][-1] < run["front_right.half_shaft_twist_1.twist"][-1]  # softer


def test_a_rigid_driveline_accelerates_as_one_inertia():
    """T i = (i^2 J_in + J_case + 2 (J_shaft + joints + wheel)) a: one freedom, straight running."""
    rigid = HalfShaftData(elements=0, inertia=1e-3)
    run = jounce.simulate(bench(ENGINE, rigid), duration=0.1, inputs={"drive.torque": 10.0}, integrator="rk4")
    total = 16 * 0.1 + 0.01 + 2 * (1e-3 + 0.0013 + 0.0016 + WHEEL_INERTIA)
    for name in ("drive.front_differential", "front_left.wheel_bearing", "front_right.half_shaft_0"):
        np.testing.assert_allclose(run[f"{name}.angle_acceleration"], 40.0 / total, rtol=1e-9)


def test_a_flexible_input_shaft_carries_the_torque_over_the_ratio():
    """In steady acceleration the shaft's torque is what is left after its own half inertia; n springs in series."""
    drive = DriveData(
        final_ratio=4.0, input_inertia=0.1, shaft_elements=3, shaft_stiffness=800.0, shaft_damping=1.0,
        shaft_inertia=0.03, differential_inertia=0.01,
    )  # fmt: skip
    run = jounce.simulate(
        bench(drive, HalfShaftData(elements=0, inertia=1e-3)), duration=4.0, step=2e-4, inputs={"drive.torque": 10.0}
    )
    beyond = 0.01 + 2 * (1e-3 + 0.0013 + 0.0016 + WHEEL_INERTIA)  # kg m^2 at the wheels' speed
    whole = 16 * (0.1 + 0.03) + beyond
    rate = 40.0 / whole  # rad/s^2 of the wheels
    # springs are cut after 1/6, 3/6 and 5/6 of the shaft; what lies before each takes its share of the torque
    before = [0.1 + 0.03 * k / 6 for k in (1, 3, 5)]
    for i, inertia in enumerate(before, 1):
        torque = 10.0 - inertia * 4 * rate
        assert run[f"drive.shaft_twist_{i}.torque"][-1] == pytest.approx(torque, rel=1e-6)
        assert run[f"drive.shaft_twist_{i}.twist"][-1] == pytest.approx(torque / (3 * 800.0), rel=1e-6)


def test_motors_turn_their_own_wheel_only():
    drive = DriveData(layout="motors", axles=("front", "rear"), motor_inertia=0.05)
    run = jounce.simulate(
        bench(drive, HalfShaftData(elements=0, inertia=1e-3)),
        duration=0.1,
        inputs={"drive.rear_left.torque": 20.0},
        integrator="rk4",
    )
    own = 0.05 + 1e-3 + 0.0013 + 0.0016 + WHEEL_INERTIA
    np.testing.assert_allclose(run["rear_left.wheel_bearing.angle_acceleration"], 20.0 / own, rtol=1e-9)
    for other in ("front_left", "front_right", "rear_right"):
        assert np.abs(run[f"{other}.wheel_bearing.angle"]).max() < 1e-12


def test_two_driven_axles_share_through_a_centre_differential():
    drive = DriveData(axles=("front", "rear"), final_ratio=4.0, differential_inertia=0.01)
    run = jounce.simulate(
        bench(drive, HalfShaftData(elements=0, inertia=1e-3)),
        duration=0.2,
        inputs={"drive.torque": 10.0},
        start_rates={"front_left.wheel_bearing.angle": 5.0},
        integrator="rk4",
    )
    cases = [run[f"drive.{axle}_differential.angle_rate"] for axle in ("front", "rear")]
    np.testing.assert_allclose(0.5 * (cases[0] + cases[1]), run["drive.centre.angle_rate"], atol=1e-10)
    assert np.abs(cases[0] - cases[1]).max() > 1.0
