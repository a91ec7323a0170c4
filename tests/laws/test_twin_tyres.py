"""Twin tyres next to two tyres on one wheel, and next to what a turn makes of them."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.parts.tyres.simple_laws.linear import LinearTyre
from jounce.simulation.prepare import prepare

DISTANCE, RADIUS, LOAD, SLIP = 0.34, 0.5, 8000.0, 20.0  # m, m, N on one tyre, 1
LAW = LinearTyre(radius=RADIUS, stiffness=8e5, slip_coefficient=SLIP, cornering_coefficient=12.0)
CENTRE, AXIS = (0.0, 1.0, RADIUS), (0.02, 0.9995, 0.025)
SHARED = {"body": "wheel", "axis": AXIS, "law": LAW, "contact_length": 0.15}


def wheel_on_road(*tyres) -> jounce.Model:
    """A wheel that moves as it likes."""
    body = jounce.parts.Body(name="wheel", mass=180.0, centre=CENTRE, inertia=(15.0, 25.0, 15.0))
    free = jounce.parts.joints.Free(name="wheel_joint", parent="ground", child="wheel", point=CENTRE)
    return jounce.Model("wheel").add(body, free, *tyres)


def at_half(sign: float) -> tuple[float, ...]:
    axis = np.array(AXIS) / np.linalg.norm(AXIS)
    return tuple((np.array(CENTRE) + 0.5 * sign * DISTANCE * axis).tolist())


def rates_and_channels(model: jounce.Model) -> tuple[dict[str, float], dict[str, float]]:
    """Of the wheel as it rolls, yaws, leans and sinks into the road, with tyres that are deflected."""
    ready = prepare(model, integrator=None)
    layout, state = ready.layout, ready.state.copy()
    rng = np.random.default_rng(3)
    for name in sorted(layout.coordinates):
        state[layout.coordinates[name]] += -0.02 if name.endswith(".z") else rng.uniform(-0.01, 0.01)
    for name in sorted(layout.speeds):
        state[layout.speeds[name]] = 15.0 if name.endswith(".vx") else rng.uniform(-1.0, 1.0)
    deflected = {"outer_u_x": 0.004, "outer_u_y": -0.006, "inner_u_x": -0.003, "inner_u_y": 0.002}
    places = {name.removeprefix("pair.").replace(".", "_"): place for name, place in layout.elements.items()}
    for name, value in deflected.items():
        state[places[name]] = value
    work = ready.workspace()
    rates = work.rhs(state)
    moving = {name: rates[place] for name, place in (*layout.speeds.items(), *((n, places[n]) for n in deflected))}
    return moving, work.observe(state)


@pytest.mark.parametrize("outside", [1.0, -1.0])
def test_a_pair_is_two_tyres_at_half_the_distance(outside):
    """To rounding, which the axes of two wheel planes share."""
    pair = jounce.parts.TwinTyre(name="pair", point=CENTRE, distance=DISTANCE, outside=outside, **SHARED)
    ends = {"outer": outside, "inner": -outside}
    two = [jounce.parts.Tyre(name=name, point=at_half(sign), **SHARED) for name, sign in ends.items()]
    (rates, seen), (expected, each) = rates_and_channels(wheel_on_road(pair)), rates_and_channels(wheel_on_road(*two))
    assert rates == pytest.approx(expected, rel=1e-11, abs=1e-9)
    assert min(each["outer.Fz"], each["inner.Fz"]) > 1000.0
    for word in ("Fx", "Fy", "Fz"):
        for which in ends:
            assert seen[f"pair.{word}_{which}"] == pytest.approx(each[f"{which}.{word}"], rel=1e-11)
        assert seen[f"pair.{word}"] == pytest.approx(each[f"outer.{word}"] + each[f"inner.{word}"], rel=1e-11)
    along = each["outer.Fx"] - each["inner.Fx"]  # what turns the wheel about z besides the moments of both
    turning = each["outer.Mz"] + each["inner.Mz"] - outside * along * DISTANCE / 2
    assert seen["pair.Mz"] == pytest.approx(turning, rel=2e-3)  # the axis leans by 0.025


def test_twins_on_an_axle_carry_as_two_and_have_one_wheel():
    """A wheel of a car: each tyre carries half, the wheel stands half as deep, and rules speak of what cannot be."""
    text = jounce.load("pickup").to_toml()  # type: ignore[union-attr]
    twins = text.replace("[axles.rear.tyre]", "[axles.rear.tyre]\ntwin_distance = 0.2")
    car, single = jounce.load(twins), jounce.load(text)
    assert car.axles["rear"].tyre.vertical_stiffness() == 2.0 * single.axles["rear"].tyre.vertical_stiffness()
    found = [
        part for part in car.car_model().model.forces if part.name.startswith("rear") and part.name.endswith(".tyre")
    ]
    assert [(part.count, part.outside, part.distance) for part in found] == [(2, 1.0, 0.2), (2, -1.0, 0.2)]
    with pytest.raises(jounce.ModelError, match="twin_distance"):
        jounce.load(text.replace("[axles.rear.tyre]", "[axles.rear.tyre]\ntwin_distance = 3.0"))
