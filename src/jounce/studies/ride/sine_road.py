"""Waves of the road: body height and pitch. [Szczotka 2007, Fig. 11]"""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.parts.roads import Road, Sinusoid
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driving.drive import Metrics, Progress, drive, outcome
from jounce.studies.driving.driving_start import straight
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.ride.equivalent_damping import on_waves_equivalent

STUDY = "sine-road"
BEGIN = 3.0  # m ahead of the front axle at the start
SETTLING = 4.0  # s after which the motion is taken as periodic
PERIODS = 6  # that are evaluated
MEASURED = {"height": ("vehicle.cg.z", "m"), "pitch": ("vehicle.pitch", "rad")}
THEORIES = {
    "linear": "small motions about straight running",
    "equivalent": "small motions with equivalent linear dampers",
}
FIGURE = (
    Panel("height of the centre of mass", ("vehicle.cg.z",)),
    Panel("pitch", ("vehicle.pitch",)),
    Panel("height of the road under the front wheels", ("front_left.tyre.road",)),
    Panel("wheel loads", ("front_left.tyre.Fz", "rear_left.tyre.Fz")),
)


def sine_road(
    vehicle: Vehicle,
    *,
    speed: Value = "60 km/h",
    amplitude: Value = "1 cm",
    wavelength: Value = "8 m",
    step: Value = "auto",
    on_progress: Progress | None = None,
) -> Result:
    """Straight ahead over z = amplitude sin(2 pi x/wavelength), steering wheel and drive torque held; Fig. 11.

    Beside the amplitudes stand those of small motions about straight running, and those of the car with each damper
    as the linear one that takes as much energy at this amplitude: where dampers are not linear the first part from
    the run as the waves grow, the second do not.
    """
    car = require_car(STUDY, vehicle).car_model(steering="angle")
    given = settings(STUDY, speed=(speed, "m/s"), amplitude=(amplitude, "m"), wavelength=(wavelength, "m"))
    start = straight(car, given.speed)
    waves = Sinusoid(amplitude=given.amplitude, wavelength=given.wavelength, start=BEGIN)
    period = given.wavelength / given.speed
    run = drive(
        start,
        (BEGIN + given.wavelength) / given.speed + SETTLING + PERIODS * period,
        road=Road(name="waves", elements={"waves": waves}),
        step=step_of(STUDY, step),
        output_step=period / max(8, round(period / 0.01)),  # a whole number of samples in a period
        on_progress=on_progress,
    )
    channels = [channel for channel, _ in MEASURED.values()]
    theories = {
        "linear": small_motions(start.ready, start.ready.state, start.inputs, channels).on_waves(
            given.wavelength, given.speed
        ),
        "equivalent": on_waves_equivalent(vehicle, start, given.speed, given.wavelength, given.amplitude, channels),
    }
    return outcome(run, STUDY, given, _metrics(run, given.amplitude, period, theories), FIGURE)


def _metrics(run: Result, wave: float, period: float, theories: dict[str, dict[str, complex]]) -> Metrics:
    samples = round(PERIODS * period / (run.time[1] - run.time[0]))
    found: dict[str, tuple[float, str, str]] = {
        "excitation_frequency": (1.0 / period, "Hz", "speed by wavelength"),
    }
    for word, (channel, unit) in MEASURED.items():
        y = run[channel][-samples:]
        spectrum = np.abs(np.fft.rfft(y - y.mean())) * 2.0 / samples
        found |= {
            f"{word}_frequency": (
                float(np.argmax(spectrum)) / (PERIODS * period),
                "Hz",
                f"of the largest line in the spectrum of the last {PERIODS} periods",
            ),
            f"{word}_amplitude": (float(spectrum[PERIODS]), unit, "at the frequency of the excitation"),
        }
        for theory, meaning in THEORIES.items():
            amplitude = wave * abs(theories[theory][channel])
            found |= {
                f"{word}_{theory}": (amplitude, unit, f"the same by {meaning}"),
                f"{word}_{theory}_ratio": (
                    float(spectrum[PERIODS]) / amplitude,
                    "1",
                    f"amplitude by that of {meaning}",
                ),
            }
    return found
