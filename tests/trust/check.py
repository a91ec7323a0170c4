"""Compare the figures of a car's sheet with those that are found otherwise."""

from __future__ import annotations

from typing import NamedTuple

import budget  # noqa: F401
import car_class  # noqa: F401
import courses  # noqa: F401
import frequencies  # noqa: F401
import lengthwise  # noqa: F401
import response  # noqa: F401
import ride  # noqa: F401
import stability  # noqa: F401
import steady  # noqa: F401
from cars import load
from driving import Car
from figures import FIGURES

import jounce

# figures of the sheet without a check of their own
UNCHECKED = {
    ("understeer-budget", "other_effects"): "the sum less the others, which are checked",
    ("swept-steer", "yaw_fit_residual"): "how far the fit is from the response: a measure of the fit alone",
    ("fishhook", "passed"): "as j-turn, whose turns are driven again",
    ("fishhook", "tip_up_speed"): "none of these cars tips up",
    ("j-turn", "tip_up_speed"): "none of these cars tips up",
    ("clutch-drop", "shuffle_frequency"): "beside closed forms in tests/analytic/test_clutch_drop.py",
    ("clutch-drop", "shuffle_damping"): "as above",
    ("clutch-drop", "flexible_lock_time"): "as above",
    ("one-sided-torque", "yaw_acceleration_initial"): "none of these cars has a motor at each wheel",
}


class Row(NamedTuple):
    """One figure of a sheet, in the unit of its metric."""

    trial: str
    metric: str
    word: str  # as the sheet has it
    unit: str
    sheet: float
    own: float | None  # None: no check, or the check says that this car has no such figure
    how: str
    fine: bool
    limit: str  # by its word
    at_most: float  # apart, in the unit of the metric

    @property
    def difference(self) -> float:
        """Share of the larger, of figures that are found otherwise."""
        if self.own is None:
            return float("nan")
        largest = max(abs(self.sheet), abs(self.own))
        return abs(self.sheet - self.own) / largest if largest else 0.0


def check_sheet(name: str, only=()) -> list[Row]:
    """Put a car through the programme, and find each figure of its sheet otherwise."""
    car = Car(load(name))
    done = jounce.run_programme(car.vehicle, only=only, workers=1)
    rows = []
    for outcome in done.outcomes:
        if outcome.result is None:
            continue
        trial, metrics = outcome.trial, outcome.result.metrics
        sheet = {"run": outcome.result, "metrics": {n: {"value": m.value, "unit": m.unit} for n, m in metrics.items()}}
        words = dict(trial.sheet) | {"passed": "pass or fail"}
        rows += [_row(car, trial, metric, word, sheet) for metric, word in words.items() if metric in metrics]
    return rows


def _row(car: Car, trial, metric: str, word: str, sheet) -> Row:
    told, known = sheet["metrics"][metric], FIGURES.get((trial.name, metric))
    value, unit = float(told["value"]), told["unit"]
    if known is None:
        return Row(trial.name, metric, word, unit, value, None, UNCHECKED.get((trial.name, metric), ""), True, "", 0.0)
    try:
        own = known.find(car, sheet)
        own = None if own is None else float(own)
        at_most = 0.0 if own is None else float(known.limit.of(car, sheet, value, own))
    except (ArithmeticError, LookupError, ValueError, jounce.JounceError) as failure:
        how = f"the check failed: {failure}"
        return Row(trial.name, metric, word, unit, value, None, how, False, known.limit.word, 0.0)
    fine = own is not None and abs(value - own) <= at_most
    return Row(trial.name, metric, word, unit, value, own, known.how, bool(fine), known.limit.word, at_most)
