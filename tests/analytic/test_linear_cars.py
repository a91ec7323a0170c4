"""Single-track and roll model on the engine against their closed forms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.studies.driving.driving_start import start_in_circle, start_straight

CLOSED = 1e-9  # relative: rounding of a handful of operations, and of a trim to 1e-10
SMALL = 1e-4  # m/s^2, of circles: speed along the heading differs from the speed by the square of the sideslip
CAR = jounce.model.SingleTrackCar(
    name="hatchback",
    mass=1200.0,
    yaw_inertia=1750.0,
    front=1.05,
    rear=1.45,
    front_stiffness=75e3,
    rear_stiffness=92e3,
    steering_ratio=16.0,
)
LAGGING = replace(CAR, front_relaxation=0.45, rear_relaxation=0.3)
ROLLING = jounce.model.RollCar(
    **{name: getattr(LAGGING, name) for name in LAGGING.__dataclass_fields__},
    sprung_mass=1040.0,
    sprung_offset=0.03,
    sprung_height=0.58,
    sprung_inertia=(320.0, 1400.0, 1450.0),
    sprung_product=12.0,
    front_roll_centre=0.08,
    rear_roll_centre=0.08,  # a level axis, so that the textbook's equations hold
    roll_stiffness=52e3,
    roll_damping=3100.0,
    front_roll_steer=-0.04,
    rear_roll_steer=0.03,
    spin_momentum=14.0,
)
CIRCLE = 1e-7  # relative: a trim to 1e-10 of its largest numbers, of which the roll moment is a thousandth
SPEEDS = (8.0, 20.0, 40.0)  # m/s


def eigenvalues(car, speed):
    """Of the engine, those of place and heading, which are zero, left out."""
    start = start_straight(car.car_model(), speed)
    found = jounce.linearise(start.ready, start.ready.state, start.inputs).eigenvalues
    return np.sort_complex(found[np.abs(found) > 1e-6])


def small_circle(car, speed):
    """Steering-wheel angle, sideslip and roll in a circle of a tiny lateral acceleration, each per yaw rate."""
    model = car.car_model()
    straight = start_straight(model, speed)
    turning = start_in_circle(model, speed, SMALL / speed, at=straight)
    seen = turning.seen()
    rate = seen["vehicle.yaw_rate"]
    return turning.inputs[model.steering] / rate, seen["vehicle.cg.vy"] / speed / rate, seen["vehicle.roll"] / rate


@pytest.mark.parametrize("speed", SPEEDS)
def test_frequency_and_damping_are_those_of_the_quadratic(speed):
    """s^2 + 2 zeta omega s + omega^2  [Riekert, Schunck 1940]; written out in docs/theory/single_track.md."""
    m, I, a, b, L = CAR.mass, CAR.yaw_inertia, CAR.front, CAR.rear, CAR.wheelbase
    Cf, Cr = CAR.front_stiffness, CAR.rear_stiffness
    K = m / L * (b / Cf - a / Cr)
    omega = np.sqrt(Cf * Cr * L * (L + K * speed**2) / (m * I)) / speed
    zeta = (m * (a**2 * Cf + b**2 * Cr) + I * (Cf + Cr)) / (2 * m * I * speed * omega)
    assert CAR.understeer_gradient() == pytest.approx(K, rel=CLOSED)
    pair = eigenvalues(CAR, speed)
    np.testing.assert_allclose(pair, np.sort_complex(np.roots([1.0, 2 * zeta * omega, omega**2])), rtol=CLOSED)
    if zeta < 1.0:
        assert CAR.natural_frequency(speed) == pytest.approx(omega, rel=CLOSED)
        assert CAR.damping_ratio(speed) == pytest.approx(zeta, rel=CLOSED)


@pytest.mark.parametrize("car", [CAR, LAGGING], ids=["at once", "with a lag"])
@pytest.mark.parametrize("speed", SPEEDS)
def test_steady_gains_are_the_closed_forms(car, speed):
    """A lag changes nothing that is steady."""
    K, L = CAR.understeer_gradient(), CAR.wheelbase
    wheel, slip, _ = small_circle(car, speed)
    assert 1 / wheel == pytest.approx(speed / (16.0 * (L + K * speed**2)), rel=CLOSED)
    assert 1 / wheel == pytest.approx(car.yaw_rate_gain(speed), rel=CLOSED)
    assert slip / wheel == pytest.approx(car.sideslip_gain(speed), rel=CLOSED)


def test_the_gain_is_largest_at_the_characteristic_speed():
    top = CAR.characteristic_speed()
    assert CAR.critical_speed() == np.inf
    assert CAR.yaw_rate_gain(top) == pytest.approx(0.5 * top / (16.0 * CAR.wheelbase), rel=CLOSED)
    assert CAR.yaw_rate_gain(top) > max(CAR.yaw_rate_gain(0.99 * top), CAR.yaw_rate_gain(1.01 * top))


def test_an_oversteering_car_is_unstable_beyond_its_critical_speed():
    loose = replace(CAR, rear_stiffness=40e3)
    critical = loose.critical_speed()
    assert eigenvalues(loose, 0.99 * critical).real.max() < 0 < eigenvalues(loose, 1.01 * critical).real.max()


@pytest.mark.parametrize("speed", SPEEDS)
def test_lagging_tyres_have_the_roots_of_four_equations_of_first_order(speed):
    """v, r, Ff, Fr:  sigma/V F' + F = -C alpha."""
    m, I, a, b, V = CAR.mass, CAR.yaw_inertia, CAR.front, CAR.rear, speed
    rows = []
    for C, sigma, arm in (
        (CAR.front_stiffness, LAGGING.front_relaxation, a),
        (CAR.rear_stiffness, LAGGING.rear_relaxation, -b),
    ):
        rows.append((V / sigma, -C / sigma, -C * arm / sigma))
    A = np.array(
        [
            [0.0, -V, 1 / m, 1 / m],
            [0.0, 0.0, a / I, -b / I],
            [rows[0][1], rows[0][2], -rows[0][0], 0.0],
            [rows[1][1], rows[1][2], 0.0, -rows[1][0]],
        ]
    )
    expected = np.sort_complex(np.linalg.eigvals(A))
    np.testing.assert_allclose(eigenvalues(LAGGING, speed), expected, rtol=CLOSED)
    np.testing.assert_allclose(np.sort_complex(LAGGING.eigenvalues(speed)), expected, rtol=CLOSED)


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_roll_model_obeys_the_equations_of_three_freedoms(speed):
    """M q'' = -D q' - K q + forces in v, r and roll, written by hand for a level roll axis. [Segel 1956]

    The sprung mass, x ahead of the centre of all and h above the axis, moves sideways by y - h phi; its product of
    inertia couples roll and yaw, and so does the angular momentum H = k V of what spins about y.
    """
    c, V = ROLLING, speed
    m, ms, x, h, g = c.mass, c.sprung_mass, c.sprung_offset, c.sprung_height - c.front_roll_centre, 9.81
    Ixx, _, _ = c.sprung_inertia
    H = c.spin_momentum * V
    # the force of both axles is a state each; unknowns: v', r', phi''
    M = np.array(
        [
            [m, 0.0, -ms * h],
            [0.0, c.yaw_inertia, -(ms * h * x + c.sprung_product)],
            [-ms * h, -(ms * h * x + c.sprung_product), Ixx + ms * h * h],
        ]
    )
    # state: v, r, phi', phi, Ff, Fr
    right = np.zeros((3, 6))
    right[0] = [0.0, -m * V, 0.0, 0.0, 1.0, 1.0]
    right[1] = [0.0, 0.0, -H, 0.0, c.front, -c.rear]
    right[2] = [0.0, ms * h * V + H, -c.roll_damping, ms * g * h - c.roll_stiffness, 0.0, 0.0]
    A = np.zeros((6, 6))
    A[:3] = np.linalg.solve(M, right)
    A[3, 2] = 1.0
    for row, C, sigma, arm, steer in (
        (4, c.front_stiffness, c.front_relaxation, c.front, c.front_roll_steer),
        (5, c.rear_stiffness, c.rear_relaxation, -c.rear, c.rear_roll_steer),
    ):
        A[row, [0, 1, 3]] = -C / sigma, -C * arm / sigma, C * V * steer / sigma
        A[row, row] = -V / sigma
    np.testing.assert_allclose(eigenvalues(c, speed), np.sort_complex(np.linalg.eigvals(A)), rtol=CLOSED)
    wheel, _, roll = small_circle(c, speed)
    assert roll == pytest.approx(c.roll_gradient() * speed, rel=CIRCLE)
    assert 1 / wheel == pytest.approx(c.yaw_rate_gain(speed), rel=CIRCLE)


def test_a_step_keeps_the_speed_and_balances_its_energy():
    run = jounce.run(CAR, "step-steer", speed=25.0, angle="30 deg")
    assert np.ptp(run["vehicle.cg.vx"]) < 1e-12
    assert run.metrics["energy_error"].value < 1e-6
    assert run.metrics["yaw_rate_gain"].value == pytest.approx(CAR.yaw_rate_gain(25.0), rel=1e-6)


def test_wrong_numbers_are_refused_all_at_once():
    with pytest.raises(ModelError) as refused:
        replace(CAR, mass="-3 kg", front="2 kg", front_relaxation=0.3)
    told = str(refused.value)
    assert all(
        word in told for word in ("3 problems", "mass", "is negative", "front", "rear_relaxation", "both or none")
    )
    with pytest.raises(ModelError, match="less than the mass of the whole car"):
        replace(ROLLING, sprung_mass=1300.0)
    with pytest.raises(ModelError, match="yaw_inertia"):
        replace(ROLLING, yaw_inertia=900.0)
    with pytest.raises(ModelError, match="no torque on it"):
        CAR.car_model("torque")
