"""Off-tracking: how far do the axles behind cut a corner at walking pace, and drift outward at speed?"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from jounce.errors import NumericalError
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.drivers import SingleTrack, Stanley
from jounce.parts.paths.shapes import clothoid_path
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import highest, largest
from jounce.studies.combinations.swept_path import Turn, outline_points, swept_values
from jounce.studies.combinations.unit_motion import (
    axle_place,
    axle_radius,
    first_axle,
    last_axle,
    point_on_ground,
    unit_of_axle,
)
from jounce.studies.driving.drive import Added, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.driving.speed_holding import speed_holding_controller
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.settings import DURATION, FORWARD_SPEED, RADIUS, SLOWEST, STEP, Amount

RUN_IN = 5.0  # m straight ahead before the turn
SAME_RADIUS, TRIES = 1e-9, 20  # m; circles until the first axle has the radius that it shall have
GENTLE = 4.0  # times the radius, of the circle by which the driver knows the steering ratio
HARD = 1e9  # N/rad of tyres that do not slip
GAIN = 2.0  # 1/s of the driver who leads the first axle along the turn
SLOWEST_GEARS = (1.0, 1.5, 2.0, 3.0)  # of the low speed, where an engine cannot turn so slowly


@dataclass(frozen=True, kw_only=True)
class TurningManoeuvre(Manoeuvre):
    """A manoeuvre with the way that its first axle shall take."""

    turn: Turn


class OffTracking(Drive):
    """Off-tracking: how far do axles cut a corner at walking pace, and drift outward at speed?

    Steady circles by trim say how far the middle of each axle runs inside the circle of the first one (positive), or
    outside it (negative): at low speed on a circle of `radius`, at high speed on the circle of a lateral acceleration.
    Between them a driver leads the first axle around a corner at low speed: straight on, an arc of `radius` to the left
    by `angle`, and straight on. The swept path is the widest slice across that way which some point of bodies and
    wheels passes; the tail swing is how far the outer rear corner of a unit goes outward from its line before. A car
    alone may be asked as well.
    """

    name = "off-tracking"
    needs_wheels = True
    radius = replace(
        RADIUS, default="12.5 m", auto="", least=3.0, most=1000.0, meaning="of the way of the first axle's middle"
    )
    angle = Amount(default="90 deg", unit="rad", least=0.1, most=6.28, meaning="by which the way turns")
    low_speed = Amount(default="5 km/h", unit="m/s", least=0.05, most=10.0, meaning="in the turn")
    high_speed = replace(FORWARD_SPEED, name="", default="80 km/h", least=SLOWEST, meaning="of the fast circle")
    lateral_acceleration = Amount(
        default="1.5 m/s^2", unit="m/s^2", least=0.1, most=10.0, meaning="of the first axle on the fast circle"
    )
    duration = replace(DURATION, default="auto", auto="until the last axle is straight behind the turn")
    step = STEP
    panels = (
        Panel("paths of the axles", ("{axle}.path_y",), "{axle}.path_x", equal=True),
        Panel("way inside the path of the first axle", ("{axle}.inside",)),
        Panel("steering wheel", ("steering.wheel.angle",)),
    )
    metrics = {
        "low_speed_off_tracking": (
            "m",
            "radius of the first axle's middle less that of the last axle's middle, in the steady circle at low speed",
            "position",
        ),
        "high_speed_off_tracking": (
            "m",
            "the same in the steady circle at high speed; negative where the last axle runs outside",
            "position",
        ),
        "turn_off_tracking": (
            "m",
            "largest way of the last axle's middle inside the way of the first one in the turn",
            "position",
        ),
        "{axle}.low_speed_off_tracking": ("m", "of {axle} in the steady circle at low speed", "position"),
        "{axle}.high_speed_off_tracking": ("m", "of {axle} in the steady circle at high speed", "position"),
        "swept_path_width": ("m", "widest slice across the way that bodies and wheels pass in the turn", "position"),
        "{unit}.tail_swing": (
            "m",
            "largest way of the outer rear corner of the {unit} outward from its line before the turn",
            "position",
        ),
        "way_missed": ("m", "largest distance of the first axle's middle from the way that it shall take"),
    }

    def manoeuvre(self, vehicle: Vehicle) -> TurningManoeuvre:
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        start, speed = self._slow(car)
        track = _slow_track(car, start, speed, GENTLE * self.radius)
        seen = start.seen()
        x, y = point_on_ground(seen, car.leading, axle_place(car.leading, first_axle(car)))
        behind = float(x) - min(_axle_x(seen, car, axle) for axle in car.axles)
        turn = Turn(self.radius, self.angle, float(x) + RUN_IN, float(y))
        arc = self.radius * self.angle
        out = 2.0 * behind + 2.0 * RUN_IN
        bend = 1.0 / self.radius
        short = 0.01  # m in which the way takes up its curvature
        line = clothoid_path(
            [behind + RUN_IN, short, arc - short, short, out + 50.0],
            [0.0, 0.0, bend, bend, 0.0, 0.0],
            x=float(x) - behind,
            y=float(y),
        )
        driver = Stanley(name="driver", wheel=wheel, path=line, gain=GAIN, softening=0.1, damping=0.0, **asdict(track))
        holds = [speed_holding_controller(car, speed, speed)] if car.drive else []
        if car.powertrain is None:
            holds = [replace(each, brake="") for each in holds]  # its drive holds it back as well
        return TurningManoeuvre(
            vehicle=vehicle,
            start=start,
            duration=self.duration or (RUN_IN + arc + out) / speed,
            controllers=(driver, *holds),
            turn=turn,
            measuring_step=min(0.05, 0.05 / speed),
            found={"low_speed": speed},
            places={"axle": list(car.axles)},
        )

    def _slow(self, car: CarModel) -> tuple[SteadyMotionStart, float]:
        """Returns the start of the turn: as slow as it shall be, or as an engine can turn."""
        for times in SLOWEST_GEARS[:-1]:
            try:
                return start_straight(car, times * self.low_speed), times * self.low_speed
            except NumericalError:
                continue
        speed = SLOWEST_GEARS[-1] * self.low_speed
        return start_straight(car, speed), speed

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        assert isinstance(done, TurningManoeuvre)
        found: Added = {}
        for axle in done.car.axles:
            unit = unit_of_axle(done.car, axle)
            x, y = point_on_ground(run, unit, axle_place(unit, axle))
            _, inside = done.turn.place(x, y)
            about = f"of the middle of {axle}, seen from above"
            found = {
                **found,
                f"{axle}.path_x": (x, "m", f"place {about}"),
                f"{axle}.path_y": (y, "m", f"place {about}"),
                f"{axle}.inside": (inside, "m", f"distance {about}, to the inside of the way of the first axle"),
            }
        return found

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        assert isinstance(done, TurningManoeuvre)
        car, first, last = done.car, first_axle(done.car), last_axle(done.car)
        found: Values = {
            "turn_off_tracking": highest(run.time, run[f"{last}.inside"]),
            "way_missed": largest(run.time, run[f"{first}.inside"]),
        }
        found |= swept_values(run, car, done.turn, outline_points(done.vehicle, car))
        slow = off_tracking_in_circle(car, done.found["low_speed"], self.radius)
        fast = off_tracking_in_circle(car, self.high_speed, self.high_speed**2 / self.lateral_acceleration)
        for word, values in (("low", slow), ("high", fast)):
            found[f"{word}_speed_off_tracking"] = values[last]
            found |= {f"{axle}.{word}_speed_off_tracking": value for axle, value in values.items() if axle != first}
        return found

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        speed = done.found["low_speed"]
        if speed > self.low_speed:
            return [f"the turn is driven at {3.6 * speed:.3g} km/h: the engine cannot turn more slowly"]
        return []


def _slow_track(car: CarModel, start: SteadyMotionStart, speed: float, radius: float) -> SingleTrack:
    """Returns the single track that a driver has in mind at walking pace: lengths, steering ratio, no slip."""
    front, rear = float(car.reference[0]), min(float(c.wheel_centre[0]) for c in car.leading.corners.values())  # type: ignore[arg-type]
    ahead, mass = front - float(car.centre[0]), float(car.mass)  # type: ignore[arg-type]
    circle = start_in_circle(car, speed, speed / radius, at=start)
    turned = circle.inputs[str(car.steering)] - start.inputs[str(car.steering)]
    return SingleTrack(
        mass=mass,
        yaw_inertia=mass * (front - rear) ** 2,
        front_length=ahead,
        rear_length=front - rear - ahead,
        front_stiffness=HARD,
        rear_stiffness=HARD,
        steering_ratio=turned / (float(circle.seen()["vehicle.cg.sideslip"]) + ahead / radius),
    )


def _axle_x(seen: dict[str, float], car: CarModel, axle: str) -> float:
    unit = unit_of_axle(car, axle)
    return float(point_on_ground(seen, unit, axle_place(unit, axle))[0])


def off_tracking_in_circle(car: CarModel, speed: float, radius: float) -> dict[str, float]:
    """Returns how far the middle of each axle runs inside a steady circle of the first one, in m."""
    first = first_axle(car)
    rate = speed / radius
    seen: dict[str, float] = {}
    for _ in range(TRIES):
        seen = start_in_circle(car, speed, rate).seen()
        reached = float(axle_radius(seen, car.leading, first))
        if abs(reached - radius) < SAME_RADIUS * radius:
            break
        rate *= reached / radius
    outer = float(axle_radius(seen, car.leading, first))
    return {axle: outer - float(axle_radius(seen, unit_of_axle(car, axle), axle)) for axle in car.axles}
