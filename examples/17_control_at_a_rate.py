"""A controller of one's own, at a rate.

Objective: write a controller as formulas, run it as machine code and in Python, and see what sampling does.

Model: a car that shall hold its speed uphill, by the library's speed control and by one written here.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

import jounce
from jounce.graph import maximum, minimum
from jounce.units import Quantity, TickRate

SPEED = 20.0  # m/s
HILL = jounce.parts.roads.Road(elements={"hill": jounce.parts.roads.Slope(grade=0.06, start=40.0, transition=20.0)})


# A controller is a frozen record. Its numbers have units, and `tick` is written with + - * / and functions of
# jounce.graph: called with floats it is plain Python, called with symbols it becomes machine code.
@dataclass(frozen=True, kw_only=True)
class HoldSpeed:
    """Torque in proportion to the speed that is missing, within a limit."""

    name: str = "hold"
    rate: TickRate = 50.0  # Hz
    gain: Annotated[float, Quantity("N s")] = 60.0  # N m for each m/s
    most: Annotated[float, Quantity("N m")] = 120.0

    reads = ("vehicle.vx",)
    sets = ("drive.torque",)

    def begin(self, reading, inputs):
        return (inputs["drive.torque"],)  # the torque that holds the start, kept in memory

    def tick(self, time, reading, memory):
        torque = memory[0] + self.gain * (SPEED - reading["vehicle.vx"])
        return {"drive.torque": jounce.parts.controls.Hold(minimum(maximum(torque, 0.0), self.most))}, memory


car = jounce.load("small_car")


def up_the_hill(controller):
    """The car from 20 m/s, driven by the controller alone."""
    sim = jounce.start(car, speed=SPEED, road=HILL, controllers=[controller], step=1e-3)
    for _ in range(60):
        sim.step(None, 0.1)
    return sim.result()


compiled, in_python = up_the_hill(HoldSpeed()), up_the_hill(jounce.parts.controls.in_python(HoldSpeed()))
library = up_the_hill(
    jounce.parts.controls.SpeedControl(name="cruise", speed=SPEED, proportional=60.0, integral=60.0, most_torque=120.0)
)

# What to look for: both forms of the controller give the same run, bit for bit. A controller in proportion has to be
# slower uphill, by the torque of the hill divided by its gain; the integral of the library's takes that away.
same = bool(np.array_equal(compiled.numbers, in_python.numbers))
slower = float(SPEED - compiled["vehicle.vx"][-1])
expected = float(compiled["controls.hold.drive.torque"][-1] - compiled["controls.hold.drive.torque"][0]) / 60.0

print(f"machine code and Python give the same run: {same}")
print(f"in proportion: {slower:.3f} m/s too slow uphill; torque divided by gain {expected:.3f} m/s")
print(f"with an integral: {SPEED - library['vehicle.vx'][-1]:.3f} m/s")
print(*[note for note in in_python.metadata["notes"] if "in Python" in note], sep="\n")

library.plot("vehicle.vx", "controls.cruise.drive.torque", "controls.cruise.integral", path="hold_speed.png")
