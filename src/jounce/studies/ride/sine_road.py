"""Waves of the road: body height and pitch."""

from __future__ import annotations

import numpy as np

from jounce.model import Vehicle
from jounce.parts.roads import Road, Sinusoid
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.simulation.linear.small_motions import small_motions
from jounce.simulation.prepare import prepare
from jounce.studies.driving.damper_seals import has_seal_friction, without_seal_friction
from jounce.studies.driving.drive import Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.ride.equivalent_damping import on_waves_equivalent
from jounce.studies.settings import FORWARD_SPEED, STEP, Amount
from jounce.studies.study import Definitions

BEGIN = 3.0  # m ahead of the front axle at the start
SETTLING = 4.0  # s after which the motion is taken as periodic
PERIODS = 6  # that are evaluated
MEASURED = {"height": "vehicle.cg.z", "pitch": "vehicle.pitch"}  # word in metrics -> channel
THEORIES = {
    "linear": "small motions about straight running",
    "equivalent": "small motions with equivalent linear dampers",
}


def _answers(word: str, unit: str) -> Definitions:
    return {
        f"{word}_frequency": ("Hz", f"frequency of the largest line in the spectrum of the last {PERIODS} periods"),
        f"{word}_amplitude": (unit, "at the frequency of the excitation"),
        **{f"{word}_{theory}": (unit, f"the same by {meaning}") for theory, meaning in THEORIES.items()},
        **{
            f"{word}_{theory}_ratio": ("1", f"amplitude divided by that of {meaning}")
            for theory, meaning in THEORIES.items()
        },
    }


class SineRoad(Drive):
    """Waves of the road: body height and pitch. [Szczotka 2007, Fig. 11]

    Straight ahead over z = amplitude sin(2 pi x/wavelength), steering wheel and drive torque held. Beside the
    amplitudes stand those of small motions about straight running, and those of the car with each damper as the linear
    one that takes as much energy at this amplitude. Where dampers are not linear, the first depart from the run as the
    waves grow and the second do not. Dry friction of damper seals is part of the second only.
    """

    name = "sine-road"
    speed = FORWARD_SPEED
    amplitude = Amount(default="1 cm", unit="m", least=1e-6, most=1.0, meaning="height of the waves above the mean")
    wavelength = Amount(default="8 m", unit="m", least=0.1, most=1000.0, meaning="length of a wave along the road")
    step = STEP
    goes_straight = holds_speed = True
    panels = (
        Panel("height of the centre of mass", ("vehicle.cg.z",)),
        Panel("pitch", ("vehicle.pitch",)),
        Panel("height of the road under the left wheels", ("{left_corner}.tyre.road",)),
        Panel("wheel loads", ("{left_corner}.tyre.Fz",)),
    )
    metrics = {
        "excitation_frequency": ("Hz", "speed divided by wavelength"),
        **_answers("height", "m"),
        **_answers("pitch", "rad"),
    }

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        waves = Sinusoid(amplitude=self.amplitude, wavelength=self.wavelength, start=BEGIN)
        period = self.wavelength / self.speed
        return Manoeuvre(
            vehicle=vehicle,
            start=start_straight(car, self.speed),
            duration=(BEGIN + self.wavelength) / self.speed + SETTLING + PERIODS * period,
            road=Road(name="waves", elements={"waves": waves}),
            measuring_step=period / max(8, round(period / 0.01)),  # a whole number of samples in a period
        )

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        period, start, channels = self.wavelength / self.speed, done.start, list(MEASURED.values())
        ready = start.ready
        if has_seal_friction(done.vehicle):
            ready = prepare(self.build_car(without_seal_friction(done.vehicle)).model, integrator=None)
        small = small_motions(ready, start.ready.state, start.inputs, channels)
        waves = {"speed": self.speed, "wavelength": self.wavelength}
        theories = {
            "linear": small.on_waves(**waves),
            "equivalent": on_waves_equivalent(done.vehicle, start, **waves, wave=self.amplitude, channels=channels),
        }
        samples = round(PERIODS * period / (run.time[1] - run.time[0]))
        found = {"excitation_frequency": 1.0 / period}
        for word, channel in MEASURED.items():
            y = run[channel][-samples:]
            spectrum = np.abs(np.fft.rfft(y - y.mean())) * 2.0 / samples
            found[f"{word}_frequency"] = float(np.argmax(spectrum)) / (PERIODS * period)
            found[f"{word}_amplitude"] = float(spectrum[PERIODS])
            for theory, answers in theories.items():
                amplitude = self.amplitude * abs(answers[channel])
                found[f"{word}_{theory}"] = amplitude
                found[f"{word}_{theory}_ratio"] = float(spectrum[PERIODS]) / amplitude
        return found
