"""What brakes wheels and reduces the drive by itself as plain data: stability and traction control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from jounce.units import Quantity

Speed = Annotated[float, Quantity("m/s", "positive")]
Pressure = Annotated[float, Quantity("Pa", "positive")]
TickRate = Annotated[float, Quantity("Hz", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EscData:
    """Stability control: single wheels are braked where the car yaws more or less than its driver asks for.

    It acts on brakes by pressure, at a rate. The wheelbase is that of the file. The wanted car is a single track with a
    lag; where its characteristic speed or its lag are left out, studies find them from the linear car.
    [Rajamani 2012, chapter 8]
    """

    on: bool = True  # false: the car has none
    characteristic_speed: Speed | None = None  # of the wanted car: r/delta is largest there; found where left out
    lag: Annotated[float, Quantity("s", "not negative")] | None = None  # of its yaw rate; found where left out
    friction: Annotated[float, Quantity("1", "positive")] = 0.9  # of tyres on the road, as the controller assumes it
    reserve: Annotated[float, Quantity("m/s^2", "not negative")] = 3.0  # wanted beyond the lateral acceleration
    dead_band: Annotated[float, Quantity("rad/s", "not negative")] = 0.06  # of the yaw rate, of a car that stands
    band_speed: Speed = 30.0  # at which that is twice as much
    band_steering: Annotated[float, Quantity("1", "not negative")] = 0.2  # more band for each rad/s of steering
    band_time: Annotated[float, Quantity("s", "positive")] = 0.3  # in which peaks of the steering rate fade
    exit_share: Annotated[float, Quantity("1", "not negative")] = 0.5  # of the band, at which control ends
    least_time: Annotated[float, Quantity("s", "not negative")] = 0.1  # of control that has begun
    gain: Annotated[float, Quantity("Pa s/rad", "not negative")] = 4e7  # pressure for each rad/s of error
    sideslip_gain: Annotated[float, Quantity("1/s", "not negative")] = 2.0  # rad/s of error for each rad beyond limit
    most_pressure: Pressure = 1.5e7  # that it asks of a wheel
    least_speed: Speed = 5.0  # below, it does nothing
    rate: TickRate = 100.0  # of its ticks


@dataclass(frozen=True, slots=True, kw_only=True)
class TractionControlData:
    """Traction control: a driven wheel that spins is braked, and the drive gives way.

    Where brakes have no pressures, only the drive is reduced. [Rajamani 2012, chapter 4]
    """

    on: bool = True  # false: the car has none
    slip: Annotated[float, Quantity("1", "not negative")] = 0.1  # that a driven wheel may have
    margin: Speed = 0.5  # that its rim may be faster besides
    brake_gain: Annotated[float, Quantity("Pa s/m", "not negative")] = 1.5e6  # pressure for each m/s beyond
    most_pressure: Pressure = 6e6  # that it asks of a wheel
    reduction_gain: Annotated[float, Quantity("s/m", "not negative")] = 0.1  # of the drive, for each m/s beyond
    reduction_rate: Annotated[float, Quantity("1/m", "not negative")] = 1.0  # of its integral: 1/s for each m/s beyond
    recovery: Annotated[float, Quantity("1/s", "positive")] = 0.5  # how fast the drive comes back
    most_reduction: Annotated[float, Quantity("1", "not negative")] = 0.95  # of the drive
    rate: TickRate = 100.0  # of its ticks
