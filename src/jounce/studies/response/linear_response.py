"""What every look at the linear car begins with: its start without dry friction, its response to sines of an input.

No drive is imported here: drives ask for the car that stability control wants, which is found so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jounce.parts.ends import has_phases, is_clutch
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.prepare import Prepared, prepared_at
from jounce.studies.driving.driving_start import SteadyMotionStart

if TYPE_CHECKING:
    from jounce.simulation.linear.linearise import LinearModel


def frictionless_start(start: SteadyMotionStart) -> Prepared:
    """Returns the start without dry friction: what it holds at rest, a moving wheel does not feel. Clutches hold."""
    work = start.ready.workspace(start.inputs)
    phases = FrictionPhases(work)
    phases.hold(start.ready.state, without=rubbing_parts(start))
    return prepared_at(work, start.ready.state, start.ready.rank, phases.modes)


def rubbing_parts(start: SteadyMotionStart) -> list[str]:
    """Returns the names of a car's dry frictions that are no clutches."""
    return [part.name for part in start.ready.model.forces if has_phases(part) and not is_clutch(part)]


def friction_left_out(start: SteadyMotionStart) -> list[str]:
    """Returns the names of those that have a limit at this start, so that leaving them out says something."""
    phases = FrictionPhases(start.ready.workspace(start.inputs))
    bears = dict(zip(phases.names, (phases.sticks > 0.5) | (phases.side != 0.0), strict=True))
    return [name for name in rubbing_parts(start) if bears[name]]


def linear_steer_response(linear: LinearModel, frequencies: np.ndarray) -> np.ndarray:
    """Returns [output, frequency] for a sine of the first input, of which the others are the rates."""
    found = np.empty((len(linear.outputs), len(frequencies)), complex)
    for k, f in enumerate(frequencies.tolist()):
        s = 2j * np.pi * f
        orders = s ** np.arange(linear.B.shape[1])
        inside = np.linalg.solve(s * np.eye(len(linear.A)) - linear.A, linear.B @ orders)
        found[:, k] = linear.C @ inside + linear.D @ orders
    return found
