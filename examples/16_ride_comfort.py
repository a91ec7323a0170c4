"""How a car rides: random road, bump, four-post rig, and a driver on a seat.

Objective: read comfort figures by ISO 2631-1, see how far linear theory carries, and find the body's natural frequency
on a rig.

Model: the library's `small_car`. Its file has no [seat], so we add one: first a place to measure, then a driver of
60 kg on a cushion.
"""

import jounce

car = jounce.load("small_car")
place = {"point": ["-1.1 m", "0.33 m", "0.48 m"]}
driver = {"driver_mass": 60, "cushion_stiffness": "75 N/mm", "cushion_damping": "1200 N s/m"}
seat = {"mass": 12, "stiffness": "40 N/mm", "damping": "500 N s/m"}
plain = car.with_tables({"seat": place})
seated = car.with_tables({"seat": place | driver | seat})

# Random roads: the same seed, so the road of class B is that of class A, twice as high.
print(f"{'road':6}{'seat, m/s^2':>12}{'VDV':>8}{'load coefficient':>18}{'run / linear':>14}")
rides = {kind: jounce.run(plain, "ride", roughness=kind, length="300 m") for kind in "AB"}
for kind, run in rides.items():
    m = {name: metric.value for name, metric in run.metrics.items()}
    load = m["dynamic_load_rear_left"]
    print(f"{kind:6}{m['seat_total']:12.3f}{m['seat_z_vdv']:8.2f}{load:18.3f}{m['body_ratio']:14.3f}")

# What to look for: on twice the height the tyres' loads scatter twice as much, but the seat is shaken less than
# twice as hard. Dampers that are steep near rest make a good road feel worse than it is.
print(f"seat: {rides['B'].metrics['seat_total'].value / rides['A'].metrics['seat_total'].value:.2f} times")

# The driver on his seat: how much of the vibration under it reaches him.
sprung = jounce.run(seated, "ride", roughness="B", length="300 m")
print(f"seat transmissibility {sprung.metrics['seat_transmissibility'].value:.2f}")

# The rig: body and wheels from a swept sine, beside small motions.
rig = jounce.run(plain, "four-post", duration="30 s")
for mode in ("bounce", "wheel_hop_front"):
    swept, linear = (rig.metrics[f"{mode}{kind}_frequency"].value for kind in ("", "_linear"))
    print(f"{mode}: {swept:.2f} Hz swept, {linear:.2f} Hz by small motions")
rig.plot(path="four_post.png")
rides["B"].plot(path="ride.png")
