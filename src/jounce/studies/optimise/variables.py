"""Variables of an optimisation: numbers of the car that may change, each with its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

import numpy as np

from jounce.errors import Problem, shown_in_message
from jounce.studies import Study
from jounce.studies.gradients.gradient_paths import SETTINGS, GradientPath, read_gradient_paths
from jounce.units import UnitError

SIDES = ("least", "most")


def read_variables(
    car: Any, variables: Mapping[str, tuple[Any, Any]], problems: list[Problem]
) -> tuple[list[GradientPath], np.ndarray]:
    """The numbers that may change, with their bounds [variable, 2] in SI; whatever is wrong goes to the problems."""
    if not variables:
        problems.append(Problem("values", "nothing may change", "paths of numbers, each with least and most"))
        return [], np.zeros((0, 2))
    problems += [
        Problem(path, "is a setting of the study, not a number of the car", "paths of numbers of the car")
        for path in variables
        if path.startswith(SETTINGS)
    ]
    numbers = [path for path in variables if not path.startswith(SETTINGS)]
    paths = read_gradient_paths(car, Study(), numbers, problems) if numbers else []
    whole = [path for path in numbers if path not in {own.path for own in paths}]
    several = [path for path in whole if any(own.path.startswith(f"{path}.") for own in paths)]
    problems += [Problem(path, "stands for several numbers", "one number, each with its bounds") for path in several]
    paths = [own for own in paths if own.path in variables]
    bounds = [_bounds_of_variable(car, own, variables[own.path], problems) for own in paths]
    return paths, np.array(bounds).reshape(-1, 2)


def _bounds_of_variable(car: Any, own: GradientPath, pair: Any, problems: list[Problem]) -> tuple[float, float]:
    if not isinstance(pair, tuple | list) or len(pair) != len(SIDES):
        problems.append(Problem(own.path, shown_in_message(pair), "two bounds: least and most"))
        return 0.0, 1.0
    read, before = [0.0, 1.0], len(problems)
    for side, given in enumerate(pair):
        where, right = f"{own.path}.{SIDES[side]}", f"a number in {own.unit}"
        try:
            read[side] = car.style.to_si(given, own.unit) if isinstance(given, str) else float(given)
        except UnitError as error:
            problems.append(Problem(where, error.what, error.help or right))
            continue
        except (TypeError, ValueError):
            problems.append(Problem(where, f"{shown_in_message(given)} is no number", right))
            continue
        if not isfinite(read[side]):
            problems.append(Problem(where, f"is {read[side]:g}", right))
    if len(problems) == before and not read[0] < read[1]:
        problems.append(Problem(own.path, f"from {read[0]:g} to {read[1]:g} {own.unit}", "least below most"))
    return read[0], read[1]
