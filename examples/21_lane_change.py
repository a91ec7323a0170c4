"""A driver takes a car through cones: the double lane change of ISO 3888.

Objective: let a driver of the library steer, read which cones were hit and where, and see that the line is worth more
than the driver.

Model: `golf1`, a functional car of 18 degrees of freedom, and drivers that see it 100 times a second: they decide after
a delay of 0.1 s, and their hand turns the steering wheel by at most 800 deg/s.
"""

import jounce

car = jounce.load("golf1")

# Run: MacAdam's driver looks ahead along the middle of the lanes. Too fast, and cones fall.
for speed in (70, 90):
    run = jounce.run(car, "lane-change", speed=f"{speed} km/h")
    print(run.metadata["notes"][-1])
run.view("lane_change.html")  # cones, the line that was wanted and the one that was driven

# What to look for: the same driver, on a line that some runs of practice have found. It begins to turn before the first
# lane ends, and ends its turn behind the beginning of the next one. The limits of the car itself are not reached yet.
practised = jounce.run(car, "lane-change", speed="85 km/h", line="searched", practice_runs=150)
print(f"after {practised.metrics['practice_runs'].value:.0f} runs of practice: {practised.metadata['notes'][-1]}")
numbers = practised.metadata["settings"]["line_numbers"]
print("line: " + ", ".join(f"{number:.2f}" for number in numbers) + " m")

# Line and preview can be driven again without practice. A line belongs to its driver: MacAdam's rounds it off, another
# follows it closely, corners and all, and asks more of the tyres than they have.
preview = practised.metadata["settings"]["preview"]
again = jounce.run(car, "lane-change", speed="85 km/h", line_numbers=numbers, preview=preview)
other = jounce.run(car, "lane-change", speed="85 km/h", line_numbers=numbers, driver="stanley", compensated=True)
for name, run in (("macadam", again), ("stanley", other)):
    print(f"{name} on that line: {1000 * run.metrics['least_clearance'].value:.0f} mm from the nearest limit")
again.plot(path="lane_change.png")

# A driver is a part of the car like any other: it can follow any path in any study that leaves the wheel alone.
bend = jounce.parts.paths.clothoid_path([20.0, 15.0, 30.0, 15.0, 40.0], [0.0, 0.0, 0.012, 0.012, 0.0, 0.0])
x, y = (values.tolist()[::4] for values in (bend.x, bend.y))
track = {"mass": 900.0, "yaw_inertia": 1350.0, "front_length": 0.953, "rear_length": 1.447}
track |= {"front_stiffness": 53e3, "rear_stiffness": 43e3, "steering_ratio": 19.06}
driven = car.with_tables({"controllers.driver": {"type": "stanley", "path_x": x, "path_y": y, **track}})
ride = jounce.run(driven, "drive-road", speed="50 km/h", duration="8 s")
print(f"a bend of 83 m at 50 km/h: at most {1000 * abs(ride['controls.driver.path_error']).max():.0f} mm beside it")
