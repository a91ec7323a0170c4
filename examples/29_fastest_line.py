"""The fastest line through a bend: direct shooting with the derivatives of a run.

Objective: a car comes to a bend of 90 deg at 54 km/h. Which line is the fastest, if its driver dares 4 m/s^2 in any
direction? Where does he brake, where does he turn in?

Model: `golf1`, a functional car with 14 degrees of freedom. Unknown are the offset at the start and the values of two
histories, the angle of the steering wheel and the torque of the drive, which may brake too. The derivatives of a run by
all of them come out of one pass.
"""

import numpy as np

import jounce

ENTRY, RADIUS, EXIT = 25.0, 25.0, 30.0  # m: straight, bend to the left, straight
WIDTH = 4.0  # m that are left for the centre of mass: a lane of 6 m, less the car, less 0.2 m to each side
SPEED, LIMIT = 15.0, 4.0  # m/s, m/s^2

car = jounce.load("golf1")
turn, into = 1.0 / RADIUS, 0.1  # 1/m, and m in which the middle line gets it
middle = jounce.parts.paths.clothoid_path(
    [ENTRY, into, RADIUS * np.pi / 2 - into, into, EXIT], [0.0, 0.0, turn, turn, 0.0, 0.0]
)
track = jounce.studies.Track(middle=middle, width=WIDTH)

# Three starts: a driver follows the middle, a line 1.5 m to its right and one 1.5 m to its left, each at another speed.
starts = [(0.0, 11.0), (-1.5, 10.0), (1.5, 12.0)]
found = jounce.fastest_line(car, track, speed=SPEED, acceleration=LIMIT, starts=starts, step=4e-3)

# What to look for: all starts end at the same line. It begins at the outer edge, touches the inner one, and comes out
# at the outer edge again; braking goes over into cornering and cornering into driving on the circle of accelerations.
for course in found.courses:
    print(
        f"from {course.offset:4.1f} m at {course.to_speed:g} m/s: {course.first.time[-1]:.3f} s as driven first, "
        f"{course.time:.4f} s in the end, {len(course.descent.merits)} evaluations, {course.descent.reason}"
    )
best = found.courses[found.best]
apex = int(np.argmax(best.line.offset))
print(f"{found.agreed} of {len(starts)} starts ended at the best time")
print(
    f"starts {best.start_offset:.2f} m beside the middle, apex at {found.places[apex]:.0f} m of {middle.length:.0f} m"
)
print(f"slowest {best.line.speed.min():.2f} m/s, at the end {best.line.speed[-1]:.2f} m/s")

# The best histories again, with a quarter of the step and without derivatives: the car comes to the same place.
run = jounce.simulate(found.start.ready, best.time, inputs=found.inputs, step=1e-3)
x, y = (run[f"vehicle.cg.{word}"] - run[f"vehicle.cg.{word}"][0] for word in "xy")
end = track.offset_points(found.places[-1:], best.line.offset[-1])[0]
missed = np.hypot(x[-1] - end[0], y[-1] + best.start_offset - end[1])
print(f"driven again, the car ends {1e3 * missed:.1f} mm beside")
found.plot("fastest_line.png")
