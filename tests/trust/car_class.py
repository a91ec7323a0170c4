"""The car at rest and its small motions: loaded by a little, and shaken by a bump of a tenth of a millimetre."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from driving import Car, drive, straight
from figures import figure

import jounce
from jounce.parts.laws import Linear
from jounce.parts.roads import Bump, Road

SPEED = 60.0 / 3.6


def rolling_slowly(vehicle) -> dict[str, float]:
    """Every channel of the car at 5 m/s: wheels that stand would be held sideways by their tyres."""
    ready, held = straight(vehicle, 5.0)
    run = drive(ready, held, 2e-3, step=1e-3)
    return {name: float(run[name][0]) for name in run}


def loaded(car: Car) -> list[dict[str, float]]:
    """The car with 1 % less and 1 % more mass of the body."""

    def find():
        mass = car.vehicle.values()["body.mass"]
        return [rolling_slowly(car.vehicle.with_values({"body.mass": share * mass})) for share in (0.99, 1.01)]

    return car.kept_or("loaded", find)


@figure(
    "plausibility",
    "ride_frequency_front",
    "ride_frequency_rear",
    how="1 % more and less load at 5 m/s: load by sinking of the body",
    within=0.03,
)
def ride_frequency(car, sheet, metric):
    """sqrt(k/m)/(2 pi): k is load by sinking of the body above the wheel, m that of the body on this wheel, Hz."""
    front = metric.endswith("front")
    wheel = car.corners[0] if front else car.corners[2]
    less, more = loaded(car)
    load, sunk, nose = (more[name] - less[name] for name in (f"{wheel}.tyre.Fz", "vehicle.z", "vehicle.pitch"))
    sunk += 0.0 if front else car.wheelbase * nose
    x = [float(car.model.corners[c].wheel_centre[0]) for c in (wheel, car.corners[2] if front else car.corners[0])]
    body = car.vehicle.body
    mass = 0.5 * float(body.mass) * abs((float(body.centre[0]) - x[1]) / (x[0] - x[1]))
    return float(np.sqrt(-load / sunk / mass) / (2.0 * np.pi))


@figure("plausibility", "yaw_index", how="sums over all bodies of the file", within=1e-3)
def yaw_index(car, sheet):
    """I_zz/(m a b)."""
    bodies = car.model.model.bodies
    m = np.array([float(b.mass) for b in bodies])
    at = np.array([[float(c) for c in b.centre] for b in bodies])
    middle = m @ at / m.sum()
    Izz = sum(float(b.inertia[2]) for b in bodies) + m @ ((at[:, :2] - middle[:2]) ** 2).sum(axis=1)
    x = [float(corner.wheel_centre[0]) for corner in car.model.corners.values()]
    return float(Izz / (m.sum() * (max(x) - middle[0]) * (middle[0] - min(x))))


def poles(samples: np.ndarray, step: float, order: int) -> tuple[np.ndarray, np.ndarray]:
    """Poles and shapes of free motions, rows over time: eigensystem realisation. [Juang, Pappa 1985]

    Shapes are as large as the poles move in these samples.
    """
    n, p = samples.shape
    rows = n // 2
    H = np.concatenate([samples[k : k + n - rows].T for k in range(rows)], axis=0)
    U, s, _ = np.linalg.svd(H, full_matrices=False)
    O = U[:, :order] * np.sqrt(s[:order])
    A = np.linalg.lstsq(O[:-p], O[p:], rcond=None)[0]
    z = np.linalg.eigvals(A)
    powers = z[None, :] ** np.arange(n)[:, None]
    shapes = np.linalg.lstsq(powers, samples.astype(complex), rcond=None)[0].T
    return np.log(z.astype(complex)) / step, shapes


def on_straight_dampers(vehicle):
    """With the mean slope at rest in place of each damper's law, which may have a corner there."""
    axles = dict(vehicle.axles)
    for name, axle in axles.items():
        law = axle.elements["damper"].law
        ends = law.values(np.array([-1e-4, 1e-4])) if hasattr(law, "values") else [law.value(v) for v in (-1e-4, 1e-4)]
        damper = replace(axle.elements["damper"], law=Linear(slope=(ends[1] - ends[0]) / 2e-4))
        axles[name] = replace(axle, elements=dict(axle.elements) | {"damper": damper})
    return replace(vehicle, axles=axles)


def free_motion(car: Car, side: str) -> dict[str, np.ndarray]:
    """After a bump of 0.1 mm under both wheels, or one."""

    def find():
        ready, held = straight(on_straight_dampers(car.vehicle), SPEED)
        road = Road(name="tiny", elements={"bump": Bump(start=1.0, height=1e-4, length=0.4, spacing=0.4, side=side)})
        run = jounce.simulate(ready, 3.0, inputs=held, road=road, integrator="rk4", step=2.5e-4, output_step=2.5e-3)
        free = run.time > (1.0 + car.wheelbase + 1.0) / SPEED
        names = [
            "vehicle.cg.az",
            "vehicle.cg.ay",
            *(f"body.w{k}_rate" for k in "xyz"),
            *(f"{c}.hub.az" for c in car.corners),
        ]
        return {name: run[name][free][:500] - run[name][-1] for name in names}

    return car.kept_or(("free", side), find)


def upright_poles(car: Car):
    """Of motions alike on both sides: poles, and shapes in heave, pitch, front and rear hub."""

    def find():
        run = free_motion(car, "both")
        names = ["vehicle.cg.az", "body.wy_rate", f"{car.corners[0]}.hub.az", f"{car.corners[2]}.hub.az"]
        return poles(np.stack([run[name] for name in names], axis=1), 2.5e-3, 16)

    return car.kept_or("upright", find)


def leaning_poles(car: Car):
    """Of motions opposite on both sides, by the difference of one wheel's bump and half of both's."""

    def find():
        left, both = free_motion(car, "left"), free_motion(car, "both")
        odd = {name: left[name] - 0.5 * both[name] for name in left}
        names = [
            "body.wx_rate",
            "vehicle.cg.ay",
            "body.wz_rate",
            f"{car.corners[0]}.hub.az",
            f"{car.corners[2]}.hub.az",
        ]
        return poles(np.stack([odd[name] for name in names], axis=1), 2.5e-3, 20)

    return car.kept_or("leaning", find)


def oscillations(found, inertias) -> list[tuple[float, list[float]]]:
    """|pole|/(2 pi) from 0.5 to 5 Hz with a damping ratio below 0.707, and the shares of the body's energy."""
    modes = []
    for value, shape in zip(found[0], found[1].T, strict=True):
        size, energy = abs(value) / (2 * np.pi), np.array(inertias) * np.abs(shape[: len(inertias)]) ** 2
        if value.imag > 0.0 and 0.5 < size < 5.0 and -value.real < 0.7071 * abs(value):
            modes.append((float(size), (energy / energy.sum()).tolist()))
    return modes


@figure(
    "plausibility",
    "bounce",
    "pitch",
    "roll",
    how="free motion after a bump of 0.1 mm: poles by eigensystem realisation",
    within=0.01,
)
def body_mode(car, sheet, metric):
    """Natural frequency, Hz: of the two slowest, the one with more heave is called bounce, the other one pitch."""
    body = next(b for b in car.model.model.bodies if b.name == "body")
    m, Ixx, Iyy, Izz = float(car.model.mass), *(float(number) for number in body.inertia[:3])
    if metric == "roll":
        found = oscillations(leaning_poles(car), [Ixx, m, Izz])
        return min((size for size, shares in found if shares[0] > 1.0 / 3.0), default=None)
    found = sorted(oscillations(upright_poles(car), [m, Iyy]))[:2]
    if len(found) < 2:
        return None
    return (max if metric == "bounce" else min)(found, key=lambda each: each[1][0])[0]


@figure(
    "plausibility", "wheel_hop_front", how="the same motion: the pole in which the front hubs move most", within=0.03
)
def wheel_hop_front(car, sheet):
    """Hz."""
    values, shapes = upright_poles(car)
    kept = [
        (float(np.abs(shape[2]) / np.sqrt(-value.real)), abs(value) / (2 * np.pi))
        for value, shape in zip(values, shapes.T, strict=True)
        if value.imag > 0.0 and 6.0 < abs(value) / (2 * np.pi) < 16.0 and np.abs(shape[2]) > np.abs(shape[3])
    ]
    return float(max(kept)[1]) if kept else None
