"""A limited lag: a second-order lag, critically damped, with limits of rate and angle; a hand that turns a wheel.

    y'' + 2 w y' + w^2 y = w^2 u        [handbooks write the neuromuscular lag of a driver so, w = 1 / tau]

Over a tick u is held. Then, with z = y - u and e = exp(-w T),

    y(T)  = u + e ((1 + w T) z + T y')
    y'(T) = e ((1 - w T) y' - w^2 T z)

which is exact; a test compares with the matrix exponential.
"""

from __future__ import annotations

from typing import NamedTuple

from jounce.graph import Scalar, exp, less, maximum, minimum, select


class LagState(NamedTuple):
    """Value and rate of what lags: what `Reach` takes."""

    value: Scalar
    rate: Scalar


def lag_after_tick(target: Scalar, now: LagState, frequency: Scalar, period: Scalar) -> LagState:
    """The lag one period later, its target held; `frequency` w in rad/s, `period` T in s."""
    wT = frequency * period
    decay, apart = exp(-wT), now.value - target
    value = target + decay * ((1.0 + wT) * apart + period * now.rate)
    rate = decay * ((1.0 - wT) * now.rate - frequency * wT * apart)
    return LagState(value, rate)


def limit_lag(after: LagState, now: LagState, period: Scalar, most_rate: Scalar, most_value: Scalar) -> LagState:
    """A lag after a period, brought within its limits: neither faster than `most_rate` nor beyond +-`most_value`.

    The rate is at most `most_rate` at both ends and in the middle of the cubic polynomial that `Reach` makes of it,
    where that has 3/2 of the mean rate less a quarter of the sum of both ends. At the largest value it stands still.
    """
    rate = minimum(maximum(after.rate, -most_rate), most_rate)
    ends = 0.25 * (now.rate + rate)
    mean = (after.value - now.value) / period
    mean = minimum(maximum(mean, (ends - most_rate) / 1.5), (ends + most_rate) / 1.5)
    value = now.value + period * mean
    held = minimum(maximum(value, -most_value), most_value)
    beyond = less(most_value, abs(value))  # type: ignore[arg-type]
    return LagState(held, select(beyond, 0.0, rate))
