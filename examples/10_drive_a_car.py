"""A whole car changes lanes and drives over bumps.

Objective: run two driving studies by name, read their metrics, and change a number of the car.

Model: the library's `small_car`: MacPherson struts, semi-trailing arms, rack and column, half shafts in torsion,
Magic Formula tyres; 27 bodies with their loops. Every run starts from trim.
"""

from math import degrees

import jounce

car = jounce.load("small_car")

# Run: one sine of the steering wheel at 60 km/h, as large as 4 m/s^2 would take in a steady circle.
change = jounce.run(car, "sine-steer", speed="60 km/h")
change.plot("vehicle.yaw_rate", "vehicle.cg.ay", "vehicle.roll", path="sine_steer.png")

# What to look for: the car responds after the steering wheel, first in yaw, then in lateral acceleration.
print(f"steering wheel {degrees(change.metrics['steering_angle'].value):.1f} deg")
for name in ("yaw_rate_lag", "lateral_acceleration_lag"):
    print(f"{name.replace('_', ' '):26}{1000 * change.metrics[name].value:6.0f} ms")
print(f"{'moved to the left by':26}{change.metrics['lateral_offset'].value:6.2f} m")

# Without its anti-roll bar it leans more.
without = jounce.run(car.with_values({"axles.front.anti_roll_bar.stiffness": 0.1}), "sine-steer", speed="60 km/h")
for name, run in (("with bar", change), ("without", without)):
    print(f"{name:26}{degrees(run.metrics['largest_roll'].value):6.2f} deg of roll")

# Three bumps under the left wheels: the hub reacts to each of them, the body hardly at all.
bumps = jounce.run(car, "three-bumps")
for k in (1, 2, 3):
    print(f"hub over bump {k} {bumps.metrics[f'hub_peak_{k}'].value:17.0f} m/s^2")
print(f"{'body at the strut':26}{bumps.metrics['mount_largest'].value:6.1f} m/s^2")
