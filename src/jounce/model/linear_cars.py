"""Linear cars: the single-track model and the roll model, as a handful of numbers, their closed forms and their parts.

Both run on the same engine as every other car: a body that glides on the road, an axle's side force at each end. Closed
forms are derived in docs/theory/single_track.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt
from typing import Annotated, Any

import numpy as np

from jounce.arguments import check_methods, is_number
from jounce.errors import ModelError, Problem, shown_in_message
from jounce.model.assemblies.steering.parts import INPUTS, WHEEL_COORDINATE
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.names import LEADING, MOTION, Side
from jounce.model.assembly.rotors import CAR
from jounce.model.assembly.unit_model import UnitModel
from jounce.model.fields import fields_of
from jounce.model.model import Model
from jounce.model.reading.records import broken_record_rule
from jounce.parts import GROUND, Body, Input, VehicleMotion
from jounce.parts.forces import Gyroscope, TorsionDamper, TorsionSpring
from jounce.parts.joints import Planar, Revolute
from jounce.parts.laws import Linear
from jounce.parts.linear_cars import HeldSpeed, LaggingAxle, LinearAxle, ShownSignal
from jounce.parts.signals import External
from jounce.results import ChannelOwner
from jounce.spatial.vector import Vec3, X, Y, Z
from jounce.units import Quantity, UnitError, to_si

GRAVITY = 9.81  # m/s^2
FASTEST = 1e4  # m/s: faster than anything on wheels
ROLLING = "rolling_body"  # of the roll model, on the joint "roll"; its car body is what does not roll
ROLL = "roll"
ROLL_COORDINATE = f"{ROLL}.angle"

Length = Annotated[float, Quantity("m", "positive")]
Height = Annotated[float, Quantity("m")]
Mass = Annotated[float, Quantity("kg", "positive")]
Inertia = Annotated[float, Quantity("kg m^2", "positive")]
Inertias = Annotated[tuple[float, float, float], Quantity("kg m^2")]
AxleStiffness = Annotated[float, Quantity("N/rad", "positive")]
RollStiffness = Annotated[float, Quantity("N m/rad", "positive")]
RollDamping = Annotated[float, Quantity("N m s/rad", "not negative")]
Ratio = Annotated[float, Quantity("1")]


@check_methods
@dataclass(frozen=True, kw_only=True)
class SingleTrackCar:
    """A car whose left and right wheels are one, in the linear range. [Riekert, Schunck 1940]

        m (v' + V r) = Ff + Fr     I r' = a Ff - b Fr     Ff = Cf (steer - (v + a r) / V)     Fr = -Cr (v - b r) / V

    With relaxation lengths, each axle's force follows its slip angle over a way.
    """

    name: str
    mass: Mass
    yaw_inertia: Inertia  # of the whole car, about its centre of mass
    front: Length  # from the centre of mass to the front axle
    rear: Length  # from the centre of mass to the rear axle
    front_stiffness: AxleStiffness  # of the whole axle
    rear_stiffness: AxleStiffness  # of the whole axle
    steering_ratio: Ratio = 1.0  # steering-wheel angle divided by the mean steer angle of the front wheels
    front_relaxation: Length | None = None  # of the tyres; both or none
    rear_relaxation: Length | None = None

    def __post_init__(self) -> None:
        read_linear_car(self)

    def contradictions(self) -> Iterator[Problem]:
        """Finds numbers that do not go together."""
        return iter(())

    @property
    def axles(self) -> dict[str, float]:
        """Tells where its axles are along x, in m."""
        return {"front": 0.0, "rear": -self.wheelbase}

    @property
    def wheelbase(self) -> float:
        return self.front + self.rear

    def _forward(self, speed: float) -> float:
        """Returns a speed at which closed forms hold; others are refused."""
        if not 0.0 < speed <= FASTEST:
            raise ModelError(self.name, [Problem("speed", f"{speed:g} m/s", f"above 0, up to {FASTEST:g} m/s")])
        return float(speed)

    def understeer_gradient(self) -> float:
        """Returns K = m (b / Cf - a / Cr) / L, in rad s^2/m: steer beyond the wheelbase over the radius, per a_y."""
        return self.mass / self.wheelbase * (self.rear / self.front_stiffness - self.front / self.rear_stiffness)

    def characteristic_speed(self) -> float:
        """Returns sqrt(L / K), at which the yaw-rate gain of an understeering car is largest; infinite of another."""
        K = self.understeer_gradient()
        return sqrt(self.wheelbase / K) if K > 0.0 else inf

    def critical_speed(self) -> float:
        """Returns sqrt(-L / K), from which an oversteering car is unstable; infinite of another."""
        K = self.understeer_gradient()
        return sqrt(-self.wheelbase / K) if K < 0.0 else inf

    def yaw_rate_gain(self, speed: float) -> float:
        """Returns V / (i (L + K V^2)), in 1/s: steady yaw rate per steering-wheel angle."""
        speed = self._forward(speed)
        return speed / (self.steering_ratio * (self.wheelbase + self.understeer_gradient() * speed**2))

    def sideslip_gain(self, speed: float) -> float:
        """(b - a m V^2 / (Cr L)) / (i (L + K V^2)): steady sideslip of the centre of mass per steering-wheel angle."""
        speed = self._forward(speed)
        needed = self.rear - self.front * self.mass * speed**2 / (self.rear_stiffness * self.wheelbase)
        return needed / (self.steering_ratio * (self.wheelbase + self.understeer_gradient() * speed**2))

    def characteristic_polynomial(self, speed: float) -> tuple[float, ...]:
        """Returns coefficients of 1, s, s^2 and, of tyres with a lag, s^3 and s^4; with T = relaxation / V of each
        axle:

        m I s^2 (1 + Tf s)(1 + Tr s) + s/V ((m a^2 + I) Cf (1 + Tr s) + (m b^2 + I) Cr (1 + Tf s))
            + Cf Cr L^2 / V^2 + m (b Cr (1 + Tf s) - a Cf (1 + Tr s))
        """
        speed = self._forward(speed)
        m, I, a, b, V = self.mass, self.yaw_inertia, self.front, self.rear, speed
        Cf, Cr = self.front_stiffness, self.rear_stiffness
        Tf, Tr = ((lag or 0.0) / V for lag in (self.front_relaxation, self.rear_relaxation))
        turning = ((m * a * a + I) * Cf, (m * b * b + I) * Cr)
        found = (
            Cf * Cr * self.wheelbase**2 / V**2 + m * (b * Cr - a * Cf),
            sum(turning) / V + m * (b * Cr * Tf - a * Cf * Tr),
            m * I + (turning[0] * Tr + turning[1] * Tf) / V,
            m * I * (Tf + Tr),
            m * I * Tf * Tr,
        )
        return found if self.front_relaxation is not None else found[:3]

    def eigenvalues(self, speed: float) -> np.ndarray:
        """Returns roots of the characteristic polynomial, in 1/s, the slowest first."""
        roots = np.roots(self.characteristic_polynomial(speed)[::-1])
        found: np.ndarray = roots[np.argsort(np.abs(roots), kind="stable")]
        return found

    def natural_frequency(self, speed: float) -> float:
        """Returns the frequency of the yaw oscillation, undamped, in rad/s; nan where the car does not oscillate.

        sqrt(Cf Cr L (L + K V^2) / (m I V^2)) where tyres answer at once; else that of the slowest pair of eigenvalues.
        """
        pair = self._slowest_pair(speed)
        return abs(pair) if pair is not None else float("nan")

    def damping_ratio(self, speed: float) -> float:
        """(m (a^2 Cf + b^2 Cr) + I (Cf + Cr)) / (2 m I V omega) where tyres answer at once; else of the same pair."""
        pair = self._slowest_pair(speed)
        return -pair.real / abs(pair) if pair is not None else float("nan")

    def _slowest_pair(self, speed: float) -> complex | None:
        """Of two roots their geometric mean counts, also where they are real: a damping ratio beyond 1."""
        if self.front_relaxation is None:
            c0, c1, c2 = self.characteristic_polynomial(speed)
            if c0 <= 0.0:
                return None
            omega, damping = sqrt(c0 / c2), c1 / (2.0 * sqrt(c0 * c2))
            return complex(-damping * omega, sqrt(abs(1.0 - damping**2)) * omega) if damping <= 1.0 else None
        return next((complex(s) for s in self.eigenvalues(speed) if s.imag > 0.0), None)

    def car_model(self, steering: str | None = None, compliant: bool = False, posts: bool = False) -> CarModel:
        """Returns the parts of it; the steering wheel is moved by its angle."""
        refuse_what_no_linear_car_has(self.name, steering, posts)
        model = Model(self.name)
        disc = (0.5 * self.yaw_inertia, 0.5 * self.yaw_inertia, self.yaw_inertia)
        centre = (-self.front, 0.0, 0.0)
        model.take(
            Body(name=CAR, mass=self.mass, centre=centre, inertia=disc, interface=True),
            _gliding(),
            *_steering_wheel(),
            *self._axles({}),
            HeldSpeed(name="drive", body=CAR, point=centre, mass=self.mass),
        )
        return finished_linear_car(self, model, centre)

    def _axles(self, roll_steer: dict[str, float]) -> Iterator[LinearAxle | LaggingAxle]:
        """Builds the axles; `roll_steer` is by axle, where the body rolls."""
        for word, x, arm in (("front", 0.0, self.rear), ("rear", -self.wheelbase, self.front)):
            data: dict[str, Any] = dict(
                name=f"{word}_axle.tyre",
                body=CAR,
                point=(x, 0.0, 0.0),
                cornering_stiffness=getattr(self, f"{word}_stiffness"),
                coordinates=(ROLL_COORDINATE,) if roll_steer else None,
                factors=(roll_steer[word],) if roll_steer else None,
                load=self.mass * GRAVITY * arm / self.wheelbase,
            )
            if word == "front":
                data |= {"signal": External(input=INPUTS["angle"]), "gain": 1.0 / self.steering_ratio}
            lag = getattr(self, f"{word}_relaxation")
            yield LinearAxle(**data) if lag is None else LaggingAxle(**data, relaxation=lag)


@dataclass(frozen=True, kw_only=True)
class RollCar(SingleTrackCar):
    """A single-track model whose body rolls about an axis: three freedoms, v, r and the roll angle. [Segel 1956]

    `mass` and `yaw_inertia` are those of the whole car. The body rolls on a spring and a damper about an axis through
    the roll centres; roll steers the axles. What spins on it rolls it as it yaws, and yaws it as it rolls.
    """

    sprung_mass: Mass
    sprung_offset: Height = 0.0  # of its centre, ahead of that of the whole car
    sprung_height: Length  # of its centre, above the road
    sprung_inertia: Inertias  # Ixx, Iyy, Izz about its centre
    sprung_product: Annotated[float, Quantity("kg m^2")] = 0.0  # Izx as a positive integral
    front_roll_centre: Height  # above the road
    rear_roll_centre: Height
    roll_stiffness: RollStiffness  # of springs, bars and tyres of both axles
    roll_damping: RollDamping
    front_roll_steer: Ratio = 0.0  # steer by roll and by the camber that comes with it, per roll angle
    rear_roll_steer: Ratio = 0.0
    spin_momentum: Annotated[float, Quantity("kg m", "not negative")] = 0.0  # of wheels and engine about y, per speed

    def contradictions(self) -> Iterator[Problem]:
        if self.sprung_mass >= self.mass:
            hint = f"less than the mass of the whole car, {self.mass:.6g} kg"
            yield Problem("sprung_mass", f"{self.sprung_mass:.6g} kg", hint)
        elif self.unsprung_yaw_inertia() <= 0.0:
            what = f"{self.yaw_inertia:.6g} kg m^2 of the whole car are less than those of the body in its place"
            yield Problem("yaw_inertia", what, f"the body alone has {self.sprung_inertia[2]:.6g} kg m^2")

    def roll_gradient(self) -> float:
        """Returns roll angle per lateral acceleration, in rad s^2/m: (ms h + k) / (K - ms g h), k of what spins."""
        share = self.front / self.wheelbase - self.sprung_offset / self.wheelbase
        axis = self.front_roll_centre + share * (self.rear_roll_centre - self.front_roll_centre)
        arm = self.sprung_mass * (self.sprung_height - axis)
        return (arm + self.spin_momentum) / (self.roll_stiffness - arm * GRAVITY)

    def understeer_gradient(self) -> float:
        """That of the single-track model, less what roll steers: (front - rear roll steer) times the roll gradient."""
        return super().understeer_gradient() - (self.front_roll_steer - self.rear_roll_steer) * self.roll_gradient()

    def unsprung_offset(self) -> float:
        """Returns the offset of the centre of all that does not roll, ahead of that of the whole car."""
        return -self.sprung_mass * self.sprung_offset / (self.mass - self.sprung_mass)

    def unsprung_yaw_inertia(self) -> float:
        """About its own centre: of the whole car, less that of the body, less both parallel axes."""
        apart = self.sprung_mass * self.sprung_offset**2
        apart += (self.mass - self.sprung_mass) * self.unsprung_offset() ** 2
        return self.yaw_inertia - self.sprung_inertia[2] - apart

    def car_model(self, steering: str | None = None, compliant: bool = False, posts: bool = False) -> CarModel:
        """Returns the parts of it; the steering wheel is moved by its angle."""
        refuse_what_no_linear_car_has(self.name, steering, posts)
        model, own = Model(self.name), self.unsprung_yaw_inertia()
        base = (self.unsprung_offset() - self.front, 0.0, 0.0)
        sprung = (self.sprung_offset - self.front, 0.0, self.sprung_height)
        low = (0.0, 0.0, self.front_roll_centre)
        axis = (self.wheelbase, 0.0, self.front_roll_centre - self.rear_roll_centre)
        products = (0.0, 0.0, self.sprung_product)
        height = self.sprung_mass * self.sprung_height / self.mass
        model.take(
            Body(
                name=CAR,
                mass=self.mass - self.sprung_mass,
                centre=base,
                inertia=(0.5 * own, 0.5 * own, own),
                interface=True,
            ),
            Body(name=ROLLING, mass=self.sprung_mass, centre=sprung, inertia=self.sprung_inertia, products=products),
            _gliding(),
            Revolute(name=ROLL, parent=CAR, child=ROLLING, point=low, axis=axis),
            TorsionSpring(name="roll_spring", coordinate=ROLL_COORDINATE, law=Linear(slope=self.roll_stiffness)),
            TorsionDamper(name="roll_damper", coordinate=ROLL_COORDINATE, law=Linear(slope=self.roll_damping)),
            Gyroscope(name="spin", body=ROLLING, point=sprung, axis=Y, momentum=self.spin_momentum),
            *_steering_wheel(),
            *self._axles({"front": self.front_roll_steer, "rear": self.rear_roll_steer}),
            HeldSpeed(name="drive", body=CAR, point=(-self.front, 0.0, 0.0), mass=self.mass),
        )
        return finished_linear_car(self, model, (-self.front, 0.0, height), ROLLING)


def _gliding() -> Planar:
    """Builds the joint on the road, with speeds along its own axes; named as the joint of every car is."""
    return Planar(name=CAR, parent=GROUND, child=CAR, point=(0.0, 0.0, 0.0), normal=Z, axis=X, speeds="along own axes")


def _steering_wheel() -> tuple[Any, ...]:
    """Builds the steering wheel: an input, and the channel that every car has of it."""
    name = INPUTS["angle"]
    return (
        Input(name=name, unit="rad", definition="angle of the steering wheel, positive to the left"),
        ShownSignal(name=WHEEL_COORDINATE.rpartition(".")[0], signal=External(input=name)),
    )


def finished_linear_car(data: SingleTrackCar, model: Model, centre: Vec3, body: str = CAR) -> CarModel:
    """Returns the car with its sensors, and the names in it that a study needs."""
    reference: Vec3 = (0.0, 0.0, 0.0)
    model.take(
        VehicleMotion(name=MOTION, body=body, point=reference),
        VehicleMotion(name=f"{MOTION}.cg", body=body, point=centre),
    )
    corners = {
        f"{word}_axle": CornerModel(
            prefix=f"{word}_axle",
            unit=LEADING,
            axle=word,
            side=Side.MIDDLE,
            carrier=CAR,
            wheel_centre=(x, 0.0, 0.0),
            spin_axis=Y,
            tyre_radius=0.3,
            steering_axis=None,
        )
        for word, x in (("front", 0.0), ("rear", -data.wheelbase))
    }
    model.owners[""] = ChannelOwner(unit=LEADING)
    unit = UnitModel(
        name=LEADING,
        body=CAR,
        joint=CAR,
        motion=MOTION,
        corners=corners,
        reference=reference,
        centre=centre,
        mass=data.mass,
    )
    return CarModel(
        model=model,
        units={LEADING: unit},
        steering=INPUTS["angle"],
        drive=(),
        brake=None,
        rotors=(),
        turning={},
        compliant=False,
        steering_ratio=data.steering_ratio,
    )


def refuse_what_no_linear_car_has(name: str, steering: str | None, posts: bool) -> None:
    """Refuses a torque on the steering wheel, and wheels on posts: a linear car has neither."""
    if posts:
        what = "a linear car has no wheels that could stand on posts"
        raise ModelError(name, [Problem("depth", what, 'depth = "functional", or another with wheels')])
    if steering == "torque":
        what = "a linear car is steered by the angle of its wheel: there is no torque on it"
        raise ModelError(name, [Problem("steering.input", what, 'a study that gives the angle, or depth "structural"')])


def read_linear_car(data: SingleTrackCar) -> None:
    """Reads its numbers in SI, which may be given as text with a unit; all that cannot be is refused at once."""
    found: list[Problem] = []
    for field in fields_of(type(data)):
        value = getattr(data, field.name)
        if field.form not in ("number", "vector") or (value is None and field.optional):
            continue
        several = value if field.form == "vector" and isinstance(value, tuple | list) else (value,)
        if field.form == "vector" and len(several) != 3:
            found.append(Problem(field.name, f"has {len(several)} entries", "needs 3 numbers"))
            continue
        try:
            numbers = tuple(to_si(each, field.quantity.unit) for each in several)
            if not all(map(is_number, numbers)):
                raise UnitError(f"is {shown_in_message(value)}", "a number that a computation can begin with")
        except UnitError as error:
            found.append(Problem(field.name, error.what, error.help))
            continue
        for number, each in zip(numbers, several, strict=True):
            if wrong := broken_record_rule(number, field.quantity.rule, each):
                found.append(Problem(field.name, *wrong))
        object.__setattr__(data, field.name, numbers if field.form == "vector" else numbers[0])
    if (data.front_relaxation is None) != (data.rear_relaxation is None):
        found.append(Problem("front_relaxation, rear_relaxation", "one of them is missing", "give both or none"))
    if not found and data.steering_ratio == 0.0:
        found.append(Problem("steering_ratio", "is zero", "turns of the steering wheel for one of the front wheels"))
    found = found or list(data.contradictions())
    if found:
        raise ModelError(shown_in_message(data.name).strip("'"), found)
