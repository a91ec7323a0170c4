"""Step of the motor's torque: vibration of the driven wheels on unequal shafts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import largest
from jounce.results.vibration.oscillations import find_ripples
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import (
    DURATION,
    RISE,
    SHAFT_ELEMENTS,
    SPEED,
    STEP,
    TORQUE,
    WANTED_ACCURACY,
    setting_too_short,
)

BEGIN, EVALUATED = 0.2, 0.6  # s, when the torque rises; how long the ripple is looked at
MEASURING_STEP = 1e-3  # s
SLOWEST = 2.0  # Hz: below it the body moves, not the shafts
INNER_END = "half_shaft_twist_1"


class TorqueStep(Drive):
    """Step of the motor's torque: vibration of the driven wheels on unequal shafts. [Szczotka 2007, Fig. 15a]

    Straight ahead the input torque (that of each motor, where there are several) rises. The paper has 5 elements in
    each half shaft, which RK4 follows with a step of some 30 us; the step is found and printed.
    """

    name = "torque-step"
    speed = SPEED
    torque = TORQUE
    rise = replace(RISE, default="10 ms", meaning="time in which the torque rises")
    elements = replace(SHAFT_ELEMENTS, default="auto", auto="as in the vehicle file")
    duration = replace(DURATION, default="1.5 s")
    step = STEP
    accuracy = replace(WANTED_ACCURACY, default=1e-4)  # the shafts' vibration is what is looked at
    goes_straight = True
    panels = (
        Panel("speed of the driven wheels", ("{driven}.wheel_bearing.angle_rate",)),
        Panel("torque in the half shafts", (f"{{driven}}.{INNER_END}.torque",)),
    )
    metrics = {
        "{corner}_ripple": ("Hz", "strongest ripple in the shaft's torque"),
        "{corner}_eigenfrequency": ("Hz", "eigenfrequency of the mode that the step excites most in this shaft"),
        "{corner}_decay": ("1/s", "decay rate of that mode"),
        "{corner}_peak_torque": ("N m", "largest |torque| in the shaft"),
    }

    def contradictions(self) -> Iterator[Problem]:
        needed = BEGIN + self.rise + EVALUATED
        yield from setting_too_short(self.duration, needed, "straight ahead, the rise, and the ripple after it")

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        self.require_shafts(vehicle)
        count = vehicle.values().get("half_shafts.elements", 0.0) if self.elements is None else self.elements
        shafted = vehicle.with_values({"half_shafts.elements": int(count)})
        start = start_straight(self.require_torque(self.build_car(shafted)), self.speed)
        car = start.car
        forces = {part.name for part in car.model.forces}
        driven = sorted(corner for corner in car.corners if f"{corner}.{INNER_END}" in forces)
        if not driven:
            raise self.refuse("half_shafts.elements", "the half shafts are rigid", "at least 1: --elements 1")
        rising = {
            name: step_history(start.inputs[name], self.torque, BEGIN, self.rise, self.duration) for name in car.drive
        }
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration,
            inputs=rising,
            measuring_step=MEASURING_STEP,
            found={"elements": int(count)},
            places={"driven": driven},
        )

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        """The strongest ripple in each shaft, and the eigenvalue of the car whose mode a step excites most in it."""
        start, begin = done.start, BEGIN + self.rise
        shafts = {corner: f"{corner}.{INNER_END}.torque" for corner in done.places["driven"]}
        small = small_motions(start.ready, start.ready.state, start.inputs, list(shafts.values()))
        eigenvalues, amplitudes = small.after_step(start.car.drive)
        ringing = eigenvalues.imag > 2 * np.pi * SLOWEST
        after = (run.time >= begin) & (run.time <= begin + EVALUATED)
        found: Values = {}
        for row, (corner, channel) in enumerate(shafts.items()):
            heard = [r for r in find_ripples(run.time[after], run[channel][after]) if r.frequency > SLOWEST]
            mode = eigenvalues[ringing][int(np.argmax(amplitudes[row, ringing]))]
            found |= {
                f"{corner}_ripple": heard[0].frequency if heard else 0.0,
                f"{corner}_eigenfrequency": mode.imag / (2 * np.pi),
                f"{corner}_decay": -mode.real,
                f"{corner}_peak_torque": largest(run.time, run[channel]),
            }
        return found
