"""Comfort of people in a car: weighted accelerations at seat, floor and back. [ISO 2631-1:1997]"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import NamedTuple

import numpy as np

from jounce.model.assemblies.seat.parts import BASE
from jounce.results import Result
from jounce.results.vibration.dose import (
    crest_factor,
    maximum_transient,
    motion_sickness_dose,
    root_mean_square,
    vibration_dose,
)
from jounce.results.vibration.weighting import WEIGHTINGS, weight_history
from jounce.studies.study import Definitions

# how people call a total value in m/s^2, each from its first number up; ranges overlap [ISO 2631-1, C.2.3]
WORDS = (
    (0.0, 0.315, "not uncomfortable"),
    (0.315, 0.63, "a little uncomfortable"),
    (0.5, 1.0, "fairly uncomfortable"),
    (0.8, 1.6, "uncomfortable"),
    (1.25, 2.5, "very uncomfortable"),
    (2.0, np.inf, "extremely uncomfortable"),
)
OCCASIONAL = 9.0  # crest factor from which the root mean square tells too little [ISO 2631-1, 6.2.2]


class Direction(NamedTuple):
    """One direction in which vibration is felt: its channel, weighting and factor in the total."""

    channel: str
    weighting: str
    factor: float  # k; m for rotations


# [ISO 2631-1, 7.2.3, 8.2.2.1 to 8.2.2.3]; rotations are those of the car body, about its own axes
DIRECTIONS = {
    "seat_x": Direction("seat.ax", "Wd", 1.0),
    "seat_y": Direction("seat.ay", "Wd", 1.0),
    "seat_z": Direction("seat.az", "Wk", 1.0),
    "roll": Direction("body.wx_rate", "We", 0.63),
    "pitch": Direction("body.wy_rate", "We", 0.4),
    "yaw": Direction("body.wz_rate", "We", 0.2),
    "back_x": Direction("back.ax", "Wc", 0.8),
    "back_y": Direction("back.ay", "Wd", 0.5),
    "back_z": Direction("back.az", "Wd", 0.4),
    "floor_x": Direction("floor.ax", "Wk", 0.25),
    "floor_y": Direction("floor.ay", "Wk", 0.25),
    "floor_z": Direction("floor.az", "Wk", 0.4),
}
PLACES = {
    "seat": ("seat_x", "seat_y", "seat_z"),
    "rotation": ("roll", "pitch", "yaw"),
    "back": ("back_x", "back_y", "back_z"),
    "floor": ("floor_x", "floor_y", "floor_z"),
}
SEAT = PLACES["seat"]


def comfort_definitions() -> Definitions:
    """Returns metrics of `comfort_metrics`: unit and definition."""
    found: dict[str, tuple[str, ...]] = {}
    for word, (channel, weighting, _) in DIRECTIONS.items():
        unit = "rad/s^2" if word in PLACES["rotation"] else "m/s^2"
        found[f"{word}_weighted"] = (unit, f"root mean square of {channel}, weighted by {weighting}")
    for word in SEAT:
        channel, weighting, _ = DIRECTIONS[word]
        found[f"{word}_rms"] = ("m/s^2", f"root mean square of {channel} as it is")
        found[f"{word}_crest"] = ("1", f"crest factor: largest magnitude of the weighted {channel} divided by its rms")
        found[f"{word}_mtvv"] = ("m/s^2", f"largest running rms over 1 s of {channel}, weighted by {weighting}")
        found[f"{word}_vdv"] = (
            "m/s^1.75",
            f"vibration dose value of {channel}, weighted by {weighting}: (int a^4 dt)^(1/4)",
        )
    for place, words in PLACES.items():
        parts = ", ".join(f"{DIRECTIONS[word].factor:g} {word}" for word in words)
        found[f"{place}_total"] = ("m/s^2", f"vibration total value: root of the sum of squares of {parts}, weighted")
    found["seat_transmissibility"] = (
        "1",
        "seat effective amplitude transmissibility: rms of seat.az by that of seat_base.az, both weighted by Wk",
    )
    found["comfort_total"] = ("m/s^2", "root of the sum of squares of the totals of seat, rotation, back and floor")
    found["sickness_dose"] = ("m/s^1.5", "motion sickness dose value of seat.az, weighted by Wf: (int a^2 dt)^(1/2)")
    return found


def weighted_directions(run: Result, vertical: str = "Wk") -> dict[str, np.ndarray]:
    """Each direction of a run as people feel it, from the first to the last row; `vertical` may be "Wb" on the seat."""
    step = _step(run)
    found = {}
    for word, (channel, weighting, _) in DIRECTIONS.items():
        filter = WEIGHTINGS[vertical if word == "seat_z" else weighting]
        found[word] = weight_history(run[channel], step, filter)
    return found


def comfort_metrics(run: Result, weighted: Mapping[str, np.ndarray], rows: slice) -> dict[str, float]:
    """Returns the metrics of these rows; filters have run from the first row on."""
    step = _step(run)
    found = {f"{word}_weighted": root_mean_square(weighted[word][rows], step) for word in ("seat_z", *weighted)}
    for word in SEAT:
        values = weighted[word][rows]
        found[f"{word}_rms"] = root_mean_square(run[DIRECTIONS[word].channel][rows], step)
        found[f"{word}_crest"] = crest_factor(values, step)
        found[f"{word}_mtvv"] = maximum_transient(values, step)
        found[f"{word}_vdv"] = vibration_dose(values, step)
    totals = {
        f"{place}_total": hypot(*(DIRECTIONS[word].factor * found[f"{word}_weighted"] for word in words))
        for place, words in PLACES.items()
    }
    if BASE in run:
        below = root_mean_square(weight_history(run[BASE], step, WEIGHTINGS["Wk"])[rows], step)
        felt = root_mean_square(weight_history(run["seat.az"], step, WEIGHTINGS["Wk"])[rows], step)
        found["seat_transmissibility"] = felt / below
    sickness = weight_history(run["seat.az"], step, WEIGHTINGS["Wf"])[rows]
    first = {"seat_total": totals.pop("seat_total")}
    first["comfort_total"] = hypot(*first.values(), *totals.values())
    return first | found | totals | {"sickness_dose": motion_sickness_dose(sickness, step)}


def comfort_notes(seat: Mapping[str, np.ndarray], step: float) -> list[str]:
    """Tells what people would say of the weighted directions on the seat, and whether shocks make the rms tell too
    little.
    """
    total = hypot(*(DIRECTIONS[word].factor * root_mean_square(values, step) for word, values in seat.items()))
    crest = max(crest_factor(values, step) for values in seat.values())
    found = [f"total value on the seat {total:.3g} m/s^2: {comfort_words(total)} (ISO 2631-1, C.2.3)"]
    if crest > OCCASIONAL:
        found.append(f"crest factor {crest:.3g} above {OCCASIONAL:g}: read MTVV and VDV beside the rms")
    return found


def comfort_words(total: float) -> str:
    """Returns what people are likely to say of a total value."""
    return " to ".join(word for low, high, word in WORDS if low <= total < high)


def _step(run: Result) -> float:
    """Rows of a run are evenly spaced."""
    return float(run.time[-1] - run.time[0]) / (len(run.time) - 1)
