"""Which gear a car starts in, idling or steady: the highest its shift lines keep; and the throttle that holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import NumericalError
from jounce.model.assemblies.powertrain.parts import CONVERTER, CRANK, GEAR, GEARBOX, PEDAL, THROTTLE, PowertrainModel
from jounce.parts.powertrain.automatic_gearbox import LONG_AGO
from jounce.simulation.events.held_numbers import settle_held
from jounce.simulation.trim import Trimmed, trim
from jounce.studies.driving.steady_motion import (
    SteadyMotionStart,
    find_steady_motion,
    movable_in_steady_motion,
    seals_in_steady_motion,
    shaft_twists_in_steady_motion,
)

WAITING_PEDAL = 0.3  # of the brakes, while a car waits
FIRST_THROTTLE = 0.1  # from which a trim looks for the one that holds the car
LOWEST_SPEED = 1.5  # of idle speed, at which a driver is in a gear
MOST_SHIFTS = 12  # on the way to a gear that fits
LARGER_RADIUS = 1.08  # of the loaded radius of a tyre: at most as far does it roll
RPM = 30.0 / np.pi  # of 1 rad/s
BEYOND = 1e-9  # of the throttle: what rounding adds to a full one
GEAR_HELD, SINCE_HELD, LOCK_HELD = f"{GEARBOX}.gear", f"{GEARBOX}.since", f"{CONVERTER}.closed"


def start_in_gear(start: SteadyMotionStart, state: np.ndarray, gear: int | None = None) -> SteadyMotionStart:
    """The start in a state in which the wheels turn, in the highest gear that fits or in one that is asked for."""
    train = start.car.powertrain
    if train is None:
        return start.moved_to(state)
    begin = replace(start, inputs=dict(start.inputs) | {THROTTLE: FIRST_THROTTLE})
    gears: Sequence[int] = range(len(train.ratios), 0, -1) if gear is None else (gear,)
    if gear_input_speed(start, state, 1) < 0.0:
        if train.reverse is None:
            raise NumericalError(f"{start.car.model.name} has no reverse gear: a ratio, reverse, in [gearbox]")
        gears = (-1,)
    else:
        _check_limiter(start, state, train, gears[0])
    for number in gears:
        found = _in_gear(begin, state, train, number)
        if number == gears[-1] or _keeps_gear(found, train):
            return found
    raise AssertionError("the last gear is always taken")


def find_steady_motion_in_gear(
    start: SteadyMotionStart, state: np.ndarray, unknowns: Sequence[str], shifts: bool = True
) -> SteadyMotionStart:
    """Returns the steady motion near a state, in the gear and with the lock-up clutch that the shift lines ask for
    there.

    Where the throttle that holds it has to be more than full, there is none.
    """
    train = start.car.powertrain
    found = find_steady_motion(start, state, unknowns)
    if train is None:
        return found
    for _ in range(MOST_SHIFTS if shifts else 0):
        held = _settled(found)
        if held is None:
            break
        moved = found.ready.starting_from(found.ready.state, held=held)
        gear = gear_of_start(replace(found, ready=moved))
        begin = _in_gear(
            found, found.ready.state, train, gear, bool(held[_place(found, LOCK_HELD)] if train.turbine else 0)
        )
        found = find_steady_motion(begin, begin.ready.state, unknowns)
    throttle = found.inputs[THROTTLE]
    if throttle > 1.0 + BEYOND and shifts:
        speed = 3.6 * found.seen()["vehicle.vx"]
        told = f"{found.car.model.name} would need {100 * throttle:.3g} % of throttle at {speed:.4g} km/h in gear "
        raise NumericalError(f"{told}{gear_of_start(found)}: the engine does not hold that speed")
    return found


def start_waiting(start: SteadyMotionStart, gear: int = 1) -> SteadyMotionStart:
    """Returns a car at rest that is about to go: its brakes are pressed, and an engine idles in a gear.

    A clutch that has no foot of its own is open.
    """
    car = start.car
    pressed = {} if car.brake is None else {car.brake: WAITING_PEDAL}
    by_foot = any(getattr(part, "open_speed", None) is not None for part in car.model.forces)
    if not by_foot and any(part.name == PEDAL for part in car.model.inputs):
        pressed[PEDAL] = 1.0
    if car.powertrain is None:
        return replace(start, inputs=dict(start.inputs) | pressed)
    return start_idling(start, pressed, gear)


def start_idling(start: SteadyMotionStart, inputs: dict[str, float], gear: int = 1) -> SteadyMotionStart:
    """Returns a car at rest whose engine idles, in a gear: brakes or an open clutch hold it as the inputs say.

    These hold first, before the engine turns: with a modulator the pressures of brakes are states.
    """
    train: Any = start.car.powertrain
    held = replace(start, inputs=dict(start.inputs) | {THROTTLE: 0.0} | inputs)
    if train.shifts == "driver":
        held = replace(held, inputs=dict(held.inputs) | {GEAR: float(gear)})
    else:
        numbers = _held(held)
        numbers[_place(held, GEAR_HELD)] = gear
        held = replace(held, ready=held.ready.starting_from(held.ready.state, held=numbers))
    held = held.at(_trim_with_engine(held, held.ready.state, ()))
    state = held.ready.state.copy()
    state[held.ready.layout.speeds[f"{CRANK}_rate"]] = float(train.idle_speed)
    return held.at(_trim_with_engine(held, state, (f"{CRANK}_rate",)))


def _trim_with_engine(start: SteadyMotionStart, state: np.ndarray, turning: Sequence[str]) -> Trimmed:
    """Trims at rest but for the speeds in `turning`, which are found."""
    names = start.ready.compiled.tangent
    idle = {name for speeds in start.ready.rank.idle_speeds for name in speeds}
    return trim(
        start.ready,
        [*movable_in_steady_motion(start, names), *names.elements, *turning],
        [*(name for name in names.speeds if name not in idle), *names.elements],
        state,
        start.inputs,
        steady=shaft_twists_in_steady_motion(start.car),
        frictionless=seals_in_steady_motion(start.car),
    )


def gear_of_start(start: SteadyMotionStart) -> int:
    """Returns the gear that is in."""
    train: Any = start.car.powertrain
    if train.shifts == "driver":
        return round(float(start.inputs[GEAR]))
    return round(float(_held(start)[_place(start, GEAR_HELD)]))


def _in_gear(
    start: SteadyMotionStart, state: np.ndarray, train: PowertrainModel, gear: int, locked: bool | None = None
) -> SteadyMotionStart:
    """Returns engine and turbine as fast as the wheels turn them in a gear."""
    state, layout = state.copy(), start.ready.layout
    rate = gear_input_speed(start, state, gear)
    for name in train.coordinates():
        state[layout.speeds[f"{name}_rate"]] = rate
    slow = max(rate, float(train.idle_speed))  # type: ignore[arg-type]
    state[layout.speeds[f"{CRANK}_rate"]] = slow if train.turbine else rate
    if train.shifts == "driver":
        return replace(start, inputs=dict(start.inputs) | {GEAR: float(gear)}).moved_to(state)
    held = _held(start)
    held[_place(start, GEAR_HELD)], held[_place(start, SINCE_HELD)] = gear, LONG_AGO
    if train.turbine:
        lock = rate >= float(train.lock_speed) if locked is None else locked  # type: ignore[arg-type]
        held[_place(start, LOCK_HELD)] = float(lock)
    return replace(start, ready=start.ready.starting_from(state, held=held))


def gear_input_speed(start: SteadyMotionStart, state: np.ndarray, gear: int) -> float:
    """Returns the speed of the input of the gears, in rad/s, as the wheels turn it in a gear."""
    train: Any = start.car.powertrain
    places = start.ready.layout.speeds
    turns = sum(float(share) * state[places[f"{name}_rate"]] for name, share in train.outputs.items())
    ratio = float(train.ratios[gear - 1]) if gear > 0 else -float(train.reverse)
    return ratio * float(turns)


def _check_limiter(start: SteadyMotionStart, state: np.ndarray, train: PowertrainModel, gear: int) -> None:
    """The engine is not faster than its limiter lets it; rolling radii differ from loaded ones by some percent."""
    rate, most = gear_input_speed(start, state, gear), float(train.limit_speed)  # type: ignore[arg-type]
    if rate > LARGER_RADIUS * most:
        told = f"{start.car.model.name} is too fast for gear {gear}: its engine would turn at {rate * RPM:.0f} rpm, and"
        raise NumericalError(f"{told} is limited to {most * RPM:.0f} rpm")


def creeping_beyond(start: SteadyMotionStart, state: np.ndarray, speed: float) -> str:
    """Says that an idling engine drives the car faster through its converter, where it does in the first gear."""
    train = start.car.powertrain
    if train is None or train.turbine is None:
        return ""
    rate, idle = gear_input_speed(start, state, 1), float(train.idle_speed)  # type: ignore[arg-type]
    if not 0.0 < rate < idle:
        return ""
    told = (
        f"{start.car.model.name} creeps faster than {3.6 * speed:.3g} km/h: its engine, idling at {idle * RPM:.4g} rpm,"
    )
    creeps = 3.6 * speed * idle / rate
    return f"{told} drives it through the converter at about {creeps:.2g} km/h; start faster, or at 0; "


def _keeps_gear(start: SteadyMotionStart, train: PowertrainModel) -> bool:
    """Whether it would not shift down at once, at closed throttle; a driver keeps the engine above its idle speed."""
    rate = gear_input_speed(start, start.ready.state, gear_of_start(start))
    if train.shifts == "driver":
        return rate >= LOWEST_SPEED * float(train.idle_speed)  # type: ignore[arg-type]
    work = start.ready.workspace(dict(start.inputs) | {THROTTLE: 0.0})
    return f"{GEARBOX}.down" not in settle_held(work, start.ready.state)


def keeps_gear_at_full_throttle(start: SteadyMotionStart) -> bool:
    """Tells whether the lines leave the gear in at full throttle; a driver always does."""
    work = start.ready.workspace(dict(start.inputs) | {THROTTLE: 1.0})
    return not any(name.startswith(GEARBOX) for name in settle_held(work, start.ready.state))


def _settled(start: SteadyMotionStart) -> np.ndarray | None:
    """Returns held numbers as the lines ask for them in a state; None where they stay as they are."""
    work = start.ready.workspace(start.inputs)
    if not settle_held(work, start.ready.state):
        return None
    return np.array(work.modes[start.ready.layout.held_places()])


def _held(start: SteadyMotionStart) -> np.ndarray:
    """Returns held numbers of a start."""
    return np.array(start.ready.numbers.modes[start.ready.layout.held_places()])


def _place(start: SteadyMotionStart, name: str) -> int:
    """Returns the place of a held number among all."""
    layout = start.ready.layout
    return int(layout.held[name][0]) - int(layout.held_places().start)
