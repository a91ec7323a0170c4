"""Ride: the car driven over the same roads with RK4, its seat weighted by filters in the time domain. [ISO 2631-1]"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from driving import Car, drive, smooth, spline, timeline
from figures import PROMISED, Limit, figure
from reading import harmonic
from scipy.signal import lsim, lti

import jounce
from jounce.model.assemblies.seat.data import SeatData
from jounce.parts.roads import Bump, FrictionPatch, Iso8608, Road

# ISO 2631-1:1997, tables A.1 and A.2: f1, f2, f3, f4, Q4, f5, Q5, f6, Q6 (ISO 8041)
WEIGHTS = {
    "Wk": (0.4, 100.0, 12.5, 12.5, 0.63, 2.37, 0.91, 3.35, 0.91),
    "Wd": (0.4, 100.0, 2.0, 2.0, 0.63),
    "Wc": (0.4, 100.0, 8.0, 8.0, 0.63),
    "We": (0.4, 100.0, 1.0, 1.0, 0.63),
}
# 7.2.3 and 8.2.2.1: channel, weighting, factor
FELT = {
    "seat": (("seat.ax", "Wd", 1.0), ("seat.ay", "Wd", 1.0), ("seat.az", "Wk", 1.0)),
    "rotation": (("body.wx_rate", "We", 0.63), ("body.wy_rate", "We", 0.4), ("body.wz_rate", "We", 0.2)),
    "back": (("back.ax", "Wc", 0.8), ("back.ay", "Wd", 0.5), ("back.az", "Wd", 0.4)),
    "floor": (("floor.ax", "Wk", 0.25), ("floor.ay", "Wk", 0.25), ("floor.az", "Wk", 0.4)),
}


def weighted(t, a, word: str) -> np.ndarray:
    """The filter as a product of its parts, each a system of second order, answered in the time domain from rest."""
    f1, f2, f3, f4, Q4, *step = WEIGHTS[word]
    w = {k: 2.0 * np.pi * f for k, f in enumerate((f1, f2, f3, f4), start=1)}
    parts = [
        lti([1.0, 0.0, 0.0], [1.0, np.sqrt(2.0) * w[1], w[1] ** 2]),
        lti([w[2] ** 2], [1.0, np.sqrt(2.0) * w[2], w[2] ** 2]),
        lti([w[4] ** 2 / w[3], w[4] ** 2], [1.0, w[4] / Q4, w[4] ** 2]),
    ]
    if step:
        f5, Q5, f6, Q6 = step
        w5, w6 = 2.0 * np.pi * f5, 2.0 * np.pi * f6
        parts.append(lti([1.0, w5 / Q5, w5**2], [1.0, w6 / Q6, w6**2]))
    for part in parts:
        a = lsim(part, a, t)[1]
    return a


def seated(car: Car) -> Car:
    """On enveloping tyres, with a seat where the programme puts one if the file has none."""

    def find():
        vehicle = car.vehicle
        axles = {
            name: replace(axle, tyre=replace(axle.tyre, contact="enveloping")) for name, axle in vehicle.axles.items()
        }
        vehicle = replace(vehicle, axles=axles)
        if vehicle.seat is None:
            front, *_, rear = (axle.hardpoints["wheel_centre"] for axle in vehicle.axles.values())
            place = (0.5 * (front[0] + rear[0]), 0.5 * front[1], vehicle.body.centre[2])
            vehicle = replace(vehicle, seat=SeatData(point=place))
        return Car(vehicle)

    return car.kept_or("seated", find)


def over(car: Car, speed: float, road: Road, duration: float, rows: float = 1e-3):
    ready, held = seated(car).straight(speed)
    duration = rows * np.ceil(duration / rows - 1e-6)  # filters want even rows
    return jounce.simulate(ready, duration, inputs=held, road=road, integrator="rk4", step=5e-4, output_step=rows)


# --- random road -----------------------------------------------------------------------------------------


def rough(car: Car, sheet):
    """The road of class B as the study lays it out, its numbers read from the saved settings; driven at 80 km/h."""

    def find():
        speed = 80.0 / 3.6
        ys = [abs(float(corner.wheel_centre[1])) for corner in car.model.corners.values()]
        length = 1.05 * (3.0 + 12.0 + speed * 5.0 + 600.0) + 2 * 10.0
        profile = Iso8608(
            roughness="B", seed=1, start=3.0, length=length, track=2 * min(ys), blend=0.4 * min(ys), fade=10.0
        )
        return over(car, speed, Road(name="rough", elements={"profile": profile}), float(sheet["run"].time[-1]))

    return car.kept_or("rough", find)


def evaluated(car: Car, sheet):
    run = rough(car, sheet)
    return run, run.time >= sheet["metrics"]["evaluated_from"]["value"] - 1e-9


def rms(t, y) -> float:
    return float(np.sqrt(np.trapezoid(y**2, t) / (t[-1] - t[0])))


@figure("ride", "seat_z_weighted", how="RK4 over the same road; filters of ISO 2631-1 in the time domain")
def seat_z_weighted(car, sheet):
    """m/s^2."""
    run, late = evaluated(car, sheet)
    return rms(run.time[late], weighted(run.time, run["seat.az"], "Wk")[late])


@figure("ride", "comfort_total", how="the same run; twelve directions with their factors")
def comfort_total(car, sheet):
    """m/s^2: seat, rotations, back and floor."""
    run, late = evaluated(car, sheet)
    parts = [
        k * rms(run.time[late], weighted(run.time, run[name], word)[late])
        for rows in FELT.values()
        for name, word, k in rows
    ]
    return float(np.sqrt(np.sum(np.square(parts))))


@figure("ride", "dynamic_load_front_left", "dynamic_load_rear_left", how="the same run")
def dynamic_load(car, sheet, metric):
    """Standard deviation of the wheel load by its mean."""
    run, late = evaluated(car, sheet)
    load = run[f"{metric.removeprefix('dynamic_load_')}.tyre.Fz"][late]
    return float(load.std() / load.mean())


# --- one bump --------------------------------------------------------------------------------------------


def bumped(car: Car, sheet):
    """50 mm high, 0.5 m long, 3 m ahead of the front axle, at 30 km/h."""

    def find():
        bump = Road(name="bump", elements={"bump": Bump(start=3.0, height=0.05, length=0.5, spacing=0.5)})
        return over(car, 30.0 / 3.6, bump, float(sheet["run"].time[-1]))

    return car.kept_or("bumped", find)


@figure(
    "single-bump",
    "seat_weighted_peak_to_peak",
    how="RK4 over a bump of our own; filter in the time domain",
)
def seat_weighted_peak_to_peak(car, sheet):
    """m/s^2."""
    run = bumped(car, sheet)
    return float(np.ptp(weighted(run.time, run["seat.az"], "Wk")))


@figure("single-bump", "seat_vdv", how="the same run")
def seat_vdv(car, sheet):
    """(int a^4 dt)^(1/4), m/s^1.75."""
    run = bumped(car, sheet)
    return float(np.trapezoid(weighted(run.time, run["seat.az"], "Wk") ** 4, run.time) ** 0.25)


# --- posts -----------------------------------------------------------------------------------------------


def on_posts(car: Car):
    """The car on its posts at rest, and the inputs that leave it so: set down on ice, so that nothing presses its tyres
    sideways when it sinks on its springs."""

    def find():
        model = car.vehicle.car_model("angle", False, posts=True).model
        ice = Road(name="ice", elements={"ice": FrictionPatch(friction=1e-3)})
        floating = jounce.prepare(model, road=ice)
        resting = {part.name: float(part.default) for part in model.inputs}
        run = jounce.simulate(floating, 10.0, inputs=resting, integrator="rk4", step=5e-4, output_step=0.1)
        state = floating.state.copy()
        for places in (floating.layout.coordinates, floating.layout.elements):
            for name, place in places.items():
                state[place] = run[name][-1]
        rest = jounce.standing(model, state=state)
        return jounce.prepare(model).starting_from(rest.state, rest.friction), dict(rest.inputs)

    return car.kept_or("on posts", find)


def shaken(car: Car, frequency: float) -> tuple[complex, complex]:
    """Heave and pitch for each metre of all posts, by a steady sine of 5 mm, at most 0.1 m/s."""

    def find():
        ready, resting = on_posts(car)
        posts = [name for name in resting if name.endswith(".post")]
        amplitude = min(5e-3, 0.1 / (2 * np.pi * frequency))
        settle, read = np.ceil(6.0 * frequency) / frequency, np.ceil(4.0 * frequency) / frequency
        t = timeline(settle + read)
        motion = amplitude * np.sin(2 * np.pi * frequency * t) * smooth(t * frequency)
        run = drive(ready, resting | dict.fromkeys(posts, spline(t, motion)), float(t[-1]))
        late = run.time >= settle - 1e-9
        push = harmonic(t[t >= settle - 1e-9], motion[t >= settle - 1e-9], frequency)
        return tuple(
            harmonic(run.time[late], run[name][late], frequency) / push for name in ("vehicle.cg.z", "vehicle.pitch")
        )

    return car.kept_or(("shaken", round(frequency, 6)), find)


def largest_shaken(car: Car, which: int, near: float) -> tuple[float, float, float]:
    """Frequency and size of the largest answer, and how far from it the answer is 0.5 % smaller.

    By the parabola through three sines at a tenth of the frequency from each other, about that of the best of three.
    """
    at = near * np.array([0.9, 1.0, 1.1])
    for _ in range(2):
        size = [abs(shaken(car, float(f))[which]) for f in at]
        bend, slope, level = np.polyfit(at - at[1], size, 2)
        top = at[1] - 0.5 * slope / bend
        at = top + 0.05 * near * np.array([-1.0, 0.0, 1.0])
    most = level - 0.25 * slope**2 / bend
    return float(top), float(most), float(np.sqrt(-PROMISED.share * most / bend))


def peak_on_posts(car: Car, sheet, metric: str) -> tuple[float, float, float]:
    which = 0 if metric.startswith("heave") else 1
    near = sheet["metrics"][f"{'heave' if which == 0 else 'pitch'}_peak_frequency"]["value"]
    return car.kept_or(("largest", which), lambda: largest_shaken(car, which, near))


@figure("four-post", "heave_peak", how="steady sines of the posts about the peak")
def heave_peak(car, sheet):
    """Largest |H| of the height."""
    return peak_on_posts(car, sheet, "heave")[1]


for metric in ("heave_peak_frequency", "pitch_peak_frequency"):

    @figure(
        "four-post",
        metric,
        how="steady sines of the posts about the peak",
        limit=Limit(
            "width of the top",
            "a peak is flat: up to there the answer itself is less than 0.5 % smaller",
            apart=lambda car, sheet, metric=metric: peak_on_posts(car, sheet, metric)[2],
        ),
    )
    def peak_frequency(car, sheet, metric=metric):
        """Hz, where |H| of height or pitch is largest."""
        return peak_on_posts(car, sheet, metric)[0]
