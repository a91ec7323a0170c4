"""Waves of the road: body height and pitch. [Szczotka 2007, Fig. 11]"""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.parts.roads import Road, Sinusoid
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.small_motions import small_motions
from jounce.studies.driving.drive import Metrics, Progress, drive, outcome
from jounce.studies.driving.settings import Value, require_car, settings, step_of
from jounce.studies.driving_start import straight

STUDY = "sine-road"
BEGIN = 3.0  # m ahead of the front axle at the start
SETTLING = 4.0  # s after which the motion is taken as periodic
PERIODS = 6  # that are evaluated
MEASURED = {"height": ("vehicle.cg.z", "m"), "pitch": ("vehicle.pitch", "rad")}
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

    Beside the amplitudes stand those of small motions about straight running; where dampers are not linear the two
    part as the waves grow.
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
    small = small_motions(
        start.ready.compiled, start.ready.state, start.inputs, [channel for channel, _ in MEASURED.values()]
    ).on_waves(given.wavelength, given.speed)
    return outcome(run, STUDY, given, _metrics(run, given.amplitude, period, small), FIGURE)


def _metrics(run: Result, wave: float, period: float, small: dict[str, complex]) -> Metrics:
    samples = round(PERIODS * period / (run.time[1] - run.time[0]))
    found: dict[str, tuple[float, str, str]] = {
        "excitation_frequency": (1.0 / period, "Hz", "speed by wavelength"),
    }
    for word, (channel, unit) in MEASURED.items():
        y = run[channel][-samples:]
        spectrum = np.abs(np.fft.rfft(y - y.mean())) * 2.0 / samples
        linear = wave * abs(small[channel])
        found |= {
            f"{word}_frequency": (
                float(np.argmax(spectrum)) / (PERIODS * period),
                "Hz",
                f"of the largest line in the spectrum of the last {PERIODS} periods",
            ),
            f"{word}_amplitude": (float(spectrum[PERIODS]), unit, "at the frequency of the excitation"),
            f"{word}_linear": (linear, unit, "the same by small motions about straight running"),
            f"{word}_ratio": (float(spectrum[PERIODS]) / linear, "1", "amplitude by that of small motions"),
        }
    return found
