"""Signals: a number as a function of time, or given from outside; what each is, and its input."""

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

__all__ = [
    "SIGNALS",
    "Constant",
    "External",
    "HalfSine",
    "Harmonic",
    "History",
    "Signal",
    "SmoothStep",
    "input_of_signal",
    "is_constant_signal",
    "is_free_signal",
]


def input_of_signal(signal: object) -> str | None:
    """The model's input that a signal reads, if it comes from outside."""
    return signal.input if isinstance(signal, External) else None


def is_constant_signal(signal: object) -> bool:
    """Whether a signal never changes."""
    return isinstance(signal, Constant)


def is_free_signal(signal: object) -> bool:
    """Whether a signal may be set to any value: an input, or a constant."""
    return isinstance(signal, External | Constant)
