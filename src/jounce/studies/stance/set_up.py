"""Set-up: spring seats and shims of a car, found for the way it shall stand."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.model import Vehicle
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.axle_data import ADJUSTERS
from jounce.model.reading.set_values import vehicle_with_adjusters
from jounce.results import Result
from jounce.results.panel import Bars
from jounce.studies.driving.drive import Drive, Values
from jounce.studies.handling.standing_car import standing_linkage
from jounce.studies.handling.steady_circle import observe_steady_circles
from jounce.studies.settings import Amount
from jounce.studies.stance.adjust import Adjuster, Wanted, turn_adjusters
from jounce.studies.stance.standing import Standing, standing_of_car
from jounce.studies.study import Progress
from jounce.units import parse_unit

TOPS = ("upper_ball_joint", "strut_top")  # of the steering axis: moved along the car for caster
LONG = 0.03  # m of thread or spacers under a spring: few adjusters go further
HEIGHT = Amount(default="0 mm", unit="m", least=-0.5, most=0.5)
ABOVE = "height of the body over the {end} wheels above its design position"
ANGLE = Amount(unit="rad", least=-0.35, most=0.35, usual="deg", auto="as its shims are")
AS_FILE = "as the file has it"


class SetUp(Drive):
    """Set-up: spring seats and shims for the way a car shall stand: heights, roll, cross weight, toe, camber, caster.

    The seats of the four springs of the front and the last axle bring the body to its heights and its roll, and the
    wheels to their cross weight. What each side carries follows from the masses alone. Toe and camber are against the
    body of the standing car, with the steering wheel straight, and by shims at the wheels; caster is by the top of the
    steering axis, moved along the car. What is not asked for stays as it is.

    Notes list the changed values as `--set` takes them. `jounce.set_up` returns the changed vehicle, whose `save`
    writes a file; the command writes it next to the results.
    """

    name = "set-up"
    doing = "turning adjusters"
    simulates = False
    needs_wheels = True
    without = ("output_step", "integrator", "accuracy", "rtol", "route")
    front_height = replace(HEIGHT, meaning=ABOVE.format(end="front"))
    rear_height = replace(HEIGHT, meaning=ABOVE.format(end="rear"))
    roll = Amount(
        default="0 deg", unit="rad", least=-0.2, most=0.2, meaning="of the body, positive where its left side is higher"
    )
    cross_weight = Amount(
        default="50 %",
        unit="1",
        least=0.2,
        most=0.8,
        meaning="load of right front and left rear wheel by that of all four",
    )
    front_toe = replace(ANGLE, meaning="toe-in of the front wheels, mean of both")
    rear_toe = replace(ANGLE, meaning="toe-in of each rear wheel")
    front_camber = replace(ANGLE, meaning="of each front wheel, positive where its top leans outward")
    rear_camber = replace(ANGLE, meaning="of each rear wheel, positive where its top leans outward")
    front_caster = replace(ANGLE, meaning="of the front wheels, mean of both", auto="as drawn")
    metrics = {
        "{axle}.height_before": (
            "m",
            "height of the body over the {axle} wheels above its design position, before",
            "displacement",
        ),
        "{axle}.height": ("m", "the same, set up", "displacement"),
        "roll_before": ("rad", "roll of the body, before"),
        "roll": ("rad", "the same, set up"),
        "cross_weight_before": ("1", "load of right front and left rear wheel by that of all four, before", "share"),
        "cross_weight": ("1", "the same, set up", "share"),
        "{corner}.load_before": ("N", "load of the {corner} wheel, before", "wheel load"),
        "{corner}.load": ("N", "the same, set up", "wheel load"),
        "{corner}.seat": (
            "m",
            "way of the {corner} spring seat from its design; positive presses the spring",
            "displacement",
        ),
        "{corner}.push": ("N", "push of the {corner} spring, set up", "load"),
        "{corner}.toe": ("rad", "toe-in of the {corner} wheel, set up"),
        "{corner}.camber": ("rad", "camber of the {corner} wheel, set up, positive where its top leans outward"),
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        began = clock.perf_counter()
        vehicle = self._with_adjusters(self.require_car(subject))
        before = standing_of_car(self.build_car(vehicle))
        plan = list(self._plan(vehicle, before))
        report = on_progress and (lambda looks: on_progress(looks / (looks + len(plan))))
        changed, after = turn_adjusters(
            vehicle,
            self.compliance,
            [each.adjuster for each in plan],
            [each.wanted for each in plan],
            report or (lambda _: None),
        )
        run = observe_steady_circles(changed, [before.start, after.start], clock.perf_counter() - began)
        run = replace(run, metadata={word: value for word, value in run.metadata.items() if word != "abscissa"})
        paths = [path for each in plan for path in each.adjuster.paths]
        notes = [_changes(vehicle, changed, paths), *_far_seats(changed, paths), *_slack(after)]
        values, places = self._metrics(changed, before, after), {"corner": list(after.loads)}
        found = self.outcome(run, values, places, {}, notes=notes, vehicle_file=changed.to_toml())
        return replace(found, panels=(_bars(before, after),))

    def set_up(self, vehicle: Vehicle) -> Vehicle:
        """Returns the vehicle with its adjusters turned."""
        vehicle = self._with_adjusters(self.require_car(vehicle))
        plan = list(self._plan(vehicle, standing_of_car(self.build_car(vehicle))))
        adjusters, wanted = [each.adjuster for each in plan], [each.wanted for each in plan]
        return turn_adjusters(vehicle, self.compliance, adjusters, wanted)[0]

    def _with_adjusters(self, vehicle: Any) -> Vehicle:
        """Refuses a vehicle whose seats or shims nothing would come of."""
        if getattr(vehicle, "depth", "") not in ("structural", "tabulated"):
            what = "its two sides are one, and its wheels stand as tables say"
            raise self.refuse("depth", what, 'depth = "structural" or "tabulated"')
        axles = vehicle.unit.axles
        if len(axles) < 2:
            raise self.refuse("axles", "a set-up needs a front and a rear axle", "the vehicle that pulls it")
        for name in _ends(vehicle):
            if "spring" not in axles[name].elements:
                where = f"axles.{name}.spring"
                raise self.refuse(where, "the axle has no spring whose seat could move", f"a table [{where}]")
        return vehicle_with_adjusters(vehicle, [f"{vehicle.unit.path}axles.{name}" for name in _ends(vehicle)])

    def _plan(self, vehicle: Vehicle, before: Standing) -> Iterator[_Turned]:
        """Pairs each adjuster with what it is turned for, as far as there are as many of both."""
        (front, rear), unit = _ends(vehicle), vehicle.unit

        def adjuster(corner: CornerModel, word: str) -> Adjuster:
            return Adjuster((f"{unit.path}axles.{corner.axle}.{ADJUSTERS}.{corner.side}_{word}",))

        def height(axle: str, wanted: float) -> Wanted:
            return Wanted(f"height over the {axle} wheels", "m", lambda found, _: found.heights[axle] - wanted)

        seats = [adjuster(corner, "seat") for axle in (front, rear) for corner in before.corners(axle)]
        stance = (
            height(front, self.front_height),
            Wanted("roll", "rad", lambda found, _: found.roll - self.roll),
            height(rear, self.rear_height),
            Wanted("cross weight", "", lambda found, _: found.cross_weight - self.cross_weight),
        )
        yield from map(_Turned, seats, stance)
        for axle, toe, camber in ((front, self.front_toe, self.front_camber), (rear, self.rear_toe, self.rear_camber)):
            corners = before.corners(axle)
            if toe is not None:
                shims = [adjuster(corner, "toe") for corner in corners]
                yield from map(_Turned, shims, _toes(before, corners, toe, unit.axles[axle].steered))
            if camber is not None:
                yield from (
                    _Turned(adjuster(corner, "camber"), _angle(f"{corner.prefix}.camber", camber)) for corner in corners
                )
        if self.front_caster is not None:
            yield self._caster(vehicle, front)

    def _caster(self, vehicle: Vehicle, axle: str) -> _Turned:
        """Pairs the top of the steering axis with its caster, on both sides alike."""
        data, path = vehicle.unit.axles[axle], f"{vehicle.unit.path}axles.{axle}"
        top = next((name for name in TOPS if name in data.hardpoints), None)
        if top is None:
            what = f"a {data.template} has no joint that its steering axis goes through at the top"
            raise self.refuse("front_caster", what, "leave it out, and move its links")
        places = [f"{path}.hardpoints.{top}.x"]
        places += [f"{path}.right.hardpoints.{top}.x"] if top in data.right_hardpoints else []

        def missing(found: Standing, car: Vehicle) -> float:
            linkage = standing_linkage(car, found.start.car, axle)
            casters = [linkage[f"{corner.prefix}.caster"] for corner in found.corners(axle)]
            return float(np.mean(casters)) - float(self.front_caster)

        return _Turned(Adjuster(tuple(places)), Wanted("caster of the front wheels", "rad", missing))

    def _metrics(self, changed: Vehicle, before: Standing, after: Standing) -> Values:
        found: Values = {}
        for axle in after.heights:
            found |= {f"{axle}.height_before": before.heights[axle], f"{axle}.height": after.heights[axle]}
        found |= {"roll_before": before.roll, "roll": after.roll}
        found |= {"cross_weight_before": before.cross_weight, "cross_weight": after.cross_weight}
        for name, load in after.loads.items():
            found |= {f"{name}.load_before": before.loads[name], f"{name}.load": load}
            found |= {f"{name}.toe": after.seen[f"{name}.toe"], f"{name}.camber": after.seen[f"{name}.camber"]}
        for axle in _ends(changed):
            seats = changed.unit.axles[axle].elements[ADJUSTERS]
            for corner in after.corners(axle):
                found[f"{corner.prefix}.seat"] = getattr(seats, f"{corner.side}_seat")
                found[f"{corner.prefix}.push"] = -after.seen[f"{corner.springs[0]}.force"]
        return found


@dataclass(frozen=True)
class _Turned:
    """An adjuster, and what it is turned for."""

    adjuster: Adjuster
    wanted: Wanted


def _toes(before: Standing, corners: Sequence[CornerModel], toe: float, steered: bool) -> Sequence[Wanted]:
    """Returns what the toe shims of an axle are turned for.

    A car that rolls straight turns its steering wheel until both front wheels pull alike, whatever the shims are:
    these make the sum of both toes, and straighten the steering wheel.
    """
    car, channels = before.start.car, [f"{corner.prefix}.toe" for corner in corners]
    hand = car.steering
    if not steered or hand is None or not car.drive:
        return [_angle(channel, toe) for channel in channels]
    mean = Wanted("mean toe", "rad", lambda found, _: sum(found.seen[channel] for channel in channels) / 2 - toe)
    return [mean, Wanted("angle of the steering wheel", "rad", lambda found, _: found.start.inputs[hand])]


def _angle(channel: str, wanted: float) -> Wanted:
    return Wanted(channel.replace("_", " ").replace(".", " "), "rad", lambda found, _: found.seen[channel] - wanted)


def _ends(vehicle: Vehicle) -> tuple[str, str]:
    names = list(vehicle.unit.axles)
    return names[0], names[-1]


def _changes(before: Vehicle, after: Vehicle, paths: list[str]) -> str:
    """Lists the values that have changed as the command line takes them."""
    was, now, units = before.values(), after.values(), after.number_units()
    words = []
    for path in paths:
        if now[path] != was[path]:
            unit = {"m": "mm", "rad": "deg"}[units[path]]
            words.append(f'--set "{path}={now[path] / float(parse_unit(unit).factor):.6g} {unit}"')
    return f"changed: {' '.join(words)}" if words else "nothing had to be changed"


def _far_seats(car: Vehicle, paths: list[str]) -> Iterator[str]:
    """Says which seats would have to go further than adjusters do."""
    now = car.values()
    for path in paths:
        if path.endswith("_seat") and abs(now[path]) > LONG:
            yield f"{path} is {1e3 * now[path]:.3g} mm, more than most adjusters have: another spring may be wanted"


def _slack(found: Standing) -> Iterator[str]:
    for name, force in found.seen.items():
        if name.endswith(".spring.force") and force >= 0.0:
            yield f"{name.removesuffix('.force')} is slack where the car stands"


def _bars(before: Standing, after: Standing) -> Bars:
    rows = {
        name.replace("_", " "): {"before": before.loads[name], "set up": load} for name, load in after.loads.items()
    }
    return Bars("Loads of the wheels", "kN", rows)


@check_arguments
def set_up(car: Vehicle, **settings: Any) -> Vehicle:
    """Returns a vehicle that stands as the study `set-up` is asked for: its spring seats and shims are changed."""
    return SetUp(**settings).set_up(car)
