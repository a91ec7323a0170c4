"""Fit `large_sedan` to a record of a lane change, by least squares: `python docs/figures/fit_large_sedan.py FILE.csv`.

The record is that of docs/howto/beside_a_measurement.md. Five numbers are fitted: three of the car (cornering
stiffness of each axle, both anti-roll bars by one factor) and two of the instruments (where the sensor sits, how late
the steering angle was recorded). Yaw inertia is not: it and the stiffness would take each other's place. Printed are
the numbers with their standard errors, and the errors that are left. Values that large_sedan.toml marks as fitted came
from here.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from scipy.optimize import least_squares

import jounce

COLUMNS = {"steering_angle": "steering", "beside": "sensor.vy=speed_y, vehicle.roll=roll"}  # the others as usual
WINDOWS = {"begin": "5 s", "end": "12.4 s", "zero_window": ["4.6 s", "6.4 s"]}
FULL_SCALE = "25.1 rad"  # one of the two values of the source: that which the slow turn at the end of the record shows
SIGNALS = {
    "yaw_rate": "vehicle.yaw_rate",
    "lateral_acceleration": "sensor.ay",
    "sensor_vy": "sensor.vy",
    "roll": "vehicle.roll",
}
FITTED = ("front stiffness", "rear stiffness", "anti-roll bars", "sensor ahead, m", "steering late, s")
FROM_BEGIN = 0.5  # s that are left out: the car takes up the angle of the record
TAKEN = 4  # every fourth sample of a run: 20 ms, as the record


def main(record: str) -> None:
    car = jounce.load("large_sedan")
    known = car.values()
    stiffness = {axle: f"axles.{axle}.tyre.law.PKY1" for axle in ("front", "rear")}
    bars = [f"axles.{axle}.anti_roll_bar.stiffness" for axle in ("front", "rear")]

    def replayed(x: np.ndarray) -> Any:
        values = {path: known[path] * x[k] for k, path in enumerate(stiffness.values())}
        values |= {path: known[path] * x[2] for path in bars}
        instruments = {"sensor_ahead": float(x[3]), "steering_late": float(x[4]), "full_scale": FULL_SCALE}
        return jounce.run(car.with_values(values), "replay", record=record, **COLUMNS, **WINDOWS, **instruments)

    def left(x: np.ndarray) -> np.ndarray:
        run = replayed(x)
        rows = run.time > FROM_BEGIN
        pieces = [(run[channel] - run[f"record.{word}"])[rows] for word, channel in SIGNALS.items()]
        sizes = [np.ptp(run[f"record.{word}"]) for word in SIGNALS]
        return np.concatenate([piece[::TAKEN] / size for piece, size in zip(pieces, sizes, strict=True)])

    fit = least_squares(left, [1.0, 1.0, 1.0, -1.0, 0.02], diff_step=0.02, x_scale=[1, 1, 1, 1, 0.02], ftol=1e-4)
    freedom = len(fit.fun) - len(fit.x)
    errors = np.sqrt(np.diag(np.linalg.inv(fit.jac.T @ fit.jac)) * 2.0 * fit.cost / freedom)
    for name, value, error in zip(FITTED, fit.x, errors, strict=True):
        print(f"{name:20s}{value:9.4f} +- {error:.4f}")
    for path, factor in zip([*stiffness.values(), *bars], [*fit.x[:2], fit.x[2], fit.x[2]], strict=True):
        print(f"{path:40s}{known[path] * factor:12.5g}")
    for name, metric in replayed(fit.x).metrics.items():
        if any(word in name for word in SIGNALS):
            print(f"{name:36s}{metric.value:10.4g} {metric.unit}")


if __name__ == "__main__":
    main(sys.argv[1])
