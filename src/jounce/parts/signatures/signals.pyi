# written by docs/tables.py
"""What jounce.parts.signals offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

from jounce.parts.signals import SIGNALS as SIGNALS
from jounce.parts.signals.constant import Constant as RealConstant
class Constant(RealConstant):
    def __init__(self, *, value: Scalar | str) -> None: ...

from jounce.parts.signals.external import External as RealExternal
class External(RealExternal):
    def __init__(self, *, input: str) -> None: ...

from jounce.parts.signals.half_sine import HalfSine as RealHalfSine
class HalfSine(RealHalfSine):
    def __init__(self, *, height: Scalar | str, start: Scalar | str, duration: Scalar | str) -> None: ...

from jounce.parts.signals.harmonic import Harmonic as RealHarmonic
class Harmonic(RealHarmonic):
    def __init__(self, *, amplitude: Scalar | str, frequency: Scalar | str, phase: Scalar | str = ..., offset: Scalar | str = ...) -> None: ...

from jounce.parts.signals.history import History as RealHistory
class History(RealHistory):
    def __init__(self, *, time: abc.Sequence[Scalar | str], value: abc.Sequence[Scalar | str], interpolation: str = ..., table: Any = ...) -> None: ...

from jounce.parts.signals import Signal as Signal
from jounce.parts.signals.smooth_step import SmoothStep as RealSmoothStep
class SmoothStep(RealSmoothStep):
    def __init__(self, *, height: Scalar | str, start: Scalar | str, duration: Scalar | str) -> None: ...

from jounce.parts.signals import input_of_signal as input_of_signal
from jounce.parts.signals import is_constant_signal as is_constant_signal
from jounce.parts.signals import is_free_signal as is_free_signal
