"""A body of revolution may be called so or not: the equations differ, the motion does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jounce import Model, check, simulate
from jounce.equations.recursive.derive import derive_equations
from jounce.native.reference import run_reference_pieces
from jounce.parts import Body, Free, Prismatic, Revolute, TorsionBar
from jounce.simulation.compiled import compiled_programs

AXIS = np.array([0.1, 1.0, -0.2]) / np.linalg.norm([0.1, 1.0, -0.2])


def disc(name, centre, axis, along, across, mass):
    tensor = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    products = -np.array([tensor[0, 1], tensor[1, 2], tensor[2, 0]])
    return Body(
        name=name,
        mass=mass,
        centre=tuple(centre),
        inertia=tuple(np.diag(tensor)),
        products=tuple(products),
        axisymmetric=True,
    )


def tumbling():
    """A floating body with a rotor, and an arm on it that carries a wheel and a shaft."""
    hub = np.array([0.3, 0.7, 0.2])
    return Model("tumbling").add(
        Body(name="car", mass=20.0, centre=(0.1, 0.0, 0.4), inertia=(1.0, 2.0, 2.5), interface=True),
        Free(name="car", parent="ground", child="car"),
        Body(name="arm", mass=3.0, centre=(0.2, 0.5, 0.2), inertia=(0.1, 0.2, 0.15), products=(0.02, 0.01, -0.03)),
        Revolute(name="pivot", parent="car", child="arm", point=(0.0, 0.3, 0.1), axis=(1.0, 0.2, 0.0)),
        disc("wheel", hub, AXIS, 0.5, 0.3, 5.0),
        Revolute(name="bearing", parent="arm", child="wheel", point=tuple(hub - 0.1 * AXIS), axis=tuple(AXIS)),
        disc("rotor", (0.5, 0.0, 0.3), np.array([1.0, 0.0, 0.0]), 0.2, 0.1, 2.0),
        Revolute(name="engine", parent="car", child="rotor", point=(0.5, 0.0, 0.3), axis=(1.0, 0.0, 0.0)),
        Body(name="slider", mass=1.0, centre=(0.0, 0.6, 0.0), inertia=(0.1, 0.1, 0.1)),
        Prismatic(name="guide", parent="arm", child="slider", point=(0.0, 0.6, 0.0), axis=(0.0, 1.0, 0.0)),
        TorsionBar(name="shaft", coordinates=("engine.angle", "bearing.angle"), factors=(1.0, -1.0), stiffness=30.0),
    )


def rates(model, state):
    """d(state)/dt by the interpreter, so that nothing is compiled."""
    equations = derive_equations(model)
    program = compiled_programs(equations)["rhs"]
    sizes, (values, tables) = equations.layout.sizes, equations.layout.fill_values(model)
    arrays = {"state": state, "values": values, "tables": tables, "out": np.zeros(sizes["state"])}
    arrays |= {"inputs": np.zeros(sizes["inputs"]), "modes": np.ones(1), "work": np.zeros(sizes["work"])}
    for pieces in (program.setup, program.run):
        run_reference_pieces(pieces, arrays)
    names = {**equations.layout.coordinates, **equations.layout.speeds}
    return {name: arrays["out"][place] for name, place in names.items()}, equations.layout


@pytest.mark.parametrize("seed", range(5))
def test_the_rates_do_not_depend_on_the_name(seed):
    """Both are exact; what differs are some hundred roundings."""
    gyrostats = tumbling()
    plain = Model("plain").take(
        *(replace(part, axisymmetric=False) if isinstance(part, Body) else part for part in gyrostats.parts)
    )
    layouts = [derive_equations(model).layout for model in (gyrostats, plain)]
    rng = np.random.default_rng(seed)
    numbers = {name: rng.normal() for name in {**layouts[0].coordinates, **layouts[0].speeds}}
    found = []
    for model, layout in zip((gyrostats, plain), layouts, strict=True):
        state = np.zeros(layout.sizes["state"])
        for name, place in {**layout.coordinates, **layout.speeds}.items():
            state[place] = numbers[name]
        found.append(rates(model, state)[0])
    largest = max(abs(value) for value in found[1].values())
    for name, value in found[1].items():
        assert found[0][name] == pytest.approx(value, abs=1e-11 * largest), name


def test_what_is_not_round_is_refused_by_name():
    model = tumbling()
    parts = {part.name: part for part in model.parts}
    beside = replace(parts["wheel"], centre=(0.3, 0.7, 0.25))
    uneven = replace(parts["rotor"], inertia=(0.2, 0.1, 0.12))
    carried = replace(parts["slider"], axisymmetric=True)
    wrong = Model("wrong").take(
        *({"wheel": beside, "rotor": uneven, "slider": carried}.get(p.name, p) for p in model.parts)
    )
    found = {problem.where: problem.what for problem in check(wrong)}
    assert "beside the axis of 'bearing'" in found["bodies.wheel.axisymmetric"]
    assert "differs around the axis of 'engine'" in found["bodies.rotor.axisymmetric"]
    assert "no joint that ends in a turn" in found["bodies.slider.axisymmetric"]


MASS, ARM, ALONG, SPIN = 2.0, 0.3, 0.02, 400.0  # kg, m, kg m^2, rad/s


def spinning_top(gyroscopic, spin=SPIN):
    """A disc at the end of a light rod that swings about a level axis on a post, which turns about the vertical."""
    axis = np.array([1.0, 0.0, 0.0])
    top = disc("disc", ARM * axis, axis, ALONG, 0.01, MASS)
    model = Model("top").add(
        Body(name="post", mass=0.0, massless=True),
        Body(name="rod", mass=0.0, massless=True),
        Revolute(name="turn", parent="ground", child="post", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)),
        Revolute(name="fall", parent="post", child="rod", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
        replace(top, gyroscopic=gyroscopic),
        Revolute(name="spin", parent="rod", child="disc", point=(ARM, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
    )
    precession = MASS * 9.81 * ARM / (ALONG * SPIN)  # slow: level, its own moment across does not count
    rates = {"spin.angle": spin, "turn.angle": precession if gyroscopic else 0.0}
    return simulate(model, 0.5, start_rates=rates, integrator="rk4", step=1e-4, output_step=0.05), precession


def test_a_level_top_precesses_by_weight_over_spin_momentum():
    """Omega = m g l / (I s), exactly for a level axis [Landau 1976, section 35: a top whose axis is level]."""
    run, precession = spinning_top(True)
    np.testing.assert_allclose(run["turn.angle"], precession * run.time, rtol=1e-9)
    np.testing.assert_allclose(run["fall.angle"], 0.0, atol=1e-9)


def test_a_top_without_gyroscopic_moments_falls_like_a_pendulum():
    """Its energy: (m l^2 + I across) w^2 / 2 = m g l sin(angle); it spins on, and does not turn about the vertical."""
    run, _ = spinning_top(False)
    angle, rate = run["fall.angle"], run["fall.angle_rate"]
    wanted = 2 * MASS * 9.81 * ARM * np.sin(angle) / (MASS * ARM**2 + 0.01)
    assert angle[-1] > 1.0
    np.testing.assert_allclose(rate**2, wanted, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(run["turn.angle"], 0.0, atol=1e-12)
    np.testing.assert_allclose(run["spin.angle_rate"], SPIN, rtol=1e-12)


def test_a_bearing_feels_no_moment_that_is_neglected():
    """Then the load of the bearing is that of a disc that does not spin; else w x h is in it."""
    still, spinning = (spinning_top(False, spin)[0] for spin in (0.0, SPIN))
    for axis in "xyz":
        np.testing.assert_allclose(spinning[f"spin.M{axis}"], still[f"spin.M{axis}"], atol=1e-8)
    whole, precession = spinning_top(True)
    assert np.abs(whole["spin.My"]).max() > 0.5 * ALONG * SPIN * precession
