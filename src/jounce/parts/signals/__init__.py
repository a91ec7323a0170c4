"""Signals: a number as a function of time, or given from outside while the model runs."""

from jounce.parts.signals.constant import Constant
from jounce.parts.signals.external import External
from jounce.parts.signals.half_sine import HalfSine
from jounce.parts.signals.harmonic import Harmonic
from jounce.parts.signals.history import History
from jounce.parts.signals.smooth_step import SmoothStep

SIGNALS = {
    "constant": Constant,
    "harmonic": Harmonic,
    "half_sine": HalfSine,
    "smooth_step": SmoothStep,
    "history": History,
    "external": External,
}
Signal = Constant | Harmonic | HalfSine | SmoothStep | History | External
