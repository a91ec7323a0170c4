"""Solve the equations: assemble, find rank and idle freedoms, trim, linearise, integrate, project."""

from typing import TYPE_CHECKING

from jounce.simulation.judging.judged import simulate
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.simulate import Interrupted

__all__ = [
    "Interrupted",
    "LinearModel",
    "Prepared",
    "SavedState",
    "SimulatedTangents",
    "Stepper",
    "Trimmed",
    "Until",
    "excitation_warning",
    "prepare",
    "simulate",
    "simulate_many",
    "simulate_tangents",
]

if TYPE_CHECKING:
    from jounce.simulation.events.until import Until
    from jounce.simulation.lanes.simulate_many import simulate_many
    from jounce.simulation.linear.linearise import LinearModel
    from jounce.simulation.linear.road_excitation import excitation_warning
    from jounce.simulation.stepping.saved_state import SavedState
    from jounce.simulation.stepping.stepper import Stepper
    from jounce.simulation.tangents.simulate_tangents import SimulatedTangents, simulate_tangents
    from jounce.simulation.trim import Trimmed
else:
    from jounce.public_names import hand_on_names

    _HOMES = {
        "jounce.simulation.events.until": ("Until",),
        "jounce.simulation.lanes.simulate_many": ("simulate_many",),
        "jounce.simulation.linear.linearise": ("LinearModel",),
        "jounce.simulation.linear.road_excitation": ("excitation_warning",),
        "jounce.simulation.stepping.saved_state": ("SavedState",),
        "jounce.simulation.stepping.stepper": ("Stepper",),
        "jounce.simulation.tangents.simulate_tangents": ("SimulatedTangents", "simulate_tangents"),
        "jounce.simulation.trim": ("Trimmed",),
    }
    __getattr__, __dir__ = hand_on_names(__name__, __all__, _HOMES)
