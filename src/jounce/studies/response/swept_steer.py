"""A swept sine of the steering wheel: frequency responses."""

from __future__ import annotations

import numpy as np

from jounce.studies.driving.histories import History, smooth
from jounce.studies.response.steer_frequencies import BEGIN, REST, SteerFrequencies

RISE = 1.0  # periods of the lowest frequency in which the amplitude grows, and of the highest in which it falls


class SweptSteer(SteerFrequencies):
    """A swept sine of the steering wheel: frequency responses. [ISO 7401:2011, continuous sine]

    The car runs straight. The steering wheel moves through a sine whose frequency rises from the lowest to the
    highest, by the same factor in equal times; its amplitude is constant but for its beginning and its end. Responses
    are spectra over the whole run, beside those of the linearised car. The drive holds the speed.
    """

    name = "swept-steer"

    def wheel(self, amplitude: float) -> History:
        t = np.arange(0.0, BEGIN + self.duration + REST, 2e-3)
        s = np.clip(t - BEGIN, 0.0, self.duration)
        growth = np.log(self.highest / self.lowest) / self.duration
        phase = 2.0 * np.pi * self.lowest * np.expm1(growth * s) / growth
        ends = smooth(s * self.lowest / RISE) * smooth((self.duration - s) * self.highest / RISE)
        return t, amplitude * np.sin(phase) * ends, "spline"
