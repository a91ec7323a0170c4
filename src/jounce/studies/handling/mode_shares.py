"""Modes of a car that runs straight with a free steering wheel, and what swings in each: body, suspension, steering,
driveline, by their shares of the kinetic energy.

    for row in modes_with_shares(jounce.load("small_car"), speed=60 / 3.6):
        print(row.frequency, row.name, row.shares["steering"])

The share of coordinate i is |s_i (M s)_i| over the sum of all, see `simulation/linear/mode_names.py`; that of a part of
the car is the sum over its coordinates. Shares lie between 0 and 1, and together they are 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from jounce.model import Vehicle
from jounce.simulation.linear.linearise import Mode, linearise
from jounce.studies.driving.driving_start import start_straight

# part of the car: its coordinates; what is none of these is suspension
PARTS = {
    "body": re.compile(r"body\..+"),
    "suspension": re.compile(r"$"),
    "steering": re.compile(r"steering\..+|.+\.tie_rod_\w+\..+"),
    "driveline": re.compile(r"drive\..+|.+\.half_shaft_\w+\..+|.+\.wheel_bearing\..+"),
}
BELTS, OF_BELT = "belts", re.compile(r".+\.belt(_bearing)?\.\w+")  # of tyres that are rigid rings
HITCH = "hitch"  # of a vehicle of several units: how these turn against each other
SNAKING = "snaking"  # the oscillation with most of their yaw
WHEEL = "steering.wheel.angle"
MOST = 0.5  # of the energy: a mode is named after what has more
SLOW = 0.05  # Hz: below it the car only changes its place, speed and course


@dataclass(frozen=True, slots=True)
class ModeWithShares:
    """One mode, named after what moves most."""

    mode: Mode
    name: str
    shares: dict[str, float]  # of the kinetic energy, by part of the car

    @property
    def frequency(self) -> float:
        return self.mode.frequency


def modes_with_shares(car: Vehicle, speed: float) -> list[ModeWithShares]:
    """All modes but those of place and course, by rising frequency; dry friction sticks as it does straight ahead."""
    start = start_straight(car.car_model("torque"), speed)  # the steering wheel is free: its torque is zero
    hitches = tuple(unit.coordinate("") for unit in start.car.pulled)
    found = []
    for mode in linearise(start.ready, inputs=start.inputs).modes:
        if mode.frequency > SLOW and mode.shares:
            shares = _by_part(mode, hitches)
            found.append(ModeWithShares(mode, _name_of_mode(mode, shares), shares))
    return _with_snaking(found, [unit.coordinate("yaw") for unit in start.car.pulled]) if hitches else found


def _by_part(mode: Mode, hitches: tuple[str, ...]) -> dict[str, float]:
    """Returns shares of the parts of the car."""
    belts = [name for name in mode.shares if OF_BELT.fullmatch(name)]
    found = dict.fromkeys((*PARTS, *((BELTS,) if belts else ()), *((HITCH,) if hitches else ())), 0.0)
    for coordinate, share in mode.shares.items():
        part = next((part for part, its in PARTS.items() if its.fullmatch(coordinate)), "suspension")
        part = BELTS if coordinate in belts else part
        found[HITCH if hitches and coordinate.startswith(hitches) else part] += share
    return found


def _with_snaking(modes: list[ModeWithShares], yaw: list[str]) -> list[ModeWithShares]:
    """The modes, of which the oscillation with the largest share of the hitches' yaw is called snaking."""
    swinging = [mode for mode in modes if abs(mode.mode.damping_ratio) < 1.0]
    most = max(swinging, key=lambda row: sum(row.mode.shares.get(name, 0.0) for name in yaw), default=None)
    return [replace(mode, name=f"{SNAKING}: {mode.mode.name}") if mode is most else mode for mode in modes]


def _name_of_mode(mode: Mode, shares: dict[str, float]) -> str:
    """The part with most of the energy and the coordinates that move most; the free steering wheel by its own name."""
    if mode.shares.get(WHEEL, 0.0) > MOST:
        return "free steering wheel on its column"
    largest = max(shares, key=lambda part: shares[part])
    return f"{largest}: {mode.name}" if shares[largest] > MOST else f"mixed: {mode.name}"


def _whole_percents(shares: list[float]) -> list[int]:
    """Rounds them so that they add up to 100: down, and what is left to those with the largest remainders."""
    exact = [100.0 * share for share in shares]
    found = [int(percent) for percent in exact]
    order = sorted(range(len(exact)), key=lambda k: found[k] - exact[k])
    for k in order[: 100 - sum(found)]:
        found[k] += 1
    return found


def mode_share_table(modes: list[ModeWithShares]) -> str:
    """Returns the table as text: frequency, damping ratio, shares in percent, name."""
    parts = list(modes[0].shares) if modes else list(PARTS)
    lines = ["frequency Hz  damping ratio  " + "  ".join(f"{part:>10}" for part in parts) + "  mode"]
    for row in modes:
        whole = _whole_percents([row.shares[part] for part in parts])
        shares = "  ".join(f"{percent:8d} %" for percent in whole)
        lines.append(f"{row.frequency:12.3f}  {row.mode.damping_ratio:13.3f}  {shares}  {row.name}")
    return "\n".join(lines)
