"""A random steering wheel: frequency responses and coherence."""

from __future__ import annotations

import numpy as np

from jounce.studies.driving.histories import History, smooth
from jounce.studies.response.steer_frequencies import BEGIN, REST, SteerFrequencies
from jounce.studies.settings import Count

ENDS = 1.0  # s in which the amplitude grows and falls
PEAK = 3.0  # of a random wheel over its root mean square: the amplitude is where it is cut


class RandomSteer(SteerFrequencies):
    """A random steering wheel: frequency responses and coherence. [ISO 7401:2011, random input]

    The car runs straight. The steering wheel moves through waves of all frequencies of the band with equal amplitudes
    and random phases (`seed`), at most by the amplitude. Responses are spectra over the whole run, averaged over
    0.1 Hz, beside those of the linearised car. The drive holds the speed.
    """

    name = "random-steer"
    band = 0.1  # waves beat with the lines of the spectrum, so more of them are averaged
    seed = Count(default=1, least=0, most=2**31, meaning="which random phases: the same number, the same wheel")

    def wheel(self, amplitude: float) -> History:
        t = np.arange(0.0, BEGIN + self.duration + REST, 2e-3)
        s = np.clip(t - BEGIN, 0.0, self.duration)
        count = max(2, round((self.highest - self.lowest) * self.duration))
        frequencies = np.linspace(self.lowest, self.highest, count)
        phases = 2.0 * np.pi * np.random.default_rng(self.seed).random(count)
        waves = np.sqrt(2.0 / count) * sum(
            np.sin(2.0 * np.pi * f * s + phase) for f, phase in zip(frequencies, phases, strict=True)
        )
        turned = (
            amplitude * np.tanh(waves / PEAK) / np.tanh(1.0) * smooth(s / ENDS) * smooth((self.duration - s) / ENDS)
        )
        return t, turned, "spline"
