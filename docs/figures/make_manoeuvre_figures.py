"""Draw the figures of manoeuvres: python docs/figures/make_manoeuvre_figures.py"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import jounce

HERE = Path(__file__).parent


def draw_manoeuvres() -> None:
    """Full throttle, an anti-lock stop, a crosswind and an understeer budget, as the studies draw them."""
    sedan = jounce.load("sedan")
    jounce.run(sedan, "acceleration", top=False).plot(path=HERE / "acceleration.png")
    stop = jounce.run(sedan, "straight-braking")
    corner = "front_left"
    names = (f"{corner}.brake.pressure", f"{corner}.tyre.slip", f"{corner}.brake.phase", "vehicle.ax")
    stop.plot(*names, path=HERE / "anti_lock_stop.png")
    jounce.run(sedan, "crosswind").plot(path=HERE / "crosswind.png")
    jounce.run(jounce.load("small_car"), "understeer-budget").plot(path=HERE / "understeer_budget.png")


def draw_split_stop() -> None:
    """A stop of the sedan on split friction with the yaw-moment delay and without it."""
    sedan = jounce.load("sedan")
    cars = {"delayed": sedan, "individual": sedan.with_tables({"abs": {"front": "individual"}})}
    figure = Figure(figsize=(8.0, 6.0), layout="constrained")
    panels = figure.subplots(3, 1, sharex=True)
    for colour, (word, car) in zip(("C0", "C1"), cars.items(), strict=True):
        stop = jounce.run(car, "straight-braking", low_friction=0.3, driver="correcting")
        rows = stop.time < 9.0
        for side, line in (("left", "-"), ("right", ":")):
            pressure = stop[f"front_{side}.brake.pressure"][rows] / 1e5
            panels[0].plot(stop.time[rows], pressure, colour + line, linewidth=1.0, label=f"{word}, front {side}")
        panels[1].plot(stop.time[rows], np.degrees(stop["steering.wheel.angle"][rows]), colour, label=word)
        panels[2].plot(stop.time[rows], stop["front_left.tyre.y"][rows], colour, label=f"{word}, front left wheel")
        panels[2].plot(stop.time[rows], stop["front_right.tyre.y"][rows], colour + ":", label=f"{word}, front right")
    panels[2].axhline(0.0, color="grey", linewidth=0.8)
    for panel, title in zip(panels, ("pressure, bar", "steering wheel, deg", "left of the border, m"), strict=True):
        panel.set_ylabel(title)
        panel.legend(fontsize=7, ncols=2)
    panels[2].set_xlabel("time, s")
    figure.savefig(HERE / "split_stop.png", dpi=110)


if __name__ == "__main__":
    draw_manoeuvres()
    draw_split_stop()
