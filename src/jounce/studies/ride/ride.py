"""Ride on a random road: what people feel, what tyres and suspension bear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.roads import Iso8608, Road
from jounce.parts.roads.iso_8608 import BAND, ROUGHNESS
from jounce.parts.roads.rules import road_problems
from jounce.results import Result
from jounce.results.panel import Panel, Spectra
from jounce.results.read_offs import deviation, largest, mean, whole
from jounce.results.vibration.dose import RUNNING, running_rms
from jounce.results.vibration.spectra import WELCH, band_rms, power_density
from jounce.results.vibration.weighting import WEIGHTINGS
from jounce.simulation.linear.small_motions import SmallMotions, small_motions
from jounce.studies.driving.drive import Added, Drive, Manoeuvre, Values, drive_on_enveloping_tyres
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.ride.comfort import (
    DIRECTIONS,
    SEAT,
    comfort_definitions,
    comfort_metrics,
    comfort_notes,
    weighted_directions,
)
from jounce.studies.ride.road_densities import road_densities, road_density_frequencies
from jounce.studies.ride.seat_places import seat_place_notes, with_seat_places
from jounce.studies.settings import FORWARD_SPEED, STEP, Amount, Count, Word
from jounce.studies.study import Definitions

BEGIN, FADE = 3.0, 10.0  # m: level road before the front axle, and length over which it becomes uneven
MEASURING_STEP = 4e-3  # s
SPARE = 1.05  # length of road divided by what the car drives at its first speed: it may become faster
DECAYED = np.log(100.0)  # of a motion, of which 1 % is left
LONGEST_SETTLING = 5.0  # s
LONGEST_CAR = 12.0  # m, between its axles
BLEND = 0.2  # of the track, in its middle: there the left track becomes the right one
MOST_DRIFT = 0.5 * (1.0 - BLEND)  # of the track: there a wheel leaves its own
RUNNING_MEANING = "weighted acceleration of the seat: root mean square over the second before"
SLOWEST, FASTEST = 0.3, 25.0  # Hz of motions that must have decayed
WAVES = Amount(default=f"{BAND[0]:.6g} 1/m", unit="1/m", least=1e-3, most=10.0, meaning="")


@dataclass(frozen=True, kw_only=True)
class RideManoeuvre(Manoeuvre):
    """A drive over a random road, and what small motions say of it."""

    first_row: int  # of the part that is evaluated
    frequency: np.ndarray  # Hz
    densities: Mapping[str, np.ndarray]  # channel -> one-sided density by small motions

    def track(self) -> float:
        """Returns the distance of the two tracks of the road."""
        (profile,) = self.road.elements.values()  # type: ignore[union-attr]
        return float(profile.track)  # type: ignore[union-attr]


CORNER_CHANNELS = {"hub": "hub.az", "load": "tyre.Fz", "travel": "travel"}
UNITS = {"seat": "m/s^2", "body": "m/s^2", "hub_{corner}": "m/s^2", "load_{corner}": "N", "travel_{corner}": "m"}
MEANINGS = {
    "seat": "vertical acceleration of the seat",
    "body": "vertical acceleration of the centre of mass",
    "hub_{corner}": "vertical acceleration of the hub",
    "load_{corner}": "the wheel load about its mean",
    "travel_{corner}": "the wheel's travel about its mean",
}


def _compared(car: CarModel) -> dict[str, str]:
    """Returns word in the metrics -> channel, for what small motions are asked as well."""
    corners = {f"{word}_{c}": f"{c}.{name}" for word, name in CORNER_CHANNELS.items() for c in car.corners}
    return {"seat": "seat.az", "body": "vehicle.cg.az", **corners}


def _side_by_side() -> Definitions:
    found: dict[str, tuple[str, ...]] = {}
    for word, unit in UNITS.items():
        kind = ("displacement",) if unit == "m" else ()
        if word != "seat":
            found[f"{word}_rms"] = (unit, f"root mean square of {MEANINGS[word]}", *kind)
        found[f"{word}_linear"] = (unit, f"root mean square of {MEANINGS[word]} by small motions", *kind)
        found[f"{word}_ratio"] = ("1", "that of the run divided by that of small motions")
    return found


class Ride(Drive):
    """Ride on a random road: what people feel, what tyres and suspension bear. [ISO 2631-1:1997; ISO 8608:2016]

    Straight ahead on enveloping tyres over a random road of a class, steering wheel and drive torque held. Weighted
    accelerations at seat, floor and back stand in channels, and their figures beside those of small motions: transfer
    functions from the road to the car times the road's spectrum, which hold for any road of the class. On a gentle road
    both agree, but for the share of chance in one road.

    What is evaluated begins when the last axle has left the stretch over which the road becomes uneven, and the slowest
    oscillation of the car has decayed to 1 % since, after 5 s at the latest, or `settling` is over. Filters run from
    the start. Spectra are Welch's means over Hann windows of 4 s that overlap by half.
    """

    name = "ride"
    needs_wheels = True
    roughness = Word(default="B", words=tuple(ROUGHNESS), meaning="class of the road, A is very good")
    speed = replace(FORWARD_SPEED, default="80 km/h")
    length = Amount(default="600 m", unit="m", least=10.0, most=10_000.0, meaning="road that is evaluated")
    settling = Amount(
        unit="s",
        least=0.0,
        most=60.0,
        meaning="on the uneven road before what is evaluated begins; give it for gradients and optimisation",
        auto="until the slowest oscillation of the car has decayed to 1 %, at most 5 s",
    )
    seed = Count(default=1, least=0, most=2**31, meaning="another whole number, another road of the same class")
    wave_number_min = replace(WAVES, meaning="cycles per metre of the longest waves")
    wave_number_max = replace(WAVES, default=f"{BAND[1]:.6g} 1/m", meaning="cycles per metre of the shortest waves")
    vertical = Word(default="Wk", words=("Wk", "Wb"), meaning="weighting of z on the seat: ISO 2631-1, or BS 6841")
    step = STEP
    goes_straight = holds_speed = True
    waived = {"band of the road": "whose figures fade above 50 Hz"}
    panels = (
        Panel("seat, vertical, as it is and weighted", ("seat.az", "seat.az_weighted")),
        Panel("seat, vertical: running rms over 1 s", ("seat.az_running",)),
    )
    metrics = {
        **comfort_definitions(),
        "dynamic_load_{corner}": ("1", "dynamic load coefficient: rms of the wheel load about its mean, by its mean"),
        **_side_by_side(),
        "seat_weighted_linear": ("m/s^2", "seat_z_weighted by small motions"),
        "seat_weighted_ratio": ("1", "that of the run divided by that of small motions"),
        "evaluated_from": ("s", "when the evaluated part of the run begins"),
    }

    def contradictions(self) -> Iterator[Problem]:
        """The road must be one."""
        profile = Iso8608(length=self.road_length(), fade=FADE, **self._kind_of_road())
        for problem in road_problems({"road": profile}):
            yield replace(problem, where=problem.where.removeprefix("elements.road."))

    def _kind_of_road(self) -> dict[str, Any]:
        words = ("roughness", "seed", "wave_number_min", "wave_number_max")
        return {word: self.values[word] for word in words}

    def manoeuvre(self, vehicle: Vehicle) -> RideManoeuvre:
        car = self.build_car(with_seat_places(drive_on_enveloping_tyres(vehicle)))
        start = start_straight(car, self.speed)
        channels = list(_compared(car).values())
        small = small_motions(start.ready, start.ready.state, start.inputs, channels)
        x, y = ([abs(float(corner.wheel_centre[k])) for corner in car.corners.values()] for k in (0, 1))  # type: ignore[arg-type]
        settling = ride_settling_time(small) if self.settling is None else self.settling
        begin = (BEGIN + FADE + max(x) - min(x)) / self.speed + settling
        rows = [int(np.ceil(time / MEASURING_STEP)) for time in (begin, self.length / self.speed)]
        duration = MEASURING_STEP * sum(rows)
        profile = Iso8608(
            start=BEGIN,
            length=self.road_length(),
            track=2.0 * min(y),  # all wheels roll on one of the two tracks
            blend=2.0 * BLEND * min(y),
            fade=FADE,
            **self._kind_of_road(),
        )
        frequency = road_density_frequencies(profile, self.speed)
        return RideManoeuvre(
            vehicle=vehicle,
            start=start,
            duration=duration,
            road=Road(name=f"ISO 8608 class {self.roughness}", elements={"profile": profile}),
            measuring_step=MEASURING_STEP,
            found={"spectra": WELCH},
            notes=seat_place_notes(vehicle),
            first_row=rows[0],
            frequency=frequency,
            densities=road_densities(small, profile, self.speed, frequency),
        )

    def road_length(self) -> float:
        """Returns enough for any car: so the same settings give the same road to all cars."""
        longest = max(LONGEST_SETTLING, self.settling or 0.0)
        return float(SPARE * (BEGIN + LONGEST_CAR + self.speed * longest + self.length) + 2 * FADE)

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        """Returns weighted accelerations: how people feel them."""
        weighted = weighted_directions(run, self.vertical)
        return {
            f"{DIRECTIONS[word].channel}_weighted": (
                values,
                run.units[DIRECTIONS[word].channel],
                f"{DIRECTIONS[word].channel}, weighted by {self._weighting(word)}",
            )
            for word, values in weighted.items()
        } | {"seat.az_running": (_running(weighted["seat_z"], done.measuring_step), "m/s^2", RUNNING_MEANING)}

    def _weighting(self, word: str) -> str:
        return str(self.vertical) if word == "seat_z" else DIRECTIONS[word].weighting

    def measure(self, run: Result, done: RideManoeuvre) -> Values:  # type: ignore[override]
        rows, f = slice(done.first_row, None), done.frequency
        t, window = run.time, whole(run.time[rows])
        found = comfort_metrics(run, {word: _felt(run, word) for word in DIRECTIONS}, rows)
        for corner in done.car.corners:
            load = run[f"{corner}.tyre.Fz"]
            found[f"dynamic_load_{corner}"] = deviation(t, load, window) / mean(t, load, window)
        for word, channel in _compared(done.car).items():
            rms, linear = deviation(t, run[channel], window), band_rms(f, done.densities[channel])
            if word != "seat":
                found[f"{word}_rms"] = rms
            found |= {f"{word}_linear": linear, f"{word}_ratio": rms / linear}
        felt = done.densities["seat.az"] * np.abs(WEIGHTINGS[self.vertical].response(f)) ** 2
        found["seat_weighted_linear"] = band_rms(f, felt)
        found["seat_weighted_ratio"] = found["seat_z_weighted"] / found["seat_weighted_linear"]
        return found | {"evaluated_from": done.first_row * done.measuring_step}

    def notes(self, run: Result, done: RideManoeuvre) -> list[str]:  # type: ignore[override]
        """Returns what people would say of the ride, and whether shocks make its root mean square tell too little."""
        drift = largest(run.time, run["vehicle.y"])
        left = [f"the car drifts aside by {drift:.2g} m: a wheel leaves its track of the road"]
        told = comfort_notes({word: _felt(run, word)[done.first_row :] for word in SEAT}, done.measuring_step)
        return [*told, *(left if drift > MOST_DRIFT * done.track() else [])]

    def spectra(self, run: Result, done: RideManoeuvre) -> tuple[Spectra, ...]:  # type: ignore[override]
        """Returns densities of the run, and dashed those of small motions."""
        first, *_, last = done.car.leading.axles.values()
        front, rear = first[0].prefix, last[0].prefix
        pictures = {
            "seat and body, vertical: power spectral density": (("seat.az", "vehicle.cg.az"), "m^2/s^3"),
            "hubs, vertical: power spectral density": ((f"{front}.hub.az", f"{rear}.hub.az"), "m^2/s^3"),
            "wheel loads: power spectral density": ((f"{front}.tyre.Fz", f"{rear}.tyre.Fz"), "N^2/Hz"),
        }
        return tuple(
            ride_density_panel(heading, unit, run, done, channels) for heading, (channels, unit) in pictures.items()
        )


def _running(values: np.ndarray, step: float) -> np.ndarray:
    """Returns the running rms of a car that was at rest before the first row."""
    before = np.zeros(round(RUNNING / step))
    return running_rms(np.concatenate([before, values]), step)[: len(values)]


def _felt(run: Result, word: str) -> np.ndarray:
    return run[f"{DIRECTIONS[word].channel}_weighted"]


def ride_settling_time(small: SmallMotions) -> float:
    """Returns the time in which the slowest oscillation of the car decays to 1 %, at most 5 s."""
    eigenvalues, _ = small.modes()
    size = np.abs(eigenvalues) / (2 * np.pi)
    kept = eigenvalues[(eigenvalues.imag > 0.0) & (size > SLOWEST) & (size < FASTEST)]
    slowest = float(-kept.real.max(initial=-np.inf))
    return float(min(DECAYED / slowest, LONGEST_SETTLING)) if slowest > 0.0 else LONGEST_SETTLING


def ride_density_panel(heading: str, unit: str, run: Result, done: RideManoeuvre, channels: Sequence[str]) -> Spectra:
    """Returns channels of a run in its evaluated part, by Welch, and of small motions, in the band of the road."""
    f = done.frequency
    curves: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {}
    for channel in channels:
        lines, density = power_density(run[channel][done.first_row :], done.measuring_step)
        band = (lines >= f[0]) & (lines <= f[-1])
        curves[channel] = (tuple(lines[band].tolist()), tuple(density[band].tolist()))
        curves[f"{channel}, small motions"] = (tuple(f.tolist()), tuple(done.densities[channel].tolist()))
    return Spectra(heading, unit, curves, dashed=tuple(f"{channel}, small motions" for channel in channels))
