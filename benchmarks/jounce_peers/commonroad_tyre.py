"""The tyre of commonroad-vehicle-models, called as its multi-body model calls it: four functions for each wheel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from vehiclemodels.parameters_vehicle2 import parameters_vehicle2
from vehiclemodels.utils import tire_model


def evaluation(states: np.ndarray) -> Callable[[], None]:
    """What computes both forces at each column of slip, slip angle, inclination and load."""
    p = parameters_vehicle2().tire
    columns = states[:4].T.tolist()

    def evaluate() -> None:
        for kappa, alpha, gamma, Fz in columns:
            Fx0 = tire_model.formula_longitudinal(kappa, gamma, Fz, p)
            Fy0, mu = tire_model.formula_lateral(alpha, gamma, Fz, p)
            tire_model.formula_longitudinal_comb(kappa, alpha, Fx0, p)
            tire_model.formula_lateral_comb(kappa, alpha, gamma, mu, Fz, Fy0, p)

    return evaluate
