"""Line drawings: a model as it is in one sample of a run, seen from a side."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, radians, sin
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from jounce.results import Result
from jounce.spatial.vector import perpendicular_vector
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import Ball, Bar, Box, Coil, Ring, Rod, Shape, Shell, Strut, Wheel
from jounce.views.page.scene import scene_of
from jounce.views.plots.chart import COLOURS, GREY

INK, LINK, STEER, SPRING, TYRE = "#222222", COLOURS[0], COLOURS[2], COLOURS[1], "#444444"
AROUND, TURNS = 40, 7  # pieces of a circle; windings of a spring


class LinesSeen(NamedTuple):
    """Which sample of a run is drawn, from where it is seen, and what of it."""

    azimuth: float  # deg, from where one looks: 0 from behind, 90 from the right, -150 from the front left
    elevation: float  # deg
    sample: int = 0
    bodies: tuple[str, ...] = ()  # only what belongs to bodies whose names begin so; all of them without any
    shell: bool = True  # of a car


class Line(NamedTuple):
    points: np.ndarray  # in space, one a row
    colour: str
    width: float
    style: str = "-"


def draw_lines_of_model(axis: Axes, run: Result, view: LinesSeen) -> None:
    """Draws all shapes of the page's scene as lines, far ones first."""
    place, shapes = _placed(run, view.sample)
    names = [body for body in place if body]
    wanted = [shape for shape in shapes if _wanted(shape, view)]
    draw_lines(axis, [line for shape in wanted for line in _lines(shape, place, names)], view.azimuth, view.elevation)


def view_axes(azimuth: float, elevation: float) -> np.ndarray:
    """Returns rows to the right, upwards and towards the eye, at azimuth (0: behind) and elevation in degrees."""
    a, e = radians(azimuth) + pi, radians(elevation)
    eye = np.array([cos(e) * cos(a), cos(e) * sin(a), sin(e)])
    right = np.array([-sin(a), cos(a), 0.0])
    return np.array([right, np.cross(eye, right), eye])


def draw_lines(axis: Axes, lines: list[Line], azimuth: float, elevation: float) -> None:
    """Draws lines in space on a pair of axes without a frame, far ones first."""
    view = view_axes(azimuth, elevation)
    flat = sorted(((line.points @ view.T, line) for line in lines), key=lambda pair: float(pair[0][:, 2].mean()))
    for points, line in flat:
        axis.plot(
            points[:, 0], points[:, 1], line.style, color=line.colour, linewidth=line.width, solid_capstyle="round"
        )
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.06)
    axis.set_axis_off()


class _Place(NamedTuple):
    """Where a body stands: p' = R (p - anchor) + at."""

    R: np.ndarray
    anchor: np.ndarray
    at: np.ndarray

    def __call__(self, points: Any) -> np.ndarray:
        found: np.ndarray = (np.atleast_2d(np.array(points, float)) - self.anchor) @ self.R.T + self.at
        return found


GROUNDED = _Place(np.eye(3), np.zeros(3), np.zeros(3))


def _placed(run: Result, sample: int) -> tuple[dict[str, _Place], list[Shape]]:
    """Tells where every body stands in a sample, and the shapes on them; nothing where a run has no scene."""
    from scipy.spatial.transform import Rotation

    encoder = Encoder()
    scene = scene_of(run, np.array([sample, sample]), encoder)
    if scene is None:
        return {}, []
    place = {"": GROUNDED}
    for body in scene.bodies:
        at = np.array([numbers.origin for numbers in body.position])
        turn = Rotation.from_quat([numbers.origin for numbers in body.rotation]).as_matrix()
        place[body.name] = _Place(turn, np.array(body.anchor), at)
    return place, list(scene.shapes)


def _wanted(shape: Shape, view: LinesSeen) -> bool:
    if isinstance(shape, Shell):
        return view.shell and not view.bodies
    return not view.bodies or any(shape.name.startswith(word) for word in view.bodies)


def _lines(shape: Shape, place: dict[str, _Place], names: list[str]) -> Iterator[Line]:
    """Draws what is drawn of a shape."""
    if isinstance(shape, Coil | Strut | Bar):
        a, b = (place[names[end.body] if end.body >= 0 else ""](end.point)[0] for end in (shape.a, shape.b))
        if isinstance(shape, Coil):
            yield Line(_winding(a, b, shape.begin, shape.end, shape.radius), SPRING, 1.1)
        else:
            yield Line(np.array([a, b]), INK if isinstance(shape, Strut) else LINK, 1.4)
        return
    put = place[names[shape.body] if shape.body >= 0 else ""]
    if isinstance(shape, Rod):
        yield Line(put([shape.a, shape.b]), STEER if shape.tone == "steer" else LINK, 1.6)
    elif isinstance(shape, Ball):
        yield Line(put([shape.at, shape.at]), INK, 3.0)
    elif isinstance(shape, Ring):
        yield Line(put(_circle(shape.at, shape.axis, shape.radius)), STEER, 1.4)
    elif isinstance(shape, Wheel):
        yield from _tyre(shape, put)
    elif isinstance(shape, Shell):
        yield from _shell(shape, put)
    elif isinstance(shape, Box):
        yield from _box(shape, put)


def _circle(centre: Any, axis: Any, radius: float) -> np.ndarray:
    n = np.array(axis, float) / np.linalg.norm(axis)
    u = np.array(perpendicular_vector(tuple(n)), float)
    angle = np.linspace(0.0, 2 * pi, AROUND + 1)[:, None]
    found: np.ndarray = np.array(centre) + radius * (np.cos(angle) * u + np.sin(angle) * np.cross(n, u))
    return found


def _tyre(wheel: Wheel, put: _Place) -> Iterator[Line]:
    n = np.array(wheel.axis) / np.linalg.norm(wheel.axis)
    for side, width in ((-0.5, 0.8), (0.5, 1.3)):
        yield Line(put(_circle(np.array(wheel.centre) + side * wheel.width * n, n, wheel.radius)), TYRE, width)
    yield Line(put(_circle(np.array(wheel.centre) + 0.5 * wheel.width * n, n, 0.62 * wheel.radius)), TYRE, 0.7)


def _winding(a: np.ndarray, b: np.ndarray, begin: float, end: float, radius: float) -> np.ndarray:
    along = (b - a) / np.linalg.norm(b - a)
    u = np.array(perpendicular_vector(tuple(along)), float)
    part = np.linspace(0.0, 1.0, 24 * TURNS)[:, None]
    angle = 2 * pi * TURNS * part
    way = a + (begin + (end - begin) * part) * (b - a)
    found: np.ndarray = way + radius * (np.cos(angle) * u + np.sin(angle) * np.cross(along, u))
    return found


def _shell(shell: Shell, put: _Place) -> Iterator[Line]:
    """Draws both sides and lines across, thin."""
    corners = np.array(shell.profile)
    half = np.where(np.arange(len(corners)) < shell.roof, 0.5 * shell.width, 0.5 * shell.roof_width)
    sides = [put(np.column_stack([corners[:, 0], sign * half, corners[:, 1]])) for sign in (-1.0, 1.0)]
    for part in (slice(None, shell.roof), slice(shell.roof, None)):
        for side in sides:
            closed = np.concatenate([side[part], side[part][:1]])
            yield Line(closed, GREY, 0.6)
    for k in range(shell.roof, len(corners)):
        yield Line(np.array([side[k] for side in sides]), GREY, 0.4)


def _box(box: Box, put: _Place) -> Iterator[Line]:
    low, high = np.array(box.low), np.array(box.high)
    corner = np.array(
        [[(low, high)[i][0], (low, high)[j][1], (low, high)[k][2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    )
    for a in range(8):
        for bit in (1, 2, 4):
            if not a & bit:
                yield Line(put(corner[[a, a | bit]]), GREY, 0.6)
