"""Checks of a tyre, so that a car can be believed: it dissipates, grips no more than it may, never jumps.

A tyre that breaks one of the first four cannot be used; the others ask what real tyres keep, and are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.graph import Scalar
from jounce.model.tyre_files.lone_tyre import LoneTyre, tyre_state_text
from jounce.model.tyre_files.tir_rules import MOST_FRICTION
from jounce.model.tyre_files.tyre_arrays import STATE, TyreArrays, tyre_forces_in_order
from jounce.parts.tyres.tyre_law import Contact
from jounce.studies.tyres.jumps import find_jumps

FASTEST, FASTEST_SPIN, HEAVIEST = 60.0, 300.0, 4.0  # m/s, rad/s, nominal loads
ROADS = (0.1, 1.2)  # friction of the road, from ice to rough asphalt, relative to the one of the measurement
LARGEST_JUMP = 1e-5  # of the nominal load; what a steep slope may leave after a path has been halved 30 times
MOST_PATHS = 1000
LEAST_RADIUS, LONGEST_RELAXATION = 0.5, 5.0  # of the free radius; m
ELLIPSE = 1.2  # the formulas do not know the friction ellipse: published tyres leave it by up to 16 %
ROUNDING = 1e-12  # of a friction coefficient
FOR_SLOPES = 10  # times fewer states: there are 30 slopes
State = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class TyreCheck:
    """One property, how near the tyre comes to breaking it, and the state where."""

    name: str
    meaning: str
    worst: float
    limit: float
    at: dict[str, float]  # SI
    needed: bool = True  # a tyre that breaks it cannot be used; else it is a warning
    unit: str = ""  # of worst and limit; most are ratios

    @property
    def passed(self) -> bool:
        return self.worst <= self.limit  # not where worst is NaN

    def __str__(self) -> str:
        where = ", ".join(tyre_state_text(name, value) for name, value in self.at.items())
        place = f"\n         worst at {where}" if self.worst else ""
        verdict = "ok    " if self.passed else "FAILED" if self.needed else "WARN  "
        unit = f" {self.unit}" if self.unit else ""
        return (
            f"{verdict} {self.name}: {self.worst:.3g}{unit}, at most {self.limit:.3g}{unit} allowed\n"
            f"         {self.meaning}{place}"
        )


def check_tyre(file: LoneTyre, states: int = 100_000, seed: int = 1) -> tuple[TyreCheck, ...]:
    """Tries the tyre in random states: all speeds, locked wheels, lift-off; and inside the ranges of its file.

    The random states reach from -60 to 60 m/s, from locked to 300 rad/s either way and from no load to four times the
    nominal one; slips follow from them. Dissipation and friction are checked in the file's own ranges of load, slip,
    slip angle and inclination: beyond them a vertical shift may outgrow what the formula leaves of the force.
    """
    if not isinstance(file, LoneTyre):
        what = f"{type(file).__name__} is not a tyre"
        hint = 'give what jounce.load("tyre.tir") returns, or jounce.model.LoneTyre(tyre=law)'
        raise ModelError("check_tyre", [Problem("file", what, hint)])
    if isinstance(states, bool) or not isinstance(states, int) or not 100 <= states <= 10_000_000:
        raise ModelError("check_tyre", [Problem("states", f"{states!r} states", "100 to 10000000 of them")])
    random = np.random.default_rng(seed)
    anywhere, inside = _anywhere(file, states, random), _inside(file, states, random)
    return tuple(_checks(file, anywhere, inside, random))


def _checks(file: LoneTyre, anywhere: State, inside: State, random: np.random.Generator) -> Iterator[TyreCheck]:
    tyre: Any = file.tyre
    forces = TyreArrays(lambda contact: tyre_forces_in_order(tyre.forces(contact)))
    few = {name: values[::FOR_SLOPES] for name, values in anywhere.items()}
    for name, found, at in (("forces", forces(**anywhere), anywhere), ("slopes", forces.slopes(**few), few)):
        wrong = (~np.isfinite(found)).any(axis=0).astype(float)
        yield _worst(f"finite {name}", "share of states without a finite number", wrong, at, float(wrong.mean()), 0.0)

    yield _continuity(forces, file, min(MOST_PATHS, anywhere["slip"].size), random)
    yield from _dissipation(file, inside)
    yield from _lengths(file, inside)
    if hasattr(tyre, "shape"):
        yield _dissipation_beyond_shifts(tyre, inside)
    if hasattr(tyre, "peak_forces"):
        yield from _friction(tyre, inside)


def _dissipation(file: LoneTyre, inside: State) -> Iterator[TyreCheck]:
    """Checks dissipation upright, without shifts; of a law that cannot leave them out, beyond its force at zero slip.

    Many published tyres gain power at loads far above the nominal one, where a polynomial in the load, such as the slip
    stiffness, has changed its sign. Below that load they can be used: there it is a warning with the least such load.
    """
    tyre: Any = file.tyre
    upright = inside | {"inclination": np.zeros_like(inside["slip"])}
    even = tyre.even() if hasattr(tyre, "even") else tyre
    two = TyreArrays(lambda contact: tyre_forces_in_order(even.forces(contact))[:2])
    Fx, Fy = two(**upright)
    gain = _gain(Fx, Fy, upright)
    if even is tyre:
        straight = upright | {"slip": np.zeros_like(gain), "slip_angle": np.zeros_like(gain)}
        gain = gain - np.hypot(*two(**straight)) / np.maximum(inside["load"], 1e-300)
    limit, usual = 0.0 if even is not tyre else ROUNDING, upright["load"] <= file.nominal_load
    meaning = "power gained by sliding over load times sliding speed, upright and without shifts"
    if usual.any():
        low = np.where(usual, gain, -np.inf)
        yield _worst("dissipation without shifts", meaning, low, upright, None, limit)
    if not usual.all():
        high, above = np.where(usual, -np.inf, gain), f"{meaning}, above the nominal load"
        gains = np.flatnonzero(~(high <= limit))
        if gains.size:
            above += f": from {tyre_state_text('load', float(upright['load'][gains].min()))} on"
        yield _worst("dissipation at high loads", above, high, upright, None, limit, needed=False)


def _dissipation_beyond_shifts(tyre: Any, inside: State) -> TyreCheck:
    def with_shift(contact: Contact) -> list[Scalar]:
        s = tyre.shape(contact)
        return [*tyre_forces_in_order(tyre.forces(contact))[:2], s.shift_x, s.shift_y]

    Fx, Fy, shift_x, shift_y = TyreArrays(with_shift)(**inside)
    slide = np.hypot(inside["slip"], np.tan(inside["slip_angle"]))
    below = np.where(_gain(Fx, Fy, inside) > 0, slide / np.maximum(np.hypot(shift_x, shift_y), 1e-12), 0.0)
    meaning = "largest slip at which sliding gains power, over the shift"
    return _worst("dissipation beyond shifts", meaning, below, inside, None, 1.0, needed=False)


def _friction(tyre: Any, inside: State) -> Iterator[TyreCheck]:
    """Checks the combined force against the ellipse of both peaks, and the peaks against those of real tyres."""

    def with_peaks(contact: Contact) -> list[Scalar]:
        if hasattr(tyre, "shape"):
            s = tyre.shape(contact)
            peaks = [s.peak_x, s.peak_y]
        else:
            peaks = list(tyre.peak_forces(contact.load, contact.inclination, contact.friction))
        return [*tyre_forces_in_order(tyre.forces(contact))[:2], *peaks]

    Fx, Fy, peak_x, peak_y = TyreArrays(with_peaks)(**inside)
    ellipse = np.hypot(Fx / np.maximum(peak_x, 1e-9), Fy / np.maximum(peak_y, 1e-9))
    meaning = "combined force over the friction ellipse of the peaks"
    yield _worst("friction limit", meaning, ellipse, inside, None, ELLIPSE, needed=False)
    pure = np.maximum(*np.abs(tyre_peaks_by_load(tyre, inside)))
    meaning = "peak force over load at pure slip, on the road of the measurement"
    yield _worst("friction", meaning, pure, inside, None, MOST_FRICTION * (1.0 + ROUNDING), needed=False)


def tyre_peaks_by_load(tyre: Any, at: State) -> np.ndarray:
    """Returns the largest |Fx| and |Fy| at pure slip by the load, on the road of the measurement."""
    peaks = TyreArrays(lambda contact: tyre.peak_forces(contact.load, contact.inclination, 1.0))(**at)
    return np.array(peaks) / np.maximum(at["load"], 1e-9)


def _continuity(forces: TyreArrays, file: LoneTyre, paths: int, random: np.random.Generator) -> TyreCheck:
    """Checks continuity along random straight paths through slips, camber, load, speed and friction."""
    nominal = file.nominal_load

    def values(points: np.ndarray) -> np.ndarray:
        return np.array(forces(**dict(zip(STATE, points, strict=True))))

    found, places = find_jumps(values, *random_tyre_check_paths(nominal, file.limits("CAM"), paths, random))
    worst = np.where(np.isnan(found), np.inf, found).argmax(axis=0)  # output of each path
    at = dict(zip(STATE, np.take_along_axis(places, worst[np.newaxis, np.newaxis], axis=1)[:, 0], strict=True))
    meaning = "jump along a random path, found by halving it, of the nominal load"
    return _worst("continuity", meaning, found.max(axis=0) / nominal, at, None, LARGEST_JUMP)


def random_tyre_check_paths(
    nominal: float, camber: tuple[float, float], count: int, random: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Returns begins and ends in the order of STATE; half of the paths change one quantity only, many cross zero."""

    def points() -> np.ndarray:
        slow = np.where(random.random(count) < 0.5, 0.05, 1.0)
        return np.stack(
            [
                *random.normal(0.0, 0.3, (2, count)),
                random.uniform(*camber, count),
                nominal * np.maximum(random.uniform(-1.0, HEAVIEST, count), 0.0),
                slow * random.uniform(-FASTEST, FASTEST, count),
                random.uniform(*ROADS, count),
            ]
        )

    begin, end = points(), points()
    only = np.where(random.random(count) < 0.5, random.integers(len(STATE), size=count), -1)
    for k in range(len(STATE)):
        end[k] = np.where((only != -1) & (only != k), begin[k], end[k])
    return begin, end


def _lengths(file: LoneTyre, inside: State) -> Iterator[TyreCheck]:
    """Checks radii near the free one, relaxation lengths of a tyre's size, over the file's loads."""
    tyre: Any = file.tyre
    R0 = file.free_radius

    def lengths(contact: Contact) -> list[Scalar]:
        radius = tyre.effective_radius(contact.load, contact.speed / R0)
        return [radius, *tyre.relaxation(contact.load, contact.inclination)]

    effective, along, across = TyreArrays(lengths)(**inside)
    pressed = np.linspace(0.0, R0, 1001)
    carried = np.array([tyre.load(float(deflection), 0.0, 0.0) for deflection in pressed])
    deflection = np.interp(inside["load"], carried, pressed)
    away = np.maximum(np.abs(effective - R0), deflection) / R0
    meaning = "effective radius away from the free one, or deflection, of the free radius"
    yield _worst("radii", meaning, away, inside, None, LEAST_RADIUS, needed=False)
    longest = np.maximum(along, across)
    found = _worst("relaxation", "longest relaxation length", longest, inside, None, LONGEST_RELAXATION, needed=False)
    yield replace(found, unit="m")


def _gain(Fx: np.ndarray, Fy: np.ndarray, at: State) -> np.ndarray:
    """Fx V_sx + Fy V_sy over Fz |V_s|, with V_sx = -kappa |V_x| and V_sy = tan(alpha) |V_x|: a friction coefficient."""
    slope = np.tan(at["slip_angle"])
    slide = np.maximum(np.hypot(at["slip"], slope), 1e-300)
    return (Fy * slope - Fx * at["slip"]) / slide / np.maximum(at["load"], 1e-300)


def _worst(
    name: str, meaning: str, size: np.ndarray, at: State, figure: float | None, limit: float, needed: bool = True
) -> TyreCheck:
    k = int(np.argmax(np.where(np.isnan(size), np.inf, size)))
    worst = float(size[k]) if figure is None else figure
    return TyreCheck(name, meaning, worst, limit, {key: float(at[key][k]) for key in STATE}, needed)


def _anywhere(file: LoneTyre, count: int, random: np.random.Generator) -> State:
    """States of a wheel by its velocities, half of them near rolling, a third slow, a tenth locked, a tenth light."""
    radius, nominal = file.free_radius, file.nominal_load

    def share(part: float) -> np.ndarray:
        return random.random(count) < part

    Vx, Vy = random.uniform(-FASTEST, FASTEST, (2, count))
    Vx = np.where(share(0.3), np.sign(Vx) * 10.0 ** random.uniform(-9, 1, count), Vx)
    Vy = np.where(share(0.5), Vx * random.normal(0, 0.1, count), Vy)
    spin = random.uniform(-FASTEST_SPIN, FASTEST_SPIN, count)
    spin = np.where(share(0.5), Vx / radius * random.normal(1, 0.1, count), spin)
    spin[share(0.1)] = 0.0
    load = nominal * random.uniform(0, HEAVIEST, count)
    load = np.where(share(0.1), 10.0 ** random.uniform(-12, 2, count), load)
    load[share(0.01)] = 0.0
    return {
        "slip": (spin * radius - Vx) / np.abs(Vx),
        "slip_angle": np.arctan2(Vy, np.abs(Vx)),
        "inclination": random.uniform(*file.limits("CAM"), count),
        "load": load,
        "speed": Vx,
        "friction": random.uniform(*ROADS, count),
    }


def _inside(file: LoneTyre, count: int, random: np.random.Generator) -> State:
    """States inside the file's ranges, half of them at slips of a few percent, where shifts matter."""

    def slips(name: str) -> np.ndarray:
        low, high = file.limits(name)
        small = np.clip(random.normal(0, 0.02, count), low, high)
        return np.where(random.random(count) < 0.5, small, random.uniform(low, high, count))

    return {
        "slip": slips("KPU"),
        "slip_angle": slips("ALP"),
        "inclination": random.uniform(*file.limits("CAM"), count),
        "load": random.uniform(*file.limits("FZ"), count),
        "speed": random.choice([-1.0, 1.0], count) * random.uniform(1.0, FASTEST, count),
        "friction": random.uniform(*ROADS, count),
    }
