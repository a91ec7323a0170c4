"""Motions of mechanisms without damping, told in words, and the energy that a method should lose in them by theory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import dist, radians

import numpy as np
from closed_loops import Y, Z, five_bar, four_bar, macpherson, spatial_slider_crank, undamped_corner
from scipy.interpolate import make_interp_spline

import jounce
from jounce.equations.residual import Residual
from jounce.results import Result
from jounce.simulation.linear.step_matrix import step_matrix
from jounce.simulation.trim import standing, trim


def macpherson_corner() -> jounce.Model:
    """A quarter of a small car on a MacPherson strut: 300 kg on 25 kN/m, a wheel of 20 kg on 180 kN/m; undamped."""
    centre, top, seat = (0.0, 0.7, 0.3), (0.0, 0.5, 0.8), (0.0, 0.6, 0.4)
    body_load, weight = 300.0 * 9.81, (300.0 + 43.0) * 9.81  # N, on the strut and on the road
    return macpherson("car_body").add(
        jounce.parts.Body(
            name="car_body", mass=300.0, centre=(0.0, 0.0, 0.5), inertia=(80.0, 80.0, 80.0), interface=True
        ),
        jounce.parts.Body(name="wheel", mass=20.0, centre=centre, inertia=(0.5, 0.9, 0.5)),
        jounce.parts.Prismatic(name="heave", parent="ground", child="car_body", point=(0.0, 0.0, 0.5), axis=Z),
        jounce.parts.Revolute(name="wheel_bearing", parent="knuckle", child="wheel", point=centre, axis=Y),
        jounce.parts.Spring(
            name="spring",
            parent="car_body",
            child="knuckle",
            point=top,
            child_point=seat,
            free_length=dist(top, seat) + body_load / 25e3,
            law=jounce.parts.laws.Linear(slope=25e3),
        ),
        jounce.parts.VerticalTyre(
            name="tyre",
            body="wheel",
            point=centre,
            radius=centre[2] + weight / 180e3,
            stiffness=180e3,
            lift_off=False,
        ),
    )


def lifted(model: jounce.Model) -> jounce.simulation.Prepared:
    """The car body held at rest 50 mm above its equilibrium, the wheel as it then stands on the road."""
    ready = jounce.prepare(model)
    known = Residual(model)
    state = standing(ready).state
    state[ready.layout.coordinates["heave.displacement"]] += 0.05
    others_rest = [speed for speed in known.speeds if speed != "heave.displacement_rate"]
    held = trim(ready, known.positions, others_rest, state, hold=["heave.displacement"])
    return replace(ready, state=held.state)


def rolling(ready: jounce.simulation.Prepared) -> jounce.simulation.Prepared:
    """The same with the wheel spinning as at 90 km/h."""
    state = ready.state.copy()
    state[ready.layout.speeds["wheel_bearing.angle_rate"]] = 25.0 / 0.31
    return replace(ready, state=state)


def released(model: jounce.Model, **start: float) -> jounce.simulation.Prepared:
    """At rest in the design position, or with joints turned by the angles given."""
    return jounce.prepare(model, start={f"{joint}.angle": angle for joint, angle in start.items()})


def set_down() -> jounce.simulation.Prepared:
    """The wishbone corner in its equilibrium, body and wheel moving down as one at 0.3 m/s."""
    return jounce.prepare(undamped_corner(), start_rates={"heave.displacement": -0.3, "lower_arm_pivot.angle": 0.0})


# small oscillations about an equilibrium, near enough for linear theory
CORNERS: dict[str, Callable[[], jounce.simulation.Prepared]] = {
    "wishbone corner, body let go 50 mm too high": lambda: lifted(undamped_corner()),
    "the same, wheel spinning as at 90 km/h": lambda: rolling(lifted(undamped_corner())),
    "MacPherson corner, body let go 50 mm too high": lambda: lifted(macpherson_corner()),
    "wishbone corner, set down at 0.3 m/s": set_down,
}
# large motions
LINKAGES: dict[str, Callable[[], jounce.simulation.Prepared]] = {
    "hanging four-bar, let go 45 deg aside": lambda: released(four_bar(), crank_foot=radians(45)),
    "five-bar, let go": lambda: released(five_bar()),
    "slider-crank, let go with the crank level": lambda: released(spatial_slider_crank(), bearing=radians(90)),
    "library four-bar, let go": lambda: released(jounce.load("four_bar")),
}
MOTIONS = CORNERS | LINKAGES


def roughness(ready: jounce.simulation.Prepared, run: Result) -> float:
    """Time integral of |d^3 s/dt^3|^2 in W/s^5; s, the speeds weighted by mass, has |s|^2 / 2 as kinetic energy.

    A harmonic of frequency w that holds the energy E has the mean w^6 E. The mass matrix is that of the start.
    """
    speeds = np.column_stack([run[name] for name in ready.layout.speeds])
    third = make_interp_spline(run.time, speeds, k=7).derivative(3)(run.time)
    M = ready.workspace().matrices(ready.state)["M"]
    return run.duration * float(np.einsum("ti,ij,tj->t", third, M, third).mean())


# Share of energy that a step takes from a harmonic motion, by (w h)^6. On y' = i w y it multiplies the energy by
# |R(i w h)|^2, with R(z) = 1 + ... + z^5/120 + z^6/600 of Dormand and Prince [Hairer, Wanner 1996, section IV.2].
DORMAND_PRINCE = 1 / 1800


def rk4_share(ready: jounce.simulation.Prepared) -> float:
    """The same for RK4, in the fastest oscillation about the equilibrium.

    1/72 by the classical table and 1/288 by the other one: quaternions follow the first, joint angles the second, and
    a corner has both. So we take the matrix of one step of the linearised corner.
    """
    layout, y = ready.layout, standing(ready).state
    size = layout.sizes["controlled"]
    change = np.vstack([np.eye(size), np.zeros((len(y) - size, size))]).T * 1e-5
    A = np.array([(ready.workspace().rhs(y + d) - ready.workspace().rhs(y - d))[:size] / 2e-5 for d in change]).T
    rate = np.linalg.eigvals(A)
    rate = rate[rate.imag.argmax()]
    h = 0.2 / rate.imag  # short enough for the leading power, long enough for rounding
    factor = np.linalg.eigvals(step_matrix(A, layout.plain, h))
    factor = factor[np.abs(factor - np.exp(h * rate)).argmin()] / np.exp(h * rate)
    return float(1 - abs(factor) ** 2) / 0.2**6


def loss_by_theory(roughness: float, share: float, step: float) -> float:
    """Energy that a method takes from harmonic motions, in joules; the step is equal or the mean of many."""
    return step**5 * share * roughness
