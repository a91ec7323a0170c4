"""One car at six depths: from every link to two freedoms, in one plot.

Objective: see what a simpler car costs in truth and saves in time, and what it is made of.

Model: the library's `small_car`. `car.at_depth("functional")` is the same car; when it is driven, a simpler one is
derived from its numbers. Nothing else changes: the same studies, the same channels, the same paths for `with_values`.
"""

from time import process_time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import jounce

DEPTHS = ("structural", "tabulated", "functional", "functional-carcass", "roll", "single-track")
car = jounce.load("small_car")

# One sine of the steering wheel at 80 km/h, 45 deg to each side: about 4 m/s^2, where tyres begin to bend.
figure, panels = plt.subplots(3, 1, sharex=True, figsize=(7, 8))
peaks = {}
print("depth                speeds  derived in  run in   peak yaw rate  peak a_y     peak roll")
for depth in DEPTHS:
    began = process_time()
    simpler = car.at_depth(depth)
    freedoms = len(jounce.prepare(simpler, integrator=None).layout.speeds)
    made = process_time() - began
    run = jounce.run(simpler, "sine-steer", speed="80 km/h", angle="45 deg", duration="4 s")
    peaks[depth] = [abs(run[name]).max() for name in ("vehicle.yaw_rate", "vehicle.cg.ay", "vehicle.roll")]
    yaw, side, roll = peaks[depth]
    spent = 1000 * run.metadata["cpu_time"]
    print(f"{depth:20} {freedoms:6} {made:9.2f} s {spent:6.1f} ms {yaw:10.4f} rad/s {side:7.3f} m/s^2 {roll:8.4f} rad")
    for panel, name in zip(panels, ("vehicle.yaw_rate", "vehicle.cg.ay", "vehicle.roll"), strict=True):
        panel.plot(run.time, run[name], label=depth)
        panel.set_ylabel(f"{name} [{run.units[name]}]")

# What to look for: tables and functional axles follow the links within a few percent. The linear models run away from
# them: their tyres know no limit, and their differential no friction.
figure.legend(*panels[0].get_legend_handles_labels(), loc="upper center", ncols=3)
panels[-1].set_xlabel("time [s]")
figure.savefig("six_depths.png", dpi=120)
for depth in DEPTHS[1:]:
    errors = ", ".join(f"{100 * (p / true - 1):+.1f} %" for p, true in zip(peaks[depth], peaks[DEPTHS[0]], strict=True))
    print(f"{depth}: peaks of yaw rate, lateral acceleration and roll differ by {errors}")

# What a simpler car is made of, each number with its definition; a change of the car derives it anew.
for name, number in list(car.at_depth("single-track").computed().items())[:6]:
    print(f"{name:20} {number.value:12.6g} {number.unit:8} {number.definition}")
stiff = car.with_values({"axles.front.anti_roll_bar.stiffness": "3000 N m/rad"})
for variant in (car, stiff):
    gradient = variant.at_depth("roll").computed()["understeer_gradient"].value
    print(f"understeer gradient {1e3 * gradient:.3f} mrad s^2/m")
