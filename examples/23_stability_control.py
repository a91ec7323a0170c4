"""Brakes by pressure, anti-lock brakes and stability control.

Objective: give a car of the 1970s the brakes of a modern one, step by step, and see what each step is worth.

Model: golf1, the functional Golf I class. Its brakes are given by torques. With a pressure at full pedal and a torque
per pressure for each wheel they are the same brakes, on which modulators and controllers can act: [abs] holds wheels
back from locking, and [esc] brakes single wheels where the car yaws more or less than its driver asks for.
"""

import jounce

golf = jounce.load("golf1")
full, torque, share = 80.0, 2770.0, 0.809  # bar; N m at full pedal, and the front's part, as its file has them
pressed = golf.with_tables(
    {
        "brakes": {
            "pressure": f"{1.5 * full} bar",  # a servo: half as much again, so that all wheels may lock
            "front_torque": f"{0.5 * share * torque / full} N m/bar",
            "rear_torque": f"{0.5 * (1.0 - share) * torque / full} N m/bar",
        },
        "abs": {},  # every number has a usual value
        "esc": {},
    }
)

# a full stop from 100 km/h: the words abs.on and esc.on switch parts off
stops = {
    word: jounce.run(pressed.with_values({"abs.on": word}), "straight-braking", speed="100 km/h")
    for word in ("false", "true")
}
ways = {word: run.metrics["stopping_distance"].value for word, run in stops.items()}
print(f"100 km/h to standstill: {ways['false']:.1f} m with locked wheels, {ways['true']:.1f} m with anti-lock brakes")
cycles = stops["true"].metrics["front_left.abs_cycles"].value
print(f"the modulator of the front left wheel lets pressure go {cycles:.0f} times a second")

# sine with dwell, the test of the regulation for stability control: first turns to the left
tests = {
    word: jounce.run(pressed.with_values({"esc.on": word}), "sine-with-dwell", sides="left")
    for word in ("false", "true")
}

# What to look for: without control the car still yaws a second after the steering wheel has come back, and fails at
# some angle. With it, one wheel after the other is braked for tenths of a second, and the car passes at all angles.
for word, run in tests.items():
    verdict = next(note for note in run.metadata["notes"] if note.startswith(("passed", "failed")))
    print(f"stability control {'on' if word == 'true' else 'off'}: {verdict}")

pressed.save("golf_with_brakes.toml")
stops["true"].plot("front_left.brake.pressure", "front_left.tyre.slip", path="anti_lock.png")
tests["true"].plot("vehicle.yaw_rate", "controls.esc.wanted_yaw_rate", "front_right.brake.pressure", path="esc.png")
