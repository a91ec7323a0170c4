"""The outline of a model, what a result looks like: bodies, and points of them at which parts are drawn.

An outline belongs to a structure. It holds no number of a model, only places in `drawn numbers`, a vector that each
result has of its own: so a value that is changed moves the drawing and leaves the outline as it is. Poses of the bodies
come as `Frames`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from types import UnionType
from typing import Any, NamedTuple, Protocol, get_args, get_origin, get_type_hints

import numpy as np

Places = tuple[int, ...]  # in the drawn numbers: three for a point or a direction
GROUND = -1  # in place of the index of a body


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineBody:
    """A body: what carries it, where it belongs, and how it is drawn."""

    name: str
    unit: str = ""  # of a vehicle: "car", "caravan"
    axle: str = ""
    side: str = ""  # "left", "right"; "" for what belongs to both or to none
    look: str = "plain"
    mass: int
    centre: Places
    carried_by: str
    joint: str
    kind: str  # of the joint
    coordinates: tuple[str, ...]
    freedoms: int
    order: int  # in the tree, from the ground outwards
    floats: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a body."""

    body: int  # index, or GROUND
    at: Places
    path: str = ""  # of its numbers in the user's file; "" where several decide it
    mounted: bool = True  # False: only a place on a line or in a plane, not a hardpoint of the body


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A part as it is drawn."""

    name: str
    label: str = ""  # in the scene; "" for its name
    kind: str  # word of a drawing, as `jounce.parts.drawing` lists them
    spots: tuple[Spot, ...]
    axis: Places = ()
    radius: int = -1  # place; -1 where views choose it
    joint: bool = False  # whether it is a joint


@dataclass(frozen=True, slots=True)
class NamedSpot:
    """A hardpoint of the user's file."""

    name: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Loop:
    """What closes a loop or ties coordinates."""

    name: str
    kind: str
    between: str
    rows: int
    rows_of_speeds: tuple[str, ...] = ()  # names of those that leave positions free, as rolling without slip


@dataclass(frozen=True, slots=True, kw_only=True)
class CarBody:
    """Shape and size of a unit's body; each size is the place of a number, -1 where the file does not say it."""

    body: str = ""  # that floats; "" for that of the unit that leads
    shape: str
    front: int  # m, ahead of its first axle
    rear: int  # behind it, a negative number
    width: int
    height: int = -1
    seat: Places = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What a result of one structure looks like."""

    bodies: tuple[OutlineBody, ...]
    marks: tuple[Mark, ...]
    hardpoints: tuple[NamedSpot, ...] = ()
    steering_axes: tuple[tuple[str, int, int], ...] = ()  # name, and hardpoints of its lower and its upper end
    loops: tuple[Loop, ...] = ()
    car: CarBody | None = None
    pulled: tuple[CarBody, ...] = ()  # of the units behind
    paths: tuple[str, ...] = field(default=(), repr=False)  # of the drawn numbers in the model; "" of what is computed

    def index(self, body: str) -> int:
        """Returns the place of a body among all; GROUND for the ground."""
        return next((k for k, known in enumerate(self.bodies) if known.name == body), GROUND)

    def roots(self) -> list[int]:
        """Returns for each body the place of that on the ground which carries it; of one on the ground, its own."""
        above = [self.index(body.carried_by) for body in self.bodies]
        roots = list(range(len(above)))
        for _ in above:  # as long as the longest chain
            roots = [root if above[root] == GROUND else above[root] for root in roots]
        return roots

    def base(self, body: int) -> int:
        """Returns the floating body that carries this one; GROUND where none does."""
        root = self.roots()[body]
        return root if self.bodies[root].floats else GROUND


class Poses(NamedTuple):
    """A body in the ground's frame; its own frame is the vehicle's in the design position."""

    p: np.ndarray  # [sample, 3] its origin
    R: np.ndarray  # [sample, 3, 3]

    def position(self, point: np.ndarray | tuple[float, float, float]) -> np.ndarray:
        """Returns the place of a point given by its design position."""
        found: np.ndarray = self.p + self.R @ np.asarray(point, float)
        return found


@dataclass(frozen=True, slots=True)
class Frames:
    """Poses of all bodies at the samples of a result, in the order of its outline."""

    p: np.ndarray  # [sample, body, 3] origin in the ground's frame
    R: np.ndarray  # [sample, body, 3, 3]

    @classmethod
    def of_nothing(cls, samples: int) -> Frames:
        """Returns the poses of no body."""
        return cls(np.zeros((samples, 0, 3)), np.zeros((samples, 0, 3, 3)))

    def body(self, index: int) -> Poses:
        """Returns the poses of one body, or of the ground."""
        if index == GROUND:
            count = len(self.p)
            return Poses(np.zeros((count, 3)), np.broadcast_to(np.eye(3), (count, 3, 3)))
        return Poses(self.p[:, index], self.R[:, index])

    def at(self, samples: Any) -> Frames:
        """Returns the poses at some samples."""
        return Frames(self.p[samples], self.R[samples])


class Centre(NamedTuple):
    """An instant centre or a roll centre at the samples of a result, in the design position of a body; nan for none."""

    kind: str  # "front view", "side view", "roll centre"
    name: str
    body: int
    at: np.ndarray  # [sample, 3]
    wheels: tuple[int, ...]  # places among the marks of wheels


class Drawn(Protocol):
    """What a result looks like: its outline, the numbers that this reads, and where its bodies are."""

    @property
    def outline(self) -> Outline: ...
    @property
    def numbers(self) -> np.ndarray: ...
    def frames(self, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)) -> Frames:
        """Returns the poses at some samples of a result with these joint coordinates."""

    def centres(self, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)) -> Sequence[Centre]:
        """Returns instant centres of the wheels and roll centres of the axles."""


@dataclass(frozen=True, slots=True)
class KeptDrawn:
    """What a saved result looks like: everything is there, at the samples that were saved."""

    outline: Outline
    numbers: np.ndarray
    kept: Frames
    kept_centres: tuple[Centre, ...] = ()

    def frames(self, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)) -> Frames:
        """Returns the poses at some of the samples."""
        return self.kept.at(samples)

    def centres(self, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)) -> Sequence[Centre]:
        """Returns the centres at some of the samples."""
        return [centre._replace(at=centre.at[samples]) for centre in self.kept_centres]


def keep_drawn(drawn: Drawn, coordinates: Mapping[str, np.ndarray]) -> KeptDrawn:
    """Returns what a result looks like as plain data, which no longer needs its model."""
    if isinstance(drawn, KeptDrawn):
        return drawn
    frames, centres = drawn.frames(coordinates), tuple(drawn.centres(coordinates))
    return KeptDrawn(drawn.outline, drawn.numbers, frames, centres)


def outline_to_json(outline: Outline) -> dict[str, Any]:
    """Returns the outline as plain JSON values."""
    return asdict(outline)


def outline_from_json(found: Mapping[str, Any], numbers: int) -> Outline:
    """Returns the outline that `outline_to_json` made JSON of; ValueError where it is none, or reads other numbers."""
    outline: Outline = _record(Outline, found)
    places = [p for mark in outline.marks for spot in mark.spots for p in spot.at]
    places += [p for mark in outline.marks for p in (*mark.axis, mark.radius)]
    places += [p for named in outline.hardpoints for p in named.spot.at]
    places += [p for body in outline.bodies for p in (*body.centre, body.mass)]
    for car in (*([outline.car] if outline.car else []), *outline.pulled):
        places += [car.front, car.rear, car.width, car.height, *car.seat]
    bodies = [spot.body for mark in outline.marks for spot in mark.spots] + [h.spot.body for h in outline.hardpoints]
    ends = [k for _, low, high in outline.steering_axes for k in (low, high)]
    for known, size in ((places, numbers), (bodies, len(outline.bodies)), (ends, len(outline.hardpoints))):
        if any(not -1 <= place < size for place in known):
            raise ValueError("an outline that speaks of what is not there")
    return outline


def _record(kind: Any, found: Any) -> Any:
    """Returns a record or a value of a type from its JSON; whatever does not fit is a ValueError."""
    origin = get_origin(kind)
    if origin is UnionType:
        return None if found is None else _record(get_args(kind)[0], found)
    if origin is tuple:
        kinds = get_args(kind)
        if kinds[1:] == (...,):
            return tuple(_record(kinds[0], item) for item in found)
        return tuple(_record(each, item) for each, item in zip(kinds, found, strict=True))
    if kind in (int, str, bool):
        if type(found) is not kind:
            raise ValueError(f"{found!r} is no {kind.__name__}")
        return found
    hints = get_type_hints(kind)
    told = [f for f in fields(kind) if f.name in found or f.default is MISSING]  # files of before lack what came since
    return kind(**{f.name: _record(hints[f.name], found[f.name]) for f in told})
