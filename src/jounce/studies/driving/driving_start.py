"""The start of a drive: standing, straight at a speed, or in a steady circle, with everything at rest that can be.

Wheels, shafts and tyre deflections fit the motion, so a run starts without a drop and without a shock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from jounce.errors import NumericalError
from jounce.model.assembly.car import CarModel
from jounce.parts.roads.friction_patch import FrictionPatch
from jounce.parts.roads.road import Road
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.run_method import IntegrationSettings, lay_out_integration
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import Trimmed, trim
from jounce.studies.driving.cardan_start import (
    cardan_start_with_constant_velocity,
    cardan_start_with_universal_joints,
    needs_cardan_start,
)
from jounce.studies.driving.gear_choice import creeping_beyond, find_steady_motion_in_gear, start_in_gear
from jounce.studies.driving.known_starts import find_or_recall_start, followed_start, keep_start
from jounce.studies.driving.set_down import (
    SET_DOWN_NOT_UNIQUE,
    check_set_down_stands,
    friction_used,
    set_down_on_plane,
    set_down_to_rest,
    settling_steps,
)
from jounce.studies.driving.steady_motion import (
    SteadyMotionStart,
    movable_in_steady_motion,
    seals_in_steady_motion,
    shaft_twists_in_steady_motion,
)
from jounce.studies.driving.steering_lock import beyond_steering_lock, lock_words
from jounce.units import Plain

LARGEST_STRIDE, LARGEST_CHANGE = 0.1, 1.0  # rad/s, m/s^2: from one circle to the next
LEAST_STRIDE = 1.0 / 64  # of the largest
SAME = 1e-9  # rad/s
NEARLY_OPEN = 0.9  # throttle
LONG_ENOUGH = 5.0  # s: a few swings of any car on its springs
HALVINGS_OF_SPEED, NEAR_SPINNING = 6, 0.5  # to the fastest speed straight ahead; pull of a tyre there by its load
TRIES = 4  # to find a car at rest on unstressed tyres
# on which no tyre holds more sideways than a thousandth of its load
FLOATING_PLATES = Road(name="floating plates", elements={"plates": FrictionPatch(friction=1e-3)})
IN_CIRCLE = "circle"  # what was asked for, see `known_starts.py`


def start_parked(
    car: CarModel, road: Road | None = None, inputs: Mapping[str, float] | None = None
) -> SteadyMotionStart:
    """At rest, on its springs. On a road of its own it is set down with unstressed tyres, held by brakes and tyres."""
    if road is None and not inputs:
        return find_or_recall_start(("parked",), car, lambda: _start_parked(car, road, inputs))
    return _start_parked(car, road, inputs)


def _start_parked(car: CarModel, road: Road | None, inputs: Mapping[str, float] | None) -> SteadyMotionStart:
    what = ("parked", *sorted((inputs or {}).items()))
    if road is None and (followed := followed_start(what, car)) is not None:
        return followed
    level = SteadyMotionStart(car, prepare(car.model), dict(inputs or {}))
    try:
        found = _trim_level(level)
    except NumericalError:  # the design position is far from equilibrium: let the car come down on its springs first
        found = trim_at_rest(level.moved_to(_settle(level)))
    if road is None:
        return keep_start(what, level.at(found))
    level = level.moved_to(_trim_unstressed(level.at(found)))
    start = SteadyMotionStart(car, prepare(car.model, road=road), level.inputs, (SET_DOWN_NOT_UNIQUE,))
    start = start.moved_to(set_down_on_plane(level, road))
    start = start.moved_to(set_down_to_rest(start))
    try:
        start = start.moved_to(trim_at_rest(start).state)
    except NumericalError as error:
        used = friction_used(start, start.ready.state)
        raise NumericalError(f"{car.model.name} does not come to rest: brakes or tyres slide ({used})") from error
    check_set_down_stands(start)
    return start


def _trim_level(start: SteadyMotionStart) -> Trimmed:
    """At rest on a level road; behind a hitch with nothing in the tyres where that can be, else set down on the road.

    A trailer that may roll and yaw on its hitch is the more easily held by tyres pressed aside: from the design
    position the smallest step of Newton's method would press them until they slide, rather than turn its arms.
    """
    if not start.car.pulled:
        return trim_at_rest(start)
    with suppress(NumericalError):
        return trim_at_rest(start, hold=_stressed(start))
    return trim_at_rest(start.moved_to(_settle(start)))


def start_on_floating_plates(car: CarModel) -> SteadyMotionStart:
    """Finds the car at rest, set down on plates that float until it stands: then nothing presses its tyres sideways.

    A parked car has sunk on its springs with tyres that held the road, and they push against each other by as much as
    its track has changed since. Wheels that are shaken let go of that little by little, and all answers drift.
    """
    parked = start_parked(car)
    floating = SteadyMotionStart(car, prepare(car.model, road=FLOATING_PLATES), parked.inputs)
    settled = parked.moved_to(_settle(floating.moved_to(parked.ready.state)))
    return settled.at(trim_at_rest(settled))


def _settle(start: SteadyMotionStart) -> np.ndarray:
    """Returns the state after some seconds under constant inputs, its speeds taken away: a place to search from."""
    state = state_after(start, LONG_ENOUGH)
    height, wheels = start.ready.layout.coordinates[start.car.coordinate("z")], start.car.corners.values()
    if state[height] < start.ready.state[height] - _wheel_size(wheels):
        what = "its springs and tyres do not carry it: it sinks by more than a wheel from where it was drawn"
        raise NumericalError(f"{start.car.model.name} does not stand: {what}")
    state[list(start.ready.layout.speeds.values())] = 0.0
    return state


def state_after(start: SteadyMotionStart, duration: float) -> np.ndarray:
    """Returns the state after so many seconds under constant inputs, or where it has sunk by more than a wheel."""
    given = {part.name: float(start.inputs.get(part.name, part.default)) for part in start.ready.model.inputs}  # type: ignore[arg-type]
    samples, layout = np.array([0.0, duration]), start.ready.layout
    height = layout.coordinates[start.car.coordinate("z")]
    lowest = start.ready.state[height] - _wheel_size(start.car.corners.values())
    how = IntegrationSettings(
        inputs=InputHistory.of(given),
        stop_when=lambda rows: bool(run.arrays["state"][height] < lowest),
        **settling_steps(layout),
    )
    work = start.ready.workspace()  # a name for it: the job has only its addresses
    run = lay_out_integration(work, start.ready.state, 0.0, duration, samples, how)
    run.go_on()
    return run.arrays["state"].copy()


def _wheel_size(wheels: Iterable[Any]) -> float:
    return max(float(corner.wheel_centre[2]) + float(corner.tyre_radius) for corner in wheels)


def _trim_unstressed(start: SteadyMotionStart) -> np.ndarray:
    """Trims at rest with nothing in tyres and dry friction. A car that has sunk far on its springs comes closer each
    time.

    Where uneven toe or camber push it aside there is no such rest, but nearly one.
    """
    places, stressed = start.ready.layout.elements, _stressed(start)

    def unstressed() -> np.ndarray:
        state = start.ready.state.copy()
        state[[places[name] for name in stressed]] = 0.0
        return state

    for _ in range(TRIES):
        start = start.moved_to(unstressed())
        try:
            return trim_at_rest(start, hold=stressed).state
        except NumericalError:
            start = start.moved_to(set_down_to_rest(start))
    return unstressed()


def _stressed(start: SteadyMotionStart) -> list[str]:
    """States of tyres and of dry friction; brakes that follow their pedal late are none of these."""
    late = {f"{part.name}.{word}" for part in start.ready.model.forces for word in getattr(part, "lags", ())}
    names = (name for name in start.ready.layout.elements if name not in late)
    return [name for name in names if name.endswith(("u_x", "u_y", ".share"))]


def trim_at_rest(start: SteadyMotionStart, hold: Sequence[str] = ()) -> Trimmed:
    """Finds the equilibrium at rest near a start, with the seals of dampers in the middle of what they may hold."""
    names = start.ready.compiled.tangent
    idle = {name for speeds in start.ready.rank.idle_speeds for name in speeds}
    rest = [*(name for name in names.speeds if name not in idle), *names.elements]
    unknowns = [*movable_in_steady_motion(start, names), *names.elements]
    twists, seals = shaft_twists_in_steady_motion(start.car), seals_in_steady_motion(start.car)
    return trim(
        start.ready, unknowns, rest, start.ready.state, start.inputs, hold=hold, steady=twists, frictionless=seals
    )


def start_straight(car: CarModel, speed: float, at: SteadyMotionStart | None = None) -> SteadyMotionStart:
    """Starts straight on at constant speed: the drive balances rolling resistance and air, steering what is uneven.

    In reverse the speed is negative; without any the car is parked.
    """
    return find_or_recall_start(("straight", speed), car, lambda: _start_straight(car, speed, at))


def _start_straight(car: CarModel, speed: float, at: SteadyMotionStart | None) -> SteadyMotionStart:
    if needs_cardan_start(car):
        return cardan_start_with_universal_joints(car, start_straight(cardan_start_with_constant_velocity(car), speed))
    if speed == 0.0:
        return at or start_parked(car)
    what = ("straight", speed)
    return followed_start(what, car) or keep_start(what, _find_straight(at or start_parked(car), speed))


def _find_straight(start: SteadyMotionStart, speed: float) -> SteadyMotionStart:
    try:
        return _roll_straight(start, speed)
    except NumericalError as error:
        told = creeping_beyond(start, _rolling_state(start, speed), speed) or _too_fast(start, speed)
        raise NumericalError(f"{told}{error}") from error


def _roll_straight(start: SteadyMotionStart, speed: float) -> SteadyMotionStart:
    car = start.car
    start = start_in_gear(start, _rolling_state(start, speed))
    try:  # a car that is its own mirror image needs no steering, not even a rounding error of it
        return find_steady_motion_in_gear(start, start.ready.state, _speeds(start, "vz"))
    except NumericalError:
        return find_steady_motion_in_gear(start, start.ready.state, [*_speeds(start, "vz", "vy"), *_steering(car)])


def _rolling_state(start: SteadyMotionStart, speed: float) -> np.ndarray:
    """Returns the start state with the body at a speed, and with wheels and shafts that turn."""
    state, layout = start.ready.state.copy(), start.ready.layout
    for name, rate in start.car.rolling(speed).items():
        state[layout.speeds[name if name in layout.speeds else f"{name}_rate"]] = rate
    return state


def start_steadily_in_gear(car: CarModel, speed: float, at: SteadyMotionStart, gear: int) -> SteadyMotionStart:
    """Straight on at constant speed in a gear, whatever the shift lines say and how far the throttle has to be open."""
    start = start_in_gear(at, _rolling_state(at, speed), gear)
    return find_steady_motion_in_gear(start, start.ready.state, _speeds(start, "vz"), shifts=False)


def _too_fast(start: SteadyMotionStart, speed: float) -> str:
    """Says that the tyres cannot pull the car through the air so fast, where a lower speed shows it; else nothing."""
    low, high, found = 0.0, 1.0, None
    for _ in range(HALVINGS_OF_SPEED):
        share = 0.5 * (low + high)
        try:
            found, low = _roll_straight(start, share * speed), share
        except NumericalError:
            high = share
    corners = [corner for corner in start.car.corners if found and f"{corner}.tyre.Fx" in found.seen()]
    if found is None or not corners:
        return ""
    seen = found.seen()
    used = {corner: abs(seen[f"{corner}.tyre.Fx"]) / max(seen[f"{corner}.tyre.Fz"], 1.0) for corner in corners}
    most = max(used, key=used.__getitem__)
    if used[most] < NEAR_SPINNING:
        return ""
    return (
        f"{start.car.model.name} cannot hold {3.6 * speed:.4g} km/h straight ahead: its driven wheels would spin. Air "
        f"and rolling resistance ask for more than the tyres hold; at {3.6 * low * speed:.3g} km/h, the fastest found, "
        f"{most} pulls {abs(seen[f'{most}.tyre.Fx']):.0f} N under a load of {seen[f'{most}.tyre.Fz']:.0f} N; "
    )


def start_in_circle(
    car: CarModel, speed: float, yaw_rate: float, at: SteadyMotionStart | None = None
) -> SteadyMotionStart:
    """Finds a steady circle to the left (positive yaw rate) at a speed; reached from straight ahead in strides."""
    return find_or_recall_start(
        (IN_CIRCLE, speed, yaw_rate), car, lambda: next(start_in_circles(car, speed, [yaw_rate], at))
    )


def start_in_circles(
    car: CarModel, speed: float, yaw_rates: Sequence[float], at: SteadyMotionStart | None = None
) -> Iterator[SteadyMotionStart]:
    """Finds steady circles in the order given; on the way to each, every stride goes on in the direction of the last.

    Where there is no further circle, a NumericalError says how far it went.
    """
    if needs_cardan_start(car):
        for smooth in start_in_circles(cardan_start_with_constant_velocity(car), speed, yaw_rates):
            yield cardan_start_with_universal_joints(car, smooth)
        return
    known = [followed_start((IN_CIRCLE, speed, rate), car, rate) for rate in yaw_rates]
    if None not in known:
        yield from filter(None, known)
        return
    before = start = at or start_straight(car, speed)
    now = start.seen()["vehicle.yaw_rate"]
    largest = stride = min(LARGEST_STRIDE, LARGEST_CHANGE / abs(speed))
    slope = 0.0  # strides of the last kind in one rad/s
    for goal in yaw_rates:
        while abs(goal - now) > SAME:
            rate = goal if abs(goal - now) <= 1.01 * stride else now + float(np.copysign(stride, goal - now))
            try:
                ahead = _turning(_continued(before, start, slope * (rate - now)), rate, exactly=rate == goal)
            except NumericalError:
                stride *= 0.25
                if stride < LEAST_STRIDE * largest:
                    raise NumericalError(_limit(start, speed, goal)) from None
                continue
            _check_lock(ahead, speed, rate)
            reached = rate if rate == goal else ahead.seen()["vehicle.yaw_rate"]
            before, start, slope, now = start, ahead, 1.0 / (reached - now), reached
        yield keep_start((IN_CIRCLE, speed, goal), start)


def _check_lock(start: SteadyMotionStart, speed: float, rate: float) -> None:
    if beyond_steering_lock(start.car, start.inputs) is not None:
        turned = np.degrees(start.inputs[str(start.car.steering)])
        raise NumericalError(
            f"{start.car.model.name}: a circle of {Plain(abs(speed / rate)):.3g} m at {3.6 * speed:.3g} km/h needs the "
            f"steering wheel at {turned:.4g} deg, but {lock_words(start.car)}"
        )


def _limit(start: SteadyMotionStart, speed: float, goal: float) -> str:
    """Tells where the circles end, in the words of a driver."""
    seen = start.seen()
    rate, corners = seen["vehicle.yaw_rate"], list(start.car.corners)
    slip = max(corners, key=lambda corner: abs(seen[f"{corner}.tyre.slip_angle"]))
    light = min(corners, key=lambda corner: seen[f"{corner}.tyre.Fz"])
    fast = abs(speed)
    radius = f"{Plain(fast / abs(rate)):.3g} m" if rate else "straight ahead"
    return (
        f"{start.car.model.name} finds no steady circle of {Plain(fast / abs(goal)):.3g} m at {3.6 * speed:.3g} km/h "
        f"({abs(goal) * fast:.3g} m/s^2): the largest lateral acceleration found is {abs(rate) * fast:.3g} m/s^2 "
        f"(radius {radius}). There {slip} slips by {np.degrees(abs(seen[f'{slip}.tyre.slip_angle'])):.3g} deg, "
        f"{light} carries {Plain(seen[f'{light}.tyre.Fz']):.3g} N, and the steering wheel is turned by "
        f"{np.degrees(seen['steering.wheel.angle']):.3g} deg{_nearly_full_throttle(start)}"
    )


def _nearly_full_throttle(start: SteadyMotionStart) -> str:
    """Says that the engine ends the circles, where its throttle is nearly open: tyres that slip ask for power."""
    opened = float(start.inputs.get(start.car.drive[0], 0.0)) if start.car.powertrain is not None else 0.0
    return f"; the throttle is open by {100.0 * opened:.3g} %: the engine gives no more" if opened > NEARLY_OPEN else ""


def _continued(before: SteadyMotionStart, start: SteadyMotionStart, share: float) -> SteadyMotionStart:
    """Continues beyond the second start, by a share of its distance from the first: where Newton's method begins."""
    state = start.ready.state + share * (start.ready.state - before.ready.state)
    for quaternion in start.ready.layout.quaternions:
        state[quaternion] /= np.linalg.norm(state[quaternion])
    inputs = {name: value + share * (value - before.inputs[name]) for name, value in start.inputs.items()}
    return SteadyMotionStart(start.car, start.ready.starting_from(state), inputs)


def _turning(start: SteadyMotionStart, yaw_rate: float, exactly: bool) -> SteadyMotionStart:
    """The body's own wz is held; the yaw rate follows from it by the lean, so it is corrected once it is known.

    On the way to another circle the yaw rate need not be met exactly.
    """
    others = _speeds(start, "wx", "wy", "vy", "vz")
    own, seen = (
        start.ready.state[start.ready.layout.speeds[start.car.coordinate("wz")]],
        start.seen()["vehicle.yaw_rate"],
    )
    wz = yaw_rate * (own / seen if abs(seen) > SAME else 1.0)
    for _ in range(3 if exactly else 1):
        start = find_steady_motion_in_gear(start, _with_wheels_turned(start, wz), [*others, *_steering(start.car)])
        reached = start.seen()["vehicle.yaw_rate"]
        if abs(reached - yaw_rate) <= 1e-9 * max(1.0, abs(yaw_rate)):
            break
        wz *= yaw_rate / reached
    return start


def _with_wheels_turned(start: SteadyMotionStart, wz: float) -> np.ndarray:
    """The start state at another yaw rate, its wheels and shafts as fast as their distance from the middle asks."""
    state, layout = start.ready.state.copy(), start.ready.layout
    place = layout.speeds[start.car.coordinate("wz")]
    change = wz - state[place]
    state[place] = wz
    for name, turns in start.car.turning.items():
        corner = start.car.corners.get(start.car.model.owner(name).corner)
        if corner is not None:
            state[layout.speeds[f"{name}_rate"]] -= change * corner.wheel_centre[1] * turns
    return state


def _speeds(start: SteadyMotionStart, *names: str) -> list[str]:
    """Returns the speeds of the car body that it has: a linear car glides in a plane."""
    found = [start.car.coordinate(name) for name in names]
    return [name for name in found if name in start.ready.layout.speeds]


def _steering(car: CarModel) -> list[str]:
    return [car.steering] if car.steering else []
