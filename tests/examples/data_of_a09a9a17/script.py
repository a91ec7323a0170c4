"""A script as its users wrote it for an older jounce, git a09a9a17: flat names, and the orders of arguments of then."""

import jounce

POINT = "axles.front.hardpoints.tie_rod_outer.z"

model = jounce.Model("pendulum")
model.add(
    jounce.Body(name="bob", mass=1.0, centre=(0.0, 0.0, -1.0), inertia=(0.01, 0.01, 0.01)),
    jounce.Revolute(name="hinge", parent="ground", child="bob", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
    jounce.TorsionSpring(name="spring", coordinate="hinge.angle", law=jounce.Linear(slope=2.0)),
)
reached = []
run = jounce.simulate(model, 0.2, start={"hinge.angle": 0.1}, on_progress=reached.append)
largest = run.values.max()

axle = jounce.load("double_wishbone")
travel = jounce.run(axle, "wheel-travel", axle="front", points=3, on_progress=reached.append)
table = jounce.vary(axle, {POINT: ["200 mm", "205 mm"]}, "wheel-travel", metrics=["front_left.camber"], axle="front")
slopes = jounce.gradient(axle, "wheel-travel", ["front_left.camber"], wrt=[POINT], axle="front", points=3)
curves = jounce.sensitivity(axle, [POINT], axle="front", points=3)
study = jounce.studies.WheelTravel(axle="front", points=3)
goal = jounce.Goal(study=study, metric="front_left.toe", target=0.0, scale=0.01)
best = jounce.optimise(axle, {POINT: ("200 mm", "210 mm")}, [goal], starts=1)
mounted = jounce.mount(axle, axle="front")
path = jounce.polyline_path([0.0, 30.0, 60.0], [0.0, 0.0, 5.0])
job = jounce.read_job("job.toml")
