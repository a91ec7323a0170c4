"""The car at rest and its small motions: loaded by a little, and shaken by a bump of a tenth of a millimetre."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from driving import Car, drive, straight
from figures import ROUNDING, figure

import jounce
from jounce.parts.laws import Linear
from jounce.parts.roads import Bump, FrictionPatch, Road

SPEED = 60.0 / 3.6


def on_ice(vehicle) -> dict[str, float]:
    """Every channel of the car ten seconds after it was let down on ice, where nothing holds its tyres sideways."""
    model = vehicle.car_model().model
    ice = Road(name="ice", elements={"ice": FrictionPatch(friction=1e-7)})
    held = {part.name: float(part.default) for part in model.inputs}
    run = jounce.simulate(
        jounce.prepare(model, road=ice), 10.0, inputs=held, integrator="rk4", step=5e-4, output_step=0.1
    )
    return {name: float(run[name][-1]) for name in run}


def loaded(car: Car, share: float) -> dict[str, float]:
    """The car on ice with a share of the mass of its body."""
    changed = {"body.mass": share * car.vehicle.values()["body.mass"]}
    return car.kept_or(("loaded", share), lambda: on_ice(car.vehicle.with_values(changed)))


def load_at_height(car: Car, wheel: str) -> float:
    """The share of the body's mass with which a wheel stands on ice as it does when the car rolls at 2 m/s.

    Side forces of toe and camber hold a rolling car a little higher or lower, and springs may be progressive.
    """
    ready, held = car.straight(2.0)
    wanted, share = float(drive(ready, held, 2e-3, step=1e-3)[f"{wheel}.travel"][0]), 1.0
    for _ in range(2):
        low, high = (loaded(car, share + change)[f"{wheel}.travel"] for change in (-0.01, 0.01))
        share += 0.02 * (wanted - 0.5 * (low + high)) / (high - low)
    return share


@figure(
    "plausibility",
    "ride_frequency_front",
    "ride_frequency_rear",
    how="1 % more and less load on ice, at the height of the rolling car: load by sinking of the body",
)
def ride_frequency(car, sheet, metric):
    """sqrt(k/m)/(2 pi): k is load by sinking of the body above the wheel, m that of the body on this wheel, Hz."""
    front = metric.endswith("front")
    wheel = car.corners[0] if front else car.corners[2]
    share = load_at_height(car, wheel)
    less, more = (loaded(car, share + change) for change in (-0.01, 0.01))
    load, sunk, nose = (more[name] - less[name] for name in (f"{wheel}.tyre.Fz", "vehicle.z", "vehicle.pitch"))
    sunk += 0.0 if front else car.wheelbase * nose
    x = [float(car.model.corners[c].wheel_centre[0]) for c in (wheel, car.corners[2] if front else car.corners[0])]
    body = car.vehicle.body
    mass = 0.5 * float(body.mass) * abs((float(body.centre[0]) - x[1]) / (x[0] - x[1]))
    return float(np.sqrt(-load / sunk / mass) / (2.0 * np.pi))


@figure("plausibility", "yaw_index", how="sums over all bodies of the file", limit=ROUNDING)
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


def after_the_front_wheels(car: Car) -> np.ndarray:
    """Free motion after a bump that only the front wheels meet: hub accelerations in front and behind, rows over time.

    A hop that is damped well is gone when the rear wheels have passed too. So their part is taken away: the motion
    after the same bump laid between the axles, later by the way from one axle to the other, which sums linearly.
    """
    ready, held = straight(on_straight_dampers(car.vehicle), SPEED)
    names = [f"{car.corners[0]}.hub.az", f"{car.corners[2]}.hub.az", "vehicle.cg.az", "body.wy_rate"]

    def passing(start: float) -> np.ndarray:
        road = Road(name="tiny", elements={"bump": Bump(start=start, height=1e-4, length=0.4, spacing=0.4)})
        run = jounce.simulate(ready, 3.0, inputs=held, road=road, integrator="rk4", step=2.5e-4, output_step=2.5e-3)
        return np.stack([run[name] - run[name][-1] for name in names], axis=1)

    ahead = 0.5
    later = round((car.wheelbase + ahead - 0.5) / SPEED / 2.5e-3)  # rows
    both, behind = passing(ahead), passing(ahead - later * 2.5e-3 * SPEED)
    both[later:] -= behind[: len(both) - later]
    left = int(np.ceil((ahead + 0.45) / SPEED / 2.5e-3))
    return both[left : left + 500]


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
    "plausibility",
    "wheel_hop_front",
    how="free motion after a bump of 0.1 mm under the front wheels: the pole in which their hubs move most",
)
def wheel_hop_front(car, sheet):
    """Hz."""
    values, shapes = poles(after_the_front_wheels(car), 2.5e-3, 16)
    kept = [
        (float(np.abs(shape[0])), abs(value) / (2 * np.pi))
        for value, shape in zip(values, shapes.T, strict=True)
        if value.imag > 0.0 and 6.0 < abs(value) / (2 * np.pi) < 16.0
    ]
    return float(max(kept)[1]) if kept else None
