"""Answers to the steering wheel: step, sine, steady sines, weave; driven anew with RK4. [ISO 7401, ISO 13674]"""

from __future__ import annotations

import numpy as np
from driving import Car, drive, foot_on_drive, smooth, spline, timeline
from figures import INSTANT, PROMISED, Limit, figure
from reading import first_time, first_top, harmonic, lag_between
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq, least_squares
from scipy.signal import coherence

TOWN, ROAD, FAST = 60.0 / 3.6, 80.0 / 3.6, 100.0 / 3.6  # m/s
WHEEL = "steering.wheel.angle"


def angle_of_circle(car: Car, speed: float, acceleration: float) -> float:
    """By which the steering wheel is turned in a settled circle, beyond straight ahead."""
    return car.circle(speed, acceleration)[WHEEL] - car.straight(speed)[1][car.model.steering]


def turned(car: Car, speed: float, duration: float, t, angle, controllers=()):
    """A run from straight ahead with the steering wheel turned by a history."""
    ready, held = car.straight(speed)
    wheel = car.model.steering
    turn = {wheel.replace(".", "__"): spline(t, held[wheel] + angle)}
    return drive(ready, held, duration, controllers=controllers, **turn)


# --- step ------------------------------------------------------------------------------------------------


def step_run(car: Car, sheet):
    """5 s; half the angle at 0.575 s."""

    def find():
        t = timeline(5.0)
        return turned(car, TOWN, 5.0, t, angle_of_circle(car, TOWN, 4.0) * smooth((t - 0.5) / 0.15))

    return car.kept_or("step", find)


def steady_rate(run) -> float:
    return float(run["vehicle.yaw_rate"][run.time >= run.time[-1] - 0.5].mean())


@figure("step-steer", "yaw_rate_gain", how="RK4 at 0.5 ms with the angle of a driven circle")
def yaw_rate_gain(car, sheet):
    """Steady yaw rate by the angle, 1/s. [ISO 7401, 8]"""
    return steady_rate(step_run(car, sheet)) / angle_of_circle(car, TOWN, 4.0)


@figure("step-steer", "yaw_rate_response_time", how="the same run; spline through rows of 1 ms", limit=INSTANT)
def yaw_rate_response_time(car, sheet):
    """From half the angle to 90 % of the steady yaw rate, s."""
    run = step_run(car, sheet)
    return first_time(run.time, run["vehicle.yaw_rate"], 0.9 * steady_rate(run)) - 0.575


def first_yaw_top(car, sheet):
    run = step_run(car, sheet)
    return first_top(run.time, run["vehicle.yaw_rate"], 1e-4 * steady_rate(run))


@figure(
    "step-steer",
    "yaw_rate_overshoot",
    how="the same run",
    limit=Limit("0.5 %, 1e-4", "promised of small differences: 1e-4 of the steady value", share=5e-3, apart=1e-4),
)
def yaw_rate_overshoot(car, sheet):
    """(First maximum - steady)/steady."""
    return first_yaw_top(car, sheet)[1] / steady_rate(step_run(car, sheet)) - 1.0


# --- sine ------------------------------------------------------------------------------------------------


def sine_run(car: Car):
    def find():
        t = timeline(5.0)
        s = np.clip(t - 0.5, 0.0, 2.0)
        ends = smooth(s / 0.05) * smooth((2.0 - s) / 0.05)
        return turned(car, TOWN, 5.0, t, angle_of_circle(car, TOWN, 4.0) * np.sin(np.pi * s) * ends)

    return car.kept_or("sine", find)


@figure(
    "sine-steer",
    "yaw_rate_lag",
    "lateral_acceleration_lag",
    how="RK4; largest correlation by search over splines",
    limit=INSTANT,
)
def sine_lag(car, sheet, metric):
    """Lag at which the cross-correlation with the steering wheel is largest, s."""
    run = sine_run(car)
    channel = "vehicle.yaw_rate" if metric.startswith("yaw") else "vehicle.cg.ay"
    return lag_between(run.time, run[WHEEL], run[channel], 1.0)


# --- steady sines ----------------------------------------------------------------------------------------


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


@figure("swept-steer", "yaw_rate_bandwidth", how="steady sines; where |H| is 0.707 of that at 0.2 Hz")
def bandwidth(car, sheet):
    """Hz."""
    level = np.sqrt(0.5) * abs(response(car, 0.2)[0])
    if abs(response(car, 3.0)[0]) > level:
        return None
    return float(brentq(lambda f: abs(response(car, f)[0]) - level, 0.6, 3.0, xtol=2e-3))


@figure(
    "random-steer",
    "yaw_rate_bandwidth",
    how="steady sines of a third of the amplitude, the rms of the random wheel",
)
def random_bandwidth(car, sheet):
    """Hz."""
    level = np.sqrt(0.5) * abs(response(car, 0.2, 0.9)[0])
    if abs(response(car, 3.0, 0.9)[0]) > level:
        return None
    return float(brentq(lambda f: abs(response(car, f, 0.9)[0]) - level, 0.6, 3.0, xtol=2e-3))


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


# --- weave -----------------------------------------------------------------------------------------------


def weave_run(car: Car):
    """Four periods of 0.2 Hz at 100 km/h with the angle of a circle of 2 m/s^2; from straight ahead."""

    def find():
        t = timeline(20.5)
        s = np.maximum(t - 0.5, 0.0)
        angle = angle_of_circle(car, FAST, 2.0) * np.sin(0.4 * np.pi * s) * smooth(0.4 * s)
        return turned(car, FAST, 20.5, t, angle)

    return car.kept_or("weave", find)


def crossings(run, over: str, read) -> list[tuple[float, float]]:
    """(value, direction) of something each time a channel passes its mean, in the last three periods."""
    kept = run.time >= 5.5
    t = run.time[kept]
    curve = CubicSpline(t, run[over][kept] - run[over][kept].mean())
    at = curve.solve(0.0, extrapolate=False)
    return [(read(float(when)), float(np.sign(curve(when, 1)))) for when in at]


def both_ways(found) -> tuple[float, float]:
    """Means where the channel rises, and where it falls."""
    return tuple(float(np.mean([value for value, way in found if way == sign])) for sign in (1.0, -1.0))


def weave_slope(car, over, channel):
    """dy/dx where x passes its mean, by rates over time, mean of both directions."""
    run = weave_run(car)
    x, y = (CubicSpline(run.time, run[name]) for name in (over, channel))
    return float(np.mean(both_ways(crossings(run, over, lambda t: float(y(t, 1) / x(t, 1))))))


def weave_width(car, over, channel):
    """Value of a channel where another passes its mean, rising less falling."""
    run = weave_run(car)
    y = CubicSpline(run.time, run[channel])
    rising, falling = both_ways(crossings(run, over, lambda t: float(y(t))))
    return rising - falling


@figure("weave", "steering_sensitivity", how="RK4; rates of both where the wheel passes the middle")
def steering_sensitivity(car, sheet):
    """d a_y/d angle, m/s^2/rad."""
    return weave_slope(car, WHEEL, "vehicle.cg.ay")


@figure("weave", "angle_hysteresis", how="the same run: angle where a_y passes zero, both ways")
def angle_hysteresis(car, sheet):
    """rad."""
    return weave_width(car, "vehicle.cg.ay", WHEEL)


@figure("weave", "torque_gradient", how="the same run: rates where a_y passes zero")
def torque_gradient(car, sheet):
    """N m by m/s^2."""
    return weave_slope(car, "vehicle.cg.ay", "steering.driver.effort")


@figure("weave", "steering_friction", how="the same run: torque where the angle passes the middle")
def steering_friction(car, sheet):
    """N m."""
    return 0.5 * weave_width(car, WHEEL, "steering.driver.effort")


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
