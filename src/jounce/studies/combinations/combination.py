"""What studies of combinations share: the car with its trailers, their hitches, and modes in which they swing."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.unit_model import UnitModel
from jounce.simulation.linear.linearise import Mode, linearise
from jounce.studies.driving.drive import Drive
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.response.linear_response import frictionless_start

YAWING = 0.3  # share of the kinetic energy in yaw and sway from which on a mode is one of the yaw plane
STEADY = 1e-9  # 1/s: below, only the angles of wheels and shafts go on


class CombinationStudy(Drive):
    """A study of a vehicle that pulls a trailer; a car alone is refused."""

    def build_car(self, vehicle: Vehicle, steering: str = "angle") -> CarModel:
        car = super().build_car(vehicle, steering)
        if not car.pulled:
            hint = "a vehicle with [units.NAME] and [hitches.NAME], for example car_with_caravan"
            raise self.refuse("units", f"{vehicle.name} pulls no trailer", hint)
        return car


def last_unit(car: CarModel) -> UnitModel:
    """Returns the unit at the end, of a car without trailers itself."""
    return list(car.units.values())[-1]


def hitch_yaws(car: CarModel) -> list[str]:
    """Returns the coordinates by which trailers yaw on what pulls them."""
    return [unit.coordinate("yaw") for unit in car.pulled]


@dataclass(frozen=True, slots=True)
class SwingingModes:
    """Modes of the yaw plane at one speed: sway and yaw of the leading unit, and yaw at the hitches."""

    speed: float  # m/s
    oscillations: tuple[Mode, ...]  # the one with most of the hitches' yaw first
    growths: tuple[Mode, ...]  # that do not swing: real eigenvalues, the largest first

    @property
    def least_damped(self) -> Mode | None:
        """Returns the oscillation that dies out most slowly, or grows fastest."""
        return max(self.oscillations, key=lambda mode: mode.eigenvalue.real, default=None)

    @property
    def worst(self) -> Mode | None:
        """Returns the mode with the largest real part."""
        return max((*self.oscillations, *self.growths), key=lambda mode: mode.eigenvalue.real, default=None)


def swinging_modes(start: SteadyMotionStart, speed: float) -> SwingingModes:
    """Finds the modes in which a combination that runs straight yaws and sways, without dry friction.

    Place, course and speed of the leading unit are held: with their zero eigenvalues in the model, one that goes
    through zero as the units begin to fold up could not be told from them.
    """
    car, ready = start.car, frictionless_start(start)
    yaws = hitch_yaws(car)
    plane = [car.coordinate("y"), car.coordinate("turn_z"), *yaws]
    held = [car.coordinate(word) for word in ("x", "y", "turn_z", "vx")]
    found = [
        mode
        for mode in linearise(ready, ready.state, start.inputs, hold=held).modes
        if abs(mode.eigenvalue) > STEADY and sum(mode.shares.get(name, 0.0) for name in plane) > YAWING
    ]
    swing = [mode for mode in found if mode.eigenvalue.imag > 0.0]
    swing.sort(key=lambda mode: -sum(mode.shares.get(name, 0.0) for name in yaws))
    still = sorted((mode for mode in found if mode.eigenvalue.imag == 0.0), key=lambda mode: -mode.eigenvalue.real)
    return SwingingModes(speed, tuple(swing), tuple(still))


def swinging_modes_at(car: CarModel, speed: float) -> SwingingModes:
    """Finds the same at a speed."""
    return swinging_modes(start_straight(car, speed), speed)


def frequency_of(mode: Mode) -> float:
    """Returns the frequency of the oscillation as it is seen, damped, in Hz."""
    return float(abs(mode.eigenvalue.imag)) / (2.0 * pi)
