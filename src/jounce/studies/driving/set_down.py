"""A car set down on a slope: which of the many ways to stand there is meant, and whether it can stand at all.

At rest any deflections of the tyres balance that hold the car in sum: front and rear may pull against each other. So
there is a family of solutions, and what is physical depends on the past. Here the car stands on its springs, its
tyres unstressed along the road, and is let go with brakes and steering as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jounce.equations.layout import Layout
from jounce.errors import NumericalError
from jounce.parts.roads.road import Road
from jounce.simulation.choose_integrator import LONGEST_STEP, error_scales_of_integrator
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.run_method import integrate
from jounce.studies.driving.steady_motion import SteadyMotionStart

STRIDE = 0.01  # s between looks at the kinetic energy
SETTLING_STEP = 5e-4  # s, the first
SETTLING_ERROR = 1e-2  # of what counts as large, in a step
LONG_ENOUGH = 20.0  # s: many swings of any car on its springs and tyres
AT_REST = 1e-9  # of the largest kinetic energy, or of 1 J
AWAY = 0.2  # m: a car that stands gives way by some centimetres, on tyres and springs
NUDGE = 1e-6  # m by which a patch is pushed to see how its force answers
FALLING = -1e-3  # of the stiffest patch: beyond rounding
SET_DOWN_NOT_UNIQUE = (
    "how the wheels share the force along the road is not unique: the car was set down with unstressed tyres"
)


def set_down_on_plane(start: SteadyMotionStart, road: Road) -> np.ndarray:
    """Returns the start state, moved with its wheels onto the plane through the road under them."""
    wheels = np.array([corner.wheel_centre for corner in start.car.corners.values()], float)
    height = road.function()
    terms = np.column_stack([np.ones(len(wheels)), wheels[:, :2]])
    (z, grade, bank), *_ = np.linalg.lstsq(terms, np.array([height(x, y)[0] for x, y, _ in wheels]), rcond=None)
    pitch, roll = -0.5 * np.arctan(grade), 0.5 * np.arctan2(bank, np.hypot(1.0, grade))  # halves of the angles
    turned = np.array(
        [
            np.cos(pitch) * np.cos(roll),
            np.cos(pitch) * np.sin(roll),
            np.sin(pitch) * np.cos(roll),
            -np.sin(pitch) * np.sin(roll),
        ]
    )
    state, places, body = start.ready.state.copy(), start.ready.layout.coordinates, start.car.leading
    where, attitude = ([places[body.coordinate(name)] for name in names] for names in ("xyz", ("q0", "q1", "q2", "q3")))
    point = _times(_times(turned, np.array([0.0, *state[where]])), turned * (1, -1, -1, -1))[1:]
    state[attitude] = _times(turned, state[attitude])
    state[where] = point
    state[places[body.coordinate("z")]] += z
    return state


def _times(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Returns product of quaternions: first q, then p."""
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


def settling_steps(layout: Layout) -> dict[str, Any]:
    """Returns how to integrate where only the end counts, also on stiff bushings and shafts."""
    errors = SETTLING_ERROR * error_scales_of_integrator(layout)
    return {"method": "ros34pw2", "step": SETTLING_STEP, "max_step": LONGEST_STEP, "rtol": 0.0, "atol": errors}


def set_down_to_rest(start: SteadyMotionStart) -> np.ndarray:
    """Returns the state in which the car comes to rest, all its speeds taken away whenever its kinetic energy has a
    peak.

    So it does not swing beyond the place where it stands, as little as one that is let down gently, and tyres and
    brakes slide no further than they must: kinetic damping, as in the method of dynamic relaxation.
    """
    given = {part.name: float(start.inputs.get(part.name, part.default)) for part in start.ready.model.inputs}  # type: ignore[arg-type]
    inputs, work = InputHistory.of(given), start.ready.workspace(start.inputs)
    layout = start.ready.layout
    speeds, place = list(layout.speeds.values()), [layout.coordinates[start.car.coordinate(axis)] for axis in "xy"]
    steps = settling_steps(layout)
    state, before, largest = start.ready.state.copy(), 0.0, 1.0
    for t in np.arange(0.0, LONG_ENOUGH, STRIDE):
        run = integrate(work, state, t, t + STRIDE, samples=np.array([t + STRIDE]), inputs=inputs, **steps)
        state = run.y_end.copy()
        energy = work.observe(state)["energy.kinetic"]
        largest = max(largest, energy)
        if energy <= before:
            state[speeds], energy = 0.0, 0.0
            if before <= AT_REST * largest:
                return state
        if np.linalg.norm((state - start.ready.state)[place]) > AWAY:
            break
        before = energy
    raise NumericalError(
        f"{start.car.model.name} does not come to rest: brakes or tyres slide ({friction_used(start, state)})"
    )


def check_set_down_stands(start: SteadyMotionStart) -> None:
    """A tyre that is pushed further holds more: on the falling branch of its force the car would slide away."""
    work, places = start.ready.workspace(start.inputs), start.ready.layout.elements
    slopes = {}
    for corner in start.car.corners:
        for axis in "xy":
            moved = np.repeat(start.ready.state[None], 2, axis=0)
            own = [place for name, place in places.items() if _is_deflection(name, f"{corner}.tyre.", axis)]
            moved[:, own] += np.array([[-NUDGE], [NUDGE]])
            low, high = (work.observe(state)[f"{corner}.tyre.F{axis}"] for state in moved)
            slopes[corner, axis] = (high - low) / (2 * NUDGE)
    least = min(slopes, key=lambda place: slopes[place])
    if slopes[least] < FALLING * max(map(abs, slopes.values())):
        what = f"{least[0]} would hold less if it were pushed further, and slides"
        raise NumericalError(
            f"{start.car.model.name} does not stand: {what} ({friction_used(start, start.ready.state)})"
        )


def _is_deflection(name: str, tyre: str, axis: str) -> bool:
    """Tells whether a state is a deflection of a tyre's patch along an axis; twin tyres have two of each."""
    return name.startswith(tyre) and name.endswith(f"u_{axis}")


def friction_used(start: SteadyMotionStart, state: np.ndarray) -> str:
    """Returns how much friction each tyre uses."""
    seen = start.ready.workspace(start.inputs).observe(state)
    used = {
        corner: np.hypot(seen[f"{corner}.tyre.Fx"], seen[f"{corner}.tyre.Fy"]) / max(seen[f"{corner}.tyre.Fz"], 1.0)
        for corner in start.car.corners
    }
    return f"force along the road divided by load: {', '.join(f'{name} {share:.2g}' for name, share in used.items())}"
