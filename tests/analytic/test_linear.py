"""Linear models against eigenvalues and frequency responses that are known in closed form."""

from __future__ import annotations

import math
from collections import OrderedDict

import numpy as np
import pytest
from placed import placed

from jounce.model import Model
from jounce.parts import GROUND, Body, Input, Sensor
from jounce.parts.forces import Damper, Spring
from jounce.parts.joints import Distance, Free, Prismatic, Revolute, Sequence, Spherical
from jounce.parts.laws import Linear
from jounce.parts.signals import External
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.simulation.linear import operating_point
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import standing

G = 9.81  # m/s^2, the model's default
Z_AXIS, Y_AXIS = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)
# exact derivatives: what remains is rounding, some hundred operations and the eigenvalue solver
ROUNDING = 1e-9


def second_order(M, C, K) -> np.ndarray:
    """Eigenvalues of M x'' + C x' + K x = 0."""
    n = len(M)
    inverse = np.linalg.inv(np.array(M, float))
    A = np.block([[np.zeros((n, n)), np.eye(n)], [-inverse @ K, -inverse @ C]])
    return np.linalg.eigvals(A)


def assert_same_eigenvalues(found, expected, tolerance=ROUNDING):
    """Each expected one is found once; relative to the largest."""
    left = list(found)
    assert len(left) == len(expected)
    for value in expected:
        nearest = min(left, key=lambda other: abs(other - value))
        assert abs(nearest - value) <= tolerance * max(abs(np.array(expected)))
        left.remove(nearest)


# --- cars on linear springs ------------------------------------------------------------------------------

SPRUNG, UNSPRUNG, SPRING, DAMPER, TYRE = 350.0, 40.0, 22e3, 1500.0, 190e3  # kg, kg, N/m, N s/m, N/m


def quarter_car() -> Model:
    """Two masses that heave; the road's height is an input."""
    strut = dict(parent="wheel", child="car", point=(0.0, 0.0, 0.3), child_point=(0.0, 0.0, 0.8))
    return Model("quarter car").add(
        Input(name="road", unit="m"),
        Body(name="car", mass=SPRUNG),
        Body(name="wheel", mass=UNSPRUNG),
        Prismatic(name="heave", parent=GROUND, child="car", point=(0.0, 0.0, 0.8), axis=Z_AXIS),
        Prismatic(name="hop", parent=GROUND, child="wheel", point=(0.0, 0.0, 0.3), axis=Z_AXIS),
        Spring(name="spring", free_length=0.6, law=Linear(slope=SPRING), **strut),
        Damper(name="damper", law=Linear(slope=DAMPER), **strut),
        VerticalTyre(
            name="tyre",
            body="wheel",
            point=(0.0, 0.0, 0.3),
            radius=0.32,
            stiffness=TYRE,
            road=External(input="road"),
            lift_off=False,
        ),
        Sensor(name="ride", body="car", point=(0.0, 0.0, 0.8), direction=Z_AXIS, quantity="acceleration"),
    )


QUARTER_M = np.diag([SPRUNG, UNSPRUNG])
QUARTER_C = DAMPER * np.array([[1.0, -1.0], [-1.0, 1.0]])
QUARTER_K = SPRING * np.array([[1.0, -1.0], [-1.0, 1.0]]) + np.diag([0.0, TYRE])


def test_a_quarter_car_has_the_eigenvalues_of_its_two_equations():
    """M z'' + C z' + K z = 0 with two masses: Newton's law for each."""
    ready = prepare(quarter_car())
    linear = linearise(ready, standing(ready).state)
    assert_same_eigenvalues(linear.eigenvalues, second_order(QUARTER_M, QUARTER_C, QUARTER_K))
    assert [mode.name for mode in linear.modes] == ["heave.displacement", "hop.displacement"]
    assert linear.table().count("displacement") == 2


def test_the_frequency_response_of_a_quarter_car_to_the_road_is_the_closed_form():
    """Body acceleration and spring force per road height, at ten frequencies across both modes."""
    ready = prepare(quarter_car())
    linear = linearise(ready, standing(ready).state, outputs=["ride", "spring.force"], inputs_of=["road"])
    for w in 2 * math.pi * np.geomspace(0.3, 30.0, 10):
        stiffness = -(w**2) * QUARTER_M + 1j * w * QUARTER_C + QUARTER_K
        car, wheel = np.linalg.solve(stiffness, [0.0, TYRE])
        found = linear.C @ np.linalg.solve(1j * w * np.eye(4) - linear.A, linear.B) + linear.D
        np.testing.assert_allclose(found[:, 0], [-(w**2) * car, SPRING * (car - wheel)], rtol=1e-9)


def half_car() -> tuple[Model, np.ndarray, np.ndarray, np.ndarray]:
    """Heave, pitch and two wheels, at rest in the design position, and the matrices of its four equations.

    Struts meet the body at the height of its centre, so that their preload does not stiffen the pitch.
    """
    mass, inertia, unsprung, tyre = 700.0, 1100.0, 38.0, 180e3
    arms, rates, dampers = (1.1, -1.5), (21e3, 24e3), (1300.0, 1600.0)
    centre, axle = 0.6, 0.3
    model = Model("half car").add(
        Body(name="car", mass=mass, centre=(0.0, 0.0, centre), inertia=(inertia, inertia, inertia)),
        Sequence(name="body", parent=GROUND, child="car", point=(0.0, 0.0, centre), order=("tz", "ry")),
    )
    M = np.diag([mass, inertia, unsprung, unsprung])
    C, K = np.zeros((4, 4)), np.zeros((4, 4))
    share = (-arms[1] / (arms[0] - arms[1]), arms[0] / (arms[0] - arms[1]))
    for i, (x, k, c) in enumerate(zip(arms, rates, dampers, strict=True)):
        name, load = ("front", "rear")[i], share[i] * mass * G
        strut = dict(parent=f"{name}_wheel", child="car", point=(x, 0.0, axle), child_point=(x, 0.0, centre))
        model.add(
            Body(name=f"{name}_wheel", mass=unsprung, centre=(x, 0.0, axle)),
            Prismatic(name=f"{name}_hop", parent=GROUND, child=f"{name}_wheel", point=(x, 0.0, axle), axis=Z_AXIS),
            Spring(name=f"{name}_spring", free_length=centre - axle + load / k, law=Linear(slope=k), **strut),
            Damper(name=f"{name}_damper", law=Linear(slope=c), **strut),
            VerticalTyre(
                name=f"{name}_tyre",
                body=f"{name}_wheel",
                point=(x, 0.0, axle),
                radius=axle + (load + unsprung * G) / tyre,
                stiffness=tyre,
                lift_off=False,
            ),
        )
        stretch = np.array([1.0, -x, 0.0, 0.0])  # positive pitch lowers the front
        stretch[2 + i] = -1.0
        K += k * np.outer(stretch, stretch)
        C += c * np.outer(stretch, stretch)
        K[2 + i, 2 + i] += tyre
    return model, M, C, K


def test_a_half_car_has_the_eigenvalues_of_its_four_equations():
    model, M, C, K = half_car()
    ready = prepare(model)
    linear = linearise(ready, ready.state)
    assert_same_eigenvalues(linear.eigenvalues, second_order(M, C, K))
    assert {mode.name.partition(" and ")[0] for mode in linear.modes} >= {"body.tz", "body.ry"}


# --- pendulums -------------------------------------------------------------------------------------------


def rod(name: str, mass: float, top: float, length: float) -> Body:
    """A thin uniform rod that hangs from z = top."""
    turning = mass * length**2 / 12
    return Body(name=name, mass=mass, centre=(0.0, 0.0, top - length / 2), inertia=(turning, turning, 0.0))


def test_a_hanging_rod_swings_with_the_frequency_of_a_compound_pendulum():
    """w^2 = m g l / (I + m l^2) = 3 g / (2 length)  [Landau 1976, section 32]."""
    model = Model("rod").add(
        rod("rod", 3.0, 0.0, 0.8), Revolute(name="pin", parent=GROUND, child="rod", point=(0.0,) * 3, axis=Y_AXIS)
    )
    ready = prepare(model)
    (mode,) = linearise(ready, ready.state).modes
    assert 2 * math.pi * mode.frequency == pytest.approx(math.sqrt(1.5 * G / 0.8), rel=1e-12)
    assert mode.damping_ratio == pytest.approx(0.0, abs=1e-12)


def test_two_equal_point_masses_swing_with_the_double_pendulums_frequencies():
    """w^2 = (g/l)(2 +- sqrt 2)  [Landau 1976, section 23, problem 2]."""
    l = 0.7
    model = Model("double pendulum").add(
        Body(name="upper", mass=2.0, centre=(0.0, 0.0, -l)),
        Body(name="lower", mass=2.0, centre=(0.0, 0.0, -2 * l)),
        Revolute(name="first", parent=GROUND, child="upper", point=(0.0,) * 3, axis=Y_AXIS),
        Revolute(name="second", parent="upper", child="lower", point=(0.0, 0.0, -l), axis=Y_AXIS),
    )
    ready = prepare(model)
    squares = [(2 * math.pi * m.frequency) ** 2 for m in linearise(ready, ready.state).modes]
    np.testing.assert_allclose(squares, [G / l * (2 - math.sqrt(2)), G / l * (2 + math.sqrt(2))], rtol=1e-11)


def test_a_mass_on_a_massless_rod_that_closes_a_loop_swings_like_a_pendulum():
    """All restoring force comes from the multiplier: M and the forces do not depend on position at all."""
    l = 1.3
    model = Model("distance pendulum").add(
        Body(name="bob", mass=2.0, centre=(0.0, 0.0, -l)),
        Sequence(name="slides", parent=GROUND, child="bob", point=(0.0, 0.0, -l), order=("tx", "tz")),
        Distance(name="rod", parent=GROUND, child="bob", point=(0.0,) * 3, child_point=(0.0, 0.0, -l)),
    )
    ready = prepare(model)
    linear = linearise(ready, ready.state)
    assert linear.states == ("slides.tx", "slides.tx_rate")
    assert 2 * math.pi * linear.modes[0].frequency == pytest.approx(math.sqrt(G / l), rel=1e-12)


def test_a_parallelogram_with_redundant_rows_swings_with_its_closed_form_frequency():
    """Two uniform cranks and a coupler that does not turn: w^2 = g (m + M) / (l (2/3 m + M))."""
    l, crank, coupler = 0.5, 1.2, 4.0
    model = Model("parallelogram").add(
        rod("left", crank, 0.0, l),
        Body(name="right", mass=crank, centre=(1.0, 0.0, -l / 2), inertia=rod("", crank, 0.0, l).inertia),
        Body(name="coupler", mass=coupler, centre=(0.5, 0.0, -l), inertia=(0.1, 0.2, 0.2)),
        Revolute(name="a", parent=GROUND, child="left", point=(0.0,) * 3, axis=Y_AXIS),
        Revolute(name="b", parent=GROUND, child="right", point=(1.0, 0.0, 0.0), axis=Y_AXIS),
        Revolute(name="c", parent="left", child="coupler", point=(0.0, 0.0, -l), axis=Y_AXIS),
        Revolute(name="d", parent="right", child="coupler", point=(1.0, 0.0, -l), axis=Y_AXIS, cut=True),
    )
    ready = prepare(model)
    linear = linearise(ready, ready.state)
    expected = math.sqrt(G * (crank + coupler) / (l * (2 / 3 * crank + coupler)))
    assert len(linear.states) == 2
    assert 2 * math.pi * linear.modes[0].frequency == pytest.approx(expected, rel=1e-11)


# --- at speed --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loop", [False, True], ids=["angles", "massless rod"])
def test_a_conical_pendulum_nods_with_its_closed_form_frequency(loop):
    """w^2 = W^2 (1 + 3 cos^2 a), W^2 = g / (l cos a): the effective potential of [Landau 1976, section 14,
    problem 1], expanded about its minimum.

    With a rod the mass has cylinder coordinates, and the closure's rate depends on position.
    """
    l, angle = 0.9, 0.6
    W = math.sqrt(G / (l * math.cos(angle)))
    model = Model("conical pendulum").add(Body(name="bob", mass=1.7, centre=(0.0, 0.0, -l)))
    if loop:
        model.add(
            Sequence(name="turn", parent=GROUND, child="bob", point=(0.0, 0.0, -l), order=("rz", "tx", "tz")),
            Distance(name="rod", parent=GROUND, child="bob", point=(0.0,) * 3, child_point=(0.0, 0.0, -l)),
        )
        place = dict(turn__tx=l * math.sin(angle), turn__tz=l * (1 - math.cos(angle)))
    else:
        model.add(Sequence(name="turn", parent=GROUND, child="bob", point=(0.0,) * 3, order=("rz", "ry")))
        place = dict(turn__ry=-angle)
    ready = prepare(model, start={"turn.tx": 0.5} if loop else {"turn.ry": -angle})
    linear = linearise(ready, placed(ready, turn__rz_rate=W, **place), hold=["turn.rz"])
    nodding = 1j * W * math.sqrt(1 + 3 * math.cos(angle) ** 2)
    assert_same_eigenvalues(linear.eigenvalues, [0.0, nodding, -nodding])
    assert linear.held == {"turn.rz": pytest.approx(0.0, abs=1e-12)}


@pytest.mark.parametrize("spin", [200.0, 100.0], ids=["sleeping", "falling"])
def test_a_spinning_top_stands_or_falls_as_in_the_book(spin):
    """A u'' - i C W u' - m g l u = 0 for u = x + i y of the centre, in axes that do not turn.

    It is stable from (C W)^2 = 4 A m g l on [Landau 1976, section 35, problem 2]. Ours turn with
    the top: every eigenvalue is less by i W.
    """
    mass, l, across, along = 0.8, 0.12, 2e-3, 1.5e-3
    model = Model("top").add(
        Body(name="top", mass=mass, centre=(0.0, 0.0, l), inertia=(across, across, along)),
        Spherical(name="tip", parent=GROUND, child="top", point=(0.0,) * 3),
    )
    ready = prepare(model)
    turned = dict(tip__q0=math.cos(0.4), tip__q3=math.sin(0.4))  # the start of the turn must not matter
    linear = linearise(ready, placed(ready, tip__wz=spin, **turned), hold=["tip.turn_z", "tip.wz"])
    still = np.roots([across + mass * l**2, -1j * along * spin, -mass * G * l])
    assert (max(abs(still.real)) < 1e-9) == (spin == 200.0)
    turning = still - 1j * spin
    assert_same_eigenvalues(linear.eigenvalues, [*turning, *turning.conj()])


@pytest.mark.parametrize("tilt", [0.0, 1.4], ids=["upright", "lying"])
def test_a_free_spinning_body_precesses_and_its_other_eigenvalues_vanish(tilt):
    """Euler: body rates turn with W (C - A) / A; attitude in turning axes with W; the rest is zero."""
    spin, A, C = 5.0, 1.0, 1.6
    model = Model("satellite", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="body", mass=3.0, inertia=(A, A, C)), Free(name="motion", parent=GROUND, child="body")
    )
    ready = prepare(model)
    attitude = dict(motion__q0=math.cos(tilt / 2), motion__q1=math.sin(tilt / 2))
    found = linearise(ready, placed(ready, motion__wz=spin, **attitude)).eigenvalues
    # along the body's own rates and turns; zeros come in defective pairs, known to the root of rounding
    expected = [1j * spin, -1j * spin, 1j * spin * (C - A) / A, -1j * spin * (C - A) / A]
    expected += [1j * spin, -1j * spin]  # velocity, which the body sees turning
    assert_same_eigenvalues(found, [*expected, *[0.0] * 6], tolerance=1e-6)


def test_formulas_that_are_kept_take_the_numbers_of_each_model(monkeypatch):
    """Two quarter cars of one structure: the second, linearised with kept formulas, is as if it were alone."""
    soft = quarter_car()
    path = next(path for path in soft.values() if path.endswith("spring.law.slope"))
    stiff = soft.with_values({path: 2.0 * soft.values()[path]})
    first = linearise(prepare(soft), standing(prepare(soft)).state)
    kept = linearise(prepare(stiff), standing(prepare(stiff)).state)
    monkeypatch.setattr(operating_point, "_written", OrderedDict())
    alone = linearise(prepare(stiff), standing(prepare(stiff)).state)
    np.testing.assert_array_equal(kept.A, alone.A)
    assert not np.allclose(kept.A, first.A)
