"""Corners without links: a swing arm and a lumped mass, when only their function is known.

Objective: start a car before its suspension is drawn, from an instant centre or from nothing at all.

Model: the library's `swing_arm`, whose wheel turns about a line through its front-view instant centre, and
`lumped_mass`, whose wheel moves straight up and down. Both have the spring and the masses of a real corner.
"""

from math import degrees

import jounce

cars = {"swing arm": jounce.load("swing_arm"), "lumped mass": jounce.load("lumped_mass")}

# Run.
runs = {name: jounce.run(car, "wheel-travel", travel=("-50 mm", "50 mm")) for name, car in cars.items()}

# What to look for: a swing arm of length l leans by 1/l per travel and lifts the roll centre to where the line
# from the contact point to the instant centre cuts the middle of the car. The lumped mass does neither.
axle = cars["swing arm"].axles["front"]
centre, wheel = axle.hardpoints["instant_centre"], axle.hardpoints["wheel_centre"]
length = wheel[1] - centre[1]
expected = {"swing arm": -1 / length, "lumped mass": 0.0}
print(f"{'':14}{'camber gain':>16}{'-1/length':>16}{'wheel rate':>14}")
for name, run in runs.items():
    gain = run.metrics["front_left.bump_camber"].value
    rate = run.metrics["front_left.wheel_rate"].value / 1000
    print(f"{name:14}{degrees(gain):10.3f} deg/m{degrees(expected[name]):10.3f} deg/m{rate:9.2f} N/mm")

height = runs["swing arm"].metrics["front.roll_centre_height"].value
road = wheel[2] - axle.tyre.radius
line = (centre[2] - road) * wheel[1] / length
print(f"roll centre {1000 * height:.1f} mm above the road, by the line {1000 * line:.1f} mm")

runs["swing arm"].plot("front_left.camber", "front.roll_centre_height", path="functional_corners.png")
