"""Small motions about a state by differences of the compiled kernels: y' = J y + b u, channels = C y + d u.

Unlike `linear.py` nothing is derived or interpreted: a whole car takes milliseconds. The price is truncation (about
eight digits) and that loops are not eliminated: y is the whole state, and every constraint adds two eigenvalues at
zero to those of the mechanism. Forced motions at a frequency and the other eigenvalues are not touched by them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from jounce.equations.layout import INPUT_WIDTH
from jounce.parts.roads import Road, Sinusoid
from jounce.simulation.linear.step_matrix import ROUNDING, step_matrix_excess_growth
from jounce.simulation.prepare import Prepared
from jounce.simulation.workspace import Workspace

DIFFERENCE = 1e-6  # of a state, or share of a larger one
SMALL_WAVE = 1e-6  # m, the road's amplitude
WAVES_AHEAD, BEHIND = 8, 30.0  # wavelengths, and m, before the car's origin at which waves begin to grow
BORNE = 1.7  # |eigenvalue| times step: RK4 bears it whatever the damping, see docs/theory/projection_and_redundancy.md
MARGIN = 0.9  # of the longest stable step: eigenvalues change on the way
FINENESS = 0.01  # of the longest stable step


@dataclass(frozen=True)
class SmallMotions:
    """A state and how its rates and channels change with it."""

    ready: Prepared
    state: np.ndarray
    inputs: dict[str, float]  # others are as they were prepared
    J: np.ndarray  # rates by state
    C: np.ndarray  # channels by state
    channels: tuple[str, ...]

    def by_input(self, name: str, order: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Returns b and d: change of rates and of the channels by an input, or by its first or second rate."""
        work = self.ready.workspace(self.inputs)
        place = self.ready.layout.inputs[name] + order
        here = float(work.inputs[place])
        h = DIFFERENCE * max(1.0, abs(here))
        found = []
        for value in (here + h, here - h):
            work.inputs[place] = value
            found.append(_evaluate(work, self.state, self.channels))
        (a, c), (b, d) = found
        return (a - b) / (2 * h), (c - d) / (2 * h)

    def by_sines(self, shares: Mapping[str, float], frequencies: np.ndarray) -> np.ndarray:
        """Channels (a row each) at frequencies in Hz, where each input is a sine of its share, with its own rates."""
        inputs = [[self.by_input(name, order) for order in range(INPUT_WIDTH)] for name in shares]
        b, d = (
            [sum(share * by[order][k] for share, by in zip(shares.values(), inputs, strict=True)) for order in range(3)]
            for k in (0, 1)
        )
        found = np.empty((len(self.channels), len(frequencies)), complex)
        for column, f in enumerate(frequencies):
            s = 2j * np.pi * float(f)
            right, direct = (x[0] + s * (x[1] + s * x[2]) for x in (b, d))
            found[:, column] = self.C @ np.linalg.solve(s * np.eye(len(self.J)) - self.J, right) + direct
        return found

    def on_waves(self, wavelength: float, speed: float, side: str = "both") -> dict[str, complex]:
        """Channels per metre of amplitude where a car at this speed rolls over z = sin(2 pi x/wavelength), x ahead."""
        found = self.over_wavelengths([wavelength], speed, side)
        return {channel: complex(answers[0]) for channel, answers in found.items()}

    def over_wavelengths(
        self, wavelengths: Sequence[float] | np.ndarray, speed: float, side: str = "both"
    ) -> dict[str, np.ndarray]:
        """Returns the same for many waves: they lie under both sides of the car, or only under its left or right
        wheels.

        The wheels meet the waves where they are: z at x_i is the imaginary part of exp(i w t) exp(i k x_i), so a road
        of sines and one of cosines under the car at rest give the complex input exactly, with slopes and slip.
        """
        work = self.ready.workspace(self.inputs)
        flat = _evaluate(work, self.state, self.channels)
        found = np.empty((len(self.channels), len(wavelengths)), complex)
        for column, wavelength in enumerate(wavelengths):
            sines, cosines = (
                _evaluate(work.on_road(_waves(wavelength, part, side)), self.state, self.channels)
                for part in (0.0, 0.25)
            )
            b, d = (((c - f) + 1j * (s - f)) / SMALL_WAVE for s, c, f in zip(sines, cosines, flat, strict=True))
            w = 2j * np.pi * speed / wavelength
            found[:, column] = self.C @ np.linalg.solve(w * np.eye(len(self.J)) - self.J, b) + d
        return dict(zip(self.channels, found, strict=True))

    def modes(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns eigenvalues by rising magnitude, and the channels' shares in each mode (a column each)."""
        eigenvalues, vectors = np.linalg.eig(self.J)
        order = np.argsort(np.abs(eigenvalues))
        return eigenvalues[order], self.C @ vectors[:, order]

    def after_step(self, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
        """Returns eigenvalues of oscillations, and their amplitudes in each channel (a row) after a unit step of the
        inputs.

        2 |c v u* b(s) / (u* v s)| with the right and left vectors v and u of the eigenvalue s, and b(s) of an input
        with its rate and its second rate: no scale of v counts, and what the inputs do not excite has none.
        Eigenvalues of loops, at zero, are no oscillations.
        """
        by_order = [sum(self.by_input(name, order)[0] for name in names) for order in range(INPUT_WIDTH)]
        from scipy.linalg import eig  # slow to import

        eigenvalues, left, right = eig(self.J, left=True, right=True)
        kept = eigenvalues.imag > 0.0
        s, u, v = eigenvalues[kept], left[:, kept].conj(), right[:, kept]
        pushed = sum(s**k * (b @ u) for k, b in enumerate(by_order))
        return s, 2.0 * np.abs(self.C @ v * pushed / ((u * v).sum(axis=0) * s))

    def growth(self, step: float) -> float:
        """How much more motions grow in a step of RK4 than by themselves; above ROUNDING the step is not stable."""
        return step_matrix_excess_growth(self._controlled(), self.ready.layout.plain, step)

    def _controlled(self) -> np.ndarray:
        """Returns J of the states that steps must follow: works are only integrals of them."""
        count = self.ready.layout.sizes["controlled"]
        return self.J[:count, :count]

    def stable_step(self, longest: float) -> float:
        """Returns a step with which RK4 stays stable, at most `longest`, rounded down to two digits."""
        if self.growth(longest / MARGIN) <= ROUNDING:
            return longest
        stable, unstable = BORNE / float(np.abs(np.linalg.eigvals(self._controlled())).max()), longest / MARGIN
        while unstable > (1.0 + FINENESS) * stable:
            middle = 0.5 * (stable + unstable)
            stable, unstable = (middle, unstable) if self.growth(middle) <= ROUNDING else (stable, middle)
        step = MARGIN * stable
        unit = 10.0 ** (np.floor(np.log10(step)) - 1)
        return float(np.floor(step / unit) * unit)


def small_motions(
    ready: Prepared, state: np.ndarray, inputs: Mapping[str, float], channels: Sequence[str] = ()
) -> SmallMotions:
    """Returns central differences of rates and channels at a state."""
    work, n = ready.workspace(inputs), len(state)
    h = DIFFERENCE * np.maximum(1.0, np.abs(state))
    rows = np.vstack([state + np.diag(h), state - np.diag(h)])
    sizes, seen = ready.layout.sizes, [ready.layout.channels[name][0] for name in channels]
    rates = work.call_rows("rhs", rows, sizes["state"])
    values = work.call_rows("observe", rows, sizes["channels"])[:, seen] if channels else np.zeros((2 * n, 0))
    with np.errstate(invalid="ignore", over="ignore"):  # a number at the end of the floats shows as one not finite
        J, C = ((found[:n] - found[n:]).T / (2 * h) for found in (rates, values))
    return SmallMotions(ready, state, dict(inputs), J, C, tuple(channels))


def _evaluate(work: Workspace, state: np.ndarray, channels: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    rates = work.rhs(state)
    if not channels:
        return rates, np.zeros(0)
    return rates, work.channels(state)[[work.layout.channels[name][0] for name in channels]]


def _waves(wavelength: float, part: float, side: str) -> Road:
    """Returns sin(2 pi (x/wavelength + part)) of a small amplitude, grown long before the car."""
    start = -(WAVES_AHEAD + ceil(BEHIND / wavelength) + part) * wavelength  # behind the last axle too
    waves = Sinusoid(amplitude=SMALL_WAVE, wavelength=wavelength, start=start, side=side)
    return Road(elements={"waves": waves})
