"""Our equations by the interpreter at any time, with what they state laid out as matrices."""

from __future__ import annotations

import numpy as np
from written import Written

INPUT = 0.05  # what every external signal gives


class Timed(Written):
    """A model's equations with the time as an argument."""

    def at(self, kernel: str, states: np.ndarray, time: float) -> np.ndarray:
        return self.run(kernel, states, time, INPUT)

    def matrices(self, states: np.ndarray, time: float) -> dict[str, np.ndarray]:
        """Mass matrix, right-hand side, Jacobian, velocity terms, residuals and their rates, for each state."""
        n, m = len(self.layout.speeds), self.layout.sizes["rows"]
        friction = {"friction J": (len(self.layout.frictions), n)}
        shapes = {"M": (n, n), "rhs": (n,), "J": (m, n), **friction, "gamma": (m,), "g": (m,), "gd": (m,)}
        out, found, first = self.at("matrices", states, time), {}, 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            found[name] = out[:, first : first + size].reshape(len(states), *shape)
            first += size
        return found

    def channels(self, states: np.ndarray, time: float) -> dict[str, np.ndarray]:
        out = self.at("observe", states, time)
        return {name: out[:, offset] for name, (offset, _, _) in self.layout.channels.items()}

    @property
    def speeds(self) -> slice:
        """Where all speeds lie in the state."""
        first = min(self.layout.speeds.values())
        return slice(first, first + len(self.layout.speeds))

    def random_states(self, count: int, seed: int, spread: float = 0.5) -> np.ndarray:
        y = np.random.default_rng(seed).normal(size=(count, self.layout.sizes["state"])) * spread
        for offsets in self.layout.quaternions:
            y[:, offsets[0]] += 1.0
        return y

    def coordinate_rates(self, states: np.ndarray, speeds: np.ndarray) -> np.ndarray:
        """V(q) s in the places of the coordinates, zero elsewhere."""
        moving = states.copy()
        moving[:, self.speeds] = speeds
        rates = self.at("rhs", moving, 0.0)
        rates[:, self.speeds.start :] = 0.0
        return rates

    def consistent(self, states: np.ndarray, time: float) -> np.ndarray:
        """The nearest states with closed loops, and speeds that keep them so."""
        y = states.copy()
        for _ in range(30):
            found = self.matrices(y, time)
            if np.abs(found["g"]).max() < 1e-13:
                break
            y += self.coordinate_rates(
                y, np.stack([_least(J, -g) for J, g in zip(found["J"], found["g"], strict=True)])
            )
        found = self.matrices(y, time)
        assert np.abs(found["g"]).max() < 1e-12
        y[:, self.speeds] += np.stack([_least(J, -gd) for J, gd in zip(found["J"], found["gd"], strict=True)])
        return y


def _least(J: np.ndarray, rhs: np.ndarray) -> np.ndarray:
    return np.linalg.lstsq(J, rhs, rcond=None)[0]
