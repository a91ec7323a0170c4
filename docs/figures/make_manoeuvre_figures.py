"""Draw the figures of manoeuvres: python docs/figures/make_manoeuvre_figures.py"""

from __future__ import annotations

from pathlib import Path

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


if __name__ == "__main__":
    draw_manoeuvres()
