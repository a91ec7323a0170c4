"""Whether a road shakes a car faster than the model is valid for."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from jounce.arguments import check_arguments
from jounce.model.model import Model
from jounce.parts.roads import Road
from jounce.parts.roads.enveloping import HEIGHT, LENGTH, ORDER, SHIFT
from jounce.simulation.road_kernel import road_along

VALID = 50.0  # Hz, rigid bodies and a tyre without belt modes
MOST_BEYOND = 0.05  # of the energy
SLOWEST = 0.5  # Hz: below it the road is a hill, not an excitation
RADIUS, CONTACT = 0.3, 0.1  # m, of a passenger car's tyre: free radius, length of contact
HALF_TRACK = 0.75  # m, where the wheels roll
FASTEST_SAMPLES, LONGEST_STEP, SHORTEST_STEP = 1000.0, 5e-3, 5e-4  # Hz, m, m
MARGIN, LONGEST = 2.0, 100.0  # m before and behind the elements; what is looked at


@check_arguments
def excitation_warning(road: Road, speed: float, frequency: float = VALID) -> str | None:
    """Returns a sentence where more than 5 % of the excitation at this speed (m/s) lies above 50 Hz, or above another
    frequency up to which a model is valid; else None."""
    beyond = road_excitation_beyond(road, speed, frequency)
    return None if beyond <= MOST_BEYOND else excitation_sentence(road, speed, beyond, frequency)


def excitation_sentence(road: Road, speed: float, beyond: float, frequency: float = VALID) -> str:
    """Says which share of the excitation lies above a frequency."""
    tyre = "a tyre without belt modes" if frequency <= VALID else "a tyre whose belt is a rigid ring"
    return (
        f"{100 * beyond:.0f} % of the excitation by road '{road.name}' at {speed:.3g} m/s lies above "
        f"{frequency:.0f} Hz, beyond what rigid bodies and {tyre} describe"
    )


def highest_valid_frequency(model: Model) -> float:
    """Returns up to which frequency, in Hz, the tyres of a model tell what a road does to it."""
    return min(
        (getattr(part, "valid_to", VALID) for part in model.forces if hasattr(part, "reads_road")), default=VALID
    )


def road_excitation_beyond(road: Road, speed: float, frequency: float = VALID) -> float:
    """Returns the share of energy above the frequency in the vertical velocity of the effective height, (12)."""
    road = _straightened(road)
    begin, end = _extent(road)
    if begin >= end:
        return 0.0
    step = min(LONGEST_STEP, max(speed / FASTEST_SAMPLES, SHORTEST_STEP))
    n, energy = _spectrum(road.data().tobytes(), begin, end, tuple(_tracks(road)), step)
    f = speed * n
    shaking = energy[f >= SLOWEST].sum()
    return float(energy[f > frequency].sum() / shaking) if shaking > 0 else 0.0


def _straightened(road: Road) -> Road:
    """Returns rows of obstacles that lie along x: whoever follows a row feels the same on any line."""
    rows = {name: element.straight() for name, element in road.elements.items() if hasattr(element, "straight")}
    return replace(road, elements=dict(road.elements) | rows)


@lru_cache(maxsize=16)  # the same for many runs on one road, and a random road takes half a second
def _spectrum(
    road: bytes, begin: float, end: float, tracks: tuple[float, ...], step: float
) -> tuple[np.ndarray, np.ndarray]:
    """Returns cycles per metre, and energy of the slope of the effective height under all tracks."""
    x, data = np.arange(begin - MARGIN, end + MARGIN, step), np.frombuffer(road)
    cam, half = (LENGTH * RADIUS, HEIGHT * RADIUS, ORDER), 0.5 * SHIFT * CONTACT
    energy = np.zeros(len(x) // 2)
    for y in tracks:
        height = 0.5 * (road_along(data, x + half, y, cam) + road_along(data, x - half, y, cam))[:, 0]
        energy += np.abs(np.fft.rfft(np.diff(height)))[: len(energy)] ** 2
    return np.fft.rfftfreq(len(x) - 1, step)[: len(energy)], energy


def _tracks(road: Road) -> list[float]:
    """Returns where wheels roll, left and right, and over the middle of obstacles that lie elsewhere."""
    rows = [element.across() for element in road.elements.values() if hasattr(element, "across")]
    tracks = [HALF_TRACK, -HALF_TRACK]
    return tracks + [0.5 * (a + b) for a, b in rows if not any(a <= y <= b for y in tracks)]


def _extent(road: Road) -> tuple[float, float]:
    """Goes from the first to the last place where the road is uneven, cut to a length."""
    ends = [x for element in road.elements.values() for x in element.uneven()]
    if not ends:
        return 0.0, 0.0
    begin = min(low for low, _ in ends)
    return begin, min(max(high for _, high in ends), begin + LONGEST)
