"""Step of the motor's torque: vibration of the driven wheels on unequal shafts. [Szczotka 2007, Fig. 15a]"""

from __future__ import annotations

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.ripple import ripples
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.drive import Progress, drive, outcome
from jounce.studies.driving.driving_start import Start, straight
from jounce.studies.driving.histories import step as step_of_torque
from jounce.studies.driving.settings import Value, refuse_short, require_car, settings, step_of

STUDY = "torque-step"
BEGIN, EVALUATED = 0.2, 0.6  # s, when the torque rises; how long the ripple is looked at
SLOWEST = 2.0  # Hz: below it the body moves, not the shafts


def torque_step(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    torque: Value = "20 N m",
    rise: Value = "10 ms",
    elements: int | None = None,
    duration: Value = "1.5 s",
    step: Value = "auto",
    output_step: Value = "1 ms",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead the input torque (of a motor: each one) rises by `torque`; [Szczotka 2007, Fig. 15a].

    `elements` are the spring-damper elements of each half shaft where they shall differ from the file: the paper has 5,
    which RK4 follows with a step of some 30 us; the step is found and printed.
    """
    require_car(STUDY, vehicle)
    count = vehicle.values().get("half_shafts.elements", 0.0) if elements is None else elements
    given = settings(
        STUDY,
        speed=(speed, "m/s"),
        torque=(torque, "N m"),
        rise=(rise, "s"),
        duration=(duration, "s"),
        output_step=(output_step, "s"),
        elements=(count, "count"),
    )
    refuse_short(
        STUDY, given.duration, BEGIN + given.rise + EVALUATED, "straight ahead, the rise, and the ripple after it"
    )
    shafted = vehicle.with_values({"half_shafts.elements": given.elements})
    start = straight(shafted.car_model(steering="angle"), given.speed)
    car, shafts = start.car, _shafts(start.car)
    rising = {
        name: step_of_torque(start.inputs[name], given.torque, BEGIN, given.rise, given.duration) for name in car.drive
    }
    run = drive(start, given.duration, rising, None, step_of(STUDY, step), given.output_step, on_progress)
    figure = [
        Panel("speed of the driven wheels", tuple(f"{corner}.wheel_bearing.angle_rate" for corner in shafts)),
        Panel("torque in the half shafts", tuple(shafts.values())),
    ]
    return outcome(run, STUDY, given, _metrics(run, start, shafts, BEGIN + given.rise), figure)


def _shafts(car: CarModel) -> dict[str, str]:
    """Channel of the torque in each half shaft, at its inner end."""
    every = [part.name for part in car.model.forces if part.name.endswith("half_shaft_twist_1")]
    if not every:
        what = "the half shafts are rigid"
        raise ModelError(STUDY, [Problem("half_shafts.elements", what, "at least 1: --elements 1")])
    found = {name.partition(".")[0]: f"{name}.torque" for name in every}
    return dict(sorted(found.items()))


def _metrics(run: Result, start: Start, shafts: dict[str, str], begin: float) -> dict[str, tuple[float, str, str]]:
    """The strongest ripple in each shaft, and the eigenvalue of the car whose mode a step excites most in it."""
    small = small_motions(start.ready, start.ready.state, start.inputs, list(shafts.values()))
    eigenvalues, amplitudes = small.after_step(start.car.drive)
    ringing = eigenvalues.imag > 2 * np.pi * SLOWEST
    after = (run.time >= begin) & (run.time <= begin + EVALUATED)
    found: dict[str, tuple[float, str, str]] = {}
    for row, (corner, channel) in enumerate(shafts.items()):
        heard = [r for r in ripples(run.time[after], run[channel][after]) if r.frequency > SLOWEST]
        mode = eigenvalues[ringing][int(np.argmax(amplitudes[row, ringing]))]
        torque = run[channel]
        found |= {
            f"{corner}_ripple": (heard[0].frequency if heard else 0.0, "Hz", "strongest ripple in the shaft's torque"),
            f"{corner}_eigenfrequency": (
                mode.imag / (2 * np.pi),
                "Hz",
                "of the mode that the step makes ring most in this shaft",
            ),
            f"{corner}_decay": (-mode.real, "1/s", "of that mode"),
            f"{corner}_peak_torque": (float(np.abs(torque).max()), "N m", "largest |torque| in the shaft"),
        }
    return found
