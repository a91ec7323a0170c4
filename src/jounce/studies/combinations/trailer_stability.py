"""Trailer stability: from which speed on does a combination snake or fold up, and how well is it damped below?"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.optimize import brentq

from jounce import __version__
from jounce.errors import NumericalError, Problem
from jounce.model.assembly.car import CarModel
from jounce.results import Channel, Result
from jounce.results.panel import Panel
from jounce.simulation.linear.linearise import Mode
from jounce.studies.combinations.combination import CombinationStudy, SwingingModes, frequency_of, swinging_modes
from jounce.studies.driving.drive import Values, drive_with_notes
from jounce.studies.driving.driving_start import start_parked, start_straight
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.response.linear_response import friction_left_out
from jounce.studies.response.steady_steer import without_smooth_friction
from jounce.studies.settings import FORWARD_SPEED, SLOWEST, Amount, Count, Word
from jounce.studies.study import Progress

SPEED = "speed"
SAME_SPEED = 1e-9  # m/s, to which the critical speed is found


class TrailerStability(CombinationStudy):
    """Trailer stability: from which speed on does a combination snake or fold up? [ISO 9815:2010; ISO 14791:2000]

    At each speed the exact linear model about straight running gives the modes in which the combination yaws and sways,
    with the steering wheel held or free. One that swings and grows is called snaking; one that grows without swinging
    is a divergence: the units fold up like a jack-knife. The critical speed is the lowest at which any of them grows;
    it is found between two speeds of the curve, so that a range of speeds that are unstable again shows in the curve
    only. Dry friction is left out: it damps small motions, and large ones hardly. Of both standards only the abstracts
    were at hand.
    """

    name = "trailer-stability"
    doing = "linearising"
    simulates = False
    without = ("output_step",)
    speed = replace(FORWARD_SPEED, default="80 km/h", meaning="at which frequency and damping are given")
    lowest = Amount(default="30 km/h", unit="m/s", least=SLOWEST, most=150.0, meaning="lowest speed of the curves")
    highest = Amount(default="150 km/h", unit="m/s", least=SLOWEST, most=150.0, meaning="highest speed of the curves")
    points = Count(default=13, least=2, most=200, meaning="speeds of the curves")
    hands = Word(default="held", words=("held", "free"), meaning="steering wheel held, or let go")
    panels = (
        Panel("damping ratio of the least damped swing", ("damping_ratio",), SPEED),
        Panel("frequency of that swing", ("frequency",), SPEED),
        Panel("growth: largest real part of the eigenvalues", ("growth", "growth_without_swing"), SPEED),
    )
    metrics = {
        "snaking_frequency": (
            "Hz",
            "frequency at `speed` of the oscillation with the largest share of yaw at the hitches, as it is seen "
            "(imaginary part of the eigenvalue by 2 pi)",
        ),
        "snaking_damping": ("1", "damping ratio of that oscillation: -real part divided by the eigenvalue's size"),
        "least_damping": ("1", "smallest damping ratio of any oscillation of the yaw plane in the range of speeds"),
        "least_damping_speed": ("m/s", "speed at which it is found", "driving speed"),
        "critical_speed": (
            "m/s",
            "lowest speed at which a mode of the yaw plane grows; left out where none does up to the highest speed",
            "driving speed",
        ),
        "critical_frequency": ("Hz", "frequency of that mode: 0 of a divergence, above 0 of snaking"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if self.highest <= self.lowest:
            yield Problem("highest", f"{self.highest:g} m/s", f"above the lowest, {self.lowest:g} m/s")

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        began = clock.perf_counter()
        vehicle, smooth = without_smooth_friction(self.require_car(subject))
        car = self.build_car(vehicle, "angle" if self.hands == "held" else "torque")
        parked = start_parked(car)

        def modes_at(speed: float) -> SwingingModes:
            return swinging_modes(start_straight(car, speed, at=parked), speed)

        found: list[SwingingModes] = []
        notes: list[str] = []
        for number, speed in enumerate(np.linspace(self.lowest, self.highest, self.points).tolist(), 1):
            try:
                found.append(modes_at(speed))
            except NumericalError as stop:  # too fast for its engine or its tyres: what was found is kept
                if not found:
                    raise
                notes.append(f"the curves end at {3.6 * found[-1].speed:.4g} km/h: {stop}")
                break
            if on_progress:
                on_progress(number / (self.points + 1))
        values, kind = self._critical(modes_at, found)
        values = _at_speed(modes_at(self.speed)) | _least(found) | values
        left_out = [*smooth, *friction_left_out(parked)]
        notes += [kind, *([f"left out: dry friction of {', '.join(left_out)}"] if left_out else [])]
        run = drive_with_notes(_curves(car, parked, found), notes)
        return self.outcome(run, values, {}, {}, wall_time=clock.perf_counter() - began)

    def _critical(self, modes_at: Any, found: list[SwingingModes]) -> tuple[Values, str]:
        """Returns the lowest speed at which something grows, and its kind in words."""
        grows = next((k for k, modes in enumerate(found) if _growth(modes.worst) > 0.0), None)
        if grows is None:
            return {}, f"stable up to {3.6 * found[-1].speed:.4g} km/h: every swing dies out"
        if grows == 0:
            at = found[0]
            what = _kind(at.worst)
            return {}, f"{what} already at the lowest speed, {3.6 * at.speed:.4g} km/h: the critical speed lies below"
        low, high = found[grows - 1].speed, found[grows].speed
        speed = float(brentq(lambda v: _growth(modes_at(v).worst), low, high, xtol=SAME_SPEED))
        worst = modes_at(speed).worst
        assert worst is not None  # something grew
        told = f"{_kind(worst)} from {3.6 * speed:.4g} km/h on"
        return {"critical_speed": speed, "critical_frequency": frequency_of(worst)}, told


def _growth(mode: Mode | None) -> float:
    """Returns the real part of a mode's eigenvalue; of none, that of what is gone at once."""
    return -np.inf if mode is None else float(mode.eigenvalue.real)


def _kind(mode: Mode | None) -> str:
    swings = mode is not None and mode.eigenvalue.imag != 0.0
    return "snakes (an oscillation grows)" if swings else "folds up without swinging (divergence, as a jack-knife)"


def _at_speed(modes: SwingingModes) -> Values:
    """Returns frequency and damping of the swing at the hitches; where nothing swings, neither."""
    if not modes.oscillations:
        return {}
    first = modes.oscillations[0]
    return {"snaking_frequency": frequency_of(first), "snaking_damping": first.damping_ratio}


def _least(found: list[SwingingModes]) -> Values:
    swinging = [(mode.damping_ratio, modes.speed) for modes in found for mode in modes.oscillations]
    if not swinging:
        return {}
    damping, speed = min(swinging)
    return {"least_damping": damping, "least_damping_speed": speed}


def _curves(car: CarModel, parked: SteadyMotionStart, found: list[SwingingModes]) -> Result:
    """Returns damping, frequency and growth over speed; a number that is not there is left open."""
    rows = []
    for modes in found:
        swing, still = modes.least_damped, modes.growths[0] if modes.growths else None
        shown = (swing.damping_ratio, frequency_of(swing)) if swing is not None else (np.nan, np.nan)
        slow = _growth(still) if still is not None else np.nan
        rows.append((modes.speed, *shown, _growth(modes.worst), slow))
    channels = (
        Channel(SPEED, "m/s", "at which the combination runs straight", "driving speed"),
        Channel("damping_ratio", "1", "of the least damped oscillation of the yaw plane; below 0 it grows"),
        Channel("frequency", "Hz", "of that oscillation"),
        Channel("growth", "1/s", "largest real part of all eigenvalues of the yaw plane"),
        Channel("growth_without_swing", "1/s", "largest real part of those that do not swing"),
    )
    about: dict[str, Any] = {
        "model": car.model.name,
        "model_hash": parked.ready.fingerprint(),
        "jounce_version": __version__,
    }
    about |= {"abscissa": SPEED, "status": "finished", "settings": {}, "wall_time": 0.0, "notes": []}
    return Result(
        time=np.arange(len(found), dtype=float), channels=channels, numbers=np.array(rows, float), metadata=about
    )
