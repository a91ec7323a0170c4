"""Over a cleat of 20 mm on rigid rings, and on tyres that a point or two cams hold up.

Objective: see what a tyre does on an obstacle shorter than its contact patch, and what its belt adds.
Model: small_car at 40 km/h over one cleat of 20 mm by 30 mm under its left wheels. Its tyre files say nothing of belts,
so these are estimated: `jounce info` would tell.
What to look for: two cams make a long, low hill of the cleat. A tyre without a belt passes on the hill and no more; a
belt swings on its sidewall, and the hub feels that at the frequencies of the linear model, near 100 Hz.
"""

import numpy as np

import jounce
from jounce.simulation.linear.linearise import linearise
from jounce.studies.driving.driving_start import start_straight

CLEAT = {"speed": "40 km/h", "height": "20 mm", "length": "30 mm"}
point = jounce.load("small_car")
ring = point.with_values({f"axles.{axle}.tyre.model": "rigid ring" for axle in ("front", "rear")})

runs = {
    name: jounce.run(car, "one-obstacle", **CLEAT) for name, car in (("point contact", point), ("rigid ring", ring))
}
for name, run in runs.items():
    hill, load = run["front_left.tyre.road"], run["front_left.tyre.Fz"]
    print(
        f"{name:14} hill {1e3 * hill.max():.1f} mm high, wheel load {load.min():.0f} to {load.max():.0f} N, "
        f"hub {np.ptp(run['front_left.hub.az']):.0f} m/s^2 from top to bottom"
    )

start = start_straight(ring.car_model(), 40 / 3.6)
modes = [mode for mode in linearise(start.ready, inputs=start.inputs).modes if mode.frequency > 30.0]
belts = [mode for mode in modes if mode.name.startswith("front_left.belt")]
print("modes in which the front left belt moves most, Hz:")
for mode in belts:
    print(f"{mode.frequency:6.1f}  {mode.name}")

# what the hub feels in the fifth of a second from where the wheel meets the cleat, by frequency
after = np.arange(0.0, 0.2, 2.5e-4)
frequency, felt = np.fft.rfftfreq(4 * len(after), after[1]), {}
for name, run in runs.items():
    met = run.time[np.argmax(run["front_left.tyre.road"] > 0.0)]
    az = np.interp(met + after, run.time, run["front_left.hub.az"])
    felt[name] = after[1] * np.abs(np.fft.rfft((az - az.mean()) * np.hanning(2 * len(az))[len(az) :], 4 * len(az)))
band = (frequency > 60.0) & (frequency < 150.0)
for name, amplitude in felt.items():
    most = np.argmax(np.where(band, amplitude, 0.0))
    print(f"{name:14} hub from 60 to 150 Hz: {amplitude[most]:.3f} m/s^2 per Hz at most, at {frequency[most]:.0f} Hz")
