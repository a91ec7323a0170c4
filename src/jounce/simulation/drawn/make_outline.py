"""Make the outline of a structure: each drawn number as a formula of the model's numbers, evaluated for each result."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import dist, nan
from threading import Lock
from typing import Any

import numpy as np

from jounce.graph import Expression, Graph, Scalar
from jounce.mechanism import OUTSIDE, Mechanism, tree_row_names
from jounce.mechanism.mobility import mobility_rows
from jounce.model import Model
from jounce.model.fields import structure_of
from jounce.model.outline import Hardpoint, file_hardpoints
from jounce.native.formulas import Formulas
from jounce.parts import GROUND as GROUND_NAME
from jounce.parts.drawing import Lines, Pin, Wheel, word_of_drawing
from jounce.parts.ends import places_of_ends
from jounce.parts.own_kinds import OWN_KINDS
from jounce.results.drawn.outline import (
    GROUND,
    CarBody,
    Loop,
    Mark,
    NamedSpot,
    Outline,
    OutlineBody,
    Places,
    Spot,
)
from jounce.simulation.drawn.centres import CentreCode, centre_code
from jounce.simulation.drawn.frame_kernel import write_frames
from jounce.simulation.drawn.pose_program import PoseRows, pose_rows
from jounce.spatial.vector import Vec3

LEFT: Vec3 = (0.0, 1.0, 0.0)
SAME = 1e-3  # m: points nearer than this are one
MOST_KNOWN = 32  # structures whose outlines are kept
# ends of a steering axis by the names of hardpoints, the lower one first
STEERING_AXES = (
    ("lower_ball_joint", "upper_ball_joint"),
    ("lower_ball_joint", "strut_top"),
    ("kingpin_lower", "kingpin_upper"),
)


@dataclass(frozen=True, kw_only=True)
class RigWheel:
    """A wheel that is no body of the model, as on a rig."""

    name: str
    body: str
    centre: Vec3
    axis: Vec3
    radius: float


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What is drawn besides the parts of a model, and where these belong."""

    steered: tuple[str, ...] = ()  # axles
    wheels: tuple[RigWheel, ...] = ()
    car: Mapping[str, Any] | None = None  # shape and sizes of a car's body, as `car_picture` gives them
    pulled: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # those of units behind, by their bodies
    hardpoints: Mapping[str, Sequence[float]] | None = None  # by name, of a result file before format 5

    def structure(self) -> str:
        """Returns what decides the outline."""
        wheels = [(wheel.name, wheel.body) for wheel in self.wheels]
        sizes = {
            body: [car["shape"], *(key for key in CAR_SIZES if car[key] is None), car["seat"] is None]
            for body, car in self.pictures().items()
        }
        named = None if self.hardpoints is None else {name: list(at) for name, at in self.hardpoints.items()}
        return repr((self.steered, wheels, sizes, named))

    def pictures(self) -> dict[str, Mapping[str, Any]]:
        """Returns shape and sizes of all bodies of cars and trailers; that of the unit that leads by ""."""
        return ({} if self.car is None else {"": self.car}) | dict(self.pulled)

    def numbers(self) -> dict[str, float]:
        """Returns its numbers by names of their own."""
        found: dict[str, float] = {}
        for wheel in self.wheels:
            found |= {f"wheels.{wheel.name}.radius": wheel.radius}
            for word, vector in (("centre", wheel.centre), ("axis", wheel.axis)):
                found |= {f"wheels.{wheel.name}.{word}.{k}": float(v) for k, v in zip("xyz", vector, strict=True)}  # type: ignore[arg-type]
        for body, car in self.pictures().items():
            found |= {f"car.{body}.{key}": float(car[key]) for key in CAR_SIZES if car[key] is not None}
            found |= {f"car.{body}.seat.{k}": float(v) for k, v in zip("xyz", car["seat"] or (), strict=False)}
        return found


CAR_SIZES = ("front", "rear", "width", "height")


@dataclass(frozen=True)
class OutlineCode:
    """The outline of a structure, the formulas of its drawn numbers, and kernels that are made on demand."""

    outline: Outline
    formulas: Formulas
    mechanism: Mechanism  # of one model of this structure

    @cached_property
    def poses(self) -> PoseRows:
        """Returns the kernel of frames."""
        return pose_rows("frames", self.mechanism, write_frames)

    @cached_property
    def centres(self) -> CentreCode:
        """Returns the kernel of centres."""
        return centre_code(self.mechanism, self.outline)

    def numbers(self, model: Model, around: Surroundings) -> np.ndarray:
        """Returns the drawn numbers of a model of this structure."""
        own = model.array if model.form is not None else np.fromiter(model.numbers().values(), float)
        return self.formulas(np.concatenate([own, list(around.numbers().values())]))


_known: OrderedDict[str, OutlineCode] = OrderedDict()
_making = Lock()


def outline_code(mechanism: Mechanism, around: Surroundings) -> OutlineCode:
    """Returns the outline of a structure, made when it is first asked for."""
    model = mechanism.model
    # controllers are not drawn, but their numbers lie among those of the model
    controllers = [structure_of(part) for part in (model if model.form is None else model.form.model).controllers]
    looks = [part.drawing for part in model.forces if type(part) in OWN_KINDS] if OWN_KINDS else []
    key = f"{model.structure_text()} {controllers} {looks} {model.owners} {around.structure()}"
    with _making:
        if key not in _known:
            _known[key] = _OutlineMaker(mechanism, around).made()
            if len(_known) > MOST_KNOWN:
                _known.popitem(last=False)
        _known.move_to_end(key)
        return _known[key]


class _OutlineMaker:
    """The outline of a structure in the making: the model in symbols, and the drawn numbers found so far."""

    def __init__(self, mechanism: Mechanism, around: Surroundings):
        self.mechanism, self.around, self.graph = mechanism, around, Graph()
        self.model = mechanism.model.map_numbers(lambda path, value, unit: self.graph.symbol(path))
        self.index = {GROUND_NAME: GROUND} | {body.name: k for k, body in enumerate(self.model.bodies)}
        self.drawn: dict[Any, int] = {}
        self.spots: list[Spot] = []
        self.hardpoints = file_hardpoints(mechanism.model)
        self.named: dict[Hardpoint, dict[int, Spot]] = {}  # by body

    def made(self) -> OutlineCode:
        """Returns the outline with the formulas of its numbers."""
        bodies, marks = tuple(self._bodies()), tuple(self._marks())
        self._note_named_places()
        named, cars = list(self.named), list(self._cars())
        names = [*self.mechanism.model.numbers(), *self.around.numbers()]
        formulas = Formulas(self.graph, list(self.drawn), {name: k for k, name in enumerate(names)}, len(names))
        outline = Outline(
            bodies=bodies,
            marks=marks,
            hardpoints=tuple(NamedSpot(point.name, self._best(point)) for point in named),
            steering_axes=tuple(self._steering_axes(named)),
            loops=tuple(_loops(self.mechanism)),
            car=next((car for car in cars if not car.body), None),
            pulled=tuple(car for car in cars if car.body),
            paths=tuple(_path(formula) for formula in self.drawn),
        )
        return OutlineCode(outline, formulas, self.mechanism)

    def _place(self, number: Scalar) -> int:
        formula = number if isinstance(number, Expression) else self.graph.constant(float(number))
        return self.drawn.setdefault(formula, len(self.drawn))

    def _places(self, vector: Vec3) -> Places:
        return tuple(self._place(number) for number in vector)

    def _bodies(self) -> Iterator[OutlineBody]:
        links = {link.body: link for link in self.mechanism.links}
        rows = {row.body: row for row in mobility_rows(self.mechanism)}
        for body in self.model.bodies:
            link, row = links[body.name], rows[body.name]
            owner = self.mechanism.model.owner(body.name)
            yield OutlineBody(
                name=body.name,
                unit=owner.unit,
                axle=owner.axle,
                side=owner.side,
                look=body.look,
                mass=self._place(body.mass),
                centre=self._places(body.centre),
                carried_by=row.parent,
                joint=row.joint,
                kind=row.kind,
                coordinates=row.coordinates,
                freedoms=row.freedoms,
                order=self.mechanism.index(body.name),
                floats=link.parent == OUTSIDE and link.floats,
            )

    def _marks(self) -> Iterator[Mark]:
        pins = [part for part in self.model.joints if isinstance(part.drawing, Pin)]
        for part in (*self.model.joints, *self.model.forces):
            places = [place for place in places_of_ends(part) if place.point is not None]
            if isinstance(part.drawing, Wheel):
                own = getattr(part, part.drawing.axis) if part.drawing.axis else None
                hinges = [pin.axis for pin in pins if getattr(part, "body", "") in (pin.child, pin.parent)]
                body, point = places[-1].body, places[-1].point
                yield self._wheel(part.name, body, body, point, own or [*hinges, LEFT][0], part.radius, part)
            elif isinstance(part.drawing, Lines):
                through = [(getattr(part, body), getattr(part, point)) for body, point in part.drawing.through]
                yield self._mark(part, [self._spot(body, point, False) for body, point in through])
            elif places:
                yield self._mark(part, [self._spot(place.body, place.point, place.mounted) for place in places])
        for wheel in self.around.wheels:
            own = f"wheels.{wheel.name}"
            centre, axis = (tuple(self.graph.symbol(f"{own}.{word}.{k}") for k in "xyz") for word in ("centre", "axis"))
            radius = self.graph.symbol(f"{own}.radius")
            yield self._wheel(f"{wheel.name}.tyre", wheel.name, wheel.body, centre, axis, radius)

    def _mark(self, part: Any, spots: list[Spot]) -> Mark:
        if isinstance(part.drawing, Pin) and part.second_point is not None:
            spots.append(self._spot(part.child, part.second_point, True))
        axis = getattr(part, "axis", None)
        return Mark(
            name=part.name,
            kind=word_of_drawing(part.drawing),
            spots=tuple(spots),
            axis=self._places(axis) if axis else (),
            joint=_is_joint(part),
        )

    def _wheel(
        self, name: str, label: str, body: str, centre: Any, axis: Any, radius: Scalar, part: Any = None
    ) -> Mark:
        return Mark(
            name=name,
            label=label,
            kind="wheel",
            spots=(self._spot(body, centre, True),),
            axis=self._places(axis),
            radius=self._place(radius),
            joint=_is_joint(part),
        )

    def _spot(self, body: str, point: Any, mounted: bool) -> Spot:
        stem = _stem(point)
        hardpoint = self.hardpoints.get(stem)
        spot = Spot(self.index[body], self._places(point), hardpoint.path if hardpoint else stem, mounted)
        self.spots.append(spot)
        if hardpoint and mounted:
            self.named.setdefault(hardpoint, {}).setdefault(spot.body, spot)
        return spot

    def _note_named_places(self) -> None:
        """Finds the spots at which hardpoints lie whose formulas are not known."""
        numbers, formulas = self.mechanism.model.numbers(), list(self.drawn)
        for spot in self.spots if self.around.hardpoints else ():
            at = [numbers.get(_path(formulas[place]), nan) for place in spot.at]
            for name, point in (self.around.hardpoints or {}).items():
                if spot.mounted and dist(at, point) < SAME:
                    hardpoint = Hardpoint(self.mechanism.model.owner(name), name, "")
                    self.named.setdefault(hardpoint, {}).setdefault(spot.body, spot)

    def _best(self, point: Hardpoint) -> Spot:
        """Returns the spot of a hardpoint on the body by which it is best known."""
        there = self.named[point]
        return there[min(there, key=lambda body: self._rank(body, point))]

    def _rank(self, body: int, hardpoint: Hardpoint) -> tuple[int, int]:
        """Ranks bodies: one of its corner comes first, then that which all hang on."""
        if body == GROUND:
            return 1, body
        owner, link = self.mechanism.model.owner(self.model.bodies[body].name), self.mechanism.links
        if owner.corner == hardpoint.owner.corner:
            return 0, body
        at = link[self.mechanism.index(self.model.bodies[body].name)]
        return (1 if at.parent == OUTSIDE and at.floats else 2), body

    def _steering_axes(self, named: Sequence[Hardpoint]) -> Iterator[tuple[str, int, int]]:
        """Yields the axes of steered wheels, between the hardpoints that carry them."""
        place = {point.name: k for k, point in enumerate(named)}
        for corner in dict.fromkeys(point.owner.corner for point in named if point.owner.axle in self.around.steered):
            pairs = ((f"{corner}.{low}", f"{corner}.{high}") for low, high in STEERING_AXES)
            pair = next(((place[low], place[high]) for low, high in pairs if low in place and high in place), None)
            if pair:
                yield (f"{corner}: steering axis", *pair)

    def _cars(self) -> Iterator[CarBody]:
        """Yields the bodies of cars and trailers, that of the unit that leads without a name."""
        for body, car in self.around.pictures().items():
            symbol = partial(self._car_symbol, body)
            known = {key: self._place(symbol(key)) for key in CAR_SIZES if car[key] is not None}
            seat = self._places(tuple(symbol(f"seat.{k}") for k in "xyz")) if car["seat"] else ()  # type: ignore[arg-type]
            yield CarBody(body=body, shape=str(car["shape"]), seat=seat, **known)

    def _car_symbol(self, body: str, word: str) -> Expression:
        return self.graph.symbol(f"car.{body}.{word}")


def _is_joint(part: Any) -> bool:
    return hasattr(part, "motions") or hasattr(part, "rows")


def _path(formula: Any) -> str:
    """Returns the path of a number that is one of the model's; "" of what is computed."""
    return formula.data if formula.op == "symbol" else ""


def _stem(point: Any) -> str:
    """Returns the path of a point whose numbers are those of one of the model's points; else ""."""
    paths = [_path(x) if isinstance(x, Expression) else "" for x in point]
    stem = paths[0].removesuffix(".x")
    return stem if paths == [f"{stem}.{k}" for k in "xyz"] else ""


def _loops(mechanism: Mechanism) -> Iterator[Loop]:
    for part in mechanism.closures:
        ends = [part.parent, part.child] if hasattr(part, "parent") else []
        tied = getattr(part, "coordinates", None) or ([] if ends else [part.coordinate])
        between = " – ".join(ends) if ends else ", ".join(tied)
        rows = tree_row_names(part)
        of_speeds = tuple(row.name for row in rows if row.speeds_only)
        yield Loop(part.name, type(part).__name__.lower(), between, len(rows), of_speeds)
