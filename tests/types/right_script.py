"""A script as people write it, in which a type checker finds nothing wrong; `test_types.py` sees to that."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import jounce
from jounce.parts import Body, Prismatic

if TYPE_CHECKING:
    from jounce.studies import StudyName

SPRING = "axles.front.spring.law.slope"

car = jounce.load("small_car").with_values({SPRING: "17 N/mm", "body.mass": 700.0})
mine = jounce.load(Path("my_car.toml"), kind="vehicle")
unknown = jounce.load("my_car.toml")
print(mine.values()[SPRING], unknown.values())

run = jounce.run(car, "step-steer", speed="60 km/h", integrator="rk4", step="1 ms", progress=True)
print(run.metrics["yaw_rate_overshoot"].value, run["vehicle.yaw_rate"].max(), run.time[-1])
run.report("report.html")
travel = jounce.run(car, jounce.studies.WheelTravel(axle="front", travel=("-50 mm", "50 mm"), points=21))
fit = jounce.run("points.csv", "tyre-fit")
shared: dict[str, Any] = {"duration": "3 s"}
name: "StudyName" = "sine-steer"
jounce.run(car, "sine-steer", **shared)

table = jounce.vary(car, "ride", {SPRING: ["15 N/mm", 18e3]}, metrics=["seat_total"], seed=2, workers=1)
print(table["seat_total"].mean(), table.units["seat_total"], table.to_pandas())
slopes = jounce.gradient(car, "step-steer", [SPRING, "body.mass"], metrics="yaw_rate_overshoot")
print(slopes.of("yaw_rate_overshoot", "body.mass"))
curves = jounce.sensitivity(car, "wheel-travel", "axles.front.hardpoints.tie_rod_outer", axle="front")
goal = jounce.Goal(metric="understeer_gradient", target=2.0, scale=0.1)
best = jounce.optimise(car, "steady-circle", {SPRING: ("12 N/mm", "25 N/mm")}, goal, starts=2, speed="80 km/h")
best.car.save("better.toml")

pendulum = jounce.load("pendulum")
swing = jounce.simulate(pendulum, "2 s", start={"hinge.angle": "20 deg"}, controllers=[], output_step=0.01)
ready = jounce.prepare(pendulum, start={"hinge.angle": 0.3})
print(jounce.linearise(ready, jounce.standing(ready).state).table(), np.ptp(swing["hinge.angle"]))
model = jounce.Model("slider").add(
    Body(name="mass", mass="2 kg", inertia=(1.0, 1.0, 1.0)),
    Prismatic(name="slide", parent="ground", child="mass", point=(0.0, 0.0, "10 mm"), axis=(1, 0, 0)),
    jounce.parts.Spring(
        name="spring",
        parent="ground",
        child="mass",
        point=(0, 0, 0),
        child_point=(1, 0, 0),
        free_length="1 m",
        law=jounce.parts.laws.Linear(slope="20 N/mm"),
    ),
)
problems = jounce.check(model)
sim = jounce.start(car, speed="20 m/s")
sim.step({"drive.torque": 30.0}, 0.01)
