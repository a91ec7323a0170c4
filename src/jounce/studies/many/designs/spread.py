"""Spreads: what a varied number may be, as levels of its own or as a distribution.

A distribution turns evenly spread numbers u of (0, 1) into its own by the inverse of its distribution function, so that
every way of drawing u serves every distribution. [Devroye 1986, Non-Uniform Random Variate Generation, section II.2]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from jounce.errors import Problem


@dataclass(frozen=True, slots=True)
class Levels:
    """Values that were written down; a design that draws takes each of them equally often."""

    values: tuple[float, ...]

    def at(self, u: np.ndarray) -> np.ndarray:
        """Returns the level that each u of (0, 1) falls on."""
        return np.asarray(self.values)[np.minimum((u * len(self.values)).astype(int), len(self.values) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Uniform:
    """Between two ends, everywhere alike."""

    least: float
    most: float

    def contradictions(self) -> Iterator[Problem]:
        yield from _order(least=self.least, most=self.most)

    def at(self, u: np.ndarray) -> np.ndarray:
        return self.least + u * (self.most - self.least)


@dataclass(frozen=True, slots=True, kw_only=True)
class Normal:
    """Bell curve."""

    mean: float
    deviation: float  # standard deviation

    def contradictions(self) -> Iterator[Problem]:
        yield from _positive(deviation=self.deviation)

    def at(self, u: np.ndarray) -> np.ndarray:
        return self.mean + self.deviation * _normal_scores(u)


@dataclass(frozen=True, slots=True, kw_only=True)
class TruncatedNormal:
    """Bell curve of which only what lies between two ends is left; mean and deviation are those of the whole curve."""

    mean: float
    deviation: float
    least: float
    most: float

    def contradictions(self) -> Iterator[Problem]:
        yield from _positive(deviation=self.deviation)
        yield from _order(least=self.least, most=self.most)

    def at(self, u: np.ndarray) -> np.ndarray:
        from scipy.stats import truncnorm  # slow to import

        ends = [(end - self.mean) / self.deviation for end in (self.least, self.most)]
        return self.mean + self.deviation * truncnorm.ppf(u, *ends)


@dataclass(frozen=True, slots=True, kw_only=True)
class Triangular:
    """Between two ends, most often at its mode, straight lines between."""

    least: float
    mode: float
    most: float

    def contradictions(self) -> Iterator[Problem]:
        yield from _order(least=self.least, most=self.most)
        if not self.least <= self.mode <= self.most:
            yield Problem("mode", f"{self.mode:g}", f"from {self.least:g} to {self.most:g}, in SI")

    def at(self, u: np.ndarray) -> np.ndarray:
        width, rise = self.most - self.least, self.mode - self.least
        left = self.least + np.sqrt(u * width * rise)
        right = self.most - np.sqrt((1.0 - u) * width * (width - rise))
        return np.where(u * width < rise, left, right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lognormal:
    """Its logarithm is a bell curve: half of all values are below the median; `log_deviation` 0.1 is about 10 %."""

    median: float
    log_deviation: float

    def contradictions(self) -> Iterator[Problem]:
        yield from _positive(log_deviation=self.log_deviation)
        if self.median == 0.0:
            yield Problem("median", "is zero", "a number of either sign: values are multiples of it")

    def at(self, u: np.ndarray) -> np.ndarray:
        return self.median * np.exp(self.log_deviation * _normal_scores(u))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of some values, each as often as its weight says."""

    values: tuple[float, ...]
    weights: tuple[float, ...]

    def contradictions(self) -> Iterator[Problem]:
        if len(self.values) != len(self.weights):
            yield Problem("weights", f"{len(self.weights)} for {len(self.values)} values", "one for each value")
        elif min(self.weights, default=0.0) < 0.0 or not sum(self.weights) > 0.0:
            yield Problem("weights", f"{list(self.weights)}", "none below zero, and not all of them zero")

    def at(self, u: np.ndarray) -> np.ndarray:
        ends = np.cumsum(self.weights) / np.sum(self.weights)
        return np.asarray(self.values)[np.minimum(np.searchsorted(ends, u, side="right"), len(self.values) - 1)]


DISTRIBUTIONS = {
    "uniform": Uniform,
    "normal": Normal,
    "truncated-normal": TruncatedNormal,
    "triangular": Triangular,
    "lognormal": Lognormal,
    "choice": Choice,
}
Spread = Levels | Uniform | Normal | TruncatedNormal | Triangular | Lognormal | Choice


def _normal_scores(u: np.ndarray) -> np.ndarray:
    """Tells where the standard normal distribution reaches u."""
    from scipy.special import ndtri  # slow to import

    return np.asarray(ndtri(u))


def _order(least: float, most: float) -> Iterator[Problem]:
    if not least < most:
        yield Problem("most", f"{most:g} is not above least, {least:g} (SI)", "least below most")


def _positive(**named: float) -> Iterator[Problem]:
    for name, value in named.items():
        if not value > 0.0:
            yield Problem(name, f"{value:g}", "above zero")
