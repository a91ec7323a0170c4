"""Linear models on the manifold of loops and prescribed motions: tangents, inputs, and mistakes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from placed import placed

from jounce.errors import ModelError, NumericalError
from jounce.model import Model
from jounce.parts import GROUND, Body, Input, Prescribed, Sensor
from jounce.parts.forces import AppliedForce, Spring, TorsionSpring
from jounce.parts.joints import Distance, Prismatic, Sequence
from jounce.parts.laws import Linear
from jounce.parts.signals import External
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import standing
from jounce_benchmarks.wishbone_car import quarter_car

G = 9.81  # m/s^2, the model's default


def moving_wishbone_corner():
    """The wishbone quarter car away from rest, projected onto its loops."""
    ready = prepare(quarter_car())
    state = placed(ready, heave__displacement=0.01, lower_arm_pivot__angle=0.08, wheel_bearing__angle_rate=9.0)
    names = [*ready.layout.speeds]
    rng = np.random.default_rng(1)
    for name in names:
        state[ready.layout.speeds[name]] += rng.normal() * 0.5
    return ready, projected(ready, state)


def projected(ready, state):
    work, sizes = ready.workspace(), ready.layout.sizes
    for _ in range(6):
        work.rhs(state)
        work.call("gap", state, sizes["gap"] + sizes["rate gap"])
        state = work.call("correct", state, sizes["state"])
    return state


@pytest.mark.parametrize("at_rest", [True, False], ids=["standing", "moving"])
def test_a_wishbone_corner_follows_differences_of_the_compiled_equations(at_rest):
    """A x against (rates ahead - rates behind) / 2h along curves on the manifold.

    Ahead and behind are projected onto the loops, which moves them by O(h^2): the difference is of order h^2.
    """
    ready, state = moving_wishbone_corner()
    if at_rest:
        state = standing(ready, hold=["wheel_bearing.angle"]).state
    linear = linearise(ready, state)
    names = ready.layout.coordinates | ready.layout.speeds
    assert all(name in names for name in linear.states), "this corner's independent states are plain coordinates"
    at = [names[name] for name in linear.states]
    h = 1e-4
    for name in linear.states:
        ends = []
        for sign in (1.0, -1.0):
            guess = state.copy()
            guess[names[name]] += sign * h
            end = projected(ready, guess)
            ends.append((end[at], ready.workspace().rhs(end)[at]))
        moved = ends[0][0] - ends[1][0]  # the projection spreads the push over all states
        rates = ends[0][1] - ends[1][1]
        error = np.abs(linear.A @ moved - rates).max() / (np.abs(linear.A).max() * np.abs(moved).max())
        assert error < 1e-6, (name, error)


def test_a_prescribed_motion_drives_with_its_value_its_rate_and_its_acceleration():
    """A mass slides by y on a carriage that is moved by u; springs tie it to the carriage and to the ground.

    m (y'' + u'') + k y + K (y + u) = 0, and the drive bears M u'' - k y.
    """
    m, k, carriage, K = 2.0, 50.0, 1.0, 30.0
    x_axis = (1.0, 0.0, 0.0)
    model = Model("carriage", gravity=(0.0, 0.0, 0.0)).add(
        Input(name="u", unit="m"),
        Body(name="carriage", mass=carriage),
        Body(name="mass", mass=m),
        Prismatic(name="rail", parent=GROUND, child="carriage", point=(0.0,) * 3, axis=x_axis),
        Prismatic(name="slide", parent="carriage", child="mass", point=(0.0,) * 3, axis=x_axis),
        TorsionSpring(name="spring", coordinate="slide.displacement", law=Linear(slope=k)),
        Spring(
            name="tie",
            parent=GROUND,
            child="mass",
            point=(-1.0, 0.0, 0.0),
            child_point=(0.0,) * 3,
            free_length=1.0,
            law=Linear(slope=K),
        ),
        Prescribed(name="drive", coordinate="rail.displacement", signal=External(input="u")),
        Sensor(name="place", body="mass", point=(0.0,) * 3, direction=x_axis),
    )
    ready = prepare(model)
    inputs = ["u", "u.rate", "u.second_rate"]
    linear = linearise(ready, ready.state, outputs=["place", "drive.effort"], inputs_of=inputs)
    np.testing.assert_allclose(linear.A, [[0.0, 1.0], [-(k + K) / m, 0.0]], atol=1e-12)
    np.testing.assert_allclose(linear.B, [[0.0, 0.0, 0.0], [-K / m, 0.0, -1.0]], atol=1e-12)
    np.testing.assert_allclose(linear.C, [[1.0, 0.0], [-k, 0.0]], atol=1e-12)
    np.testing.assert_allclose(linear.D, [[1.0, 0.0, 0.0], [0.0, 0.0, carriage]], atol=1e-12)


def test_a_raised_pendulum_bob_moves_outwards_at_the_rate_geometry_says():
    """x^2 + (l - z)^2 = l^2 with z prescribed: x' = (l - z) z' / x, and d(x')/dz = -z' l^2 / x^3."""
    l, z, z_rate = 0.9, 0.2, 0.5
    x = math.sqrt(2 * l * z - z**2)
    model = Model("winch").add(
        Input(name="height", unit="m"),
        Body(name="bob", mass=1.7, centre=(0.0, 0.0, -l)),
        Sequence(name="turn", parent=GROUND, child="bob", point=(0.0, 0.0, -l), order=("rz", "tx", "tz")),
        Distance(name="rod", parent=GROUND, child="bob", point=(0.0,) * 3, child_point=(0.0, 0.0, -l)),
        Prescribed(name="lift", coordinate="turn.tz", signal=External(input="height")),
    )
    ready = prepare(model, start={"turn.tx": x}, inputs={"height": ([0.0, 1.0], [z, z + z_rate])})
    rates = dict(turn__tz_rate=z_rate, turn__tx_rate=(l - z) * z_rate / x, turn__rz_rate=3.0)
    linear = linearise(
        ready,
        placed(ready, turn__tz=z, turn__tx=x, **rates),
        outputs=["turn.tx", "turn.tx_rate"],
        inputs_of=["height", "height.rate"],
    )
    assert linear.states == ("turn.rz", "turn.rz_rate")
    expected = [[(l - z) / x, 0.0], [-z_rate * l**2 / x**3, (l - z) / x]]
    np.testing.assert_allclose(linear.D, expected, rtol=1e-11, atol=1e-12)


def test_a_force_on_a_free_body_falls_into_the_velocity_it_pushes():
    """B = 1/m along the push; gravity turns with the attitude: a body on its own rates feels g when it rolls."""
    model = Model("hover").add(
        Input(name="lift", unit="N", default=4.0 * G),
        Body(name="body", mass=4.0, inertia=(0.1, 0.2, 0.3)),
        AppliedForce(
            name="rotor",
            body="body",
            point=(0.0,) * 3,
            direction=(0.0, 0.0, 1.0),
            signal=External(input="lift"),
            axes="body",
        ),
    )
    ready = prepare(model)
    linear = linearise(ready, ready.state, inputs_of=["lift"])
    row = {name: i for i, name in enumerate(linear.states)}
    assert linear.B[row["body.vz"], 0] == pytest.approx(0.25, rel=1e-14)
    assert np.count_nonzero(np.abs(linear.B) > 1e-14) == 1
    assert linear.A[row["body.vy"], row["body.turn_x"]] == pytest.approx(-G, rel=1e-14)
    assert linear.A[row["body.vx"], row["body.turn_y"]] == pytest.approx(G, rel=1e-14)


# --- mistakes --------------------------------------------------------------------------------------------


def test_names_that_do_not_exist_and_open_loops_are_refused():
    ready = prepare(quarter_car())
    state = ready.state
    with pytest.raises(ModelError, match=r"heeve[\s\S]*Did you mean 'heave.displacement'"):
        linearise(ready, state, hold=["heeve.displacement"])
    with pytest.raises(ModelError, match="no such channel"):
        linearise(ready, state, outputs=["nothing"])
    with pytest.raises(NumericalError, match=r"off its loops.*ball_joint"):
        linearise(ready, placed(ready, lower_arm_pivot__angle=0.1))
    with pytest.raises(ModelError, match="cannot all be held"):
        linearise(ready, state, hold=["lower_arm_pivot.angle", "upper_arm_pivot.angle"])
