"""Draw the charts of docs/howto/gradients.md: python docs/figures/make_gradient_figures.py"""

from __future__ import annotations

from pathlib import Path

import jounce

FOLDER = Path(__file__).parent
METRICS = ["yaw_rate_peak_ratio", "lateral_offset", "largest_roll"]
NUMBERS = [
    *("axles.front.spring.law.slope", "axles.rear.spring.law.slope", "body.mass", "body.centre.x", "body.centre.z"),
    *("body.inertia.z", "axles.front.tyre.law.LMUY", "axles.rear.tyre.law.LMUY"),
    "axles.front.hardpoints.tie_rod_outer.z",
]


def draw_lane_change() -> None:
    """What changes an open-loop lane change, one sine of the steering wheel."""
    found = jounce.gradient(jounce.load("small_car"), "sine-steer", NUMBERS, metrics=METRICS)
    found.plot(FOLDER / "gradient_lane_change.png")


def draw_closed_loop() -> None:
    """What changes a double lane change with a driver who looks."""
    metrics = ["largest_path_error", "largest_steering_angle", "largest_roll"]
    found = jounce.gradient(jounce.load("small_car"), "lane-change", NUMBERS, metrics=metrics, speed="60 km/h")
    found.plot(FOLDER / "gradient_closed_loop.png")


if __name__ == "__main__":
    draw_lane_change()
    draw_closed_loop()
