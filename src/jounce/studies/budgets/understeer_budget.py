"""Understeer budget: which effect makes a car understeer, and by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.results import Result
from jounce.results.panel import Bars, Panel
from jounce.studies.budgets.axle_slip import SLIP_EFFECTS, axle_wheels, split_axle_slip
from jounce.studies.budgets.axle_steer import STEER_EFFECTS, AxleSteer, moving_on_road
from jounce.studies.budgets.circles_at_speed import CirclesAtSpeed
from jounce.studies.driving.drive import Added, Values, drive_with_channels
from jounce.studies.handling.steady_cornering import (
    ACCELERATION,
    GRAVITY,
    HALF_RANGE,
    STARTED,
    SteadyCornering,
    cornering_excess_steer,
    cornering_gradient,
    steady_cornering_geometry,
)
from jounce.studies.study import Progress

EFFECTS = {
    "tyres_and_weight": "slip angle for the side force of the axle's own weight, on tyres that stand as straight ahead",
    "aligning_moment": "slip angle for the side force that balances the aligning moments of all tyres about z",
    "air": "slip angle for the side force and the yaw moment of the air, which the tyres have to balance",
    "longitudinal_forces": "slip angle for what drive and rolling resistance ask for, by yaw moments and by slip",
    "load_transfer": "slip angle for wheel loads of the circle in place of those straight ahead",
    "camber": "slip angle for inclinations to the road of the circle in place of those straight ahead",
    "wheels_apart": "slip angle for wheels of an axle that head otherwise against each other than straight ahead",
    "roll_steer": "steer by the travel of the wheels, as on a rig without tyre forces",
    "lateral_force_steer": "steer by the tyres' side forces on the bushings, the wheels held in height",
    "aligning_torque_steer": "steer by the tyres' aligning moments on the bushings, the wheels held in height",
    "other_compliance_steer": "steer by all other loads on the bushings, and what is not linear in them",
    "steering_column": "steer by the twist of the steering column",
    "steering_geometry": "steer by the linkage or its table beyond the ratio straight ahead",
    "leaning": "steer that the road sees beyond the car body, which leans and pitches",
    "wheel_paths": "directions in which wheels move, mean of each axle, front less rear, beyond wheelbase over radius",
    "remainder": "what no effect says",
}
MAIN = ("tyres_and_weight", "aligning_moment", "load_transfer", "camber", "roll_steer", "steering_column")
OF_AXLES = (*SLIP_EFFECTS, *STEER_EFFECTS)
READ = "contribution to the understeer gradient"


@dataclass(frozen=True, kw_only=True)
class _Circles:
    """The circles of a car with what their budget needs."""

    vehicle: Vehicle
    car: CarModel
    seen: Sequence[Mapping[str, float]]  # the first is straight ahead
    about: Mapping[str, float]

    def split(self) -> dict[str, dict[str, np.ndarray]]:
        """Returns axle -> effect -> its share of the steer beyond wheelbase over radius in each circle, in rad."""
        return {axle: self._of_axle(axle, sign) for axle, sign in zip(self.vehicle.axles, (-1.0, 1.0), strict=True)}

    def wheel_paths(self) -> np.ndarray:
        """The angle between the paths of both axles' wheels, less wheelbase over radius, in each circle, in rad."""
        found = []
        for seen in self.seen:
            front, rear = (
                np.mean([moving_on_road(seen, corner.prefix) for corner in self.car.axles[axle]])
                for axle in self.vehicle.axles
            )
            found.append(front - rear - self.about["wheelbase"] * seen["vehicle.yaw_rate"] / seen["vehicle.cg.speed"])
        return np.array(found) - found[0]

    def _of_axle(self, axle: str, sign: float) -> dict[str, np.ndarray]:
        corners = AxleSteer(self.vehicle, self.car, axle)
        steer = corners.split(self.seen, self.about["steering_ratio"])
        named = {part.name: part for part in self.car.model.forces}
        tyres = [named[f"{corner}.tyre"] for corner in corners.corners]
        wheels = [axle_wheels(tyres, seen) for seen in self.seen]
        slip = [split_axle_slip(wheels[0], each, self._asked(axle, k)) for k, each in enumerate(wheels)]
        rows = [mine | theirs for mine, theirs in zip(slip, steer, strict=True)]
        return {word: sign * np.array([row[word] for row in rows]) for word in (*SLIP_EFFECTS, *STEER_EFFECTS)}

    def _asked(self, axle: str, k: int) -> dict[str, float]:
        """Gives side force that the axle has to give: by its weight, and more or less of it by moments and air."""
        front, rear = (self._place(name) for name in self.vehicle.axles)
        here, other = (front, rear) if axle == next(iter(self.vehicle.axles)) else (rear, front)
        now, first = self.seen[k], self.seen[0]
        lever = here - other  # of this axle about the other one
        centre: Any = self.car.centre[0]
        weight = float(self.car.mass) * now[ACCELERATION] * (centre - other) / lever  # type: ignore[arg-type]
        turning = sum(now[f"{c}.tyre.Mz"] - first[f"{c}.tyre.Mz"] for c in self.car.corners)
        asked = {"weight": weight, "aligning_moment": -turning / lever, "air": 0.0}
        for part in self.car.model.forces:
            if hasattr(part, "in_air") and part.body == self.car.leading.body:
                side, yaw = (now[f"{part.name}.{word}"] - first[f"{part.name}.{word}"] for word in ("Fy", "Mz"))
                asked["air"] -= (side * (float(part.point[0]) - other) + yaw) / lever  # type: ignore[arg-type]
        return asked

    def _place(self, axle: str) -> float:
        centre: Any = self.car.axles[axle][0].wheel_centre
        return float(centre[0])


def _panel(heading: str, effects: Sequence[str]) -> Panel:
    channels, labels = zip(*((f"budget.{effect}", effect.replace("_", " ")) for effect in effects), strict=True)
    return Panel(heading, channels, ACCELERATION, labels)


class UndersteerBudget(CirclesAtSpeed):
    """Understeer budget: which effect makes a car understeer, and by how much. [Bundorf, Leffert 1976; Gillespie 1992]

    The circles of `steady-circle` at one speed. Of each, the steer angle beyond wheelbase over radius is split into
    what slip angles and steer angles of both axles add to it, and these into their causes. Effects are switched on one
    after the other in the order of the metrics; in the limit of small lateral accelerations the order does not matter.
    The gradient of each is read as the understeer gradient is, so their sum is the understeer gradient; positive is
    understeer.
    """

    name = "understeer-budget"
    panels = (
        Panel("steer beyond wheelbase over radius", ("excess_steer", "budget.sum"), ACCELERATION),
        _panel("of that, by slip angles", SLIP_EFFECTS),
        _panel("of that, by steer angles", (*STEER_EFFECTS, "wheel_paths", "remainder")),
    )
    metrics = {
        "understeer_gradient": SteadyCornering.metrics["understeer_gradient"],
        "sum_of_effects": ("deg/g", "sum of the contributions of all effects but the remainder"),
        "other_effects": ("deg/g", f"the part of that sum which is none of {', '.join(MAIN)}"),
        **{effect: ("deg/g", f"{READ}: {text}") for effect, text in EFFECTS.items()},
        **{f"{{axle}}.{effect}": ("deg/g", f"part of {effect} from the {{axle}} axle") for effect in OF_AXLES},
    }

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle, car = self.require_budget(subject)
        if car.pulled:
            names = ", ".join(unit.name for unit in car.pulled)
            what = f"the car pulls {names}, which pushes its rear aside, and the budget has no place for that"
            raise self.refuse("units", what, "the file of the car alone")
        if len(vehicle.axles) != 2:
            raise self.refuse(
                "axles", f"the car has {len(vehicle.axles)}", "two: the budget is that of a front and a rear axle"
            )
        if vehicle.unit.following_axles():
            what = "is steered as well, and the budget has no place for what the driver asks of it"
            raise self.refuse(
                "axles", f"'{vehicle.unit.following_axles()[0]}' {what}", "steered = true in the first only"
            )
        starts, run = self.find_all(vehicle, car, on_progress)
        about = steady_cornering_geometry(vehicle, car)
        run = drive_with_channels(run, car.model, cornering_excess_steer(run, about))
        circles = _Circles(vehicle=vehicle, car=car, seen=[start.seen() for start in starts], about=about)
        budget = circles.split()
        run = drive_with_channels(run, car.model, _channels(budget, circles.wheel_paths(), run["excess_steer"]))
        values = self._read(run, budget)
        found = self.outcome(run, values, {"corner": list(car.corners)}, about)
        return replace(found, panels=(*found.panels, *budget_bars(values, list(budget))))

    def _read(self, run: Result, budget: Mapping[str, Mapping[str, np.ndarray]]) -> Values:
        used = np.abs(run[ACCELERATION]) >= STARTED * self.lateral_acceleration
        a, at = run[ACCELERATION][used], HALF_RANGE * self.lateral_acceleration

        def per_g(values: np.ndarray) -> float:
            return float(np.degrees(cornering_gradient(a, values[used], at))) * GRAVITY

        found = {"understeer_gradient": per_g(run["excess_steer"]), "sum_of_effects": per_g(run["budget.sum"])}
        found |= {effect: per_g(run[f"budget.{effect}"]) for effect in EFFECTS}
        found["other_effects"] = found["sum_of_effects"] - sum(found[effect] for effect in MAIN)
        return found | {
            f"{axle}.{effect}": per_g(values) for axle, effects in budget.items() for effect, values in effects.items()
        }


def _channels(budget: Mapping[str, Mapping[str, np.ndarray]], paths: np.ndarray, excess: np.ndarray) -> Added:
    """Gives each effect over the circles, their sum, and what they leave of the steer beyond wheelbase over radius."""
    parts = {effect: np.sum([effects[effect] for effects in budget.values()], axis=0) for effect in OF_AXLES}
    parts["wheel_paths"] = paths
    total = np.sum(list(parts.values()), axis=0)
    text = "of steer beyond wheelbase over radius, from straight ahead"
    return {
        **{f"budget.{effect}": (values, "rad", f"{EFFECTS[effect]}; part {text}") for effect, values in parts.items()},
        "budget.remainder": (excess - excess[0] - total, "rad", f"{EFFECTS['remainder']}; part {text}"),
        "budget.sum": (total, "rad", f"sum of all effects but the remainder; {text}"),
    }


def budget_bars(values: Values, axles: Sequence[str]) -> tuple[Bars, ...]:
    """Returns effects that add something, of the whole car and of each axle, as steer angles at 1 g."""
    whole = {effect: {"both axles": values[effect]} for effect in EFFECTS}
    single = {effect: {axle: values[f"{axle}.{effect}"] for axle in axles} for effect in OF_AXLES}
    return tuple(
        Bars(
            heading,
            "deg",
            {word.replace("_", " "): _in_radians(row) for word, row in rows.items() if any(row.values())},
        )
        for heading, rows in (("Understeer per g by effect", whole), ("Understeer per g by axle", single))
    )


def _in_radians(row: Mapping[str, float]) -> dict[str, float]:
    return {side: float(np.radians(value)) for side, value in row.items()}
