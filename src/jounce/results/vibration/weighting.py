"""Frequency weightings of vibration: how strongly people feel an acceleration of each frequency.

A weighting is a filter H(s) = H_high H_low H_transition H_step, s = 2 pi i f [ISO 2631-1:1997, annex A; ISO 8041]:

    H_high       = 1 / (1 + sqrt(2) w1/s + (w1/s)^2)
    H_low        = 1 / (1 + sqrt(2) s/w2 + (s/w2)^2)
    H_transition = (1 + s/w3) / (1 + s/(Q4 w4) + (s/w4)^2)
    H_step       = (1 + s/(Q5 w5) + (s/w5)^2) / (1 + s/(Q6 w6) + (s/w6)^2) (w5/w6)^2

Histories are weighted in the frequency domain, where the filter is exact at any sampling rate: at 1 kHz a bilinear one
would err by 2 % at 80 Hz.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

FADED = 4.0  # periods of the high pass after which its answer is gone: exp(-2 pi 4/sqrt(2)) = 2e-8


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighting:
    """The numbers of one filter: corner frequencies in Hz and quality factors; a part that is left out does nothing."""

    name: str
    f1: float  # high pass
    f2: float  # low pass
    f3: float = inf  # transition from acceleration to velocity: its zero
    f4: float = inf  # and its pole pair
    Q4: float = 1.0
    f5: float = inf  # upward step: its zeros
    Q5: float = 1.0
    f6: float = inf  # and its poles
    Q6: float = 1.0
    gain: float = 1.0
    meaning: str = ""

    def response(self, frequency: np.ndarray) -> np.ndarray:
        """Returns H at frequencies in Hz; zero at 0 Hz."""
        f = np.asarray(frequency, float)
        with np.errstate(divide="ignore", invalid="ignore"):
            high = 1.0 / _pair(self.f1 / f, -1.0, 2.0**-0.5)  # (w1/s)^2 = -(f1/f)^2, w1/s = -i f1/f
        found = self.gain * np.where(f == 0.0, 0.0, high) / _pair(f / self.f2, 1.0, 2.0**-0.5)
        found = found * (1.0 + 1j * f / self.f3) / _pair(f / self.f4, 1.0, self.Q4)
        if self.f5 == inf:
            return found
        step = _pair(f / self.f5, 1.0, self.Q5) / _pair(f / self.f6, 1.0, self.Q6)
        return np.asarray(found * step * (self.f5 / self.f6) ** 2)


def _pair(ratio: np.ndarray, sign: float, Q: float) -> np.ndarray:
    """Returns 1 + z/Q + z^2 with z = i ratio, or -i ratio."""
    return np.asarray(1.0 + sign * 1j * ratio / Q - ratio**2)


_BAND = {"f1": 0.4, "f2": 100.0}
# [ISO 2631-1:1997, tables A.1 and A.2; of Wb BS 6841:1987, table 3]
WEIGHTINGS = {
    weighting.name: weighting
    for weighting in (
        Weighting(
            name="Wk", **_BAND, f3=12.5, f4=12.5, Q4=0.63, f5=2.37, Q5=0.91, f6=3.35, Q6=0.91, meaning="z on the seat"
        ),
        Weighting(name="Wd", **_BAND, f3=2.0, f4=2.0, Q4=0.63, meaning="x and y on the seat"),
        Weighting(name="Wc", **_BAND, f3=8.0, f4=8.0, Q4=0.63, meaning="x at the backrest"),
        Weighting(name="We", **_BAND, f3=1.0, f4=1.0, Q4=0.63, meaning="rotation on the seat"),
        Weighting(name="Wj", **_BAND, f5=3.75, Q5=0.91, f6=5.32, Q6=0.91, meaning="head of a lying person"),
        Weighting(
            name="Wf",
            f1=0.08,
            f2=0.63,
            f4=0.25,
            Q4=0.86,
            f5=0.0625,
            Q5=0.80,
            f6=0.1,
            Q6=0.80,
            meaning="motion sickness",
        ),
        Weighting(
            name="Wb",
            **_BAND,
            f3=16.0,
            f4=16.0,
            Q4=0.55,
            f5=2.5,
            Q5=0.90,
            f6=4.0,
            Q6=0.95,
            gain=1.024,
            meaning="z, BS 6841",
        ),
    )
}


def weight_history(values: np.ndarray, step: float, weighting: Weighting) -> np.ndarray:
    """Returns an evenly sampled history as the filter answers to it, at rest before the first sample.

    The history is followed by zeros until the filter's answer has faded, so that its end does not reach its beginning.
    Nothing lies above half the sampling rate, or it is taken for something below it.
    """
    from scipy.fft import next_fast_len  # slow to import

    n = len(values)
    size = next_fast_len(n + int(FADED / (weighting.f1 * step)) + 1, real=True)
    spectrum = np.fft.rfft(values, size) * weighting.response(np.fft.rfftfreq(size, step))
    return np.asarray(np.fft.irfft(spectrum, size)[:n])
