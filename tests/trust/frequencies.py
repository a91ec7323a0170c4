"""Frequency responses to the steering wheel by steady sines, one run each, driven anew with RK4. [ISO 7401]"""

from __future__ import annotations

import numpy as np
from driving import Car, foot_on_drive, smooth, timeline
from figures import PROMISED, Limit, figure
from reading import harmonic
from response import ROAD, WHEEL, angle_of_circle, turned
from scipy.optimize import brentq, least_squares
from scipy.signal import coherence


def response(car: Car, frequency: float, acceleration: float = 2.0) -> tuple[complex, complex]:
    """Yaw rate and a_y for each rad of a steady sine of the steering wheel at 80 km/h, which our foot holds."""

    def find():
        settle = max(2.0, np.ceil(2.0 * frequency)) / frequency
        read = max(2.0, np.ceil(2.0 * frequency)) / frequency
        t = timeline(settle + read)
        angle = angle_of_circle(car, ROAD, acceleration)
        sine = angle * np.sin(2 * np.pi * frequency * t) * smooth(t * frequency)
        run = turned(car, ROAD, float(t[-1]), t, sine, controllers=(foot_on_drive(car, ROAD),))
        late = run.time >= settle - 1e-9
        found = [
            harmonic(run.time[late], run[name][late], frequency)
            for name in (WHEEL, "vehicle.yaw_rate", "vehicle.cg.ay")
        ]
        return found[1] / found[0], found[2] / found[0]

    return car.kept_or(("response", round(frequency, 9), acceleration), find)


SMALL = 0.9  # m/s^2: a third of the amplitude, the rms of the random wheel
AVERAGED = 60.0 * 0.1  # lines of the random run, of 60 s, in each mean over 0.1 Hz


def half_power(car: Car, acceleration: float) -> float | None:
    """Where |H| is 0.707 of that at 0.2 Hz, Hz."""
    level = np.sqrt(0.5) * abs(response(car, 0.2, acceleration)[0])
    if abs(response(car, 3.0, acceleration)[0]) > level:
        return None
    return float(brentq(lambda f: abs(response(car, f, acceleration)[0]) - level, 0.6, 3.0, xtol=2e-3))


def half_power_moves(car: Car, acceleration: float, share: float) -> float:
    """How far that is when the lines there and at 0.2 Hz are each off by a share on their own, Hz."""
    f = half_power(car, acceleration)
    low, high = (abs(response(car, f * by, acceleration)[0]) for by in (0.95, 1.05))
    return f * np.sqrt(2.0) * share * np.log(1.05 / 0.95) / abs(np.log(high / low))


@figure(
    "swept-steer",
    "yaw_rate_bandwidth",
    how="steady sines; where |H| is 0.707 of that at 0.2 Hz",
    limit=Limit(
        "two lines",
        "so far the frequency moves when the answer there and at 0.2 Hz are each off by 0.5 %",
        apart=lambda car, sheet: half_power_moves(car, 2.0, PROMISED.share),
    ),
)
def bandwidth(car, sheet):
    """Hz."""
    return half_power(car, 2.0)


def error_of_random_lines(sheet) -> float:
    """Twice the standard error of |H| as a share, by the coherence: sqrt((1 - c)/(2 c n)). [Bendat, Piersol 2010]"""
    c = coherence_of_random(None, sheet)
    return 2.0 * np.sqrt((1.0 - c) / (2.0 * c * AVERAGED))


@figure(
    "random-steer",
    "yaw_rate_bandwidth",
    how="steady sines of a third of the amplitude, the rms of the random wheel",
    limit=Limit(
        "coherence",
        "so far the frequency moves when both lines are off by twice the standard error that their coherence leaves",
        apart=lambda car, sheet: half_power_moves(car, SMALL, error_of_random_lines(sheet)),
    ),
)
def random_bandwidth(car, sheet):
    """Hz."""
    return half_power(car, SMALL)


@figure("random-steer", "yaw_rate_coherence", how="Welch's means over 20 s of the saved rows")
def coherence_of_random(car, sheet):
    """Least coherence from 0.3 Hz to 2.9 Hz."""
    run = sheet["run"]
    even = np.arange(run.time[0], run.time[-1], 0.01)
    wheel, rate = (np.interp(even, run.time, run[name]) for name in (WHEEL, "vehicle.yaw_rate"))
    f, found = coherence(wheel, rate, fs=100.0, nperseg=2000)
    return float(found[(f > 0.3) & (f < 2.9)].min())


@figure(
    "swept-steer",
    "lateral_acceleration_phase_at_1_hz",
    how="a steady sine of 1 Hz",
)
def phase_at_1_hz(car, sheet):
    """rad."""
    return float(np.angle(response(car, 1.0)[1]))


# --- the single track that answers alike -----------------------------------------------------------------

LINES = np.geomspace(0.2, 2.0, 15)  # Hz


def fitted(car: Car) -> tuple[dict[str, float], dict[str, float]]:
    """g (1 + Tz s)/((1 + 2 z s/w + s^2/w^2)(1 + T s)) through steady sines, by least squares of G/H - 1.

    Its parameters, and how far each moves when every line is off by 0.5 % on its own: to first order by the
    pseudo-inverse of the slopes of G/H, the root of the sum of squares over the lines.
    """

    def find():
        s = 2j * np.pi * LINES
        H = np.array([response(car, float(f))[0] for f in LINES])

        def model(p):
            g, lead, w, z, lag = p
            return g * (1 + lead * s) / ((1 + 2 * z * s / w + (s / w) ** 2) * (1 + abs(lag) * s))

        def off(p):
            error = model(p) / H - 1.0
            return np.concatenate([error.real, error.imag])

        starts = [(abs(H[0]), lead, w, 0.8, lag) for lead in (0.05, 0.2) for w in (6.0, 12.0) for lag in (0.01, 0.05)]
        best = min((least_squares(off, start, x_scale=np.abs(start)) for start in starts), key=lambda each: each.cost)
        moved = PROMISED.share * np.linalg.norm(np.linalg.pinv(best.jac), axis=1)
        names = ("gain", "lead", "natural_frequency", "damping", "lag")
        unit = np.array([1.0, 1.0, 2 * np.pi, 1.0, 1.0])
        return dict(zip(names, np.abs(best.x) / unit, strict=True)), dict(zip(names, moved / unit, strict=True))

    return car.kept_or("fitted", find)


for metric in ("yaw_natural_frequency", "yaw_damping", "yaw_fit_lead", "yaw_fit_lag"):

    @figure(
        "swept-steer",
        metric,
        how="own fit through 15 steady sines; its parameters hang together",
        limit=Limit(
            "fit",
            "parameters of a fit hang together: so far they move when each line of the answer is off by 0.5 %",
            apart=lambda car, sheet, metric=metric: fitted(car)[1][_parameter(metric)],
        ),
    )
    def of_fit(car, sheet, metric=metric):
        """Parameters of the fitted single track, Hz, 1, s, s."""
        return fitted(car)[0][_parameter(metric)]


def _parameter(metric: str) -> str:
    return metric.removeprefix("yaw_").removeprefix("fit_")
