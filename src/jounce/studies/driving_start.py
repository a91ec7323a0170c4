"""Where a drive begins: standing, straight at a speed, or in a steady circle, with everything at rest that can be.

Wheels, shafts and tyre deflections fit the motion, so a run starts without a drop and without a shock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.errors import NumericalError
from jounce.model.car import CarModel
from jounce.model.rotors import CAR
from jounce.parts.forces import Brake, DryFriction
from jounce.parts.forces.torsion_bar import TorsionBar
from jounce.parts.roads.road import Road
from jounce.simulation.settle import settled
from jounce.simulation.simulate import Prepared, prepare
from jounce.simulation.tangent import Tangent
from jounce.simulation.trim import Trimmed, trim

PLACE = tuple(f"{CAR}.{name}" for name in ("x", "y", "turn_z"))  # where the car is and heads: free
AT_REST = 1e-9  # rad/s or m/s below which dry friction does not slide
LARGEST_STRIDE = 0.06  # rad/s


@dataclass(frozen=True)
class Start:
    """A car in its start state, and the inputs that hold it there."""

    car: CarModel
    ready: Prepared
    inputs: Mapping[str, float] = field(default_factory=dict)

    def at(self, found: Trimmed) -> Start:
        return Start(self.car, self.ready.starting_from(found.state), found.inputs)

    def seen(self) -> dict[str, float]:
        """Every channel in the start state."""
        plant = self.ready.compiled.plant
        for name, value in self.inputs.items():
            plant.inputs[self.ready.compiled.layout.inputs[name]] = value
        return self.ready.compiled.observe(self.ready.state)


def parked(car: CarModel, road: Road | None = None, inputs: Mapping[str, float] | None = None) -> Start:
    """At rest, on its springs; brakes and tyres hold it on a slope."""
    start = Start(car, prepare(car.model, road=road), dict(inputs or {}))
    if road is not None:
        start = Start(car, start.ready.starting_from(_on_plane(start, road)), start.inputs)
    names = Tangent(start.ready.compiled)
    idle = {name for speeds in start.ready.rank.idle_speeds for name in speeds}
    rest = [*(name for name in names.speeds if name not in idle), *names.elements]
    unknowns = [*_movable(start, names), *names.elements]
    try:
        found = trim(start.ready.compiled, unknowns, rest, start.ready.state, start.inputs, steady=_twists(car))
    except NumericalError:  # the design position is far from equilibrium: let the car come down on its springs first
        down = settled(start.ready, start.inputs)
        found = trim(start.ready.compiled, unknowns, rest, down, start.inputs, steady=_twists(car))
    return start.at(found)


def _on_plane(start: Start, road: Road) -> np.ndarray:
    """The start state, moved onto the plane through the road under the wheels: a wheel in the air tells nothing."""
    wheels = np.array([corner.wheel_centre for corner in start.car.corners.values()], float)
    height = road.function()
    heights = [height(x, y)[0] for x, y, _ in wheels]
    terms = np.column_stack([np.ones(len(wheels)), wheels[:, :2]])
    (z, grade, bank), *_ = np.linalg.lstsq(terms, np.array(heights), rcond=None)
    pitch, roll = -0.5 * np.arctan(grade), 0.5 * np.arctan2(bank, np.hypot(1.0, grade))  # halves of the angles
    turned = (
        np.cos(pitch) * np.cos(roll),
        np.cos(pitch) * np.sin(roll),
        np.sin(pitch) * np.cos(roll),
        -np.sin(pitch) * np.sin(roll),
    )
    state, places = start.ready.state.copy(), start.ready.compiled.layout.coordinates
    state[places[f"{CAR}.z"]] += z
    state[[places[f"{CAR}.q{k}"] for k in range(4)]] = turned
    return state


def straight(car: CarModel, speed: float, at: Start | None = None) -> Start:
    """Straight ahead at constant speed: the drive balances rolling resistance and air, steering what is uneven."""
    start = at or parked(car)
    names = Tangent(start.ready.compiled)
    state = start.ready.state.copy()
    layout = start.ready.compiled.layout
    for name, rate in car.rolling(speed).items():
        place = layout.speeds[name if name in layout.speeds else f"{name}_rate"]
        state[place] = rate
    _slide(start, state)
    turning = [f"{name}_rate" for name in car.turning]
    settling = [*_movable(start, names), *turning, f"{CAR}.vz", *_deflections(names)]
    rest = _resting(start, names)

    def found(unknowns: list[str]) -> Trimmed:
        compiled, twists, drive = start.ready.compiled, _twists(car), _drive(car)
        return trim(compiled, unknowns, rest, state, start.inputs, steady=twists, shared=drive)

    try:  # a car that is its own mirror image needs no steering, not even a rounding error of it
        return start.at(found(settling))
    except NumericalError:
        return start.at(found([*settling, f"{CAR}.vy", *_steering(car)]))


def circle(car: CarModel, speed: float, yaw_rate: float, at: Start | None = None) -> Start:
    """A steady circle to the left (positive yaw rate) at a speed; reached from straight ahead in strides."""
    return circles(car, speed, [yaw_rate], at)[-1]


def circles(car: CarModel, speed: float, yaw_rates: Sequence[float], at: Start | None = None) -> list[Start]:
    """Steady circles in the order given; on the way to each, every stride goes on in the direction of the last."""
    start = at or straight(car, speed)
    before, now = start, start.seen()["vehicle.yaw_rate"]
    slope = 0.0  # strides of the last kind in one rad/s
    found = []
    for goal in yaw_rates:
        for rate in _strides(now, goal):
            guess = _continued(before, start, slope * (rate - now))
            before, start = start, _turning(guess, rate)
            slope, now = 1.0 / (rate - now), rate
        found.append(start)
    return found


def _strides(now: float, goal: float) -> list[float]:
    """Yaw rates on the way to the goal, and the goal."""
    count = int(np.ceil(abs(goal - now) / LARGEST_STRIDE))
    return [float(rate) for rate in np.linspace(now, goal, count + 1)[1:]]


def _continued(before: Start, start: Start, share: float) -> Start:
    """Beyond the second start, by a share of its distance from the first: where Newton's method begins."""
    compiled = start.ready.compiled
    state = start.ready.state + share * (start.ready.state - before.ready.state)
    for quaternion in compiled.layout.quaternions:
        state[quaternion] /= np.linalg.norm(state[quaternion])
    inputs = {name: value + share * (value - before.inputs[name]) for name, value in start.inputs.items()}
    return Start(start.car, start.ready.starting_from(state), inputs)


def _turning(start: Start, yaw_rate: float) -> Start:
    """The body's own wz is held; the yaw rate follows from it by the lean, so it is corrected once it is known."""
    car, compiled = start.car, start.ready.compiled
    names = Tangent(compiled)
    wz = yaw_rate
    for _ in range(3):
        state = _with_wheels_turned(start, wz)
        others = [f"{CAR}.{name}" for name in ("wx", "wy", "vy", "vz")]
        found = trim(
            compiled,
            unknowns=[
                *_movable(start, names),
                *others,
                *(f"{name}_rate" for name in car.turning),
                *_deflections(names),
                *_steering(car),
            ],
            rest=_resting(start, names),
            start=state,
            inputs=start.inputs,
            steady=_twists(car),
            shared=_drive(car),
        )
        start = start.at(found)
        reached = start.seen()["vehicle.yaw_rate"]
        if abs(reached - yaw_rate) <= 1e-9 * max(1.0, abs(yaw_rate)):
            break
        wz *= yaw_rate / reached
    return start


def _with_wheels_turned(start: Start, wz: float) -> np.ndarray:
    """The start state at another yaw rate, its wheels and shafts as fast as their distance from the middle asks."""
    state, layout = start.ready.state.copy(), start.ready.compiled.layout
    place = layout.speeds[f"{CAR}.wz"]
    change = wz - state[place]
    state[place] = wz
    for name, turns in start.car.turning.items():
        corner = start.car.corners.get(name.partition(".")[0])
        if corner is not None:
            state[layout.speeds[f"{name}_rate"]] -= change * corner.wheel_centre[1] * turns
    _slide(start, state)
    return state


def _slide(start: Start, state: np.ndarray) -> None:
    """Put dry friction where its steady motion brings it: brakes and differentials slide, the rack rests at zero."""
    layout = start.ready.compiled.layout
    for part in start.car.model.forces:
        if isinstance(part, Brake | DryFriction):
            names, factors = (
                (part.coordinates, part.factors) if isinstance(part, DryFriction) else ((part.coordinate,), (1.0,))
            )
            rate = sum(f * state[layout.speeds[f"{n}_rate"]] for n, f in zip(names, factors, strict=True))
            state[layout.elements[f"{part.name}.share"]] = np.sign(rate) if abs(rate) > AT_REST else 0.0


def _deflections(names: Tangent) -> list[str]:
    return [name for name in names.elements if name.rsplit(".", 1)[1] in ("u_x", "u_y")]


def _movable(start: Start, names: Tangent) -> list[str]:
    """Positions that may change on the way: shafts twist, so their angles are among them; idle spins are held."""
    named = dict(zip(names.speeds, names.positions, strict=True))
    held = {*PLACE, *(named[speeds[0]] for speeds in start.ready.rank.idle_speeds)}
    return [name for name in names.positions if name not in held]


def _resting(start: Start, names: Tangent) -> list[str]:
    """What does not change: all but the place of the car, what rolls, and idle spins, which are left alone."""
    idle = {name for speeds in start.ready.rank.idle_speeds for name in speeds}
    rolling = {*PLACE, *start.car.turning}
    pairs = zip(names.positions, names.speeds, strict=True)
    positions = [position for position, speed in pairs if position not in rolling and speed not in idle]
    return [*positions, *(name for name in names.speeds if name not in idle), *names.elements]


def _twists(car: CarModel) -> list[dict[str, float]]:
    """Shafts that turn keep their twist."""
    bars = [part for part in car.model.forces if isinstance(part, TorsionBar)]
    return [dict(zip(bar.coordinates, bar.factors, strict=True)) for bar in bars]  # type: ignore[arg-type]


def _steering(car: CarModel) -> list[str]:
    return [car.steering] if car.steering else []


def _drive(car: CarModel) -> list[dict[str, float]]:
    """One torque for all motors: each on its own, they would steer the car as well."""
    return [dict.fromkeys(car.drive, 1.0)] if car.drive else []
