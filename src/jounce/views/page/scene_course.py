"""Scene of a course: cones, limits of lanes, the line that was wanted and the way that was driven."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results import Result
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import Cone, Course

LINE_STEP = 1e-3  # m to which lines on the road are kept
AHEAD = 20.0  # m of the wanted line that are shown behind the end of a run


def scene_of_course(told: Any, result: Result, samples: np.ndarray, encoder: Encoder) -> Course | None:
    """Returns the course in a result's metadata; None where there is none."""
    if not is_course(told) or "vehicle.x" not in result:
        return None
    try:
        return _course(told, result, samples, encoder)
    except (TypeError, ValueError, KeyError, IndexError) as error:
        what = f"cones or lanes cannot be read: {error}"
        raise ModelError("result", [Problem("course", what, "a result as jounce wrote it")]) from None


def _course(told: Any, result: Result, samples: np.ndarray, encoder: Encoder) -> Course:
    x, y = result["vehicle.x"][samples], result["vehicle.y"][samples]
    wanted_x, wanted_y = (np.asarray(column, float) for column in told["line"])
    shown = (wanted_x >= x.min()) & (wanted_x <= x.max() + AHEAD)
    lines = (wanted_x[shown], wanted_y[shown], x, y)
    a, b, c, d = (encoder.add(column, LINE_STEP) for column in lines)
    cones = [
        Cone(str(cone["name"]), float(cone["x"]), float(cone["y"]), float(cone["time"]) if "time" in cone else None)
        for cone in told["cones"]
    ]
    lanes = [(float(lane[0]), float(lane[1]), float(lane[2]), float(lane[3])) for lane in told["lanes"]]
    return Course(float(told["radius"]), cones, lanes, (a, b), (c, d))


def outline_in_course(told: Any) -> Sequence[float] | None:
    """Returns the outline of the car that was held against the cones: ahead of the front axle, behind it, width."""
    if not is_course(told) or not isinstance(told["outline"], list) or len(told["outline"]) != 3:
        return None
    return [float(number) for number in told["outline"] if isinstance(number, int | float)] or None


def is_course(told: Any) -> bool:
    return isinstance(told, Mapping) and {"cones", "lanes", "radius", "line", "outline"} <= set(told)
