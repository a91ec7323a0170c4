"""A skyhook: actuators that calm the car body.

Objective: give a car actuators and a controller in its own tables, and compare it with the passive car.

Model: the small car at 20 m/s on a random road of class C, with an actuator beside each spring. The controller makes
them pull the body down with 2000 N s/m times the speed at which it rises, as if it hung on dampers from the sky.
The body then accelerates 24 % less (rms).
"""

import numpy as np

import jounce

ROAD = jounce.load("iso_8608_c")
FELT, LOADS = "vehicle.cg.az", [f"{corner}.tyre.Fz" for corner in jounce.parts.controls.skyhook.CORNERS]

passive = jounce.load("small_car")
active = passive.with_tables({"axles.front.actuator": {}, "axles.rear.actuator": {}})  # their forces are inputs
calm = active.with_tables(
    {"controllers.sky": {"type": "skyhook", "damping": "2 kN s/m", "most_force": "1 kN", "rate": "200 Hz"}}
)


def on_the_road(car):
    return jounce.run(car, "drive-road", speed="20 m/s", duration="6 s", road=ROAD)


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


runs = {name: on_the_road(car) for name, car in {"passive": passive, "skyhook": calm}.items()}
share = 1.0 - rms(runs["skyhook"][FELT]) / rms(runs["passive"][FELT])

# What to look for: less acceleration of the body, and wheels that press on the road as evenly as before. The forces
# stay far below the limit, and the car could carry the power.
for name, run in runs.items():
    loads = max(float(np.std(run[load])) for load in LOADS)
    print(f"{name}: body {rms(run[FELT]):.2f} m/s^2 rms, wheel loads within {loads:.0f} N rms")
forces = [runs["skyhook"][f"controls.sky.{corner}.actuator.force"] for corner in ("front_left", "rear_left")]
print(f"the body accelerates {100 * share:.0f} % less; actuators {max(map(rms, forces)):.0f} N rms")

calm.save("calm_car.toml")  # the controller stands in the file
runs["skyhook"].plot(FELT, "controls.sky.front_left.actuator.force", path="skyhook.png")
