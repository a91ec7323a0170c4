"""The short form of a functional car: about a dozen numbers, written out as axles, car body and equipment.

What is left out follows from measured cars or usual practice; every such number is marked as an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import sqrt
from typing import Annotated, Any, cast

from jounce.errors import Problem
from jounce.model.assemblies.aero.data import AeroData
from jounce.model.assemblies.brakes.data import BrakeData
from jounce.model.assemblies.drive.data import DriveData
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assembly.rotors import joined_with_rotors, rotor
from jounce.model.axle_data import (
    AlignmentData,
    AntiRollBarData,
    Axle,
    CarcassData,
    DamperData,
    DesignPoint,
    MassData,
    SpringData,
    TyreData,
    mirror_axle_point,
)
from jounce.model.model import Source
from jounce.parts import Body
from jounce.parts.laws import Linear
from jounce.units import OneOf, Quantity

ENDS = ("front", "rear")
GRAVITY = 9.81  # m/s^2
DAMPING_RATIO, ACKERMANN, DRAG_AREA = 0.3, 0.6, 0.7  # m^2; where the short form says nothing
# of measured cars: moments of inertia by mass and by the distances of both axles, or by the track [Heydinger 1999]
YAW_INDEX, PITCH_INDEX, ROLL_GYRATION = 1.09, 1.03, 0.412
UNSPRUNG, SPINNING = 0.035, 0.55  # of the car's mass on each wheel; of that, what spins
SPIN_GYRATION, ACROSS = 0.69, 0.61  # by the tyre's radius; moment across the axle divided by that about it
HUB_GYRATION = 0.15  # m
STRUT = 0.4  # m, length of spring and damper, which stand on the wheel centre
BRAKES, HARDEST = 1.2, 0.8  # full pedal in g; deceleration in g at which both axles use the same friction
CARCASS, CARCASS_DAMPING, TYRE_SHARE = 6.0, 250.0, 0.3  # by the tyre's stiffness; N s/m; of the wheel's mass

Pair = tuple[float, ...]
Lengths = Annotated[Pair, Quantity("m", "positive")]
Heights = Annotated[Pair, Quantity("m")]
Rates = Annotated[Pair, Quantity("N/m", "positive")]
Dampings = Annotated[Pair, Quantity("N s/m", "not negative")]
RollRates = Annotated[Pair, Quantity("N m/rad", "not negative")]
Masses = Annotated[Pair, Quantity("kg", "positive")]
Moments = Annotated[tuple[float, float, float], Quantity("kg m^2", "positive")]
LEAST_SHARE, MOST_SHARE = 0.2, 0.8  # of the mass on the front axle
LIMITS = {  # from a kart to a lorry
    "mass": (50.0, 1e5, "kg"),
    "wheelbase": (0.5, 20.0, "m"),
    "track": (0.3, 4.0, "m"),
    "cg_height": (0.1, 4.0, "m"),
    "wheel_rate": (1e3, 1e7, "N/m"),
}
WITH_UNIT = {"m": '; with its unit: "1450 mm"', "N/m": '; with its unit: "19 N/mm"'}
PAIRS = ("track", "wheel_rate", "damping", "roll_stiffness", "roll_centre", "unsprung_mass")
ELSEWHERE = {"drag_area": "aero", "drive": "drive", "ackermann": "steering"}  # words, and tables that say the same
MOST_LEAN = 0.5  # roll centre height divided by half the track


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionalData:
    """A functional car in a dozen numbers; lists are front and rear. What is left out follows from measured cars."""

    mass: Annotated[float, Quantity("kg", "positive")]  # of the whole car as it stands
    wheelbase: Annotated[float, Quantity("m", "positive")]  # distance of the axles
    front_share: Annotated[float, Quantity("1", "positive")]  # of the mass on the front axle
    track: Lengths  # distance of the wheels of each axle
    cg_height: Annotated[float, Quantity("m", "positive")]  # of the centre of mass above the road
    wheel_rate: Rates  # of the springs, at the wheel
    steering_ratio: Annotated[float, Quantity("1", "positive")]  # steering wheel divided by mean road wheel
    tyre: str  # a tyre property file beside this file, or a tyre of the library
    inertia: Moments | None = None  # of the whole car about its centre of mass: roll, pitch, yaw
    damping: Dampings | None = None  # of the dampers, at the wheel; or damping_ratio
    damping_ratio: Annotated[float, Quantity("1", "not negative")] | None = None  # of each corner on its spring; or 0.3
    roll_stiffness: RollRates | None = None  # of anti-roll bars, besides the springs
    roll_centre: Heights | None = None  # height above the road; on the road where left out
    ackermann: Annotated[float, Quantity("1", "not negative")] | None = None  # share of Ackermann's difference; or 0.6
    unsprung_mass: Masses | None = None  # of each wheel, with what moves up and down with it
    drive: Annotated[str, OneOf("front", "rear", "all")] = "front"  # axles that are driven
    drag_area: Annotated[float, Quantity("m^2", "not negative")] | None = None  # coefficient times frontal area; or 0.7
    freedoms: Annotated[str, OneOf("14", "18", "26")] = "14"  # 18: tyres upright on their rims; 26: all three ways


def check_functional_car(data: FunctionalData) -> Iterator[Problem]:
    """Finds what no car has, by the words of the short form."""
    if not LEAST_SHARE <= data.front_share <= MOST_SHARE:
        hint = f"a share of the mass from {LEAST_SHARE:g} to {MOST_SHARE:g}, or 20 % to 80 %"
        yield Problem("functional.front_share", f"{data.front_share:g}", hint)
    for word, (low, high, unit) in LIMITS.items():
        given = getattr(data, word)
        for number in given if isinstance(given, tuple) else (given,):
            if not low <= number <= high:
                hint = f"from {low:g} to {high:g} {unit}{WITH_UNIT.get(unit, '')}"
                yield Problem(f"functional.{word}", f"{number:g} {unit}", hint)
    for word in PAIRS:
        pair = getattr(data, word)
        if pair is not None and len(pair) != len(ENDS):
            yield Problem(f"functional.{word}", f"{len(pair)} numbers", "two: [front, rear]")
    if data.roll_centre is not None and len(data.roll_centre) == len(data.track) == len(ENDS):
        for height, track in zip(data.roll_centre, data.track, strict=True):
            if abs(height) > MOST_LEAN * 0.5 * track:
                hint = f'above or below the road by at most {MOST_LEAN:g} of half the track; with a unit: "60 mm"'
                yield Problem("functional.roll_centre", f"{height:g} m", hint)
    if data.unsprung_mass is not None and 2 * sum(data.unsprung_mass) >= 0.5 * data.mass:
        what = f"{2 * sum(data.unsprung_mass):g} kg of {data.mass:g} kg"
        yield Problem("functional.unsprung_mass", what, "of each wheel: all four are less than half of the car")
    if data.damping is not None and data.damping_ratio is not None:
        hint = "keep one: damping at the wheel in N s/m, or the ratio from which it follows"
        yield Problem("functional.damping", "is given, and so is damping_ratio", hint)


def check_functional_car_said_once(words: Mapping[str, Any], tables: Mapping[str, Any]) -> Iterator[Problem]:
    """Finds what both the short form and a table of equipment beside it say."""
    for word, table in ELSEWHERE.items():
        if word in words and table in tables:
            hint = f"keep one: {word} in [functional], or the table [{table}]"
            yield Problem(f"functional.{word}", f"is given, and so is the table [{table}]", hint)


def problem_of_functional_pair(problem: Problem) -> Problem:
    """A problem of a list in the short form says which two numbers are wanted."""
    word = problem.where.removeprefix("functional.")
    wanted = problem.help.replace("a list of numbers", "two numbers: [front, rear],")
    return replace(problem, help=wanted) if word in PAIRS else problem


class FunctionalCar:
    """A short form written out; `tyres` are the tables of both tyres with their laws."""

    def __init__(self, data: FunctionalData, tyres: tuple[TyreData, TyreData]):
        self.data, self.tyres = data, tyres
        self.a = (1.0 - data.front_share) * data.wheelbase  # m of the centre of mass behind the front axle
        self.unsprung = data.unsprung_mass or (UNSPRUNG * data.mass,) * len(ENDS)
        shares = (data.front_share, 1.0 - data.front_share)
        self.loads = [0.5 * share * data.mass * GRAVITY for share in shares]  # N on each wheel
        stiffness = [tyre.vertical_stiffness() for tyre in tyres]
        free: list[Any] = [cast(Any, tyre.law).free_radius(0.0) for tyre in tyres]
        self.radii = [r - F / k for r, F, k in zip(free, self.loads, stiffness, strict=True)]
        self.centres = [
            (0.0 - x, 0.5 * track, radius)
            for x, track, radius in zip((0.0, data.wheelbase), data.track, self.radii, strict=True)
        ]

    def tables(self) -> dict[str, Any]:
        """Returns axles, car body and equipment, as a vehicle has them."""
        steering = self._steering()
        return {
            "axles": {name: self._axle(n, name) for n, name in enumerate(ENDS)},
            "body": self._body(steering),
            "steering": steering,
            "drive": DriveData(layout="torque", axles=ENDS if self.data.drive == "all" else (self.data.drive,)),
            "brakes": self._brakes(),
            "aero": self._aero(),
        }

    def _axle(self, n: int, name: str) -> Axle:
        data, centre, sprung = self.data, self.centres[n], self.loads[n] / GRAVITY - self.unsprung[n]
        lean = 0.0 if data.roll_centre is None else data.roll_centre[n] / (0.5 * data.track[n])  # outward, by upward
        along = sqrt(1.0 + lean * lean)  # of spring and damper, for a unit of upward travel
        top: DesignPoint = (centre[0], centre[1] + STRUT * lean, centre[2] + STRUT)
        points: dict[str, DesignPoint] = {"wheel_centre": centre, "spring_bottom": centre, "spring_top": top}
        if data.roll_centre is not None:
            points["slider_top"] = top
        ratio = DAMPING_RATIO if data.damping_ratio is None else data.damping_ratio
        by_ratio = 2.0 * ratio * sqrt(data.wheel_rate[n] * sprung)
        damping = by_ratio if data.damping is None else data.damping[n]
        elements: dict[str, Any] = {
            "spring": SpringData(law=Linear(slope=data.wheel_rate[n] / along**2), preload=sprung * GRAVITY / along),
            "damper": DamperData(law=Linear(slope=damping / along**2)),
        }
        if data.roll_stiffness is not None:
            elements["anti_roll_bar"] = AntiRollBarData(form="roll stiffness", stiffness=data.roll_stiffness[n])
        if data.freedoms != "14":
            elements["carcass"] = self._carcass(n)
        return Axle(
            template="lumped_mass",
            steered=name == ENDS[0],
            hardpoints=points,
            right_hardpoints={},
            bodies=self._unsprung_bodies(n),
            tyre=replace(self.tyres[n], radius=self.radii[n]),
            alignment=AlignmentData(),
            elements=elements,
        )

    def _unsprung_bodies(self, n: int) -> dict[str, MassData]:
        mass = self.unsprung[n]
        spin = SPINNING * mass * (SPIN_GYRATION * self.radii[n]) ** 2
        hub = (1.0 - SPINNING) * mass
        return {
            "hub": MassData(mass=hub, centre=self.centres[n], inertia=(hub * HUB_GYRATION**2,) * 3),
            "wheel": MassData(mass=SPINNING * mass, inertia=(ACROSS * spin, spin, ACROSS * spin)),
        }

    def _carcass(self, n: int) -> CarcassData:
        stiffness, every = self.tyres[n].vertical_stiffness(), self.data.freedoms == "26"
        return CarcassData(
            vertical=CARCASS * stiffness,
            longitudinal=CARCASS * stiffness if every else None,
            lateral=0.5 * CARCASS * stiffness if every else None,
            vertical_damping=CARCASS_DAMPING,
            longitudinal_damping=CARCASS_DAMPING if every else 0.0,
            lateral_damping=CARCASS_DAMPING if every else 0.0,
            mass=TYRE_SHARE * SPINNING * self.unsprung[n],
            tyre_spring="whole",
        )

    def _steering(self) -> SteeringData:
        data = self.data
        centre = (-0.4 * data.wheelbase, 0.0, 1.6 * data.cg_height)
        ackermann = ACKERMANN if data.ackermann is None else data.ackermann
        return SteeringData(form="ratio", ratio=data.steering_ratio, ackermann=ackermann, wheel_centre=centre)

    def _body(self, steering: SteeringData) -> MassData:
        """Returns the whole car less its wheels, hubs and steering wheel."""
        data, b = self.data, self.data.wheelbase - self.a
        by_rule = (
            data.mass * (ROLL_GYRATION * 0.5 * sum(data.track)) ** 2,
            PITCH_INDEX * data.mass * self.a * b,
            YAW_INDEX * data.mass * self.a * b,
        )
        whole = Body(name="car", mass=data.mass, centre=(-self.a, 0.0, data.cg_height), inertia=data.inertia or by_rule)
        turning = steering.wheel_inertia + steering.column_inertia
        wheel = rotor("wheel", "", turning, steering.wheel_centre, steering.column_axis, steering.wheel_mass)[0]
        others: list[tuple[float, Body]] = [(-1.0, wheel)]
        for n in range(len(ENDS)):
            for part in self._unsprung_bodies(n).values():
                for centre in (self.centres[n], mirror_axle_point(self.centres[n])):
                    others.append((-1.0, Body(name="", mass=part.mass, centre=centre, inertia=part.inertia)))  # type: ignore[arg-type]
        left: Any = joined_with_rotors(whole, others)
        return MassData(mass=left.mass, centre=left.centre, inertia=left.inertia, products=left.products)

    def _brakes(self) -> BrakeData:
        """Returns full pedal for more than the tyres hold; both axles use the same friction at a hard stop."""
        data = self.data
        share = data.front_share + HARDEST * data.cg_height / data.wheelbase
        share = min(max(share, 0.5), 0.95)
        return BrakeData(torque=BRAKES * data.mass * GRAVITY * max(self.radii), front_share=share)

    def _aero(self) -> AeroData:
        data = self.data
        point = (-self.a, 0.0, data.cg_height)
        area = DRAG_AREA if data.drag_area is None else data.drag_area
        return AeroData(area=max(area, 1e-6), length=data.wheelbase, point=point, drag=(1.0,))

    def sources(self) -> dict[str, Source]:
        """Returns where the numbers come from: the short form, or what is usual where it says nothing."""
        data = self.data
        said = Source(source="from [functional]", estimated=False)
        usual = Source(source="usual for the class, not in [functional]", estimated=True)
        found = {
            "body": said,
            "steering": usual,
            "steering.ratio": said,
            "steering.ackermann": usual if data.ackermann is None else said,
            "drive": usual,
            "brakes": usual,
            "aero": usual,
            "aero.length": said,
            "aero.point": said,
        }
        found |= {f"aero.{key}": usual if data.drag_area is None else said for key in ("area", "drag")}
        if data.inertia is None:
            indices = f"yaw index {YAW_INDEX:g}, pitch index {PITCH_INDEX:g}, roll {ROLL_GYRATION:g} track"
            measured = Source(source=f"of measured cars: {indices} (Heydinger 1999)", estimated=True)
            found |= {"body.inertia": measured, "body.products": measured}
        for name in ENDS:
            found |= {f"axles.{name}{path}": source for path, source in self._axle_sources(said, usual).items()}
        return found

    def _axle_sources(self, said: Source, usual: Source) -> dict[str, Source]:
        """Returns the same of an axle, by paths below its own."""
        data = self.data
        found = {"": said, ".bodies": usual, ".bodies.hub.centre": said}
        found |= dict.fromkeys((".tyre.contact_length", ".alignment", ".hardpoints.spring_top", ".damper"), usual)
        if data.unsprung_mass is not None:
            found |= {".bodies.hub.mass": said, ".bodies.wheel.mass": said}
        if data.damping is not None or data.damping_ratio is not None:
            found[".damper.law"] = said
        if data.freedoms != "14":
            found[".carcass"] = usual
        return found


def problem_of_functional_car(problem: Problem, data: FunctionalData) -> Problem:
    """Returns a problem of the car that was written out, with where in the short form to look."""
    place, what = functional_place(problem.where), f"{problem.where}: {problem.what}"
    if place == "functional.inertia" and data.inertia is None:
        what = f"{data.cg_height:g} m, with inertia left out: {what}"
        hint = "lower it, or give inertia: the moments of measured cars are too small for wheels so far below"
        return Problem("functional.cg_height", what, hint)
    return replace(problem, where=place, what=what)


def functional_place(where: str) -> str:
    """Returns where in the short form to look for a problem of the car that was written out."""
    words = {
        "body": "inertia",
        "tyre": "tyre",
        "spring": "wheel_rate",
        "damper": "damping",
        "anti_roll_bar": "roll_stiffness",
        "slider_top": "roll_centre",
        "wheel_centre": "track",
        "bodies": "unsprung_mass",
        "ratio": "steering_ratio",
        "ackermann": "ackermann",
    }
    found = next((key for key in reversed(where.split(".")) if key in words), "")
    return f"functional.{words[found]}" if found else "functional"
