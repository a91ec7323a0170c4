"""What the page is told: one set of records, from which the types of its TypeScript are written.

`web/make_types.py` turns these into `web/src/data/types.ts`; a test holds the two together. Lengths are in metres in
the ground's frame (ISO 8855); curves and metrics are in the units that people read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FORMAT = 3  # raised when an older page could not show newer data

Vec3 = tuple[float, float, float]
Tone = Literal["link", "steer", "upright", "frame", "mount"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A history in the binary part: origin + step times whole numbers, which are kept as second differences."""

    at: int  # byte where it begins
    count: int
    origin: float
    step: float
    gaps: list[tuple[int, int]]  # first and last sample of stretches without a number


@dataclass(frozen=True, slots=True)
class Curve:
    """A channel."""

    name: str
    quantity: str  # for the axis
    unit: str  # "" for none
    definition: str
    values: Numbers


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric."""

    name: str
    value: float | None  # None where there is none
    unit: str
    definition: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for a tick on the time line."""

    time: float
    label: str


@dataclass(frozen=True, slots=True)
class Body:
    """A rigid body: where its anchor is, and its rotation as a quaternion, scalar last."""

    name: str
    anchor: Vec3  # design position of the point that `position` follows
    centre: Vec3  # of mass, design position
    position: tuple[Numbers, Numbers, Numbers]
    rotation: tuple[Numbers, Numbers, Numbers, Numbers]


@dataclass(frozen=True, slots=True)
class Place:
    """A point of a body by its design position."""

    body: int  # index, -1 for the ground
    point: Vec3


@dataclass(frozen=True, slots=True)
class Rod:
    kind: Literal["rod"]
    name: str
    body: int
    a: Vec3
    b: Vec3
    radius: float
    tone: Tone


@dataclass(frozen=True, slots=True)
class Ball:
    kind: Literal["ball"]
    name: str
    body: int
    at: Vec3
    radius: float
    tone: Tone


@dataclass(frozen=True, slots=True)
class Box:
    """A translucent block with its edges, for a body that many parts are mounted on."""

    kind: Literal["box"]
    name: str
    body: int
    low: Vec3
    high: Vec3


@dataclass(frozen=True, slots=True)
class Shell:
    """A car body from its main dimensions: side view as a polygon in x and z, drawn out over the width."""

    kind: Literal["shell"]
    name: str
    body: int
    profile: list[tuple[float, float]]
    roof: int  # the profile's points from this one on are the greenhouse, which is narrower
    width: float
    roof_width: float


@dataclass(frozen=True, slots=True)
class Wheel:
    kind: Literal["wheel"]
    name: str
    body: int
    centre: Vec3
    axis: Vec3
    radius: float
    width: float
    forces: tuple[str, str, str] | None  # channels Fx, Fy, Fz at the contact point, ISO-W axes; "" where there is none
    newtons: float  # of one unit in which these are shown
    road: str  # channel of the height of the road below it; "" where the road is level


@dataclass(frozen=True, slots=True)
class Ring:
    """A steering wheel."""

    kind: Literal["ring"]
    name: str
    body: int
    at: Vec3
    axis: Vec3
    radius: float


@dataclass(frozen=True, slots=True)
class Coil:
    """A spring: a helix over a part of the line between two points."""

    kind: Literal["coil"]
    name: str
    a: Place
    b: Place
    begin: float  # part of the line where it begins, from a
    end: float
    radius: float


@dataclass(frozen=True, slots=True)
class Strut:
    """A damper or actuator: a thin rod from a, a tube from b, one sliding in the other."""

    kind: Literal["strut"]
    name: str
    a: Place
    b: Place
    rod: float  # length of each
    tube: float
    radius: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A massless rod between two bodies."""

    kind: Literal["bar"]
    name: str
    a: Place
    b: Place
    radius: float


Shape = Rod | Ball | Box | Shell | Ring | Wheel | Coil | Strut | Bar


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A block on the road at its true size."""

    kind: str
    x: float  # m, of its middle
    y: float
    direction: float  # rad, of its length, from x to the left
    length: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class HeightGrid:
    """A piece of the road in axes of its own: its height at places s by n, row by row."""

    kind: Literal["bump", "ground"]
    x: float  # m, origin of its axes
    y: float
    direction: float  # rad, of s, from x to the left
    s: Numbers
    n: Numbers
    height: Numbers


@dataclass(frozen=True, slots=True)
class Cone:
    """A traffic cone on the road."""

    name: str
    x: float
    y: float
    hit: float | None  # s, when the car touched it; None where it did not


@dataclass(frozen=True, slots=True)
class Course:
    """Cones, limits of the lanes between them, the line that the driver wanted and the way of the front axle."""

    radius: float  # m, of the base of a cone
    cones: list[Cone]
    lanes: list[tuple[float, float, float, float]]  # from x to x, right and left limit
    wanted: tuple[Numbers, Numbers]  # x and y
    driven: tuple[Numbers, Numbers]


@dataclass(frozen=True, slots=True)
class NamedPoint:
    """A hardpoint."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class AxisLine:
    """A steering axis, through two points that may be on two bodies."""

    name: str
    a: Place
    b: Place


@dataclass(frozen=True, slots=True)
class Centre:
    """An instant centre or a roll centre: a point that wanders on a body as the wheels move."""

    kind: Literal["front view", "side view", "roll centre"]
    name: str
    body: int
    every: int  # samples of the run from one of its places to the next
    point: tuple[Numbers, Numbers, Numbers]  # in the design position of the body
    wheels: list[int]  # shapes of the wheels whose contact points are joined with it


@dataclass(frozen=True, slots=True)
class Scene:
    bodies: list[Body]
    shapes: list[Shape]
    obstacles: list[Obstacle]
    road: list[HeightGrid]
    course: Course | None
    points: list[NamedPoint]
    axes: list[AxisLine]
    centres: list[Centre]
    newtons_per_metre: float  # of force arrows
    low: Vec3  # corners of what is drawn, at the start
    high: Vec3
    follow: int  # body that cameras go with, -1 for none


@dataclass(frozen=True, slots=True)
class ChartCurve:
    """A line or points of a chart, with numbers of their own."""

    label: str
    x: Numbers
    y: Numbers
    colour: int  # place in the page's row of colours; -1 for grey
    style: Literal["line", "dashed", "dotted", "points"]


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot of a study that is not over the samples: spectra, curves of groups, marks beside them."""

    name: str  # by which a panel asks for it
    heading: str  # with the unit of the ordinate
    below: str  # name and unit of the abscissa
    curves: list[ChartCurve]
    equal: bool  # one unit of both axes has one length
    logarithmic: tuple[bool, bool]  # abscissa, ordinate


@dataclass(frozen=True, slots=True)
class BarRow:
    label: str
    values: list[tuple[str, float]]  # side, number


@dataclass(frozen=True, slots=True)
class BarChart:
    """Rows of bars, left and right wheel beside each other."""

    name: str
    unit: str
    rows: list[BarRow]


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """What a panel shows.

    history: channels over the abscissa. plane: channels over other channels. spectrum, density: amplitudes and power
    density of channels in the shown stretch. friction: the force of each tyre in its friction circle. chart, bars: a
    plot of the study by its heading. metrics: the table of metrics.
    """

    kind: Literal["history", "plane", "spectrum", "density", "friction", "chart", "bars", "metrics"]
    channels: list[str]  # of a chart or of bars its name
    over: list[str]  # of a plane, one for each channel; empty for others


@dataclass(frozen=True, slots=True)
class Offer:
    """A panel that can be opened by name."""

    heading: str
    panel: ShownPanel


@dataclass(frozen=True, slots=True)
class Told:
    """A setting of the study or a changed value of the model, as text with its unit."""

    name: str
    value: str
    before: str  # what the model's file says; "" for settings and for values that the file has not


@dataclass(frozen=True, slots=True)
class Run:
    label: str  # short: tells this run from the others of the page
    model: str
    study: str
    note: str  # where it comes from, and what was left out
    abscissa: Curve  # time, or what the samples run over in its place
    curves: list[Curve]
    figures: list[Figure]
    headline: list[Figure]  # the three that tell most
    events: list[Event]
    changes: list[Told]  # values of the model that differ from its file
    settings: list[Told]  # of the study
    charts: list[Chart]
    bars: list[BarChart]
    scene: Scene | None


@dataclass(frozen=True, slots=True)
class Page:
    format: int
    made_by: str
    timed: bool  # the abscissa is time and can be played
    runs: list[Run]  # any number: the first has the axis and is the reference, the others are laid over it
    open: list[ShownPanel]  # at first
    offers: list[Offer]  # that can be opened
