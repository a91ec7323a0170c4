"""Coordinates that an input drives: what they take follows from their own inertia, in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.equations.recursive.derive import connect_by_route
from jounce.equations.route import RECURSIVE
from jounce.mechanism import driven_coordinates
from jounce.model import Model, load
from jounce.parts import GROUND, Body, Input, Prescribed
from jounce.parts.forces import DryFriction
from jounce.parts.joints import Coupling, Revolute
from jounce.parts.laws import Points
from jounce.parts.signals import External
from jounce.simulation.compiled import compile_model
from jounce.simulation.simulate import simulate
from jounce.spatial.vector import Z

I_WHEEL, I_ARM = 0.3, 0.7  # kg m^2 about their axes
FACTOR, OFFSET = 2.0, 0.1  # 2 arm - law(wheel) = 0.1
LAW = Points(x=(-2.0, -1.0, 0.0, 1.0, 2.0), y=(-1.4, -0.6, 0.0, 0.6, 1.4), interpolation="spline")
U, UD, UDD = 0.4, 1.3, -2.1  # the input and its rates


def steered_rotors(*more) -> Model:
    """A wheel that an input turns, and an arm that follows it by a table."""
    model = Model("steered rotors", gravity=(0.0, 0.0, 0.0))
    for name, inertia in (("wheel", I_WHEEL), ("arm", I_ARM)):
        model.add(
            Body(name=name, mass=1.0, centre=(0.0, 0.0, 0.0), inertia=(0.5, 0.5, inertia)),
            Revolute(name=f"{name}_hinge", parent=GROUND, child=name, point=(0.0, 0.0, 0.0), axis=Z),
        )
    return model.add(
        Input(name="angle", unit="rad"),
        Prescribed(name="driver", coordinate="wheel_hinge.angle", signal=External(input="angle")),
        Coupling(
            name="tie",
            coordinates=("arm_hinge.angle", "wheel_hinge.angle"),
            factors=(FACTOR, -1.0),
            offset=OFFSET,
            law=LAW,
        ),
        *more,
    )


def law_and_slopes(u: float) -> tuple[float, float, float]:
    """The spline of the table by SciPy, with its slope and its bend."""
    from scipy.interpolate import CubicSpline

    spline = CubicSpline(LAW.x, LAW.y, bc_type="natural")
    return float(spline(u)), float(spline(u, 1)), float(spline(u, 2))


def test_efforts_of_driven_coordinates_are_inertia_times_acceleration():
    """arm = (0.1 + l(u))/2; its torque T_a = I_a arm''; the driver's T = I_w u'' + l'(u)/2 T_a, by virtual work.

    The multiplier of the tie is that torque over its factor: 2 mu pushes the arm. One correction puts both where the
    input wants them, from anywhere.
    """
    work = compile_model(steered_rotors()).workspace()
    place = work.layout.inputs["angle"]
    work.inputs[place : place + 3] = U, UD, UDD
    work.rhs(work.design_state())
    state = work.call("correct", work.design_state(), work.layout.sizes["state"])
    law, slope, bend = law_and_slopes(U)
    acceleration = (slope * UDD + bend * UD**2) / FACTOR
    expected = {
        "wheel_hinge.angle": U,
        "wheel_hinge.angle_rate": UD,
        "wheel_hinge.angle_acceleration": UDD,
        "arm_hinge.angle": (OFFSET + law) / FACTOR,
        "arm_hinge.angle_rate": slope * UD / FACTOR,
        "arm_hinge.angle_acceleration": acceleration,
        "tie.effort": I_ARM * acceleration / FACTOR,
        "driver.effort": I_WHEEL * UDD + slope / FACTOR * I_ARM * acceleration,
    }
    seen = work.observe(state)
    assert {name: seen[name] for name in expected} == pytest.approx(expected, rel=1e-13)
    assert work.rhs(state)[work.layout.speeds["arm_hinge.angle_rate"]] == pytest.approx(acceleration, rel=1e-13)


@pytest.mark.parametrize("integrator", ["rk4", "dormand-prince", "ros2s", "rodas4p2"])
def test_rows_have_driven_coordinates_where_the_input_puts_them(integrator):
    """Between steps and at their ends, to rounding: nothing drifts."""
    run = simulate(
        steered_rotors(),
        1.0,
        inputs={"angle": lambda t: 0.5 * t * t},
        integrator=integrator,
        output_step=0.013,
        **({"step": 0.01} if integrator == "rk4" else {}),
    )
    u = 0.5 * np.asarray(run.time) ** 2
    law = np.array([law_and_slopes(x)[0] for x in u])
    assert np.abs(run["wheel_hinge.angle"] - u).max() < 1e-9
    assert np.abs(run["arm_hinge.angle"] - (OFFSET + law) / FACTOR).max() < 1e-9


def test_what_else_is_held_is_not_taken_for_driven():
    """Friction that may stick, or a second tie, may hold what an input drives: then equations are solved."""
    found = driven_coordinates(connect_by_route(steered_rotors(), True, RECURSIVE))
    assert set(found) == {"wheel_hinge.angle", "arm_hinge.angle"}
    rubbed = steered_rotors(DryFriction(name="rub", coordinates=("arm_hinge.angle",), limit=1.0))
    assert not driven_coordinates(connect_by_route(rubbed, True, RECURSIVE))
    again = {"coordinates": ("arm_hinge.angle", "wheel_hinge.angle"), "factors": (1.0, -1.0)}
    assert not driven_coordinates(connect_by_route(steered_rotors(Coupling(name="second", **again)), True, RECURSIVE))


def test_road_wheels_of_a_functional_car_are_driven():
    """They follow the steering wheel by tables; in a car with a rack, tie rods hold what the wheel moves."""
    golf = connect_by_route(load("golf1").car_model().model, True, RECURSIVE)
    assert len(driven_coordinates(golf)) == 3
    small = connect_by_route(load("small_car").car_model().model, True, RECURSIVE)
    assert set(driven_coordinates(small)) == {"steering.wheel.angle"}
