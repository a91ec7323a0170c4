"""A record that is made up: a drive of our own car as a logger would have written it, with faults that are known.

python tests/analytic/made_up_record.py     # writes the record that is installed as an example
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

import jounce

HEADER = "Time (s),steering_wheel_angle [deg],speed [km/h],yaw_rate [deg/s],lateral_acceleration [g]"
UNITS = {"steering": np.pi / 180.0, "speed": 1 / 3.6, "yaw_rate": np.pi / 180.0, "acceleration": 9.80665}
CHANNELS = {
    "steering": "steering.wheel.angle",
    "speed": "vehicle.vx",
    "yaw_rate": "vehicle.yaw_rate",
    "acceleration": "vehicle.cg.ay",
}
STRAIGHT = 1.5  # s before the steering wheel turns
CLOCK = 100.0  # s of the logger when the drive begins


@cache
def recorded_car() -> jounce.Vehicle:
    """Without its engine, so that no gear change comes between the speed of the record and that of the car."""
    return jounce.load("large_sedan").with_tables(dict.fromkeys(("engine", "converter", "gearbox")))


@cache
def true_drive() -> jounce.Result:
    """Straight ahead, then two periods of a sine at the steering wheel while the car slows down."""
    phases = [
        {"name": "straight", "duration": f"{STRAIGHT} s", "hold_speed": True},
        {
            "name": "weave",
            "steering": {"amplitude": "35 deg", "frequency": "0.5 Hz", "periods": 2},
            "hold_speed": "60 km/h",
            "duration": "4.5 s",
        },
    ]
    return jounce.run(recorded_car(), "script", speed="72 km/h", phases=phases, output_step="1 ms")


@dataclass(frozen=True)
class Faults:
    """What is wrong with a logger; all in SI, by the words of CHANNELS."""

    offsets: dict[str, float] = field(default_factory=dict)
    noise: dict[str, float] = field(default_factory=dict)  # standard deviations
    factors: dict[str, float] = field(default_factory=dict)
    late: dict[str, float] = field(default_factory=dict)  # s
    empty: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # cells from and to, s of the drive
    lost: tuple[tuple[float, float], ...] = ()  # rows from and to
    jitter: float = 0.0  # of the time between rows, as a share of it
    seed: int = 1


def write_made_up_record(
    path: Path, faults: Faults, rate: float = 100.0, header: str = HEADER, remark: str = ""
) -> Path:
    """The drive in a logger's units, digits and clock."""
    run, chance = true_drive(), np.random.default_rng(faults.seed)
    t = np.arange(0.0, run.time[-1], 1.0 / rate)
    t = t + faults.jitter / rate * chance.uniform(-0.5, 0.5, t.size) * (t > 0)
    rows = [CLOCK + t]
    for word, channel in CHANNELS.items():
        y = np.interp(t - faults.late.get(word, 0.0), run.time, run[channel]) * faults.factors.get(word, 1.0)
        y = y + faults.offsets.get(word, 0.0) + faults.noise.get(word, 0.0) * chance.standard_normal(t.size)
        for begin, end in faults.empty.get(word, []):
            y = np.where((t > begin) & (t < end), np.nan, y)
        rows.append(y / UNITS[word])
    kept = np.ones(t.size, bool)
    for begin, end in faults.lost:
        kept &= (t <= begin) | (t >= end)
    cells = [
        [f"{rows[0][k]:.5f}", *("" if np.isnan(y[k]) else f"{y[k]:.5f}" for y in rows[1:])]
        for k in np.flatnonzero(kept)
    ]
    path.write_text("\n".join([*([f"# {remark}"] if remark else []), header, *map(",".join, cells)]) + "\n")
    return path


EXAMPLE = Faults(
    offsets={"steering": np.radians(1.5), "yaw_rate": np.radians(0.4), "acceleration": 0.12},
    noise={"steering": np.radians(0.1), "speed": 0.02, "yaw_rate": np.radians(0.2), "acceleration": 0.15},
    empty={"steering": [(2.2, 2.26)]},
)


def write_example() -> None:
    """The record that is installed."""
    from jounce.studies.measured.driving_record import EXAMPLE_FILE

    remark = (
        "made up: a run of large_sedan, its drive by torque, with noise, offsets and a gap; no measurement of any car"
    )
    write_made_up_record(EXAMPLE_FILE, EXAMPLE, rate=50.0, remark=remark)
    text = EXAMPLE_FILE.read_text().splitlines()
    rows = [",".join(cell and f"{float(cell):.3f}" for cell in row.split(",")) for row in text[2:]]
    EXAMPLE_FILE.write_text("\n".join([*text[:2], *rows]) + "\n")


if __name__ == "__main__":
    write_example()
